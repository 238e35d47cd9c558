import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownCall } from './not-found.ts';
import type { App } from './app-types.ts';

const notBuilt = `<!doctype html><html lang="zh"><meta charset="utf-8"><title>Portolan 航图</title>
<body style="font:16px/1.7 system-ui;margin:12vh auto;max-width:40rem;padding:0 1rem">
<h1>Portolan 航图</h1><p>网页应用尚未构建，请运行 <code>npm run build</code>。接口可用，说明见 <a href="/api/docs">/api/docs</a>。</p>
<p lang="en">The web application has not been built; run <code>npm run build</code>. The API answers, see <a href="/api/docs">/api/docs</a>.</p>`;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** A page of the application, not a file: no extension in the last part. */
const isPage = (path: string): boolean => !/\.[a-z0-9]{1,8}$/i.test(path);

function sendIndex(reply: FastifyReply, built: boolean): FastifyReply {
  void reply.header('cache-control', 'no-cache');
  if (built) return reply.sendFile('index.html', { cacheControl: false });
  return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
}

/**
 * Serves the built web application: hashed assets for a year, every page by index.html. A route of its own,
 * since answers of the not-found handler are not compressed.
 */
export async function serveWebApplication(app: App, webRoot: string): Promise<void> {
  const built = existsSync(join(webRoot, 'index.html'));
  await app.register(fastifyStatic, { root: webRoot, serve: false, preCompressed: true, decorateReply: true });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const path = pathOf(request.url);
      if (path.startsWith('/api/') || path === '/api') {
        throw unknownCall(request.method, request.url);
      }
      if (isPage(path)) return sendIndex(reply, built);
      const file = decodeFile(path);
      if (!built || file === undefined || !existsSync(join(webRoot, file))) {
        return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('404');
      }
      const hashed = path.startsWith('/assets/');
      // Pages shown in a sandbox have no origin of their own, and must still load what they consist of.
      void reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.sendFile(file, { cacheControl: false });
    },
  });
}

/** The file a path names, or undefined when it is no clean path. */
function decodeFile(path: string): string | undefined {
  try {
    const file = decodeURIComponent(path).replace(/^\/+/, '');
    return file.includes('\u0000') || file.split('/').includes('..') ? undefined : file;
  } catch {
    return undefined;
  }
}
