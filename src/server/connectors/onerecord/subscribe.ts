import { createHash } from 'node:crypto';
import { exchange, type ExchangeAnswer, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullRequest } from '../types.ts';
import { asObject, parseJsonBytes } from '../untrusted.ts';
import { codeAt } from './json-ld.ts';

/** How a ONE Record server is reached. */
type Access = Pick<PullRequest, 'baseUrl' | 'credential' | 'now' | 'timeoutMs' | 'maxBytes' | 'signal'>;

/** Who wants notifications (they come to `<subscriber>/notifications`), and what they are signed with. */
export type ObjectSubscription = { subscriber: string; secret: string };

const API = 'https://onerecord.iata.org/ns/api#';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const MEDIA_TYPE = 'application/ld+json';
/** A subscription has one topic; events hang on shipments. */
const topics = ['Waybill', 'Shipment'] as const;

/** The subscription to all objects of a type that the server lets us see, as it is sent. */
export const subscriptionTo = (topic: string, { subscriber, secret }: ObjectSubscription): object => ({
  '@context': { api: API, cargo: CARGO },
  '@type': 'api:Subscription',
  'api:hasContentType': MEDIA_TYPE,
  'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
  'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': `${CARGO}${topic}` },
  'api:hasSubscriber': { '@id': subscriber },
  'api:includeSubscriptionEventType': [
    { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
  ],
  'api:notifyRequestStatusChange': false,
  'api:sendLogisticsObjectBody': false,
  // The standard leaves open how a publisher proves itself: it signs with this, or shows it. The name belongs to no vocabulary, so that others pass over it.
  secret,
});

function send(access: Access, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<ExchangeAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers: Record<string, string> = { accept: MEDIA_TYPE };
  if (text !== undefined) {
    headers['content-type'] = MEDIA_TYPE;
    headers['content-length'] = String(Buffer.byteLength(text));
  }
  if (access.credential) headers['authorization'] = `Bearer ${access.credential}`;
  const { timeoutMs, maxBytes, signal } = access;
  const url = sourceUrl(access.baseUrl, path, '');
  url.pathname = url.pathname.replace(/\/$/, '');
  return exchange({ method, url, headers, ...(text !== undefined && { body: text }), timeoutMs, maxBytes, signal });
}

/** Answers by which a request for a subscription is not there any more. */
const gone: ReadonlySet<number> = new Set([404, 410]);
/** Answers of a server that does not show its requests: what was asked for is taken to stand. */
const unshown: ReadonlySet<number> = new Set([403, 405, 501]);

/** Whether a request for a subscription still stands. */
async function stands(access: Access, id: string): Promise<boolean> {
  const answer = await send(access, 'GET', `action-requests/${encodeURIComponent(id)}`);
  if (gone.has(answer.status)) return false;
  if (unshown.has(answer.status)) return true;
  requireSuccess(answer, access.now);
  const status = codeAt(asObject(parseJsonBytes(answer.body)?.value) ?? {}, 'hasRequestStatus');
  return status === null || status === 'REQUEST_ACCEPTED' || status === 'REQUEST_PENDING';
}

async function ask(access: Access, topic: string, subscription: ObjectSubscription): Promise<string> {
  const answer = await send(access, 'POST', 'subscriptions', subscriptionTo(topic, subscription));
  requireSuccess(answer, access.now);
  const location = answer.headers['location'];
  const id = /\/([\w.~-]{1,100})\/?$/.exec(typeof location === 'string' ? location : '')?.[1];
  if (id === undefined) throw new PullFailure('bad_answer', 'the answer names no request for a subscription');
  return id;
}

const markOf = ({ subscriber, secret }: ObjectSubscription): string =>
  createHash('sha256').update(`${subscriber} ${secret}`).digest('base64url').slice(0, 12);

/**
 * Subscribes to all waybills and shipments of a ONE Record server that it lets us see, or sees to it that the subscriptions `knownId`
 * still stand. A subscription cannot be changed: for another subscriber or secret the old ones are revoked. Gives one id of both.
 * Throws PullFailure.
 */
export async function subscribeToObjects(
  access: Access,
  subscription: ObjectSubscription,
  knownId: string | null = null,
): Promise<{ subscriptionId: string }> {
  const mark = markOf(subscription);
  const [knownMark, ...known] = (knownId ?? '').split(' ');
  const isSame = knownMark === mark;
  const ids: string[] = [];
  for (const [index, topic] of topics.entries()) {
    const old = known[index];
    ids.push(isSame && old !== undefined && (await stands(access, old)) ? old : await ask(access, topic, subscription));
  }
  // Only after the new ones are there, so that no news is missed.
  for (const old of isSame ? [] : known) await send(access, 'DELETE', `action-requests/${encodeURIComponent(old)}`);
  return { subscriptionId: [mark, ...ids].join(' ') };
}
