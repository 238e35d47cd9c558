import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '#contract/openapi.ts';
import type { App } from './app-types.ts';

/**
 * The API description as JSON, and a page to read and try it; all files are our own. The description is made when it is first
 * asked for: it takes a third of the time that a web process needs to be ready.
 */
export async function addDocs(app: App, version: string): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const described = () => (document ??= openApiDocument(version));
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((text ??= JSON.stringify(described()))),
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
    theme: { title: 'Portolan 航图 API' },
  });
}
