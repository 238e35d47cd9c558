import type { App } from './app-types.ts';

/** One log line and one measurement per request; the query string is never written down, nor a path that holds a secret. */
export function logRequests(app: App): void {
  const { callSeconds } = app.deps.metrics;
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? request.routeOptions.url ?? 'none';
    callSeconds.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const quiet = request.routeOptions.config.call === undefined && reply.statusCode < 400;
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        path: request.routeOptions.config.secretPath ? request.routeOptions.url : request.url.split('?', 1)[0],
        call,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.principal?.userCode,
      },
      'request',
    );
  });
}

/** Says once that a proxy with TLS is in front which is not believed: all visitors then seem to come from its address. */
export function warnOfProxy(app: App): void {
  const { settings, log } = app.deps;
  if (settings.trustProxy !== false) return;
  let isWarned = false;
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarned || headers['x-forwarded-proto'] !== 'https') return;
    isWarned = true;
    log.warn(
      'requests come through a proxy with TLS, but TRUST_PROXY is not set: limits and the audit see the address of the proxy instead of the visitor; set TRUST_PROXY=1 for one proxy / 请求经过 TLS 反向代理，但未设置 TRUST_PROXY：限流和审计记录的是代理的地址；只有一层代理时请设置 TRUST_PROXY=1',
    );
  });
}
