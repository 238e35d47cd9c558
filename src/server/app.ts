import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { createFrameTokens } from './platform/auth/frame-tokens.ts';
import { createReadOnlySessions } from './platform/auth/read-only-sessions.ts';
import { createSessionStore } from './platform/auth/session-store.ts';
import { realClock } from './platform/clock/clock.ts';
import { DISK_FULL_CHANNEL } from './platform/db/refused-writes.ts';
import type { App, AppDeps, HttpModule } from './platform/http/app-types.ts';
import { accountOf, createCallLine, acquireSlot } from './platform/http/call-slots.ts';
import { loadCallShapes } from './platform/http/call-shapes.ts';
import { addDocs } from './platform/http/docs.ts';
import { sendError } from './platform/http/error-adapter.ts';
import { addHealthRoutes } from './platform/http/health.ts';
import { allowOpaqueFrames } from './platform/http/frame-cors.ts';
import { acceptJson } from './platform/http/json-body.ts';
import { addLiveRoute } from './platform/http/live-route.ts';
import { addCallMetrics, addProcessMetrics, createMetrics } from './platform/http/metrics.ts';
import { refuseWhileClosing } from './platform/http/closing.ts';
import { answerUnknown } from './platform/http/not-found.ts';
import { addRateLimit } from './platform/http/rate-limit.ts';
import { logRequests, warnOfProxy } from './platform/http/request-log.ts';
import { type HttpLimits, limitConnections, serverOptions, usualHttpLimits } from './platform/http/server-limits.ts';
import { addSecurityHeaders } from './platform/http/security.ts';
import { serveWebApplication } from './platform/http/static-site.ts';
import { hearMemory, ownMemory } from './platform/memory-report.ts';
import { authModule } from './modules/administration/auth/index.ts';

/** What an application is built from; what is left out is made here. */
export type BuildOptions = Omit<AppDeps, 'metrics' | 'sessions' | 'frameTokens' | 'realClock' | 'stopping'> &
  Partial<Pick<AppDeps, 'metrics' | 'sessions' | 'realClock' | 'stopping'>> & {
    /** The features besides sign-in. */
    modules: readonly HttpModule[];
    /** Limits of the server that differ from the usual ones; for tests. */
    limits?: Partial<HttpLimits>;
    /** Directory of the built web application. */
    webRoot?: string;
  };

const defaultWebRoot = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** The dependencies with everything filled in. */
function completeDeps(options: BuildOptions): AppDeps {
  const { settings, database } = options;
  const clock = options.realClock ?? realClock;
  return {
    settings,
    database,
    queue: options.queue,
    clock: options.clock,
    realClock: clock,
    log: options.log,
    live: options.live,
    metrics: options.metrics ?? createMetrics(),
    frameTokens: createFrameTokens(settings.secret, clock),
    stopping: options.stopping ?? new AbortController().signal,
    sessions:
      options.sessions ??
      createSessionStore(
        database,
        clock,
        { idleMs: settings.sessionIdleMs, maxMs: settings.sessionMaxMs },
        createReadOnlySessions(settings.secret, clock),
      ),
  };
}

/** Whose word about the client's address counts: of so many proxies in a row, or of those with the listed addresses. */
const trustOf = (setting: AppDeps['settings']['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

/** An application without routes: parsing, headers, limits, errors, logs. */
async function createShell(deps: AppDeps, limits: HttpLimits): Promise<App> {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trustOf(deps.settings.trustProxy),
    bodyLimit: 1_048_576,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ...serverOptions(limits),
    // Hundreds of routes take more than the usual ten seconds on a busy machine.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }) as unknown as App;
  app.decorate('deps', deps);
  limitConnections(app, limits);
  refuseWhileClosing(app);
  app.decorate('registeredCalls', new Map());
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) app.routeTable.push({ method: verb, url, call: config?.call });
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('turn', null);
  app.decorateRequest('account', null);
  const calls = createCallLine(deps.settings.poolSize);
  app.decorate('acquireSlot', (request, reply, account) => acquireSlot(calls, account ?? accountOf(request), reply));
  addCallMetrics(deps.metrics, calls.counts);
  app.setErrorHandler((error, request, reply) => {
    deps.database.refusedWrites.note(error);
    return sendError(error, request, reply);
  });
  acceptJson(app);
  logRequests(app);
  warnOfProxy(app);
  await addSecurityHeaders(app, deps.settings);
  await app.register(cookie);
  await addRateLimit(app, deps.settings);
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'br', 'deflate'], zlibOptions: { level: 4 } });
  answerUnknown(app);
  return app;
}

/** Builds the HTTP side of a process; the caller listens and closes. */
export async function buildApp(options: BuildOptions): Promise<App> {
  await loadCallShapes();
  const deps = completeDeps(options);
  const app = await createShell(deps, { ...usualHttpLimits, ...options.limits });
  await app.register(async (scope) => {
    allowOpaqueFrames(scope);
    addHealthRoutes(scope);
    addLiveRoute(scope);
    await addDocs(scope, packageJson.version);
    for (const module of [authModule, ...options.modules]) module.routes(scope, deps);
    await serveWebApplication(scope, options.webRoot ?? defaultWebRoot);
  });
  const { database } = deps;
  // Work in the background of another process may be the first to meet a full disk.
  const unlisten = await database.listen(DISK_FULL_CHANNEL, database.refusedWrites.hear);
  app.addHook('onClose', unlisten);
  const memory = await hearMemory(database);
  app.addHook('onClose', memory.stop);
  addProcessMetrics(deps.metrics, () => [ownMemory('web'), ...memory.others()]);
  await app.ready();
  return app;
}
