import { decisionNoteCode } from '#domain/exceptions/lifecycle.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ExceptionNews, Planned } from './detection-types.ts';
import { isOurDoing } from './our-doing.ts';
import { containerBillOf } from './shared-exceptions.ts';
import { changedNews, openedNews } from './exception-news.ts';
import type { OpenedRow } from './exception-news.ts';
import { ensureIncidents } from './incident-rows.ts';
import type { IncidentIds } from './incident-rows.ts';

const isByDecision = ({ subject, action }: Planned): boolean =>
  isOurDoing(subject, 'finding' in action ? action.finding : undefined);

/** Writes what was planned, with its history; gives what people may want to be notified of. */
export async function writeActions(
  database: Database,
  planned: readonly Planned[],
  now: Instant,
): Promise<ExceptionNews[]> {
  const at = new Date(now);
  const news: ExceptionNews[] = [];
  if (planned.length === 0) return news;
  const incidents = await ensureIncidents(
    database,
    planned.flatMap(({ subject, cause }) => (cause === undefined ? [] : [{ tenantId: subject.tenantId, cause }])),
    at,
  );
  const opened = planned.filter(({ action }) => action.type === 'open');
  if (opened.length > 0) {
    const rowsToOpen = opened.map((one) => openRow(one, incidents));
    const { rows } = await database.execute<OpenedRow>(openText, [JSON.stringify(rowsToOpen), at]);
    const idOf = (subscriptionId: number | null, code: string, key: string) => `${subscriptionId} ${code} ${key}`;
    const decided = new Set(
      opened.filter(isByDecision).map(({ subject, action }) => idOf(subject.subscriptionId, action.code, action.key)),
    );
    await insertEvents(
      database,
      rows.map(({ id, tenant_id, subscription_id: of, type_code: code, problem_key: key }) => ({
        id,
        tenant_id,
        kind: 'opened',
        detail: decided.has(idOf(of, code, key)) ? { note: decisionNoteCode } : {},
      })),
      at,
    );
    news.push(
      ...openedNews(
        opened.filter((one) => !isByDecision(one)),
        rows,
        now,
      ),
    );
  }
  const changed = planned.filter(({ action }) => action.type !== 'open');
  if (changed.length > 0) {
    const { rows } = await database.execute<{ id: number; record_version: number }>(changeText, [
      JSON.stringify(changed.map((one) => changeRow(one, incidents))),
      at,
    ]);
    const reported = changed.filter((one) => !isByDecision(one));
    news.push(...changedNews(reported, new Map(rows.map((row) => [row.id, row.record_version])), now));
    await insertEvents(database, changed.flatMap(eventsOf), at);
  }
  return news;
}

/** What the history tells of a change; other words for the same problem are none. */
function eventsOf(planned: Planned): EventRow[] {
  const { subject, action, worse, reason } = planned;
  if (action.type === 'open' || action.type === 'move') return [];
  const row = { id: Number(action.id), tenant_id: subject.tenantId };
  if (action.type === 'resolve') return [{ ...row, kind: 'resolved', detail: { note: action.note } }];
  const detail = { severity: action.finding.severity, ...(isByDecision(planned) && { note: decisionNoteCode }) };
  if (action.type === 'update') return worse ? [{ ...row, kind: 'escalated', detail }] : [];
  const escalated = worse || reason === 'escalating';
  return [{ ...row, kind: escalated ? 'escalated' : 'regressed', detail }];
}

const incidentOf = ({ subject, cause }: Planned, incidents: IncidentIds): number | null =>
  (cause && incidents(subject.tenantId, cause)) ?? null;

const openRow = (planned: Planned, incidents: IncidentIds) => {
  const { subject, action } = planned;
  const finding = action.type === 'open' ? action.finding : undefined;
  const { subscription } = subject.view;
  return {
    tenant_id: subject.tenantId,
    subscription_id: subject.subscriptionId,
    shipment_id: subject.shipmentId,
    type_code: action.code,
    problem_key: action.key,
    severity: finding?.severity,
    params: finding?.params,
    evidence: finding?.evidence,
    incident_id: incidentOf(planned, incidents),
    crossing: planned.crossing,
    money_usd: planned.money?.usd ?? 0,
    money: planned.money ?? null,
    subject: subscription.subject,
    bill_no: subject.billNo,
    container_no: subscription.containerNo,
    carrier_code: subscription.carrierCode || null,
    vessel_name: subject.vesselName,
    voyage: subject.voyage,
    source_type: subject.sourceType,
    channel: subject.channel,
    ended: subscription.ended,
    box_bill: containerBillOf(subject),
    subscribed_at: subject.subscriptionId === null ? null : new Date(subscription.subscribedAt).toISOString(),
  };
};

const openText = `
  insert into shipment_exception (tenant_id, subscription_id, shipment_id, type_code, problem_key, severity, params, evidence,
    incident_id, crossing, money_usd, money, subject, bill_no, container_no, carrier_code, vessel_name, voyage, source_type, channel, ended, subscribed_at, box_bill,
    created_at, updated_at)
  select r.tenant_id, r.subscription_id, r.shipment_id, r.type_code, r.problem_key, r.severity, r.params, r.evidence,
    r.incident_id, r.crossing, r.money_usd, r.money, r.subject, r.bill_no, r.container_no, r.carrier_code, r.vessel_name, r.voyage, r.source_type, r.channel, r.ended,
    r.subscribed_at, r.box_bill, $2::timestamptz, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, subscription_id bigint, shipment_id bigint, type_code text,
    problem_key text, severity text, params jsonb, evidence jsonb, incident_id bigint, crossing jsonb, money_usd integer, money jsonb, subject text, bill_no text, container_no text,
    carrier_code text, vessel_name text, voyage text, source_type text, channel text, ended boolean, subscribed_at timestamptz, box_bill text)
  on conflict do nothing
  returning id, tenant_id, subscription_id, type_code, problem_key`;

const changeRow = (planned: Planned, incidents: IncidentIds) => {
  const { action } = planned;
  const { tenantId: tenant_id } = planned.subject;
  if (action.type === 'resolve') {
    const { id, note, finding } = action;
    return {
      id,
      tenant_id,
      kind: 'resolve',
      resolution: note,
      severity: finding?.severity,
      params: finding?.params,
      evidence: finding?.evidence,
    };
  }
  const finding = action.type === 'update' || action.type === 'regress' ? action.finding : undefined;
  return {
    id: 'id' in action ? action.id : null,
    tenant_id,
    kind: action.type,
    severity: finding?.severity,
    params: finding?.params,
    evidence: finding?.evidence,
    crossing: planned.crossing,
    ...(planned.money !== undefined && { money_usd: planned.money?.usd ?? 0, money: planned.money }),
    incident_id: incidentOf(planned, incidents),
    reason: planned.reason,
    counts: action.type === 'regress' && !isByDecision(planned),
    handle_status: action.type === 'regress' ? action.handleStatus : undefined,
  };
};

// A resolved exception counts as handled (2) unless a person had settled it. Other words for the same problem (one
// more hour) or another cause are no new version: nobody who is just handling it is sent away for that, and no list is
// reordered. What is gone keeps the incident it was part of.
const changeText = `
  update shipment_exception e set
    severity = coalesce(r.severity, e.severity),
    params = coalesce(r.params, e.params),
    evidence = coalesce(r.evidence, e.evidence),
    crossing = case when r.kind in ('update', 'regress') then r.crossing else e.crossing end,
    -- What is gone costs nothing any more; what has happened keeps what it cost.
    money_usd = case when r.kind = 'resolve' and r.resolution <> 'happened' then 0 else coalesce(r.money_usd, e.money_usd) end,
    money = case when r.kind = 'resolve' and r.resolution <> 'happened' then null when r.money_usd is null then e.money else r.money end,
    incident_id = case when r.kind = 'resolve' then e.incident_id else r.incident_id end,
    reason = coalesce(r.reason, e.reason),
    open = r.kind <> 'resolve',
    resolved_at = case when r.kind = 'resolve' then $2::timestamptz end,
    handle_status = case when r.kind = 'resolve' and (e.handle_status = 0 or e.snoozed_at is not null) then 2
      when r.kind = 'regress' then r.handle_status else e.handle_status end,
    resolution = r.resolution,
    handle_time = case when r.kind = 'resolve' and (e.handle_status = 0 or e.snoozed_at is not null) then $2::timestamptz
      else e.handle_time end,
    snoozed_at = case when r.kind in ('update', 'move') then e.snoozed_at end,
    snoozed_until = case when r.kind in ('update', 'move') then e.snoozed_until end,
    regressions = e.regressions + case when r.counts then 1 else 0 end,
    updated_at = case when r.kind = 'move' or (r.kind = 'update' and r.severity = e.severity) then e.updated_at
      else $2::timestamptz end,
    record_version = e.record_version
      + case when r.kind = 'move' or (r.kind = 'update' and r.severity = e.severity) then 0 else 1 end
  from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, kind text, severity text, params jsonb, evidence jsonb,
    crossing jsonb, money_usd integer, money jsonb, incident_id bigint, reason text, counts boolean, handle_status smallint, resolution text)
  where e.id = r.id and e.tenant_id = r.tenant_id
  returning e.id, e.record_version`;

type EventRow = { id: number; tenant_id: number; kind: string; detail: Record<string, unknown> };

async function insertEvents(database: Database, rows: readonly EventRow[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `insert into exception_event (tenant_id, exception_id, at, kind, actor_code, detail)
     select r.tenant_id, r.id, $2::timestamptz, r.kind, 'system', r.detail
     from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, kind text, detail jsonb)`,
    [JSON.stringify(rows), at],
  );
}
