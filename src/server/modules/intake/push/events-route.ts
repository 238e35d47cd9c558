import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors/app-error.ts';
import { type App, type AppDeps, adaptError } from '#server/platform/http/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { receiveNotification } from './receive-notification.ts';
import type { PushDeps } from './receive-notification.ts';
import { addStandardRoute } from './standard-route.ts';

/** A header that is expected once; the first, if it came several times. */
function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const header = headers[name];
  return Array.isArray(header) ? header[0] : header;
}

/** What a carrier that speaks 3.0 is reported as our address: it adds `/events`. */
export const eventsPath = '/api/data-center/dcsa/v3/:sourceCode/events';

const apiVersion = '3.0.0';

type Feedback = { severity: 'ERROR' | 'WARN'; message: string; propertyPath?: string };

/** Refuses with what the standard calls feedback; 3.0 leaves it open how a producer proves itself, so that it is reported. */
function refuseEvents(request: FastifyRequest, reply: FastifyReply, limitBytes: number, error: unknown) {
  const { httpStatus, msg, data, unknown } = adaptError(error, 'en', request.id, limitBytes);
  if (unknown) request.log.error({ err: error }, 'pushed events could not be taken');
  if (httpStatus === 401) void reply.header('www-authenticate', 'Bearer, Basic realm="events", charset="UTF-8"');
  const wait = asRecord(data)['retryAfterS'];
  if (typeof wait === 'number') void reply.header('retry-after', String(wait));
  return reply
    .code(httpStatus === 200 ? 400 : httpStatus)
    .headers({ 'api-version': apiVersion, 'cache-control': 'no-store' })
    .send({ feedbackElements: [{ severity: 'ERROR', message: msg } satisfies Feedback] });
}

/**
 * Adds `POST /events` of Track & Trace 3.0: the answer has the standard's form, each event that was not taken is named by its
 * place. Refusals of the whole are counted like those of notifications.
 */
export function addEventsRoute(app: App, deps: AppDeps, push: PushDeps, bodyLimit: number): void {
  addStandardRoute(app, deps, {
    url: eventsPath,
    bodyLimit,
    keys: push.keys,
    refuse: (request, reply, error) => refuseEvents(request, reply, bodyLimit, error),
    take: async (request, reply, pushed) => {
      const version = headerOf(request, 'api-version')?.trim() ?? '';
      if (version !== '' && !/^3(\.|$)/.test(version)) throw new AppError('refusal.apiVersion', {}, 'malformed');
      const { accepted, refused } = await receiveNotification(push, pushed);
      const isUnread = accepted === 0 && refused.some(({ reason }) => unread.has(reason));
      return reply
        .code(isUnread ? 400 : 200)
        .headers({ 'api-version': apiVersion, 'cache-control': 'no-store' })
        .send({
          feedbackElements: refused.map(({ index, reason, message }): Feedback => ({
            // Nobody here follows that shipment: nothing is wrong with the event.
            severity: reason === 'unknown_reference' || reason === 'unknown_event' ? 'WARN' : 'ERROR',
            message,
            ...(unread.has(reason) ? {} : { propertyPath: `$.events[${index}]` }),
          })),
        });
    },
  });
}

const unread: ReadonlySet<string> = new Set(['unreadable', 'not_an_array']);
