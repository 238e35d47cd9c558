import type { Finding } from '#domain/exceptions/types.ts';
import type { Database } from '#server/platform/db/database.ts';
import { tenantsOf, type TenantIds } from '#server/platform/db/tenant-ids.ts';
import type { DetectionSubject, JudgedSubject } from './detection-types.ts';
import { storedColumns } from './stored-exception.ts';
import type { StoredException } from './stored-exception.ts';

/**
 * The carrier and bill whose subscriptions (of the bill and of its containers) share exceptions; null for a container whose bill
 * is unknown. Exceptions are shared within one tenant only.
 */
export function containerBillOf({ view: { subscription }, billNo }: JudgedSubject): string | null {
  return billNo === null ? null : `${subscription.carrierCode}|${billNo}`;
}

/** What a subscription stated of a shared exception when it was judged last. */
export type SharedContainer = {
  exception_id: number;
  subscription_id: number;
  container_no: string | null;
  present: boolean;
  /** The subscription has ended. */
  ended: boolean;
  severity: Finding['severity'];
  params: Finding['params'];
  evidence: Finding['evidence'];
};

/** What is to be written of a subscription's part in a shared exception; `exceptionId` null: it is opened just now. */
export type SharedContainerChange = {
  tenantId: number;
  containerBill: string;
  subscriptionId: number;
  containerNo: string | null;
  code: string;
  key: string;
  exceptionId: number | null;
  /** null: the subscription has this problem no longer. */
  finding: Finding | null;
};

/**
 * The exceptions of some subscriptions, and those that they share. Locked in the order of their ids, as people's acts lock
 * them, all at once, so that two workers cannot deadlock.
 */
export async function lockExceptions(
  database: Database,
  subjects: readonly DetectionSubject[],
): Promise<StoredException[]> {
  const containers = subjects.filter((subject) => containerBillOf(subject) !== null);
  const shared =
    containers.length === 0
      ? ''
      : `or e.box_bill = any($3)
         or e.id = any(array(select exception_id from exception_box
           where subscription_id = any($4) and tenant_id = any($2) and present))`;
  const { rows } = await database.execute<StoredException>(
    `select ${storedColumns}
     from shipment_exception e left join incident i on i.id = e.incident_id
     where e.tenant_id = any($2) and (e.subscription_id = any($1) ${shared}) order by e.id for update of e`,
    [
      subjects.map(({ subscriptionId }) => subscriptionId),
      tenantsOf(subjects),
      ...(containers.length === 0
        ? []
        : [containers.map(containerBillOf), containers.map(({ subscriptionId }) => subscriptionId)]),
    ],
  );
  return rows;
}

/** What subscriptions have stated of shared exceptions; read after these were locked. */
export async function listSharedContainers(database: Database, exceptions: TenantIds): Promise<SharedContainer[]> {
  if (exceptions.ids.length === 0) return [];
  const { rows } = await database.execute<SharedContainer>(
    `select b.exception_id, b.subscription_id, b.container_no, b.present, s.ended, b.severity, b.params, b.evidence
     from exception_box b join subscription s on s.id = b.subscription_id and s.tenant_id = b.tenant_id
     where b.exception_id = any($1) and b.tenant_id = any($2) order by b.exception_id, b.subscription_id`,
    [exceptions.ids, exceptions.tenantIds],
  );
  return rows;
}

/** Rows that were of one subscription alone are from now on shared by the containers of their bill. */
export async function shareRows(
  database: Database,
  rows: readonly { id: number; tenantId: number; containerBill: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `update shipment_exception e set box_bill = r."containerBill"
     from jsonb_to_recordset($1::jsonb) as r(id bigint, "tenantId" bigint, "containerBill" text)
     where e.id = r.id and e.tenant_id = r."tenantId"`,
    [JSON.stringify(rows)],
  );
}

const containerColumns = `"tenantId" bigint, "containerBill" text, "subscriptionId" bigint, "containerNo" text, code text, key text,
  "exceptionId" bigint, finding jsonb`;

const sayText = `
  insert into exception_box (exception_id, subscription_id, tenant_id, container_no, present, severity, params, evidence)
  select e.id, r."subscriptionId", r."tenantId", r."containerNo", true, r.finding ->> 'severity', r.finding -> 'params',
    r.finding -> 'evidence'
  from jsonb_to_recordset($1::jsonb) as r(${containerColumns})
  join shipment_exception e on e.tenant_id = r."tenantId" and e.box_bill = r."containerBill" and e.type_code = r.code
    and e.problem_key = r.key and e.open
  on conflict (exception_id, subscription_id, tenant_id) do update set present = true, container_no = excluded.container_no,
    severity = excluded.severity, params = excluded.params, evidence = excluded.evidence`;

const unsayText = `
  update exception_box b set present = false
  from jsonb_to_recordset($1::jsonb) as r(${containerColumns})
  where b.exception_id = r."exceptionId" and b.subscription_id = r."subscriptionId" and b.tenant_id = r."tenantId"`;

// A row that is already there for the subscription keeps its place: one row per subscription and problem.
const ownerText = `
  update shipment_exception e set subscription_id = n.id, shipment_id = n.shipment_id, container_no = n.container_no,
    vessel_name = n.vessel_name, voyage = n.voyage, source_type = n.source_type, channel = n.channel, ended = false,
    subscribed_at = n.subscribed_at
  from (
    select distinct on (b.exception_id) b.exception_id, b.tenant_id, s.id, s.shipment_id, s.container_no, s.source_type, s.channel,
      s.subscribed_at, coalesce(h.vessel_name, s.vessel_name) as vessel_name, coalesce(h.voyage, s.voyage) as voyage
    from exception_box b join shipment_exception x on x.id = b.exception_id and x.tenant_id = b.tenant_id
    join subscription s on s.id = b.subscription_id and s.tenant_id = b.tenant_id
    left join shipment h on h.id = s.shipment_id and h.tenant_id = s.tenant_id
    where b.exception_id = any($1) and b.tenant_id = any($2) and b.present and not s.ended and not exists (
      select from shipment_exception o where o.subscription_id = s.id and o.tenant_id = s.tenant_id and o.type_code = x.type_code
        and o.problem_key = x.problem_key and o.id <> x.id)
    order by b.exception_id, b.subscription_id) n
  where e.id = n.exception_id and e.tenant_id = n.tenant_id and e.open and not exists (
    select from exception_box b join subscription s on s.id = b.subscription_id and s.tenant_id = b.tenant_id
    where b.exception_id = e.id and b.tenant_id = e.tenant_id and b.subscription_id = e.subscription_id and b.present and not s.ended)`;

/**
 * Saves which subscriptions currently have a shared exception. When the subscription that owns the exception no longer has the
 * problem but other containers of the bill do, the exception moves to the subscription of one of them.
 */
export async function writeSharedContainers(
  database: Database,
  changes: readonly SharedContainerChange[],
): Promise<void> {
  const gone = changes.filter(({ finding }) => finding === null);
  const statement = changes.filter(({ finding }) => finding !== null);
  if (gone.length > 0) await database.execute(unsayText, [JSON.stringify(gone)]);
  if (statement.length > 0) await database.execute(sayText, [JSON.stringify(statement)]);
  const left = [...new Set(gone.flatMap(({ exceptionId }) => exceptionId ?? []))];
  const tenantIds = tenantsOf(gone);
  if (left.length > 0) await database.execute(ownerText, [left, tenantIds]);
}
