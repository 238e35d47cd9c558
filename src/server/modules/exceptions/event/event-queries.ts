import type { LifecycleAction } from '#domain/exceptions/lifecycle.ts';
import type { HandleStatus } from '#domain/exceptions/handle-status.ts';
import type { ExistingException } from '#domain/exceptions/lifecycle.ts';
import { eventItemCode } from '#domain/exceptions/event/event-item.ts';
import { valueSourcesOf } from '#domain/exceptions/event/value-sources.ts';
import type { Evidence, Finding } from '#domain/exceptions/types.ts';
import type { DetectionSubject } from '#server/modules/exceptions/exception/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ItemRow } from './event-items.ts';

/** An event as the engine reads it. */
export type StoredEvent = {
  id: number;
  subscription_id: number;
  item_id: number;
  severity: Finding['severity'];
  handle_status: HandleStatus;
  present: boolean;
  params: Finding['params'];
  evidence: Evidence[];
  opened_at: Instant;
  closed_at: Instant | null;
};

const eventsText = `select id, subscription_id, item_id, severity, handle_status, present, params, evidence, opened_at, closed_at
  from shipment_event where subscription_id = any($1)`;

/** Events of subscriptions. */
export const listEvents = (database: Database, subscriptionIds: readonly number[]): Promise<StoredEvent[]> =>
  database.query<StoredEvent>(eventsText, [subscriptionIds]);

/** Events of subscriptions, locked in the order of their ids. */
export const lockEvents = async (database: Database, subscriptionIds: readonly number[]): Promise<StoredEvent[]> =>
  (await database.execute<StoredEvent>(`${eventsText} order by id for update`, [subscriptionIds])).rows;

/** A stored event with the state that the next judgement continues from. */
export const toExisting = (row: StoredEvent): ExistingException => ({
  id: String(row.id),
  code: eventItemCode(row.item_id),
  key: '',
  state: row.present ? 'open' : 'resolved',
  handleStatus: row.handle_status,
  finding: { key: '', params: row.params, evidence: row.evidence, severity: row.severity },
  firstSeenAt: row.opened_at,
  resolvedAt: row.closed_at,
});

/** What becomes of an event, with the shipment and the event item it is about. */
export type PlannedEvent = {
  subject: DetectionSubject;
  itemId: number;
  /** Left out when its event item is not in use any more. */
  item: ItemRow | undefined;
  /** Data paths by the codes of the fields that its conditions read. */
  paths: Readonly<Record<string, string>>;
  action: Exclude<LifecycleAction, { type: 'keep' }>;
  worse: boolean;
};

/** Events of the caller's tenants as lists and pages show them, with their item and shipment. */
export const shownEvents = (ctx: Ctx) =>
  ctx.db
    .selectFrom('shipment_event as e')
    .innerJoin('event_item as i', 'i.id', 'e.item_id')
    .innerJoin('event_item_type as t', 't.id', 'i.type_id')
    .innerJoin('subscription as s', 's.id', 'e.subscription_id')
    .select(['e.id', 'e.tenant_id as tenantId', 'e.subscription_id as subscriptionId', 's.shipment_id as shipmentId'])
    .select(['e.said', 'e.record_version as recordVersion', 'e.state', 'e.severity', 'e.stage', 'e.mode'])
    .select(['e.reference_no as referenceNo', 'e.carrier_code as carrierCode', 'e.owner_name as ownerName'])
    .select(['e.vessel_name as vesselName', 'e.voyage', 'e.planned_at as plannedTime', 'e.actual_at as actualTime'])
    .select(['e.port_code as portCode', 'e.pol_code as polCode', 'e.pod_code as podCode'])
    .select(['e.delay_hours as delayHours', 'e.opened_at as openTime', 'e.due_at as dueTime'])
    .select(['e.closed_at as closeTime', 'i.name_cn as itemName', 'i.name_en as itemNameEn'])
    .select(['t.name_cn as typeName', 't.name_en as typeNameEn']);

const asInstant = (value: string | number | undefined): string | null =>
  typeof value === 'number' ? new Date(value).toISOString() : null;

/** Columns that follow from what was found and from the shipment. */
function foundColumns({ subject, item, paths, action }: PlannedEvent) {
  if (action.type === 'resolve') throw new RangeError('an event that is resolved has no finding');
  const { finding } = action;
  const { params } = finding;
  const { fused } = subject.view;
  return {
    severity: finding.severity,
    params,
    evidence: finding.evidence,
    stage: params['stage'],
    place: params['place'],
    port_code: params['port'] ?? null,
    planned_at: asInstant(params['plannedAt']),
    estimated_at: asInstant(params['estimatedAt']),
    actual_at: asInstant(params['actualAt']),
    delay_hours: params['delayHours'] ?? null,
    vessel_name: params['vessel'] ?? null,
    voyage: params['voyage'] ?? null,
    pol_code: params['pol'] ?? null,
    pod_code: params['pod'] ?? null,
    bill_no: subject.billNo,
    reference_no: subject.billNo ?? subject.view.subscription.containerNo ?? '',
    due_hours: item?.due_hours ?? 24,
    // Shipments that are judged by their stored content do not say which source reported it: a chore looks that up.
    said:
      fused === null
        ? null
        : valueSourcesOf(fused, { place: params['place'] === 'departure' ? 'departure' : 'arrival', paths }),
  };
}

const foundTypes = `severity text, params jsonb, evidence jsonb, stage text, place text, port_code text, planned_at timestamptz,
  estimated_at timestamptz, actual_at timestamptz, delay_hours integer, vessel_name text, voyage text, pol_code text, pod_code text,
  bill_no text, reference_no text, said jsonb, due_hours integer`;
const repeated = `severity, params, evidence, stage, place, port_code, planned_at, estimated_at, actual_at, delay_hours, vessel_name,
  voyage, pol_code, pod_code, bill_no, reference_no, said`;
const repeatedNames = repeated.split(',').map((name) => name.trim());

/** Writes new events; gives their ids by subscription and event item. */
export async function insertEvents(
  database: Database,
  planned: readonly PlannedEvent[],
  now: Instant,
): Promise<Map<string, number>> {
  if (planned.length === 0) return new Map();
  const rows = planned.map((one) => ({
    ...foundColumns(one),
    tenant_id: one.subject.tenantId,
    subscription_id: one.subject.subscriptionId,
    item_id: one.itemId,
    carrier_code: one.subject.view.subscription.carrierCode || null,
    mode: one.subject.view.subscription.mode ?? 'sea',
  }));
  const { rows: made } = await database.execute<{ id: number; subscription_id: number; item_id: number }>(
    `insert into shipment_event (tenant_id, subscription_id, item_id, carrier_code, mode, ${repeated}, opened_at, due_at, updated_at)
     select r.tenant_id, r.subscription_id, r.item_id, r.carrier_code, r.mode, ${repeatedNames.map((name) => `r.${name}`).join(', ')},
       $2::timestamptz, $2::timestamptz + r.due_hours * interval '1 hour', $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, subscription_id bigint, item_id bigint, carrier_code text, mode text, ${foundTypes})
     on conflict do nothing returning id, subscription_id, item_id`,
    [JSON.stringify(rows), new Date(now)],
  );
  return new Map(made.map((row) => [`${row.subscription_id} ${row.item_id}`, row.id]));
}

const idOf = ({ action }: PlannedEvent): string => ('id' in action ? action.id : '');

/** Writes what events are now: other values, worse, or back again. */
export async function updateEvents(database: Database, planned: readonly PlannedEvent[], now: Instant): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((one) => ({
    ...foundColumns(one),
    id: idOf(one),
    returned: one.action.type === 'regress',
    counts: one.worse || one.action.type === 'regress',
    handle_status: one.action.type === 'regress' ? one.action.handleStatus : null,
  }));
  await database.execute(
    `update shipment_event e set ${repeatedNames.map((name) => `${name} = r.${name}`).join(', ')},
       present = true,
       resolution = case when r.returned then null else e.resolution end,
       closed_at = case when r.returned then null else e.closed_at end,
       handle_status = coalesce(r.handle_status, e.handle_status),
       due_at = case when r.returned then $2::timestamptz + r.due_hours * interval '1 hour' else e.due_at end,
       updated_at = case when r.counts then $2::timestamptz else e.updated_at end,
       record_version = e.record_version + case when r.counts then 1 else 0 end
     from jsonb_to_recordset($1::jsonb) as r(id bigint, returned boolean, counts boolean, handle_status smallint, ${foundTypes})
     where e.id = r.id`,
    [JSON.stringify(rows), new Date(now)],
  );
}

/** Closes events whose conditions are not met any more. */
export async function resolveEvents(database: Database, planned: readonly PlannedEvent[], now: Instant): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((one) => ({
    id: idOf(one),
    resolution: one.action.type === 'resolve' ? one.action.note : null,
  }));
  await database.execute(
    `update shipment_event e set present = false, resolution = r.resolution,
       closed_at = coalesce(e.closed_at, $2::timestamptz), handle_status = 2, updated_at = $2::timestamptz,
       record_version = e.record_version + 1
     from jsonb_to_recordset($1::jsonb) as r(id bigint, resolution text) where e.id = r.id`,
    [JSON.stringify(rows), new Date(now)],
  );
}

/** One line of the history of an event. */
export type NoteRow = {
  tenant_id: number;
  event_id: number;
  kind: 'opened' | 'returned' | 'worse' | 'resolved' | 'confirm' | 'close' | 'reopen' | 'comment';
  actor_code: string;
  actor_name: string;
  detail: Record<string, string>;
};

/** Adds lines to the history of events. */
export async function insertNotes(database: Database, rows: readonly NoteRow[], now: Instant): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `insert into shipment_event_note (tenant_id, event_id, at, kind, actor_code, actor_name, detail)
     select r.tenant_id, r.event_id, $2, r.kind, r.actor_code, r.actor_name, r.detail
     from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, event_id bigint, kind text, actor_code text, actor_name text, detail jsonb)`,
    [JSON.stringify(rows), new Date(now)],
  );
}
