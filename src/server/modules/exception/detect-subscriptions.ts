import { crossingOf } from '#domain/exception/crossing.ts';
import { detectAll, failedCodesOf, findingsOf, isWorse } from '#domain/exception/detect.ts';
import type { DetectedFinding } from '#domain/exception/detect.ts';
import type { HandleStatus } from '#domain/exception/handle-status.ts';
import { incidentCauseOf } from '#domain/exception/incident-cause.ts';
import type { IncidentCause } from '#domain/exception/incident-cause.ts';
import { reconcile } from '#domain/exception/lifecycle.ts';
import type { ExistingException, LifecycleAction } from '#domain/exception/lifecycle.ts';
import { exceptionRules } from '#domain/exception/rules/index.ts';
import { laneOf } from '#domain/exception/settings.ts';
import type { Evidence, ReferenceData } from '#domain/exception/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { readDetectionSettings } from './detection-settings.ts';
import type { DetectionSettings } from './detection-settings.ts';
import type { DetectionSubject, DetectionSummary, ExceptionNews, ExceptionReason, Planned } from './detection-types.ts';
import { changedNews, openedNews } from './exception-news.ts';
import type { OpenedRow } from './exception-news.ts';
import { ensureIncidents } from './incident-rows.ts';
import type { IncidentIds } from './incident-rows.ts';

type StoredException = {
  id: number;
  subscription_id: number;
  type_code: string;
  problem_key: string;
  open: boolean;
  handle_status: number;
  severity: ExistingException['finding']['severity'];
  params: ExistingException['finding']['params'];
  evidence: Evidence[];
  created_at: Instant;
  resolved_at: Instant | null;
  snoozed_at: Instant | null;
  incident_kind: IncidentCause['kind'] | null;
  cause_key: string | null;
  shipment_id: number | null;
  bill_no: string | null;
  vessel_name: string | null;
  voyage: string | null;
  ended: boolean;
};

/** Whether a stored exception repeats from its subscription what is otherwise now. */
const isRepeatedOtherwise = (row: StoredException, subject: DetectionSubject): boolean =>
  row.shipment_id !== subject.shipmentId ||
  row.bill_no !== subject.billNo ||
  row.vessel_name !== subject.vesselName ||
  row.voyage !== subject.voyage ||
  row.ended !== subject.view.subscription.ended;

const toExisting = (row: StoredException): ExistingException => ({
  id: String(row.id),
  code: row.type_code,
  key: row.problem_key,
  state: row.open ? 'open' : 'resolved',
  handleStatus: row.handle_status as HandleStatus,
  finding: { key: row.problem_key, params: row.params, evidence: row.evidence, severity: row.severity },
  firstSeenAt: row.created_at,
  resolvedAt: row.resolved_at,
  snoozed: row.snoozed_at !== null,
});

/**
 * Runs all rules over subscriptions and writes what follows: one exception per problem, opened, updated,
 * resolved by itself or regressed. Runs in the caller's transaction, which holds the subscriptions' locks; `settings`
 * are those in force since then, without them they are read.
 */
export async function detectSubscriptions(
  database: Database,
  subjects: readonly DetectionSubject[],
  now: Instant,
  reference: ReferenceData,
  settings?: DetectionSettings,
): Promise<DetectionSummary> {
  const summary: DetectionSummary = {
    opened: 0,
    resolved: 0,
    regressed: 0,
    updated: 0,
    changedTenants: new Set(),
    ruleErrors: [],
    news: [],
    repeatedOtherwise: new Map(),
  };
  if (subjects.length === 0) return summary;
  const ids = subjects.map((subject) => subject.subscriptionId);
  const inForce = settings ?? (await readDetectionSettings(database));
  // Locked in the order in which people's acts lock them, all at once: whoever comes second waits and nobody for nobody.
  const { rows } = await database.execute<StoredException>(
    `select e.id, e.subscription_id, e.type_code, e.problem_key, e.open, e.handle_status, e.severity, e.params, e.evidence,
       e.created_at, e.resolved_at, e.snoozed_at, e.shipment_id, e.bill_no, e.vessel_name, e.voyage, e.ended, i.kind as incident_kind, i.cause_key
     from shipment_exception e left join incident i on i.id = e.incident_id where e.subscription_id = any($1)
     order by e.id for update of e`,
    [ids],
  );
  const storedOf = Map.groupBy(rows, (row) => row.subscription_id);
  const planned: Planned[] = [];
  for (const subject of subjects) {
    const stored = storedOf.get(subject.subscriptionId) ?? [];
    planned.push(...planOne(subject, stored, inForce, now, reference, summary));
    const otherwise = stored.filter((row) => isRepeatedOtherwise(row, subject)).map(({ id }) => id);
    if (otherwise.length > 0) summary.repeatedOtherwise.set(subject.subscriptionId, otherwise);
  }
  summary.news = await writeActions(database, planned, now);
  count(planned, summary);
  return summary;
}

function planOne(
  subject: DetectionSubject,
  stored: readonly StoredException[],
  settings: DetectionSettings,
  now: Instant,
  reference: ReferenceData,
  summary: DetectionSummary,
): Planned[] {
  const booking = subject.view.fused?.content.booking;
  const scope = {
    tenantId: String(subject.tenantId),
    carrierCode: subject.view.subscription.carrierCode,
    lane: laneOf(booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null),
  };
  const lookup = settings.lookup(scope);
  const detections = detectAll(subject.view, now, { rules: exceptionRules, reference, ...lookup });
  for (const detection of detections) {
    if (detection.error !== undefined) {
      summary.ruleErrors.push({ code: detection.code, subscriptionId: subject.subscriptionId, error: detection.error });
    }
  }
  const findings = findingsOf(detections);
  const found = new Map(findings.map((one) => [problemOf(one.code, one.finding.key), one]));
  const before = new Map(stored.map((row) => [String(row.id), row]));
  const causeOf = ({ code, finding }: DetectedFinding): IncidentCause | undefined =>
    incidentCauseOf({ code, finding, view: subject.view, reference });
  const switchedOff = new Set(exceptionRules.map(({ code }) => code).filter((code) => !lookup.enabled(code)));
  const actions = reconcile(stored.map(toExisting), findings, now, failedCodesOf(detections), switchedOff);
  return actions.flatMap((action): Planned[] => {
    const row = action.type === 'open' ? undefined : before.get(action.id);
    const detected = action.type === 'resolve' ? undefined : found.get(problemOf(action.code, action.key));
    const cause = detected && causeOf(detected);
    if (action.type === 'keep') {
      if (row === undefined || detected === undefined || hasCause(row, cause)) return [];
      const { id, code, key } = action;
      const move = { type: 'move', id, code, key } as const;
      return [{ subject, action: move, worse: false, cause, crossing: undefined, reason: undefined }];
    }
    const crossing = detected && crossingOf(action.code, detected.finding, lookup.settingsFor(action.code));
    const worse = getsWorse(row, action);
    return [{ subject, action, worse, cause, crossing, reason: reasonOf(row, action, worse) }];
  });
}

/** Codes hold no blank. */
const problemOf = (code: string, key: string): string => `${code} ${key}`;

const hasCause = (row: StoredException, cause: IncidentCause | undefined): boolean =>
  row.incident_kind === (cause?.kind ?? null) && row.cause_key === (cause?.key ?? null);

/** Why it is where it is; what goes on as before keeps its reason. */
function reasonOf(
  row: StoredException | undefined,
  action: LifecycleAction,
  worse: boolean,
): ExceptionReason | undefined {
  if (action.type === 'open') return 'new';
  if (action.type === 'regress') return row?.open === true ? 'escalating' : 'regressed';
  return worse ? 'escalating' : undefined;
}

function count(planned: readonly Planned[], summary: DetectionSummary): void {
  const counters = { open: 'opened', resolve: 'resolved', regress: 'regressed', update: 'updated' } as const;
  for (const { subject, action } of planned) {
    // Under another cause it is the same exception; nobody has to be told.
    if (action.type === 'move') continue;
    summary[counters[action.type]] += 1;
    summary.changedTenants.add(subject.tenantId);
  }
}

const getsWorse = (row: StoredException | undefined, action: LifecycleAction): boolean =>
  row !== undefined && 'finding' in action && row.open && isWorse(action.finding.severity, row.severity);

async function writeActions(database: Database, planned: readonly Planned[], now: Instant): Promise<ExceptionNews[]> {
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
    await insertEvents(
      database,
      rows.map(({ id, tenant_id }) => ({ id, tenant_id, kind: 'opened', detail: {} })),
      at,
    );
    news.push(...openedNews(opened, rows, now));
  }
  const changed = planned.filter(({ action }) => action.type !== 'open');
  if (changed.length > 0) {
    const { rows } = await database.execute<{ id: number; record_version: number }>(changeText, [
      JSON.stringify(changed.map((one) => changeRow(one, incidents))),
      at,
    ]);
    news.push(...changedNews(changed, new Map(rows.map((row) => [row.id, row.record_version])), now));
    await insertEvents(database, changed.flatMap(eventsOf), at);
  }
  return news;
}

/** What the history tells of a change; other words for the same problem are none. */
function eventsOf({ subject, action, worse, reason }: Planned): EventRow[] {
  if (action.type === 'open' || action.type === 'move') return [];
  const row = { id: Number(action.id), tenant_id: subject.tenantId };
  if (action.type === 'resolve') return [{ ...row, kind: 'resolved', detail: { note: action.note } }];
  const detail = { severity: action.finding.severity };
  if (action.type === 'update') return worse ? [{ ...row, kind: 'escalated', detail }] : [];
  return [{ ...row, kind: reason === 'escalating' ? 'escalated' : 'regressed', detail }];
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
    subject: subscription.subject,
    bill_no: subject.billNo,
    container_no: subscription.containerNo,
    carrier_code: subscription.carrierCode,
    vessel_name: subject.vesselName,
    voyage: subject.voyage,
    source_type: subject.sourceType,
    channel: subject.channel,
    ended: subscription.ended,
    subscribed_at: new Date(subscription.subscribedAt).toISOString(),
  };
};

const openText = `
  insert into shipment_exception (tenant_id, subscription_id, shipment_id, type_code, problem_key, severity, params, evidence,
    incident_id, crossing, subject, bill_no, container_no, carrier_code, vessel_name, voyage, source_type, channel, ended, subscribed_at,
    created_at, updated_at)
  select r.tenant_id, r.subscription_id, r.shipment_id, r.type_code, r.problem_key, r.severity, r.params, r.evidence,
    r.incident_id, r.crossing, r.subject, r.bill_no, r.container_no, r.carrier_code, r.vessel_name, r.voyage, r.source_type, r.channel, r.ended,
    r.subscribed_at, $2::timestamptz, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, subscription_id bigint, shipment_id bigint, type_code text,
    problem_key text, severity text, params jsonb, evidence jsonb, incident_id bigint, crossing jsonb, subject text, bill_no text, container_no text,
    carrier_code text, vessel_name text, voyage text, source_type text, channel text, ended boolean, subscribed_at timestamptz)
  on conflict (subscription_id, type_code, problem_key) do nothing
  returning id, tenant_id, subscription_id, type_code, problem_key`;

const changeRow = (planned: Planned, incidents: IncidentIds) => {
  const { action } = planned;
  if (action.type === 'resolve') return { id: action.id, kind: 'resolve', resolution: action.note };
  const finding = action.type === 'update' || action.type === 'regress' ? action.finding : undefined;
  return {
    id: 'id' in action ? action.id : null,
    kind: action.type,
    severity: finding?.severity,
    params: finding?.params,
    evidence: finding?.evidence,
    crossing: planned.crossing,
    incident_id: incidentOf(planned, incidents),
    reason: planned.reason,
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
    regressions = e.regressions + case when r.kind = 'regress' then 1 else 0 end,
    updated_at = case when r.kind = 'move' or (r.kind = 'update' and r.severity = e.severity) then e.updated_at
      else $2::timestamptz end,
    record_version = e.record_version
      + case when r.kind = 'move' or (r.kind = 'update' and r.severity = e.severity) then 0 else 1 end
  from jsonb_to_recordset($1::jsonb) as r(id bigint, kind text, severity text, params jsonb, evidence jsonb,
    crossing jsonb, incident_id bigint, reason text, handle_status smallint, resolution text)
  where e.id = r.id
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

const refreshText = `
  update shipment_exception e set shipment_id = r."shipmentId", bill_no = r."billNo", vessel_name = r."vesselName",
    voyage = r.voyage, ended = r.ended
  from jsonb_to_recordset($1::jsonb) as r(id bigint, "shipmentId" bigint, "billNo" text, "vesselName" text, voyage text,
    ended boolean)
  where e.id = r.id`;

/** Brings the columns that exceptions repeat from their subscription up to date, exception by exception. */
export async function refreshRepeatedColumns(
  database: Database,
  rows: readonly {
    id: number;
    shipmentId: number | null;
    billNo: string | null;
    vesselName: string | null;
    voyage: string | null;
    ended: boolean;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(refreshText, [JSON.stringify(rows)]);
}
