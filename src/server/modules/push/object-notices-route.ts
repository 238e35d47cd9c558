import type { FastifyReply, FastifyRequest } from 'fastify';
import { adaptError, type App, type AppDeps, callContext } from '#server/platform/http/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRefusedPush } from './count-refused.ts';
import { headerOf } from './header-of.ts';
import type { PushDeps } from './receive-notification.ts';
import { receiveObjectNotices } from './receive-object-notices.ts';

/** What an airline's ONE Record server is told as the address of its subscriber: it adds `/notifications`. */
export const subscriberPath = '/api/data-center/onerecord/:sourceCode';

const contentType = 'application/ld+json; version=2.1.0';

const contextOf = (deps: AppDeps, request: FastifyRequest): Ctx =>
  callContext(deps, request, { principal: undefined, origin: 'Remote' });

/** Refuses with what the standard calls an error. */
function refuse(deps: AppDeps, request: FastifyRequest, reply: FastifyReply, limitBytes: number, error: unknown) {
  const { httpStatus, msg, unknown } = adaptError(error, 'en', request.id, limitBytes);
  if (unknown) request.log.error({ err: error }, 'a notification could not be taken');
  if (httpStatus === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(httpStatus === 200 ? 400 : httpStatus)
    .header('cache-control', 'no-store')
    .type(contentType)
    .send(
      JSON.stringify({
        '@context': { api: 'https://onerecord.iata.org/ns/api#' },
        '@type': 'api:Error',
        'api:hasTitle': msg,
        'api:hasErrorDetail': [
          { '@type': 'api:ErrorDetail', 'api:hasCode': String(httpStatus), 'api:hasMessage': msg },
        ],
      }),
    );
}

/** Adds `POST …/notifications` of ONE Record: taken ones are answered by 204, whoever follows the waybill or not. */
export function addObjectNoticesRoute(app: App, deps: AppDeps, push: PushDeps, bodyLimit: number): void {
  app.route({
    method: 'POST',
    url: `${subscriberPath}/notifications`,
    bodyLimit,
    config: { rawBody: true },
    onRequest: (request) => app.countRequest(request),
    errorHandler: (error, request, reply) => refuse(deps, request, reply, bodyLimit, error),
    onError: async (request, _reply, error) => {
      try {
        await countRefusedPush({ ctx: contextOf(deps, request), request, error });
      } catch (failure) {
        request.log.warn({ err: failure }, 'a refused message could not be counted');
      }
    },
    handler: async (request, reply) => {
      await receiveObjectNotices(push, {
        ctx: { ...contextOf(deps, request), lang: 'en' },
        sourceCode: (request.params as { sourceCode: string }).sourceCode.slice(0, 60),
        body: request.rawBody ?? Buffer.alloc(0),
        signature: headerOf(request, 'notification-signature'),
        authorization: request.headers.authorization,
      });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
