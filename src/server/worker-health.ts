import { createServer } from 'node:http';
import { portOf } from './connectors/port-of.ts';
import type { Closer, Core } from './core.ts';
import { listeningAt } from './platform/errors/listening-at.ts';
import { createHealth, type HealthAnswer } from './platform/http/health.ts';
import { addProcessMetrics, createMetrics } from './platform/http/metrics.ts';
import { ownMemory } from './platform/memory-report.ts';

const unknown: HealthAnswer = { code: 404, type: 'text/plain', body: '404' };

/** Answers /healthz, /readyz and /metrics on a port of their own, for a process without the web role. */
export async function openWorkerHealth(
  { settings, keys, ...core }: Pick<Core, 'settings' | 'keys' | 'database' | 'clock' | 'log' | 'stopping'>,
  port: number,
): Promise<{ port: number | undefined; stop: Closer }> {
  const metrics = createMetrics();
  addProcessMetrics(metrics, () => [ownMemory(settings.roles.join('+'))]);
  const health = createHealth({ ...core, metrics, settings: { ...settings, keys } });
  const answerTo = async (path: string, scrape: Parameters<typeof health.metrics>[0]): Promise<HealthAnswer> => {
    if (path === '/healthz') return health.healthz();
    if (path === '/readyz') return health.readyz();
    return path === '/metrics' ? health.metrics(scrape) : unknown;
  };
  const server = createServer((request, reply) => {
    const { headers, socket, url = '' } = request;
    answerTo(url.split('?', 1)[0] ?? '', { headers, remoteAddress: socket.remoteAddress }).then(
      ({ code, type, body }) => reply.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      (error: unknown) => {
        core.log.error({ err: error }, 'health could not be told');
        reply.writeHead(500).end();
      },
    );
  });
  await listeningAt(
    { name: 'WORKER_PORT', port },
    () =>
      new Promise<void>((done, reject) => {
        server.once('error', reject);
        server.listen(port, settings.host, done);
      }),
  );
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { port: portOf(server), stop };
}
