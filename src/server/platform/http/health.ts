import packageJson from '../../../../package.json' with { type: 'json' };
import { readdirSync } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { lacksKeys } from '../crypto/index.ts';
import { isDiskShort } from '../db/disk-space.ts';
import { bearerOf } from './bearer.ts';
import type { App, AppDeps } from './app-types.ts';
import { addDatabaseMetrics } from './database-metrics.ts';

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Headers by which a proxy says that it passed a request on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Who asks whether a process is ready waits no longer than this. */
const READY_WITHIN_MS = 1_500;

/** What health and metrics of a process are distinguished from. */
export type HealthDeps = Pick<AppDeps, 'database' | 'clock' | 'log' | 'metrics' | 'stopping'> & {
  settings: Pick<AppDeps['settings'], 'keys' | 'disk' | 'metricsToken' | 'trustProxy'>;
};

/** A request for metrics. */
type Scrape = { headers: IncomingHttpHeaders; remoteAddress: string | undefined };

/** An answer about the health of a process. */
export type HealthAnswer = { code: number; type: string; body: string };

/** Scrapes need the token, or come from this machine when none is set and no proxy is in front, whose requests are local too. */
function mayScrape({ headers, remoteAddress }: Scrape, { metricsToken, trustProxy }: HealthDeps['settings']): boolean {
  if (metricsToken === null)
    return (
      trustProxy === false &&
      local.has(remoteAddress ?? '') &&
      PROXY_HEADERS.every((name) => headers[name] === undefined)
    );
  const given = Buffer.from(bearerOf(headers) ?? '');
  const wanted = Buffer.from(metricsToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Is the schema the one of this build? */
async function missingMigrations(deps: HealthDeps): Promise<number> {
  const directory = new URL('../../../../migrations/', import.meta.url);
  const wanted = readdirSync(directory).filter((name) => name.endsWith('.sql')).length;
  const [row] = await deps.database.query<{ applied: number }>('select count(*)::int as applied from schema_migration');
  return wanted - (row?.applied ?? 0);
}

const json = (code: number, value: object): HealthAnswer => ({
  code,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

type Look = { status: 'ready' | 'not ready'; [detail: string]: unknown };

/** Whether the process can do its work now. */
async function look(deps: HealthDeps): Promise<Look> {
  const { database, log, settings } = deps;
  try {
    await database.ping();
    const missing = await missingMigrations(deps);
    if (missing > 0) return { status: 'not ready', database: 'ok', missingMigrations: missing };
    // Of a process that lacks a key: what it cannot open would look like a fault of others.
    if (lacksKeys(settings.keys)) return { status: 'not ready', database: 'ok', secretKey: 'missing' };
    const isFull = database.refusedWrites.recently() || (settings.disk !== null && (await isDiskShort(settings.disk)));
    if (isFull) return { status: 'not ready', database: 'ok', disk: 'full' };
    return { status: 'ready', database: 'ok', missingMigrations: 0 };
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return { status: 'not ready', database: 'unreachable' };
  }
}

/** How a process answers about itself, whatever it listens with. */
export type Health = {
  healthz: () => HealthAnswer;
  readyz: () => Promise<HealthAnswer>;
  metrics: (scrape: Scrape) => Promise<HealthAnswer>;
};

/** healthz: the process lives, and is of this version. readyz: it can do its work. metrics: for Prometheus. */
export function createHealth(deps: HealthDeps): Health {
  const { metrics, database, clock, settings } = deps;
  addDatabaseMetrics(metrics, { database, clock, disk: settings.disk });
  // Anybody may ask: those who ask at the same time share one look at the database.
  let looking: Promise<Look> | undefined;
  return {
    healthz: () => json(200, { status: 'ok', version: packageJson.version }),
    readyz: async () => {
      if (deps.stopping.aborted) return json(503, { status: 'stopping' });
      looking ??= look(deps).finally(() => (looking = undefined));
      const late: Look = { status: 'not ready', database: 'slow' };
      const found = await Promise.race([looking, pause(READY_WITHIN_MS, late, { ref: false })]);
      return json(found.status === 'ready' ? 200 : 503, found);
    },
    metrics: async (scrape) => {
      if (!mayScrape(scrape, settings)) return { code: 403, type: 'text/plain', body: '403' };
      const { registry } = metrics;
      return { code: 200, type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** The routes of the web role: /healthz, /readyz, /metrics. */
export function addHealthRoutes(app: App): void {
  const health = createHealth(app.deps);
  const send = (reply: FastifyReply, { code, type, body }: HealthAnswer) =>
    reply.code(code).header('cache-control', 'no-store').type(type).send(body);
  app.get('/healthz', async (_request, reply) => send(reply, health.healthz()));
  app.get('/readyz', async (request, reply) => {
    await app.countRequest(request);
    return send(reply, await health.readyz());
  });
  app.get('/metrics', async (request, reply) =>
    send(reply, await health.metrics({ headers: request.headers, remoteAddress: request.socket.remoteAddress })),
  );
}
