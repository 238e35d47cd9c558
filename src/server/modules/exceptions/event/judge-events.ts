import { detectAll, failedCodesOf, findingsOf } from '#domain/exceptions/detect.ts';
import { eventItemCode } from '#domain/exceptions/event/event-item.ts';
import { reconcile } from '#domain/exceptions/lifecycle.ts';
import { isWorse } from '#domain/exceptions/severity.ts';
import type { ReferenceData } from '#domain/exceptions/types.ts';
import { absentNote, type DetectionSubject } from '#server/modules/exceptions/exception/index.ts';
import { insertInboxMessage, type NotificationCause } from '#server/modules/administration/notification/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { readRecipients } from '#shared/event/recipients.ts';
import { langs } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { eventCauses, eventLink } from './event-causes.ts';
import {
  insertEvents,
  insertNotes,
  listEvents,
  lockEvents,
  type NoteRow,
  type PlannedEvent,
  resolveEvents,
  type StoredEvent,
  toExisting,
  updateEvents,
} from './event-queries.ts';
import { activeItemsAt, type ItemRow, type TenantItems } from './event-items.ts';
import { peopleReported } from './recipients.ts';

/** What the event items of its tenant make of a subscription. */
function planEvents(
  subject: DetectionSubject,
  items: TenantItems | undefined,
  stored: readonly StoredEvent[],
  now: Instant,
  reference: ReferenceData,
): PlannedEvent[] {
  const rules = (items?.thatMayConcern(subject.view, reference) ?? []).map(({ rule }) => rule);
  if (rules.length === 0 && stored.length === 0) return [];
  const detections = detectAll(subject.view, subject.decidedAsOf ?? now, {
    rules,
    reference,
    settingsFor: () => ({}),
    enabled: () => true,
  });
  const off = stored.map((row) => eventItemCode(row.item_id)).filter((code) => items?.byCode.has(code) !== true);
  const before = new Map(stored.map((row) => [String(row.id), row]));
  const actions = reconcile(
    stored.map(toExisting),
    findingsOf(detections, subject.view),
    now,
    failedCodesOf(detections),
    new Set(off),
    ({ code }) => absentNote(subject, code, ''),
  );
  return actions.flatMap((action): PlannedEvent[] => {
    if (action.type === 'keep') return [];
    const row = action.type === 'open' ? undefined : before.get(action.id);
    const item = items?.byCode.get(action.code);
    const worse =
      (action.type === 'update' || action.type === 'regress') &&
      row !== undefined &&
      row.present &&
      isWorse(action.finding.severity, row.severity);
    const itemId = row?.item_id ?? item?.row.id ?? 0;
    return [{ subject, itemId, item: item?.row, paths: item?.eventItem.paths ?? {}, action, worse }];
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
    langs
      .map((lang) => serverText(key, { name: lang === 'zh' ? item.name_cn : item.name_en, reference }, lang))
      .join(' / ');
  return { subject: both('event.newTitle'), content: both('event.newText') };
};

/** Tells the people whom the event item names of an event that the world has brought about; gives what definitions are reported. */
async function notify(
  database: Database,
  planned: PlannedEvent,
  eventId: number,
  now: Instant,
): Promise<NotificationCause[]> {
  const { item, subject, action } = planned;
  const isNews = action.type === 'open' || action.type === 'regress';
  if (item === undefined || !isNews || subject.decidedAsOf !== undefined) return [];
  const reference = subject.billNo ?? subject.view.subscription.containerNo ?? '';
  for (const userCode of await peopleReported(database, subject.tenantId, readRecipients(item.notify_users)))
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

/** What becomes of the events of subscriptions. Nearly always all stay as they are: only where one does not, they are locked and judged as they are then. */
async function planConcerned(
  database: Database,
  subjects: readonly DetectionSubject[],
  items: ReadonlyMap<number, TenantItems>,
  now: Instant,
  reference: ReferenceData,
): Promise<PlannedEvent[]> {
  const plan = (some: readonly DetectionSubject[], stored: readonly StoredEvent[]): PlannedEvent[] => {
    const own = Map.groupBy(stored, (row) => row.subscription_id);
    return some.flatMap((subject) =>
      planEvents(subject, items.get(subject.tenantId), own.get(subject.subscriptionId) ?? [], now, reference),
    );
  };
  const idsOf = (some: readonly DetectionSubject[]): number[] => some.map(({ subscriptionId }) => subscriptionId);
  const first = plan(subjects, await listEvents(database, idsOf(subjects)));
  const concerned = [...new Set(first.map(({ subject }) => subject))];
  return concerned.length === 0 ? [] : plan(concerned, await lockEvents(database, idsOf(concerned)));
}

/** What a judgement made of events, and what definitions are notified of them. */
export type EventJudgement = { causes: NotificationCause[]; opened: number; resolved: number; regressed: number };

const nothing: EventJudgement = { causes: [], opened: 0, resolved: 0, regressed: 0 };

/**
 * Judges subscriptions by the event items of their tenants, by the engine and at the moments of the detection rules, and writes the
 * events that follow. Runs in the transaction that holds the locks of the subscriptions; `version` is that of the rules in force.
 */
export async function judgeEvents(
  database: Database,
  judged: readonly DetectionSubject[],
  now: Instant,
  reference: ReferenceData,
  version: string,
): Promise<EventJudgement> {
  if (judged.length === 0) return nothing;
  const items = await activeItemsAt(database, version);
  const subjects = judged.filter(({ tenantId }) => items.has(tenantId));
  if (subjects.length === 0) return nothing;
  const planned = await planConcerned(database, subjects, items, now, reference);
  if (planned.length === 0) return nothing;
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
  for (const { one, id } of withIds) causes.push(...(await notify(database, one, id, now)));
  for (const tenantId of new Set(planned.map(({ subject }) => subject.tenantId)))
    await publish(database, { tenantId, topic: 'event', payload: {} });
  const count = (type: PlannedEvent['action']['type']): number => of(type).length;
  return { causes, opened: count('open'), resolved: count('resolve'), regressed: count('regress') };
}
