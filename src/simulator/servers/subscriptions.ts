import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import { toDcsaEvent } from '../reports/dcsa-wire.ts';
import { dcsaError } from './carrier-routes.ts';
import type { ServerContext } from './context.ts';
import { type EventFilter, EventQueryError, passes, readFilter, selectRecords } from './event-query.ts';
import { PUSHING_CARRIERS } from './faults.ts';

/** One event subscription; what is still to be pushed is known from `pushedTo` alone. */
type Subscription = {
  id: string;
  carrier: WorldCarrier;
  callbackUrl: string;
  secret: Buffer;
  /** The body as given, without the secret. */
  body: Record<string, unknown>;
  filter: EventFilter;
  /** Events created up to here are delivered. */
  pushedTo: Instant;
  failures: number;
  /** Real time (performance clock) before which nothing is tried again. */
  retryAtMs: number;
};

/** The subscriptions of all carriers that push. */
export type Subscriptions = {
  count(): number;
  add(subscription: Subscription): void;
  get(carrier: WorldCarrier, id: string): Subscription | undefined;
  list(carrier: WorldCarrier): Subscription[];
  remove(id: string): void;
  /** Delivers what is due; a run under way is waited for instead of starting a second one. */
  pushDue(): Promise<void>;
};

const SUBSCRIPTIONS_MOST = 5_000;
const EVENTS_PER_NOTIFICATION = 100;
const NOTIFICATIONS_PER_RUN = 20;
const CALLBACK_TIMEOUT_MS = 10_000;
const BACK_OFF_MOST_MS = 60_000;
const SECRET_BYTES_LEAST = 32;
const PARALLEL = 8;

/** The signature header of a notification: HMAC-SHA256 over the body as sent. */
export function signNotification(secret: Buffer, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

async function post(context: ServerContext, subscription: Subscription, body: string): Promise<number> {
  try {
    const response = await fetch(subscription.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'subscription-id': subscription.id,
        'notification-signature': signNotification(subscription.secret, body),
        'api-version': '2',
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([context.stopping, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Pushes one notification; true when more may be due. */
async function pushOnce(
  context: ServerContext,
  subscription: Subscription,
  now: Instant,
  remove: (id: string) => void,
): Promise<boolean> {
  const filter = { ...subscription.filter, createdFrom: subscription.pushedTo + 1, createdTo: now };
  const due = selectRecords(context.world, subscription.carrier.code, filter, now);
  let page = due.slice(0, EVENTS_PER_NOTIFICATION);
  const last = page[page.length - 1];
  if (last !== undefined && due.length > page.length) {
    // Never part events of one moment: the moment is what says how far delivery came.
    page = due.filter(({ record }) => record.createdAt <= last.record.createdAt);
  }
  const events = page
    .map(({ shipment, record }) => toDcsaEvent(context.world, shipment, record))
    .filter((event) => passes(filter, event));
  const reached = due.length > page.length && last !== undefined ? last.record.createdAt : now;
  if (events.length > 0) {
    const status = await post(context, subscription, JSON.stringify(events));
    if (status === 410) {
      remove(subscription.id);
      return false;
    }
    if (status < 200 || status > 299) {
      subscription.failures += 1;
      subscription.retryAtMs = performance.now() + Math.min(BACK_OFF_MOST_MS, 500 * 2 ** subscription.failures);
      return false;
    }
  }
  subscription.failures = 0;
  subscription.pushedTo = reached;
  return reached < now;
}

async function pushTo(context: ServerContext, subscription: Subscription, remove: (id: string) => void) {
  const now = context.now();
  // A clock that was set back starts anew from there.
  if (subscription.pushedTo > now) subscription.pushedTo = now;
  for (let i = 0; i < NOTIFICATIONS_PER_RUN; i += 1) {
    if (context.stopping.aborted || !(await pushOnce(context, subscription, now, remove))) return;
  }
}

/** Makes the empty set of subscriptions. */
export function createSubscriptions(context: ServerContext): Subscriptions {
  const all = new Map<string, Subscription>();
  let running: Promise<void> | undefined;
  const remove = (id: string): void => void all.delete(id);
  const run = async (): Promise<void> => {
    const due = [...all.values()].filter(({ retryAtMs }) => retryAtMs <= performance.now());
    const lanes = Array.from({ length: PARALLEL }, async () => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) await pushTo(context, next, remove);
    });
    await Promise.all(lanes);
  };
  return {
    count: () => all.size,
    add: (subscription) => void all.set(subscription.id, subscription),
    get: (carrier, id) => {
      const found = all.get(id);
      return found?.carrier === carrier ? found : undefined;
    },
    list: (carrier) => [...all.values()].filter((one) => one.carrier === carrier),
    remove,
    pushDue() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function readSecret(value: unknown): Buffer {
  const secret = typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  if (secret.length < SECRET_BYTES_LEAST) {
    throw new EventQueryError(`secret must be base64 of at least ${SECRET_BYTES_LEAST} bytes`);
  }
  return secret;
}

function readBody(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new EventQueryError('The body must be an object');
  }
  return body as Record<string, unknown>;
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

/** Adds /event-subscriptions to the server of a carrier. */
export function addSubscriptionRoutes(scope: FastifyInstance, context: ServerContext, all: Subscriptions): void {
  type Handler = (request: FastifyRequest, reply: FastifyReply, carrier: WorldCarrier) => unknown;
  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, reason: string, message: string) =>
    reply.code(status).send(dcsaError(request, status, reason, message, context.now()));
  const guarded = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { carrier } = request as FastifyRequest & { carrier: WorldCarrier };
    if (carrier.index >= PUSHING_CARRIERS) return refuse(request, reply, 404, 'notFound', 'This carrier does not push');
    try {
      return await handler(request, reply, carrier);
    } catch (error) {
      if (error instanceof EventQueryError) return refuse(request, reply, 400, 'invalidParameter', error.message);
      throw error;
    }
  };
  const find = (request: FastifyRequest, carrier: WorldCarrier): Subscription | undefined =>
    all.get(carrier, (request.params as { id: string }).id);
  const missing: Handler = (request, reply) => refuse(request, reply, 404, 'notFound', 'There is no such subscription');
  scope.post('/event-subscriptions', guarded(async (request, reply, carrier) => {
    if (all.count() >= SUBSCRIPTIONS_MOST) return refuse(request, reply, 429, 'tooMany', 'There are too many subscriptions');
    const { secret, ...body } = readBody(request.body);
    const key = readSecret(secret);
    const filter = readSubscriptionFilter(body);
    const id = randomUUID();
    const callbackUrl = await checkCallback(context, body['callbackUrl'], id);
    const created: Subscription = {
      ...{ id, carrier, callbackUrl, secret: key, body, filter },
      ...{ pushedTo: context.now(), failures: 0, retryAtMs: 0 },
    };
    all.add(created);
    return reply.code(201).send(shown(created));
  }));
  scope.get('/event-subscriptions', guarded((_request, reply, carrier) => reply.send(all.list(carrier).map(shown))));
  scope.get('/event-subscriptions/:id', guarded((request, reply, carrier) => {
    const found = find(request, carrier);
    return found === undefined ? missing(request, reply, carrier) : reply.send(shown(found));
  }));
  scope.put('/event-subscriptions/:id', guarded(async (request, reply, carrier) => {
    const found = find(request, carrier);
    if (found === undefined) return missing(request, reply, carrier);
    const body = readBody(request.body);
    if ('secret' in body) throw new EventQueryError('The secret is changed at /secret');
    const filter = readSubscriptionFilter(body);
    const callbackUrl = await checkCallback(context, body['callbackUrl'], found.id);
    Object.assign(found, { body, filter, callbackUrl, failures: 0, retryAtMs: 0 });
    return reply.send(shown(found));
  }));
  scope.put('/event-subscriptions/:id/secret', guarded((request, reply, carrier) => {
    const found = find(request, carrier);
    if (found === undefined) return missing(request, reply, carrier);
    found.secret = readSecret(readBody(request.body)['secret']);
    return reply.code(204).send();
  }));
  scope.delete('/event-subscriptions/:id', guarded((request, reply, carrier) => {
    const found = find(request, carrier);
    if (found === undefined) return missing(request, reply, carrier);
    all.remove(found.id);
    return reply.code(204).send();
  }));
}
