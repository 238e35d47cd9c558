import { exchange, requireSuccess } from '../exchange.ts';
import { PullFailure, type ExchangeAnswer } from '../types.ts';
import { asObject, attribute, parseJsonBytes } from '../untrusted.ts';
import { type CarrierAccess, carrierHeaders, carrierUrl } from './client.ts';

/** What a carrier shall push, and where to. */
export type EventSubscription = {
  callbackUrl: string;
  /** Base64 of at least 32 bytes; notifications are signed with it. */
  secret: string;
  /** One of them narrows the subscription; none means everything the carrier lets this key see. */
  billNo?: string | null;
  bookingNo?: string | null;
  containerNo?: string | null;
};

function bodyOf(subscription: EventSubscription): Record<string, string> {
  const { callbackUrl, billNo, bookingNo, containerNo } = subscription;
  const body: Record<string, string> = { callbackUrl };
  if (billNo) body['transportDocumentReference'] = billNo;
  if (bookingNo) body['carrierBookingReference'] = bookingNo;
  if (containerNo) body['equipmentReference'] = containerNo;
  return body;
}

function send(
  access: CarrierAccess,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<ExchangeAnswer> {
  const headers = carrierHeaders(access);
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (text !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(text));
  }
  const { timeoutMs, maxBytes, signal } = access;
  return exchange({ method, url: carrierUrl(access.baseUrl, path), headers, body: text, timeoutMs, maxBytes, signal });
}

/** Renews a known subscription; false when the carrier has forgotten it. */
async function renew(access: CarrierAccess, id: string, subscription: EventSubscription): Promise<boolean> {
  const path = `event-subscriptions/${encodeURIComponent(id)}`;
  const answer = await send(access, 'PUT', path, bodyOf(subscription));
  if (answer.status === 404 || answer.status === 410) return false;
  requireSuccess(answer, access.now);
  requireSuccess(await send(access, 'PUT', `${path}/secret`, { secret: subscription.secret }), access.now);
  return true;
}

/**
 * Makes the carrier push events to the callback, or renews the subscription `knownId` (address, filter and secret);
 * gives the id of the subscription. The carrier asks the callback with HEAD first. Throws PullFailure.
 */
export async function subscribeToEvents(
  access: CarrierAccess,
  subscription: EventSubscription,
  knownId: string | null = null,
): Promise<{ subscriptionId: string }> {
  if (knownId !== null && (await renew(access, knownId, subscription))) return { subscriptionId: knownId };
  const answer = await send(access, 'POST', 'event-subscriptions', {
    ...bodyOf(subscription),
    secret: subscription.secret,
  });
  requireSuccess(answer, access.now);
  const created = asObject(parseJsonBytes(answer.body)?.value);
  const id = created === undefined ? undefined : attribute(created, 'subscriptionID');
  if (typeof id !== 'string' || id === '') throw new PullFailure('bad_answer', 'the answer names no subscription');
  return { subscriptionId: id };
}

/** Ends a subscription at the carrier; one that is gone already is no error. Throws PullFailure. */
export async function removeSubscription(access: CarrierAccess, subscriptionId: string): Promise<void> {
  const answer = await send(access, 'DELETE', `event-subscriptions/${encodeURIComponent(subscriptionId)}`);
  if (answer.status !== 404 && answer.status !== 410) requireSuccess(answer, access.now);
}
