import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '#contract/openapi.ts';
import type { App } from './app-types.ts';

/** The API description as JSON, and a page to read and try it; all files are our own. */
export async function addDocs(app: App, version: string): Promise<void> {
  const document = openApiDocument(version);
  const text = JSON.stringify(document);
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text),
  );
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true, tryItOutEnabled: true },
    theme: { title: 'Portolan 航图 API' },
  });
}
