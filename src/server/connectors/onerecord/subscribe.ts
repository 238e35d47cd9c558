import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullFailureReason, type PullRequest, type ExchangeAnswer } from '../types.ts';
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
/** Failures that mean that the server does not want a subscription; after others it is queried again soon. */
const refusals: ReadonlySet<PullFailureReason> = new Set(['unauthorized', 'not_permitted', 'bad_answer']);
/** How long a topic that was refused is left alone: less than the time between two renewals. */
const REFUSED_MS = 4 * MINUTE_MS;

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
/** Answers of a server that does not show its requests: what was requested is taken to stand. */
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

/** In place of the id of a subscription that the server has taken without naming it: nobody can look after it or revoke it. */
const UNNAMED = '*';

async function ask(access: Access, topic: string, subscription: ObjectSubscription): Promise<string> {
  const answer = await send(access, 'POST', 'subscriptions', subscriptionTo(topic, subscription));
  requireSuccess(answer, access.now);
  const own = answer.headers['location'] ?? asObject(parseJsonBytes(answer.body)?.value)?.['@id'];
  return /\/([\w.~-]{1,100})\/?$/.exec(typeof own === 'string' ? own : '')?.[1] ?? UNNAMED;
}

const markOf = ({ subscriber, secret }: ObjectSubscription): string =>
  createHash('sha256').update(`${subscriber} ${secret}`).digest('base64url').slice(0, 12);

/** In place of the id of a subscription: when it was refused. */
const refusedAt = (kept: string): number | undefined => (/^!\d+$/.test(kept) ? Number(kept.slice(1)) : undefined);

/**
 * The stored state of the subscriptions: subscriber, id per topic ('' without one), and ids to be revoked. Former versions stored a
 * single id.
 */
function readStored(kept: string, mark: string): { ids: string[]; old: string[] } {
  const [first = '', ...rest] = kept.split(' ');
  const isSame = first === mark;
  const others = isSame ? rest.slice(topics.length) : rest.length === 0 ? [first] : rest;
  return {
    ids: topics.map((_topic, index) => (isSame ? rest[index] : undefined) ?? ''),
    old: others.filter((id) => id !== '' && id !== UNNAMED && refusedAt(id) === undefined),
  };
}

/** What is kept of a topic, and why it is not subscribed to. */
type Renewed = { id: string; failure?: PullFailure };

/** What is kept of a topic from now on; a failure that is no refusal is thrown. */
async function renew(access: Access, topic: string, kept: string, subscription: ObjectSubscription): Promise<Renewed> {
  const since = refusedAt(kept);
  if (since !== undefined && access.now - since < REFUSED_MS) return { id: kept };
  if (kept === UNNAMED) return { id: kept };
  if (since === undefined && kept !== '' && (await stands(access, kept))) return { id: kept };
  try {
    return { id: await ask(access, topic, subscription) };
  } catch (error) {
    if (!(error instanceof PullFailure) || !refusals.has(error.reason)) throw error;
    return { id: `!${access.now}`, failure: error };
  }
}

/** Revokes subscriptions; gives those that the server could not revoke now. */
async function revoke(access: Access, ids: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const id of ids) {
    const { status } = await send(access, 'DELETE', `action-requests/${encodeURIComponent(id)}`);
    if (status >= 300 && !gone.has(status) && !unshown.has(status)) left.push(id);
  }
  return left;
}

/**
 * Subscribes to all waybills and shipments of a ONE Record server that it lets us see, or sees to it that the subscriptions `kept`
 * still stand. A subscription cannot be changed: for another subscriber or secret the old ones are revoked. `keep` is given the text
 * to call it with next time, after every change. A topic that fails does not hold up the other one. Throws the first PullFailure.
 */
export async function subscribeToObjects(
  access: Access,
  subscription: ObjectSubscription,
  kept: string | null,
  keep: (kept: string) => Promise<void>,
): Promise<void> {
  const mark = markOf(subscription);
  const { ids, old } = readStored(kept ?? '', mark);
  const failures: PullFailure[] = [];
  for (const [index, topic] of topics.entries()) {
    const known = ids[index] ?? '';
    const renewed = await renew(access, topic, known, subscription).catch((error: unknown): Renewed => {
      if (error instanceof PullFailure) return { id: known, failure: error };
      throw error;
    });
    if (renewed.failure !== undefined) failures.push(renewed.failure);
    if (renewed.id === known) continue;
    ids[index] = renewed.id;
    await keep([mark, ...ids, ...old].join(' '));
  }
  // Only after each topic is taken or refused, so that no news is missed.
  if (old.length > 0 && !ids.includes('')) await keep([mark, ...ids, ...(await revoke(access, old))].join(' '));
  if (failures[0] !== undefined) throw failures[0];
}
