import { type EdiMessage, serviceText } from '#server/connectors/edifact/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { applyNotices, withdrawMessage } from './apply-notices.ts';
import { type Matched, matchNotices, referencesOf } from './match-references.ts';
import { type FileRow, type MessageWrite, findEarlier, writeMessage, writeReferences } from './message-queries.ts';
import { isTakenBack, listTakenBack, markTakenBack, takenBackNo } from './taken-back.ts';
import { type Partner, ensureSource, findPartner } from './partners.ts';
import { noteAnswer } from './note-answer.ts';
import { type HandlingReason, checkMessage, contentHash, sourceOf } from './read-message.ts';
import type { EdiDeps } from './types.ts';

/** How a message is taken. */
export type TakeOptions = {
  /** A person wants it read although it came before, or is a test. */
  isForced: boolean;
};

/** What became of a message. */
export type TakenMessage = { id: number; state: string };

const nothing: Matched = { matches: [], waiting: [] };

/** Whose the message is: its partner's tenant, else that of anyone who brought it. */
function tenantOf(file: FileRow, partner: Partner | undefined): number | null {
  return partner?.tenant_id ?? file.tenant_id;
}

/** Tenants whose shipments the message may change; 'foreign' when its partner belongs to none the bringer acts for. */
function scopeOf(file: FileRow, partner: Partner | undefined): { tenantIds: readonly number[] | null } | 'foreign' {
  const allowed = file.allowed_tenants;
  const owner = partner?.tenant_id ?? null;
  if (owner === null) return { tenantIds: allowed };
  return allowed === null || allowed.includes(owner) ? { tenantIds: [owner] } : 'foreign';
}

/** Why a message that can be read does not change any shipment. */
async function findObstacle(
  deps: EdiDeps,
  file: FileRow,
  partner: Partner | undefined,
  message: EdiMessage,
  options: TakeOptions,
): Promise<{
  state: 'duplicate' | 'held' | 'refused';
  reason: HandlingReason | 'test_interchange';
  duplicateOf: number | null;
} | null> {
  const scope = scopeOf(file, partner);
  if (scope === 'foreign') return { state: 'refused', reason: 'foreign_sender', duplicateOf: null };
  // Nobody vouches for a file that a stranger put into the folder.
  if (partner === undefined && file.way === 'folder')
    return { state: 'held', reason: 'unknown_sender', duplicateOf: null };
  if (await isTakenBack(deps.database, message, file, partner))
    return { state: 'held', reason: 'withdrawn', duplicateOf: null };
  if (options.isForced) return null;
  if (message.interchange.isTest && file.way === 'folder')
    return { state: 'held', reason: 'test_interchange', duplicateOf: null };
  const { sender, controlRef } = message.interchange;
  if (sender.id === null || controlRef === null) return null;
  const hash = contentHash(message);
  const earlier = await findEarlier(deps.database, {
    sender: sender.id,
    controlRef,
    groupRef: message.groupRef,
    messageRef: message.messageRef,
    messageType: message.type,
    fileId: file.id,
    ordinal: message.ordinal,
    preparedAt: message.interchange.preparedAt,
    contentHash: hash,
    tenantIds: scope.tenantIds,
  });
  if (earlier === undefined) return null;
  const isSame = earlier.content_hash?.equals(hash) === true;
  return { state: 'duplicate', reason: isSame ? 'duplicate' : 'duplicate_differs', duplicateOf: earlier.id };
}

function writeOf(
  message: EdiMessage,
  file: FileRow,
  partner: Partner | undefined,
  now: Instant,
): Omit<
  MessageWrite,
  | 'state'
  | 'problems'
  | 'problemCount'
  | 'refusedEvents'
  | 'reasons'
  | 'applied'
  | 'waiting'
  | 'duplicateOf'
  | 'withdrawsNo'
> {
  const { interchange } = message;
  return {
    tenantId: tenantOf(file, partner),
    fileId: file.id,
    ordinal: message.ordinal,
    partnerId: partner?.id ?? null,
    sender: interchange.sender.id,
    senderQualifier: interchange.sender.qualifier,
    receiver: interchange.receiver.id,
    receiverQualifier: interchange.receiver.qualifier,
    controlRef: interchange.controlRef,
    groupRef: message.groupRef,
    messageRef: message.messageRef,
    messageType: message.type,
    messageVersion: message.version,
    documentNo: message.documentNo,
    syntaxId: interchange.syntaxId,
    service: serviceText(interchange.service),
    isTest: interchange.isTest,
    preparedAt: interchange.preparedAt,
    receivedAt: file.received_at,
    processedAt: now,
    startByte: message.start,
    endByte: message.end,
    firstSegment: message.firstSegment,
    firstLine: message.firstLine,
    segments: message.segments,
    events: message.notices.length,
    contentHash: contentHash(message),
  };
}

/**
 * Writes one message with all it tells, or nothing of it: the row, its references, and the notices of every subscription
 * it concerns, whose records are then made again. Taking a message twice tells nothing twice.
 */
export async function takeMessage(
  deps: EdiDeps,
  file: FileRow,
  message: EdiMessage,
  options: TakeOptions,
): Promise<TakenMessage> {
  const { database } = deps;
  return database.transaction(async () => {
    const now = deps.clock.now();
    const reference = deps.reference();
    const partner = await findPartner(database, message.interchange.sender);
    const source = sourceOf(message, partner);
    const checked = checkMessage(message, source, reference);
    const obstacle = message.state === 'refused' ? null : await findObstacle(deps, file, partner, message, options);
    const isTaken = message.state !== 'refused' && obstacle === null;
    const scope = scopeOf(file, partner);
    const { matches, waiting } =
      isTaken && scope !== 'foreign'
        ? await matchNotices(
            database,
            message.notices,
            { tenantIds: scope.tenantIds, carrierCode: partner?.carrier_code ?? null },
            (code) => reference.rules.resolvePort(code) ?? code,
          )
        : nothing;
    const state =
      obstacle?.state ?? (message.state === 'refused' ? 'refused' : checked.refusedEvents > 0 ? 'partly' : 'parsed');
    const reasons = new Set<string>(checked.problems.map(({ code }) => code));
    if (obstacle !== null) reasons.add(obstacle.reason);
    const { answer } = message;
    if (isTaken && answer !== null && !(await noteAnswer(database, message.interchange.sender, answer, scope)))
      reasons.add('answer_unmatched' satisfies HandlingReason);
    if (waiting.length > 0) reasons.add('no_subscription' satisfies HandlingReason);
    if (isTaken && message.withdraws) reasons.add('withdraws' satisfies HandlingReason);
    const withdrawsNo = isTaken ? takenBackNo(message) : null;
    const former = withdrawsNo === null ? [] : await listTakenBack(database, message, withdrawsNo, file);
    if (withdrawsNo !== null && former.length === 0) reasons.add('withdraws_nothing' satisfies HandlingReason);
    const id = await writeMessage(database, {
      ...writeOf(message, file, partner, now),
      state,
      problems: checked.problems,
      problemCount: checked.problemCount,
      refusedEvents: checked.refusedEvents,
      reasons: [...reasons],
      applied: message.notices.length - waiting.length - (isTaken ? 0 : message.notices.length),
      waiting: waiting.length,
      duplicateOf: obstacle?.duplicateOf ?? null,
      withdrawsNo,
    });
    await writeReferences(database, id, new Set(message.notices.flatMap(referencesOf)));
    const before = await withdrawMessage(database, id);
    for (const one of former) before.push(...(await withdrawMessage(database, one)));
    await markTakenBack(database, former);
    const sourceId = matches.length === 0 ? 0 : await ensureSource(database, partner);
    const targets = await applyNotices(database, { id, sourceId, source, receivedAt: file.received_at }, matches);
    const changed = [...new Set([...before, ...targets])];
    if (changed.length > 0) await deps.scheduleProcessing(changed);
    return { id, state };
  });
}

/** Tells the browsers of a tenant (or of the platform) that there are messages. */
export const notifyBrowsers = (deps: EdiDeps, tenantId: number | null): Promise<void> =>
  publish(deps.database, { tenantId, topic: 'edi', payload: {} });
