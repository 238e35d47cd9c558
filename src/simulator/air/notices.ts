import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { ServerContext } from '../servers/context.ts';
import type { Consignment, Consignments } from './consignments.ts';
import { airlines } from './flights.ts';
import { sendError, sendNode } from './object-routes.ts';
import { context as names, shipmentAddress, type Written } from './wire.ts';

const ANY_URI = 'http://www.w3.org/2001/XMLSchema#anyURI';
const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';

/** Types of objects that are notified of. */
const topics = ['Waybill', 'Shipment'] as const;
type Topic = (typeof topics)[number];
type EventType = 'LOGISTICS_OBJECT_CREATED' | 'LOGISTICS_OBJECT_UPDATED' | 'LOGISTICS_EVENT_RECEIVED';

/** A subscriber of an airline: whom to tell, of which objects and what, how to prove oneself, and up to when it was reported. */
type Subscriber = {
  airline: string;
  address: string;
  secret: string;
  topic: Topic;
  eventTypes: readonly string[];
  request: Written;
  madeAt: Instant;
  reportedTo: Instant;
};

const TIMEOUT_MS = 10_000;
/** The longest life of a consignment. */
const LIFE_MS = 25 * DAY_MS;
/** Airlines that send the secret itself instead of signing with it. */
const showing: ReadonlySet<string> = new Set(['CK']);

/** A notification as the standard has it; `event` is the address of the event that was received. */
export const notificationOf = (object: string, topic: Topic, type: EventType, event: string | null): Written => ({
  '@context': { api: names.api },
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': `api:${type}` },
  'api:hasLogisticsObject': { '@id': object },
  'api:hasLogisticsObjectType': { '@type': ANY_URI, '@value': `${names.cargo}${topic}` },
  ...(event !== null && { 'api:hasLogisticsEvent': { '@id': event } }),
});

const idIn = (value: unknown): string => {
  const id = asRecord(value)['@id'];
  return typeof id === 'string' ? id.slice(id.lastIndexOf('#') + 1).replace(/^api:/, '') : '';
};

/** Reads what a subscriber wants; undefined: it is no subscription of the standard, or has no proof for notifications. */
function readSubscription(body: unknown): Pick<Subscriber, 'address' | 'secret' | 'topic' | 'eventTypes'> | undefined {
  const { secret, ...reported } = asRecord(body);
  const address = asRecord(reported['api:hasSubscriber'])['@id'];
  const { '@type': topicType, '@value': topicValue } = asRecord(reported['api:hasTopic']);
  const topic = topics.find((one) => topicValue === `${names.cargo}${one}` && topicType === ANY_URI);
  const wanted = reported['api:includeSubscriptionEventType'];
  const eventTypes = (Array.isArray(wanted) ? wanted : [wanted]).map(idIn).filter((one) => one !== '');
  const isSound =
    reported['@type'] === 'api:Subscription' &&
    idIn(reported['api:hasTopicType']) === 'LOGISTICS_OBJECT_TYPE' &&
    eventTypes.length > 0 &&
    typeof secret === 'string' &&
    secret !== '';
  return isSound && topic !== undefined && typeof address === 'string' && URL.canParse(address)
    ? { address, secret, topic, eventTypes }
    : undefined;
}

async function post(context: ServerContext, { airline, address, secret }: Subscriber, text: string): Promise<boolean> {
  const proof: Record<string, string> = showing.has(airline)
    ? { authorization: `Bearer ${secret}` }
    : {
        'notification-signature': `sha256=${createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('hex')}`,
      };
  const response = await fetch(`${address}/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/ld+json; version=2.3.0', ...proof },
    body: text,
    redirect: 'error',
    signal: AbortSignal.any([context.stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch(() => undefined);
  return response?.ok === true;
}

/** Where notifications come from: the objects of a consignment that have news since a moment. */
function newsOf(
  { topic, eventTypes, reportedTo }: Subscriber,
  base: string,
  seed: string,
  consignment: Consignment,
  now: Instant,
): Written[] {
  const { waybill, statuses } = consignment;
  const serial = statuses.findLastIndex(({ publishedAt }) => publishedAt > reportedTo && publishedAt <= now);
  if (serial < 0) return [];
  const [object, shipment] = [`${base}/logistics-objects/waybill-${waybill}`, shipmentAddress(base, consignment)];
  const isNew = reportedTo < (statuses[0]?.publishedAt ?? 0);
  // Some airlines take a new event for a change of the waybill.
  const isUpdate = createRandom(`${seed}/notice/${waybill}/${serial}`).chance(0.2);
  const all = [
    ...(isNew ? [notificationOf(object, 'Waybill', 'LOGISTICS_OBJECT_CREATED', null)] : []),
    isUpdate
      ? notificationOf(object, 'Waybill', 'LOGISTICS_OBJECT_UPDATED', null)
      : notificationOf(shipment, 'Shipment', 'LOGISTICS_EVENT_RECEIVED', `${shipment}/logistics-events/${serial}`),
  ];
  return all.filter(
    (one) =>
      eventTypes.includes(idIn(one['api:hasEventType'])) &&
      asRecord(one['api:hasLogisticsObjectType'])['@value'] === `${names.cargo}${topic}`,
  );
}

/** A request for a subscription as its action request tells it. */
const requestOf = (id: string, { request, address, madeAt }: Subscriber): Written => ({
  '@context': names,
  '@id': id,
  '@type': 'api:SubscriptionRequest',
  'api:hasSubscription': request,
  'api:isRequestedBy': { '@id': address },
  'api:isRequestedAt': { '@type': DATE_TIME, '@value': toIsoText(madeAt) },
  'api:hasRequestStatus': { '@id': 'api:REQUEST_ACCEPTED' },
  'api:hasRequestStatusSince': { '@type': DATE_TIME, '@value': toIsoText(madeAt) },
});

/**
 * Adds `/airlines/{code}/subscriptions`, and the requests that they become; `pushDue` tells subscribers which objects have news, some
 * of it twice.
 */
export function addNotices(
  app: FastifyInstance,
  context: ServerContext,
  consignments: Consignments,
): { pushDue(): Promise<void> } {
  const all = new Map<string, Subscriber>();
  let base = '';
  app.addContentTypeParser('application/ld+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  type AirlineRequest = FastifyRequest<{ Params: { code: string; id?: string } }>;
  const isAdmitted = ({ params: { code }, headers }: AirlineRequest): boolean =>
    airlines.some((one) => one.code === code) && headers.authorization === `Bearer ${code}-demo-key`;
  app.post<{ Params: { code: string } }>('/airlines/:code/subscriptions', (request, reply) => {
    const { code } = request.params;
    base = `http://${request.host}`;
    if (!isAdmitted(request)) return sendError(reply, 401, 'Not authenticated');
    const subscription = readSubscription(request.body);
    if (subscription === undefined) return sendError(reply, 400, 'Invalid Subscription');
    const id = randomUUID();
    const madeAt = context.now();
    const { secret: _secret, '@context': _context, ...reported } = asRecord(request.body);
    all.set(id, { ...subscription, airline: code, request: reported, madeAt, reportedTo: madeAt });
    return reply
      .code(201)
      .header('location', `${base}/airlines/${code}/action-requests/${id}`)
      .header('type', `${names.api}SubscriptionRequest`)
      .send();
  });
  const path = '/airlines/:code/action-requests/:id';
  app.get<{ Params: { code: string; id: string } }>(path, (request, reply) => {
    const { code, id } = request.params;
    if (!isAdmitted(request)) return sendError(reply, 401, 'Not authenticated');
    const known = all.get(id);
    if (known?.airline !== code) return sendError(reply, 404, 'Action Request not found');
    return sendNode(reply, requestOf(`${base}/airlines/${code}/action-requests/${id}`, known), known.madeAt);
  });
  app.delete<{ Params: { code: string; id: string } }>(path, (request, reply) => {
    const { code, id } = request.params;
    if (!isAdmitted(request)) return sendError(reply, 401, 'Not authenticated');
    if (all.get(id)?.airline !== code) return sendError(reply, 404, 'Action Request not found');
    all.delete(id);
    return reply.code(204).send();
  });
  const report = async (subscriber: Subscriber): Promise<void> => {
    const now = context.now();
    const { seed } = context.world;
    const due = consignments
      .booked(now - LIFE_MS, now)
      .filter(({ airline }) => airline.code === subscriber.airline)
      .flatMap((one) => newsOf(subscriber, `${base}/airlines/${subscriber.airline}`, seed, one, now));
    for (const [index, notification] of due.entries()) {
      const text = JSON.stringify(notification);
      // What was not taken is reported again the next time.
      if (!(await post(context, subscriber, text))) return;
      if (index % 20 === 7) await post(context, subscriber, text);
    }
    subscriber.reportedTo = now;
  };
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const subscriber of all.values()) {
      // After the clock was set back, sending starts again from that time.
      subscriber.reportedTo = Math.min(subscriber.reportedTo, context.now());
      await report(subscriber);
    }
  };
  return { pushDue: () => (running ??= run().finally(() => (running = undefined))) };
}
