import type { App } from './app-types.ts';

/** One log line and one measurement per request; the query string is never written down. */
export function logRequests(app: App): void {
  const { callSeconds } = app.deps.metrics;
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? request.routeOptions.url ?? 'none';
    callSeconds.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const quiet = request.routeOptions.config.call === undefined && reply.statusCode < 400;
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        call,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.principal?.userCode,
      },
      'request',
    );
  });
}
