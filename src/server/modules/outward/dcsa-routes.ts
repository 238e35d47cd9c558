import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, AppDeps } from '#server/platform/http/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { EventQueryError } from './event-filter.ts';
import {
  changeSecret,
  changeSubscription,
  createSubscription,
  findSubscription,
  listSubscriptions,
  removeSubscription,
  type Consumer,
  type SubscriptionDeps,
} from './event-subscriptions.ts';
import { findTenantOfKey } from './keys.ts';
import { findEvent, queryEvents, readQuestion, type Cursors } from './query-events.ts';
import { subscriptionPage } from './subscription-page.ts';
import { contractVersion } from './tell-subscribers.ts';

/** Where the outward API of Track & Trace 2.2 begins. */
export const outwardBase = '/api/data-center/tnt/v2';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The error object of the standard. */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, reason: string, message: string) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      httpMethod: request.method,
      // Without the query, which may hold references of cargo.
      requestUri: request.url.split('?')[0],
      statusCode: status,
      statusCodeText: STATUS_CODES[status] ?? '',
      errorDateTime: new Date().toISOString(),
      errors: [{ reason, message }],
    });
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['api-key'];
  const key = typeof header === 'string' ? header : /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  return key !== undefined && key.length <= 200 ? key : undefined;
};

type Handler = (request: FastifyRequest, reply: FastifyReply, consumer: Consumer) => Promise<unknown>;

function refuseError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof EventQueryError) return refuse(request, reply, 400, 'invalidParameter', error.message);
  if (error instanceof AppError && error.kind === 'too_many') {
    const wait = (error.data as { retryAfterS?: number } | null)?.retryAfterS;
    if (wait !== undefined) void reply.header('retry-after', String(wait));
    return refuse(request, reply, 429, 'tooManyRequests', 'There were too many requests');
  }
  request.log.error({ err: error }, 'an outward call failed');
  return refuse(request, reply, 500, 'internalError', `Something went wrong, reference ${request.id}`);
}

/** Admits a consumer by its key, counts the call, and answers errors as the standard wants them. */
const guarded =
  (deps: AppDeps, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    void reply.header('api-version', contractVersion);
    try {
      await request.server.countRequest(request);
      const version = request.headers['api-version'];
      if (typeof version === 'string' && version !== '' && !/^2(\.|$)/.test(version.trim()))
        return await refuse(
          request,
          reply,
          400,
          'invalidParameter',
          `API-Version ${version.slice(0, 20)} is not offered here`,
        );
      const key = keyOf(request);
      const tenantId = key === undefined ? undefined : await findTenantOfKey(deps.database, key, deps.realClock.now());
      if (tenantId === undefined)
        return await refuse(request, reply, 401, 'unauthorized', 'A valid key is needed in the header Api-Key');
      const consumer = { database: deps.database, tenantId, requestId: request.id, ip: request.ip };
      return await handler(request, reply, consumer);
    } catch (error) {
      return refuseError(error, request, reply);
    }
  };

const searchOf = (request: FastifyRequest): URLSearchParams => {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
};

const idOf = (request: FastifyRequest): string | undefined => {
  const { id } = request.params as { id: string };
  return uuidForm.test(id) ? id.toLowerCase() : undefined;
};

/** The headers by which the standard leads from page to page; some consumers know the next one by its older name. */
function showCursors(reply: FastifyReply, path: string, { current, first, next, prev }: Cursors): void {
  void reply.header('current-page', current).header('first-page', first);
  if (prev !== null) void reply.header('prev-page', prev);
  if (next === null) return;
  void reply.header('next-page', next).header('next-page-cursor', next);
  void reply.header('link', `<${outwardBase}${path}?cursor=${next}>; rel="next"`);
}

const getEvents: Handler = async (request, reply, { database, tenantId }) => {
  const page = await queryEvents(database, tenantId, readQuestion(searchOf(request)));
  showCursors(reply, '/events', page);
  return reply.header('cache-control', 'no-store').send(page.events);
};

const getEvent: Handler = async (request, reply, { database, tenantId }) => {
  const id = idOf(request);
  const event = id === undefined ? undefined : await findEvent(database, tenantId, id);
  if (event === undefined) return refuse(request, reply, 404, 'notFound', 'There is no such event');
  return reply.header('cache-control', 'no-store').send(event);
};

type Found = (request: FastifyRequest, reply: FastifyReply, consumer: Consumer, id: string) => Promise<unknown>;

const withId =
  (handler: Found): Handler =>
  async (request, reply, consumer) => {
    const id = idOf(request);
    const missing = (): unknown => refuse(request, reply, 404, 'notFound', 'There is no such subscription');
    if (id === undefined) return missing();
    const result = await handler(request, reply, consumer, id);
    if (result === undefined || result === false) return missing();
    return result === true ? reply.code(204).send() : reply.send(result);
  };

/** Adds the outward API: events and event subscriptions of whoever holds a key, each bound to the key's tenant. */
export function addDcsaRoutes(app: App, deps: AppDeps, subscriptions: SubscriptionDeps): void {
  const path = `${outwardBase}/event-subscriptions`;
  app.get(`${outwardBase}/events`, guarded(deps, getEvents));
  app.get(`${outwardBase}/events/:id`, guarded(deps, getEvent));
  app.post(
    path,
    guarded(deps, async (request, reply, consumer) =>
      reply.code(201).send(await createSubscription(consumer, subscriptions, request.body)),
    ),
  );
  app.get(
    path,
    guarded(deps, async (request, reply, consumer) => {
      const page = subscriptionPage(await listSubscriptions(consumer), searchOf(request));
      showCursors(reply, '/event-subscriptions', page);
      return reply.send(page.items);
    }),
  );
  app.get(
    `${path}/:id`,
    guarded(
      deps,
      withId((_request, _reply, consumer, id) => findSubscription(consumer, id)),
    ),
  );
  app.put(
    `${path}/:id`,
    guarded(
      deps,
      withId(({ body }, _reply, consumer, id) => changeSubscription(consumer, subscriptions, id, body)),
    ),
  );
  app.put(
    `${path}/:id/secret`,
    guarded(
      deps,
      withId(({ body }, _reply, consumer, id) => changeSecret(consumer, subscriptions, id, body)),
    ),
  );
  app.delete(
    `${path}/:id`,
    guarded(
      deps,
      withId((_request, _reply, consumer, id) => removeSubscription(consumer, subscriptions, id)),
    ),
  );
}
