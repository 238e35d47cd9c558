import helmet from '@fastify/helmet';
import type { IncomingMessage } from 'node:http';
import type { App } from './app-types.ts';
import { isSecure } from './secure.ts';
import type { HttpSettings } from './settings.ts';

/** Pages that may be shown in a frame. */
const isEmbeddable = (url: string | undefined): boolean => url !== undefined && /^\/embed(?:[/?]|$)/.test(url);

const originOf = (url: string | null): string[] => (url !== null && URL.canParse(url) ? [new URL(url).origin] : []);

/** The content security policy: our own files only, frames of the configured pages, and /embed/* in frames. */
function contentPolicy(
  settings: HttpSettings,
): Record<string, Iterable<string | ((request: IncomingMessage) => string)>> {
  const ancestors = ["'self'", ...settings.embedAncestors].join(' ');
  const framed = new Set([...originOf(settings.dataPageUrl), ...originOf(settings.ftPageUrl)]);
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    // Whether a page can be reached is asked before it is shown in its frame.
    connectSrc: ["'self'", ...framed],
    workerSrc: ["'self'"],
    frameSrc: ["'self'", ...framed],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: [(request) => (isEmbeddable(request.url) ? ancestors : "'none'")],
  };
}

/** Security headers on every answer. */
export async function addSecurityHeaders(app: App, settings: HttpSettings): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(settings) },
    // Answered per page below: a frame of another site must be possible for /embed/*.
    frameguard: false,
    strictTransportSecurity: false,
    // A page of ours says where a refused call came from, other sites learn nothing.
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isEmbeddable(request.url)) void reply.header('x-frame-options', 'DENY');
    if (isSecure(settings, request)) void reply.header('strict-transport-security', 'max-age=31536000');
    void reply.header('x-request-id', request.id);
  });
}
