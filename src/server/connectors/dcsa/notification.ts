import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns } from '#server/platform/turns.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import { isRightSignature, notificationSignature } from '../push-signature.ts';
import type { ParseRefusal } from '../types.ts';
import { asObject, refusal } from '../untrusted.ts';
import { readBody } from './collect-events.ts';
import { isMeasurement } from './from-version3.ts';
import { validateEvent } from './validate-event.ts';

/** One event of a notification that passed every check, with what it concerns. */
export type NotificationEvent = {
  eventId: string;
  /** The event exactly as parsed, to be stored. */
  raw: unknown;
  /** When the carrier made this report. */
  createdAt: Instant;
  /** Upper-case references the event names; any of them may be of a subscription. */
  bills: string[];
  bookings: string[];
  containers: string[];
};

/** An event taken back by its id alone: whose it was is known by anyone who was notified of it. */
export type PushedRetraction = { eventId: string; raw: unknown };

/** A notification taken apart. */
export type SplitNotification = {
  events: NotificationEvent[];
  retractions: PushedRetraction[];
  refusals: ParseRefusal[];
};

/**
 * Whether `sha256=<hex>` is the HMAC of the body as received; `secret` is base64, as given to the carrier.
 * Compares in constant time; a missing or misshapen header is just false.
 */
export const verifySignature = (body: Uint8Array, header: string | null | undefined, secret: string): boolean =>
  isRightSignature(notificationSignature, { [notificationSignature.header]: header ?? undefined }, body, secret);

/** Whether two texts are the same; their hashes are compared, in constant time and whatever their lengths. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Whether a header `Authorization` shows the secret: `Bearer <secret>`, or `Basic` with the code of the source as user. For
 * producers of 3.0, which leaves open how they prove themselves; the secret is never part of an address, which is logged.
 */
export function verifyAuthorization(header: string | null | undefined, sourceCode: string, secret: string): boolean {
  const [, scheme = '', given = ''] = /^(bearer|basic) +([\w+/=.~-]{1,500})$/i.exec(header?.trim() ?? '') ?? [];
  const wanted = scheme.toLowerCase() === 'basic' ? `${sourceCode}:${secret}` : secret;
  const shown = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString('utf8') : given;
  const isRight = isSameText(shown, wanted);
  return scheme !== '' && secret !== '' && isRight;
}

/**
 * Takes a pushed notification (one event, a list, or a list under `events`) apart. Bad events are refused one by one;
 * an event that names nothing it could be found by is refused as `unknown_reference`, unless it takes back what was reported
 * under its id. A large notification is read in slices between which others have their turn. Never throws.
 */
export async function splitNotification(body: Uint8Array): Promise<SplitNotification> {
  const { inputs, refusals } = readBody(body);
  const events: NotificationEvent[] = [];
  const retractions: PushedRetraction[] = [];
  await nextTurn();
  const take = (raw: unknown, index: number): void => {
    if (isMeasurement(asObject(raw) ?? {})) return;
    const { event, refusals: noted } = validateEvent(raw, index);
    refusals.push(...noted);
    if (event === null) return;
    const { eventId, createdAt, bills, bookings } = event;
    const containers = [...new Set([...event.containers, ...(event.containerNo === null ? [] : [event.containerNo])])];
    if (bills.length + bookings.length + containers.length > 0) {
      events.push({ eventId, raw, createdAt, bills, bookings, containers });
    } else if (event.retracted === true) {
      retractions.push({ eventId, raw });
    } else {
      refusals.push(refusal('unknown_reference', { index, eventId }));
    }
  };
  await inTurns(inputs, take);
  return { events, retractions, refusals };
}
