import { exchange, type ExchangeAnswer, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullRequest } from '../types.ts';

/** How a ONE Record server is reached. */
type Access = Pick<PullRequest, 'baseUrl' | 'credential' | 'now' | 'timeoutMs' | 'maxBytes' | 'signal'>;

/** Who wants notifications (they come to `<subscriber>/notifications`), and what they are signed with. */
export type ObjectSubscription = { subscriber: string; secret: string };

const API = 'https://onerecord.iata.org/ns/api#';

const bodyOf = ({ subscriber, secret }: ObjectSubscription): object => ({
  '@context': { api: API, cargo: 'https://onerecord.iata.org/ns/cargo#' },
  '@type': 'api:Subscription',
  'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
  'api:hasTopic': { '@id': 'https://onerecord.iata.org/ns/cargo#Waybill' },
  'api:hasSubscriber': { '@id': subscriber },
  'api:includeSubscriptionEventType': [
    { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
  ],
  // The standard leaves open how a publisher proves itself: it signs with this, or shows it.
  secret,
});

function send(access: Access, method: 'POST' | 'PUT', id: string | null, body: object): Promise<ExchangeAnswer> {
  const text = JSON.stringify(body);
  const headers: Record<string, string> = {
    accept: 'application/ld+json; version=2.1.0',
    'content-type': 'application/ld+json; version=2.1.0',
    'content-length': String(Buffer.byteLength(text)),
  };
  if (access.credential) headers['authorization'] = `Bearer ${access.credential}`;
  const { timeoutMs, maxBytes, signal } = access;
  const url = sourceUrl(access.baseUrl, 'subscriptions', id === null ? '' : encodeURIComponent(id));
  url.pathname = url.pathname.replace(/\/$/, '');
  return exchange({ method, url, headers, body: text, timeoutMs, maxBytes, signal });
}

/**
 * Subscribes to all waybills of a ONE Record server that it lets us see, or renews the subscription `knownId`; gives the id of the
 * subscription. Throws PullFailure.
 */
export async function subscribeToObjects(
  access: Access,
  subscription: ObjectSubscription,
  knownId: string | null = null,
): Promise<{ subscriptionId: string }> {
  const body = bodyOf(subscription);
  if (knownId !== null) {
    const answer = await send(access, 'PUT', knownId, body);
    if (answer.status !== 404 && answer.status !== 410) {
      requireSuccess(answer, access.now);
      return { subscriptionId: knownId };
    }
  }
  const answer = await send(access, 'POST', null, body);
  requireSuccess(answer, access.now);
  const location = answer.headers['location'];
  const id = /\/([\w.~-]{1,100})\/?$/.exec(typeof location === 'string' ? location : '')?.[1];
  if (id === undefined) throw new PullFailure('bad_answer', 'the answer names no subscription');
  return { subscriptionId: id };
}
