import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '#shared/values/objects.ts';
import type { WorldCarrier } from '../network/types.ts';
import { carrierOf, dcsaError } from './carrier-routes.ts';
import type { ServerContext } from './context.ts';
import { type EventFilter, EventQueryError, readFilter } from './event-filter.ts';
import { PUSHING_CARRIERS } from './faults.ts';
import { CALLBACK_TIMEOUT_MS, type Subscription, type Subscriptions } from './subscriptions.ts';

const MAX_SUBSCRIPTIONS = 5_000;
const SECRET_BYTES_LEAST = 32;

function readSecret(value: unknown): Buffer {
  const secret = typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  if (secret.length < SECRET_BYTES_LEAST) {
    throw new EventQueryError(`secret must be base64 of at least ${SECRET_BYTES_LEAST} bytes`);
  }
  return secret;
}

function readBody(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw new EventQueryError('The body must be an object');
  return body;
}

function readSubscriptionFilter(body: Record<string, unknown>): EventFilter {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (['subscriptionID', 'callbackUrl', 'secret'].includes(name) || value === null) continue;
    const text = Array.isArray(value) ? value.join(',') : value;
    if (typeof text !== 'string') throw new EventQueryError(`${name} must be text or a list of texts`);
    if (text !== '') pairs.push([name, text]);
  }
  return readFilter(pairs);
}

/** The standard has the publisher ask the callback with HEAD before it takes a subscription. */
async function checkCallback(context: ServerContext, url: unknown, id: string): Promise<string> {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new EventQueryError('callbackUrl must be an http or https URL');
  }
  const response = await fetch(url, {
    method: 'HEAD',
    headers: { 'subscription-id': id },
    redirect: 'error',
    signal: AbortSignal.any([context.stopping, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
  }).catch(() => undefined);
  if (response?.ok !== true) throw new EventQueryError('callbackUrl did not answer a HEAD request with 2xx');
  return url;
}

function shown(subscription: Subscription): object {
  return { subscriptionID: subscription.id, ...subscription.body, callbackUrl: subscription.callbackUrl };
}

type SubscriptionRoute = { Params: { id?: string } };
type SubscriptionRequest = FastifyRequest<SubscriptionRoute>;
type Handler = (request: SubscriptionRequest, reply: FastifyReply, carrier: WorldCarrier) => unknown;
type FoundHandler = (request: SubscriptionRequest, reply: FastifyReply, found: Subscription) => unknown;

/** Creates a subscription once its callback has answered. */
async function create(
  context: ServerContext,
  all: Subscriptions,
  carrier: WorldCarrier,
  given: unknown,
): Promise<Subscription> {
  const { secret, ...body } = readBody(given);
  const key = readSecret(secret);
  const filter = readSubscriptionFilter(body);
  const id = randomUUID();
  const callbackUrl = await checkCallback(context, body['callbackUrl'], id);
  const created: Subscription = {
    id,
    carrier,
    callbackUrl,
    secret: key,
    body,
    filter,
    pushedTo: context.now(),
    failures: 0,
    retryAtMs: 0,
  };
  all.add(created);
  return created;
}

/** Replaces everything of a subscription but its id and secret. */
async function change(context: ServerContext, found: Subscription, given: unknown): Promise<void> {
  const body = readBody(given);
  if ('secret' in body) throw new EventQueryError('The secret is changed at /secret');
  const filter = readSubscriptionFilter(body);
  const callbackUrl = await checkCallback(context, body['callbackUrl'], found.id);
  Object.assign(found, { body, filter, callbackUrl, failures: 0, retryAtMs: 0 });
}

/** Adds /event-subscriptions to the server of a carrier. */
export function addSubscriptionRoutes(scope: FastifyInstance, context: ServerContext, all: Subscriptions): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, reason: string, message: string) =>
    reply.code(status).send(dcsaError(request, status, reason, message, context.now()));
  const guarded = (handler: Handler) => async (request: SubscriptionRequest, reply: FastifyReply) => {
    const carrier = carrierOf(request);
    if (carrier.index >= PUSHING_CARRIERS) return refuse(request, reply, 404, 'notFound', 'This carrier does not push');
    try {
      return await handler(request, reply, carrier);
    } catch (error) {
      if (error instanceof EventQueryError) return refuse(request, reply, 400, 'invalidParameter', error.message);
      throw error;
    }
  };
  const withOne = (handler: FoundHandler) =>
    guarded((request, reply, carrier) => {
      const found = all.get(carrier, request.params.id ?? '');
      return found === undefined
        ? refuse(request, reply, 404, 'notFound', 'There is no such subscription')
        : handler(request, reply, found);
    });
  const create201: Handler = async (request, reply, carrier) => {
    if (all.count() >= MAX_SUBSCRIPTIONS)
      return refuse(request, reply, 429, 'tooMany', 'There are too many subscriptions');
    return reply.code(201).send(shown(await create(context, all, carrier, request.body)));
  };
  const path = '/event-subscriptions';
  scope.post<SubscriptionRoute>(path, guarded(create201));
  scope.get<SubscriptionRoute>(
    path,
    guarded((_request, reply, carrier) => reply.send(all.list(carrier).map(shown))),
  );
  scope.get<SubscriptionRoute>(
    `${path}/:id`,
    withOne((_request, reply, found) => reply.send(shown(found))),
  );
  const changeOne: FoundHandler = async (request, reply, found) => {
    await change(context, found, request.body);
    return reply.send(shown(found));
  };
  scope.put<SubscriptionRoute>(`${path}/:id`, withOne(changeOne));
  const changeSecret: FoundHandler = (request, reply, found) => {
    found.secret = readSecret(readBody(request.body)['secret']);
    return reply.code(204).send();
  };
  scope.put<SubscriptionRoute>(`${path}/:id/secret`, withOne(changeSecret));
  const remove: FoundHandler = (_request, reply, found) => {
    all.remove(found.id);
    return reply.code(204).send();
  };
  scope.delete<SubscriptionRoute>(`${path}/:id`, withOne(remove));
}
