import type { FastifyReply, FastifyRequest } from 'fastify';
import { adaptError, type App, type AppDeps } from '#server/platform/http/index.ts';
import type { PushDeps } from './receive-notification.ts';
import { receiveObjectNotices } from './receive-object-notices.ts';
import { addStandardRoute } from './standard-route.ts';

/** What an airline's ONE Record server is reported as the address of its subscriber: it adds `/notifications`. */
export const subscriberPath = '/api/data-center/onerecord/:sourceCode';

const contentType = 'application/ld+json; version=2.1.0';

/** Refuses with what the standard calls an error. */
function refuse(request: FastifyRequest, reply: FastifyReply, limitBytes: number, error: unknown) {
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

/** Adds `POST …/notifications` of ONE Record: accepted ones are answered by 204, also when no subscription follows the waybill. */
export function addObjectNoticesRoute(app: App, deps: AppDeps, push: PushDeps, bodyLimit: number): void {
  addStandardRoute(app, deps, {
    url: `${subscriberPath}/notifications`,
    bodyLimit,
    keys: push.keys,
    refuse: (request, reply, error) => refuse(request, reply, bodyLimit, error),
    take: async (_request, reply, message) => {
      await receiveObjectNotices(push, message);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
