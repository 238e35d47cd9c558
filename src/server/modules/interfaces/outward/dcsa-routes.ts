import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, type AppDeps, bearerOf, showRates } from '#server/platform/http/index.ts';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { outwardDocument, outwardVersion } from '#contract/interfaces/outward-api/document.ts';
import { tooMany } from '#server/platform/errors/app-error.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import { answerErrors, refuse } from './dcsa-errors.ts';
import { noteDeprecated } from './note-deprecated.ts';
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
import { createHook, listSamples, removeHook } from './hooks.ts';
import { countKeyCall } from './key-use.ts';
import { findEventsKey } from './keys.ts';
import { findEvent, queryEvents, readQuestion, type Cursors } from './query-events.ts';
import { addTestRoutes, type Handler } from './test-routes.ts';
import { subscriptionPage } from './subscription-page.ts';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const keyOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['api-key'];
  const key = typeof header === 'string' ? header : bearerOf(request.headers);
  return key !== undefined && key.length <= 200 ? key : undefined;
};

/** Bodies are read before the key is looked at; subscriptions are short. */
const body = { bodyLimit: 65_536 };

/** Admits a consumer by its key and counts the call. */
const guarded =
  (deps: AppDeps, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    void reply.header('api-version', outwardVersion);
    const ofAddress = await request.server.countRequest(request);
    showRates(reply, { address: ofAddress });
    noteDeprecated(request, reply, outwardBase);
    const version = request.headers['api-version'];
    if (typeof version === 'string' && version !== '' && !/^2(\.|$)/.test(version.trim()))
      throw new EventQueryError(`API-Version ${version.slice(0, 20)} is not offered here`);
    const key = keyOf(request);
    const now = deps.realClock.now();
    const found = key === undefined ? undefined : await findEventsKey(deps.database, key, now);
    if (found === undefined)
      return refuse(request, reply, 401, 'unauthorized', 'A valid key is needed in the header Api-Key');
    const { tenantId } = found;
    const ofKey = await countKeyCall(deps.database, found, deps.settings.rateLimitPerMinute, now);
    showRates(reply, { key: ofKey, address: ofAddress });
    if (ofKey?.isExceeded === true) throw tooMany('error.tooMany', Math.max(1, ofKey.resetS));
    const turn = await request.server.acquireSlot(request, reply, { group: `keys of ${tenantId}`, member: key ?? '' });
    return turn.during(() =>
      handler(request, reply, { database: deps.database, tenantId, requestId: request.id, ip: request.ip }),
    );
  };

const searchOf = (request: FastifyRequest): URLSearchParams => {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
};

function idOf(request: FastifyRequest): string {
  const { id } = asRecord(request.params);
  if (typeof id !== 'string' || !uuidForm.test(id)) throw new EventQueryError('the id in the address is no UUID');
  return id.toLowerCase();
}

/** The headers by which the standard leads from page to page; some consumers know the next one by its older name. */
function showCursors(reply: FastifyReply, path: string, { current, first, next, prev, last }: Cursors): void {
  void reply.header('current-page', current).header('first-page', first);
  if (prev !== null) void reply.header('prev-page', prev);
  if (last !== null) void reply.header('last-page', last);
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
  const event = await findEvent(database, tenantId, idOf(request));
  if (event === undefined) return refuse(request, reply, 404, 'notFound', 'There is no such event');
  return reply.header('cache-control', 'no-store').send(event);
};

type Found = (request: FastifyRequest, reply: FastifyReply, consumer: Consumer, id: string) => Promise<unknown>;

const withId =
  (handler: Found): Handler =>
  async (request, reply, consumer) => {
    const result = await handler(request, reply, consumer, idOf(request));
    if (result === undefined || result === false)
      return refuse(request, reply, 404, 'notFound', 'There is no such subscription');
    return result === true ? reply.code(204).send() : reply.send(result);
  };

function addHooks(app: App, deps: AppDeps, subscriptions: SubscriptionDeps): void {
  app.get(
    '/hooks/samples',
    guarded(deps, async (request, reply) => reply.send(listSamples(searchOf(request)))),
  );
  app.post(
    '/hooks',
    body,
    guarded(deps, async (request, reply, consumer) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await createHook(consumer, subscriptions, request.body)),
    ),
  );
  app.delete(
    '/hooks/:id',
    guarded(
      deps,
      withId((_request, _reply, consumer, id) => removeHook(consumer, subscriptions, id)),
    ),
  );
}

function addRoutes(app: App, deps: AppDeps, subscriptions: SubscriptionDeps): void {
  let described: ReturnType<typeof outwardDocument> | undefined;
  const path = '/event-subscriptions';
  // The description itself needs no key.
  app.get('/openapi.json', async (request, reply) => {
    await request.server.countRequest(request);
    return reply.header('cache-control', 'no-cache').send((described ??= outwardDocument()));
  });
  app.get('/events', guarded(deps, getEvents));
  app.get('/events/:id', guarded(deps, getEvent));
  app.post(
    path,
    body,
    guarded(deps, async (request, reply, consumer) =>
      reply.code(201).send(await createSubscription(consumer, subscriptions, request.body)),
    ),
  );
  const list = guarded(deps, async (request, reply, consumer) => {
    const page = subscriptionPage(await listSubscriptions(consumer), searchOf(request));
    showCursors(reply, path, page);
    return reply.send(page.items);
  });
  app.get(path, list);
  // As the standard's own check list writes it.
  app.get(`${path}/`, list);
  app.get(
    `${path}/:id`,
    guarded(
      deps,
      withId((_request, _reply, consumer, id) => findSubscription(consumer, id)),
    ),
  );
  app.put(
    `${path}/:id`,
    body,
    guarded(
      deps,
      withId((request, _reply, consumer, id) => changeSubscription(consumer, subscriptions, id, request.body)),
    ),
  );
  app.put(
    `${path}/:id/secret`,
    body,
    guarded(
      deps,
      withId((request, _reply, consumer, id) => changeSecret(consumer, subscriptions, id, request.body)),
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

/** What the outward API needs besides the application. */
export type DcsaDeps = { subscriptions: SubscriptionDeps; schedulePulls: SchedulePulls };

/** Adds the outward API: events, event subscriptions and test shipments for callers with a key, each bound to the key's tenant. */
export function addDcsaRoutes(app: App, deps: AppDeps, { subscriptions, schedulePulls }: DcsaDeps): void {
  void app.register(
    async (scope) => {
      answerErrors(scope, outwardBase);
      addRoutes(scope, deps, subscriptions);
      addHooks(scope, deps, subscriptions);
      addTestRoutes(scope, deps, { guarded: (handler) => guarded(deps, handler), schedulePulls });
    },
    { prefix: outwardBase },
  );
}
