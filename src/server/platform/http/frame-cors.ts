import { mayFrameCall } from '../auth/frame-tokens.ts';
import { unknownCall } from './not-found.ts';
import type { App } from './app-types.ts';

/** A page in a sandbox has no origin; it is let in without cookies, and shows a frame token instead. */
const isOpaque = (origin: string | undefined): boolean => origin === 'null';

/**
 * Lets pages that are shown in a sandboxed frame make calls. Credentials are not allowed for them, so a cookie
 * never comes along and the source header still proves that a call with a cookie is from our own pages.
 */
export function allowOpaqueFrames(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpaque(request.headers.origin) || !request.url.startsWith('/api/')) return;
    // The answer to a preflight tells nothing; of the calls only those may be read that a frame token opens.
    const { call } = request.routeOptions.config;
    if (request.method !== 'OPTIONS' && (call === undefined || !mayFrameCall(call))) return;
    void reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Origin',
    });
  });
  app.options('/api/*', async (request, reply) => {
    if (!isOpaque(request.headers.origin)) throw unknownCall(request.method, request.url);
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, source, x-lang, x-zone',
        'access-control-max-age': '600',
      })
      .code(204)
      .send();
  });
}
