import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { llmsText } from '#contract/interfaces/outward-api/llms-text.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { FastifyRequest } from 'fastify';
import { tooMany } from '../errors/app-error.ts';
import type { App } from './app-types.ts';

/** A page of the description loads about ten files; the description itself is large. */
const perMinute = 120;

/**
 * The API description as JSON, and a page to read and try it; all files are our own. The description is made when it is first
 * requested: it takes a third of the time that a web process needs to be ready.
 */
export async function addDocs(app: App, version: string): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const described = () => (document ??= openApiDocument(version));
  let text: string | undefined;
  let packed: Buffer | undefined;
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => `docs ${ip}`,
  });
  const countReader = async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany('error.tooMany', Math.max(1, counted.ttlInSeconds));
  };
  app.get('/api/openapi.json', { onRequest: countReader }, async (request, reply) => {
    text ??= JSON.stringify(described());
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    void reply.type('application/json; charset=utf-8');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
    // Packed once: for each reader it would take a tenth of a second.
    return reply.header('content-encoding', 'gzip').send((packed ??= gzipSync(text)));
  });
  app.get('/llms.txt', { onRequest: countReader }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(llmsText()),
  );
  // The routes themselves are left out: the description is made from the declarations of the calls.
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Portolan', version } },
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => described() as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true, tryItOutEnabled: true },
    uiHooks: { onRequest: countReader },
    theme: { title: 'Portolan 航图 API' },
  });
}
