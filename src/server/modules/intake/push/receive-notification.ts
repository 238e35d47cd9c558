// unscoped: A push names its source by the key it came with: tenants follow from the subscriptions that the message matches.
import { createHash } from 'node:crypto';
import type { CallData } from '#contract/index.ts';
import { splitNotification } from '#server/connectors/dcsa/index.ts';
import type { NotificationEvent } from '#server/connectors/dcsa/index.ts';
import { splitParcelEvents } from '#server/connectors/consignment/index.ts';
import { pushesRecords, readRecordPush } from '#server/connectors/record-push.ts';
import { parseJsonBytes, refusal } from '#server/connectors/untrusted.ts';
import type { ParseRefusal } from '#server/connectors/types.ts';
import { keepPushed, packBody } from '#server/modules/intake/collection/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { inTurns } from '#server/platform/turns.ts';
import { AppError, malformed } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { PushHeaders } from '#server/connectors/push-signature.ts';
import { admit, type AdmittedSource } from './admit.ts';
import { noteRefusals } from './note-refusals.ts';
import { keepPushAnswer, listSubscriptionsFor, takeNonce } from './queries.ts';
import type { ReferenceMatch } from './queries.ts';
import { findRetractions, keepRetractions, lockRetractions } from './retraction-queries.ts';
import type { RetractionRow } from './retraction-queries.ts';

/** What receiving needs besides the call. */
export type PushDeps = {
  keys: SecretKeys;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
  /** Has what a source reported looked through for events it takes back by their ids, in the current transaction. */
  scheduleRetractions: (sourceId: number) => Promise<void>;
  /** Has a source asked which waybill an object of it is, in the current transaction. */
  scheduleLookup: (sourceId: number, objectId: string) => Promise<void>;
  /** Has sources asked at a moment, in the current transaction. */
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;
};

const maxRefusalsAnswered = 1000;

/** Everything by which a subscription may be found; a booking number may be subscribed instead of a bill. */
const referencesOf = ({ bills, bookings, containers }: NotificationEvent): string[] => [
  ...bills,
  ...bookings,
  ...containers,
];

type Matched = {
  byTarget: Map<number, { match: ReferenceMatch; events: NotificationEvent[] }>;
  unknown: NotificationEvent[];
};

function matchEvents(events: readonly NotificationEvent[], matches: readonly ReferenceMatch[]): Matched {
  const byReference = Map.groupBy(matches, (match) => match.reference);
  const byTarget: Matched['byTarget'] = new Map();
  const unknown: NotificationEvent[] = [];
  for (const event of events) {
    const found = new Map(
      referencesOf(event)
        .flatMap((reference) => byReference.get(reference) ?? [])
        .map((match) => [match.target_id, match]),
    );
    if (found.size === 0) unknown.push(event);
    for (const match of found.values()) {
      const entry = byTarget.get(match.target_id) ?? { match, events: [] };
      entry.events.push(event);
      byTarget.set(match.target_id, entry);
    }
  }
  return { byTarget, unknown };
}

/** An event as it is kept: with its retraction, where that was faster than itself. */
const keptOf = (
  { raw, eventId, createdAt }: NotificationEvent,
  taken: ReadonlyMap<string, RetractionRow>,
): unknown[] => {
  const retraction = taken.get(eventId);
  return retraction !== undefined && createdAt <= retraction.received_at ? [raw, retraction.body] : [raw];
};

/** A message as it is kept for a subscription. */
const keptFor = (
  match: ReferenceMatch,
  source: AdmittedSource,
  bytes: Buffer,
  receivedAt: Instant,
): Parameters<typeof keepPushed>[1][number] => ({
  tenantId: match.tenant_id,
  subscriptionId: match.subscription_id,
  sourceId: source.id,
  receivedAt,
  ...packBody(bytes),
  hash: createHash('sha256').update(bytes).digest().subarray(0, 16),
});

/**
 * Takes a message once, in the current transaction. Sent again with its stamp, or with the id that it has at its platform, it is
 * answered as it was the first time and changes nothing. Refuses another message with a stamp that was used.
 */
async function takeOnce(
  ctx: Ctx,
  { id, nonce }: AdmittedSource,
  body: Buffer,
  messageId: string | null,
  take: () => Promise<CallData<'pushDcsa'>>,
): Promise<CallData<'pushDcsa'>> {
  const bodyHash = createHash('sha256').update(body).digest('base64url');
  if (nonce !== null) {
    const before = await takeNonce(ctx, id, nonce, bodyHash);
    if (before !== undefined && before.body_hash !== bodyHash)
      throw new AppError('refusal.stampUsed', {}, 'unauthenticated');
    if (before !== undefined) return before.answer ?? { accepted: 0, refused: [] };
  }
  if (messageId !== null) {
    const before = await takeNonce(ctx, id, messageId, bodyHash);
    if (before !== undefined) return before.answer ?? { accepted: 1, refused: [] };
  }
  const answer = await take();
  await keepPushAnswer(ctx, id, [nonce, messageId], answer);
  return answer;
}

/**
 * Takes a push of a platform for every subscription that it names: what it tells is kept and fused, and where it only says that
 * there is news, the platform is queried at once. What it warns of stands beside later answers.
 */
async function receiveRecordPush(
  deps: PushDeps,
  ctx: Ctx,
  source: AdmittedSource,
  body: Buffer,
): Promise<CallData<'pushDcsa'>> {
  const now = ctx.clock.now();
  const push = readRecordPush(source.protocol, body, now);
  const take = async (): Promise<CallData<'pushDcsa'>> => {
    const matches = push === undefined ? [] : await listSubscriptionsFor(ctx, source, push.references, push.objectIds);
    const targets = new Map(matches.map((match) => [match.target_id, match]));
    const ids = [...targets.keys()];
    // The message itself is the newest that was received.
    const bodies = [
      ...(push?.standing == null ? [] : [{ bytes: Buffer.from(JSON.stringify(push.standing)), standing: true }]),
      ...(push?.reports === true ? [{ bytes: body, standing: false }] : []),
    ];
    await keepPushed(
      ctx.unscoped,
      bodies.flatMap(({ bytes, standing }) =>
        [...targets.values()].map((match) => ({ ...keptFor(match, source, bytes, now), standing })),
      ),
    );
    if (bodies.length > 0) await deps.scheduleProcessing(ids);
    if (push?.reports !== true) await deps.schedulePulls(ids.map((id) => ({ subscriptionSourceId: id, at: now })));
    const value = push?.references.slice(0, 3).join(', ');
    const refusals =
      push === undefined
        ? [refusal('malformed_event')]
        : ids.length > 0
          ? []
          : [refusal('unknown_reference', { value })];
    await noteRefusals(ctx, source.id, refusals);
    return { accepted: refusals.length === 0 ? 1 : 0, refused: refusals.map((one) => presentRefusal(one, ctx)) };
  };
  return ctx.unscoped.transaction(() => takeOnce(ctx, source, body, push?.messageId ?? null, take));
}

/**
 * Takes a notification, of DCSA 2.2 or 3.0, of a courier or of a platform: checks who sent it, refuses bad events one by one with their reasons,
 * keeps the good ones for every subscription they concern and has the records made again. An event taken back by its id
 * alone is looked for in the background. What was answered as accepted is stored.
 */
export async function receiveNotification(
  deps: PushDeps,
  { ctx, sourceCode, body, headers }: { ctx: Ctx; sourceCode: string; body: Buffer; headers: PushHeaders },
): Promise<CallData<'pushDcsa'>> {
  const source = await admit(ctx, sourceCode, body, headers, deps.keys);
  if (parseJsonBytes(body) === undefined) throw malformed('error.invalidJson');
  if (pushesRecords(source.protocol)) return receiveRecordPush(deps, ctx, source, body);
  const message = source.protocol === 'ups' ? splitParcelEvents(body, ctx.clock.now()) : await splitNotification(body);
  const { events, refusals } = message;
  // An event is taken back by its id for every tenant: only the account of all may do so.
  const retractions = source.accountOf === null ? message.retractions : [];
  const references = [...new Set(events.flatMap(referencesOf))];
  const now = ctx.clock.now();
  const take = async (): Promise<CallData<'pushDcsa'>> => {
    await lockRetractions(ctx.unscoped, source.id, retractions.length > 0 ? 'write' : 'read');
    await keepRetractions(ctx.unscoped, source.id, retractions, now);
    if (retractions.length > 0) await deps.scheduleRetractions(source.id);
    const ids = events.map((event) => event.eventId);
    const taken = await findRetractions(ctx.unscoped, source.id, ids);
    const matches = references.length === 0 ? [] : await listSubscriptionsFor(ctx, source, references);
    const { byTarget, unknown } = matchEvents(events, matches);
    const kept: Parameters<typeof keepPushed>[1][number][] = [];
    await inTurns(byTarget.values(), ({ match, events: own }) => {
      kept.push(keptFor(match, source, Buffer.from(JSON.stringify(own.flatMap((event) => keptOf(event, taken)))), now));
    });
    await keepPushed(ctx.unscoped, kept);
    await deps.scheduleProcessing([...byTarget.keys()]);
    const places = new Map(events.map((event, index) => [event, index]));
    const all: ParseRefusal[] = [
      ...refusals,
      ...unknown.map((event) => unknownReference(event, places.get(event) ?? null)),
    ];
    await noteRefusals(ctx, source.id, all);
    return {
      accepted: events.length - unknown.length + retractions.length,
      refused: all.slice(0, maxRefusalsAnswered).map((one) => presentRefusal(one, ctx)),
    };
  };
  return ctx.unscoped.transaction(() => takeOnce(ctx, source, body, null, take));
}

const unknownReference = (event: NotificationEvent, index: number | null): ParseRefusal => ({
  reason: 'unknown_reference',
  index,
  eventId: event.eventId,
  field: null,
  value: [...event.bills, ...event.bookings, ...event.containers].slice(0, 3).join(', ').slice(0, 200),
});

const presentRefusal = (
  { index, eventId, reason, field, value }: ParseRefusal,
  ctx: Ctx,
): CallData<'pushDcsa'>['refused'][number] => ({
  index: index ?? 0,
  eventID: eventId,
  reason,
  message: refusalText(reason, { field: field || '—', value: value || '—' }, ctx.lang),
});
