import { detectAll, failedCodesOf, findingsOf } from '#domain/exception/detect.ts';
import { indicatorCode } from '#domain/event/indicator.ts';
import { reconcile } from '#domain/exception/lifecycle.ts';
import { isWorse } from '#domain/exception/severity.ts';
import type { ReferenceData } from '#domain/exception/types.ts';
import { absentNote, type DetectionSubject } from '#server/modules/exception/index.ts';
import { insertInboxMessage, type NotificationCause } from '#server/modules/notification/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { readRecipients } from '#shared/event/recipients.ts';
import type { Instant } from '#shared/time/instant.ts';
import { eventCauses, eventLink } from './event-causes.ts';
import {
  insertEvents,
  insertNotes,
  lockEvents,
  type NoteRow,
  type PlannedEvent,
  resolveEvents,
  type StoredEvent,
  toExisting,
  updateEvents,
} from './event-queries.ts';
import { type ActiveItem, activeItemsAt, type ItemRow } from './indicators.ts';
import { peopleTold } from './recipients.ts';

/** What the indicators of its tenant make of a subscription. */
function planEvents(
  subject: DetectionSubject,
  items: readonly ActiveItem[],
  stored: readonly StoredEvent[],
  now: Instant,
  reference: ReferenceData,
): PlannedEvent[] {
  if (items.length === 0 && stored.length === 0) return [];
  const detections = detectAll(subject.view, subject.decidedAsOf ?? now, {
    rules: items.map(({ rule }) => rule),
    reference,
    settingsFor: () => ({}),
    enabled: () => true,
  });
  const active = new Map(items.map(({ rule, row }) => [rule.code, row]));
  const off = stored.map((row) => indicatorCode(row.item_id)).filter((code) => !active.has(code));
  const before = new Map(stored.map((row) => [String(row.id), row]));
  const actions = reconcile(
    stored.map(toExisting),
    findingsOf(detections),
    now,
    failedCodesOf(detections),
    new Set(off),
    ({ code }) => absentNote(subject, code, ''),
  );
  return actions.flatMap((action): PlannedEvent[] => {
    if (action.type === 'keep') return [];
    const row = action.type === 'open' ? undefined : before.get(action.id);
    const item = active.get(action.code);
    const worse =
      'finding' in action && row !== undefined && row.present && isWorse(action.finding.severity, row.severity);
    return [{ subject, itemId: row?.item_id ?? item?.id ?? 0, item, action, worse }];
  });
}

const system = { actor_code: 'system', actor_name: 'system' };

/** The entry for the history; a change of values only gets no entry. */
function noteOf({ subject, action, worse }: PlannedEvent, eventId: number): NoteRow[] {
  const row = { tenant_id: subject.tenantId, event_id: eventId, ...system };
  switch (action.type) {
    case 'open':
      return [{ ...row, kind: 'opened', detail: {} }];
    case 'regress':
      return [{ ...row, kind: 'returned', detail: {} }];
    case 'resolve':
      return [{ ...row, kind: 'resolved', detail: { note: action.note } }];
    case 'update':
      return worse ? [{ ...row, kind: 'worse', detail: {} }] : [];
  }
}

const textsOf = (item: ItemRow, reference: string) => {
  const both = (key: 'event.newTitle' | 'event.newText'): string =>
    (['zh', 'en'] as const)
      .map((lang) => serverText(key, { name: lang === 'zh' ? item.name_cn : item.name_en, reference }, lang))
      .join(' / ');
  return { subject: both('event.newTitle'), content: both('event.newText') };
};

/** Tells the people whom the event item names of an event that the world has brought about; gives what definitions are told. */
async function tell(
  database: Database,
  planned: PlannedEvent,
  eventId: number,
  now: Instant,
): Promise<NotificationCause[]> {
  const { item, subject, action } = planned;
  const isNews = action.type === 'open' || action.type === 'regress';
  if (item === undefined || !isNews || subject.decidedAsOf !== undefined) return [];
  const reference = subject.billNo ?? subject.view.subscription.containerNo ?? '';
  for (const userCode of await peopleTold(database, subject.tenantId, readRecipients(item.notify_users)))
    await insertInboxMessage(database, {
      tenantId: subject.tenantId,
      userCode,
      kind: 'event',
      key: `event:${eventId}:${now}:${userCode}`,
      ...textsOf(item, reference),
      link: eventLink(reference),
      at: now,
    });
  return eventCauses(planned, eventId, now);
}

/**
 * Judges subscriptions by the indicators of their tenants, by the engine and at the moments of the detection rules, and writes the
 * events that follow; gives what definitions are told of them. Runs in the transaction that holds the locks of the subscriptions; `version` is that of the rules in force.
 */
export async function judgeEvents(
  database: Database,
  judged: readonly DetectionSubject[],
  now: Instant,
  reference: ReferenceData,
  version: string,
): Promise<NotificationCause[]> {
  if (judged.length === 0) return [];
  const items = await activeItemsAt(database, version);
  const subjects = judged.filter(({ tenantId }) => items.has(tenantId));
  if (subjects.length === 0) return [];
  const ids = subjects.map(({ subscriptionId }) => subscriptionId);
  const stored = Map.groupBy(await lockEvents(database, ids), (row) => row.subscription_id);
  const planned = subjects.flatMap((subject) =>
    planEvents(subject, items.get(subject.tenantId) ?? [], stored.get(subject.subscriptionId) ?? [], now, reference),
  );
  if (planned.length === 0) return [];
  const of = (...types: PlannedEvent['action']['type'][]) =>
    planned.filter(({ action }) => types.includes(action.type));
  const opened = await insertEvents(database, of('open'), now);
  await updateEvents(database, of('update', 'regress'), now);
  await resolveEvents(database, of('resolve'), now);
  const withIds = planned.flatMap((one) => {
    const { action, subject, itemId } = one;
    const id = action.type === 'open' ? opened.get(`${subject.subscriptionId} ${itemId}`) : Number(action.id);
    return id === undefined ? [] : [{ one, id }];
  });
  await insertNotes(
    database,
    withIds.flatMap(({ one, id }) => noteOf(one, id)),
    now,
  );
  const causes: NotificationCause[] = [];
  for (const { one, id } of withIds) causes.push(...(await tell(database, one, id, now)));
  for (const tenantId of new Set(planned.map(({ subject }) => subject.tenantId)))
    await publish(database, { tenantId, topic: 'event', payload: {} });
  return causes;
}
