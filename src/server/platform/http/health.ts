import { readdirSync } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { lacksKeys } from '../crypto/index.ts';
import { isDiskShort } from '../db/disk-space.ts';
import type { App, AppDeps } from './app-types.ts';
import { addDatabaseMetrics } from './database-metrics.ts';

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Headers by which a proxy says that it passed a request on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Who asks whether a process is ready waits no longer than this. */
const READY_WITHIN_MS = 1_500;

/** Scrapes need the token, or come from this machine when none is set and no proxy is in front, whose requests are local too. */
function mayScrape(request: FastifyRequest, { metricsToken: token, trustProxy }: AppDeps['settings']): boolean {
  if (token === null)
    return (
      trustProxy === false &&
      local.has(request.socket.remoteAddress ?? '') &&
      PROXY_HEADERS.every((name) => request.headers[name] === undefined)
    );
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Is the schema the one of this build? */
async function missingMigrations(deps: AppDeps): Promise<number> {
  const directory = new URL('../../../../migrations/', import.meta.url);
  const wanted = readdirSync(directory).filter((name) => name.endsWith('.sql')).length;
  const [row] = await deps.database.query<{ applied: number }>('select count(*)::int as applied from schema_migration');
  return wanted - (row?.applied ?? 0);
}

/** /healthz: the process lives, and is of this version. /readyz: it can do its work. /metrics: for Prometheus. */
export function addHealthRoutes(app: App, version: string): void {
  const { deps } = app;
  addDatabaseMetrics(deps.metrics, { database: deps.database, clock: deps.clock, disk: deps.settings.disk });

  const isDiskFull = async (): Promise<boolean> =>
    deps.database.refusedWrites.recently() || (deps.settings.disk !== null && (await isDiskShort(deps.settings.disk)));

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version }),
  );

  const look = async (): Promise<{ status: 'ready' | 'not ready'; [detail: string]: unknown }> => {
    try {
      await deps.database.ping();
      const missing = await missingMigrations(deps);
      if (missing > 0) return { status: 'not ready', database: 'ok', missingMigrations: missing };
      // Of a process that lacks a key: what it cannot open would look like a fault of others.
      if (lacksKeys(deps.settings.keys)) return { status: 'not ready', database: 'ok', secretKey: 'missing' };
      if (await isDiskFull()) return { status: 'not ready', database: 'ok', disk: 'full' };
      return { status: 'ready', database: 'ok', missingMigrations: 0 };
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready');
      return { status: 'not ready', database: 'unreachable' };
    }
  };
  // Anybody may ask: those who ask at the same time share one look at the database.
  let looking: ReturnType<typeof look> | undefined;
  app.get('/readyz', async (request, reply) => {
    await app.countRequest(request);
    if (deps.stopping.aborted) return reply.code(503).header('cache-control', 'no-store').send({ status: 'stopping' });
    looking ??= look().finally(() => (looking = undefined));
    const late = { status: 'not ready', database: 'slow' } as const;
    const found = await Promise.race([looking, pause(READY_WITHIN_MS, late, { ref: false })]);
    return reply
      .code(found.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(found);
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, deps.settings)) return reply.code(403).type('text/plain').send('403');
    const { registry } = deps.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
