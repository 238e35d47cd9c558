import { detectAll, failedCodesOf, findingsOf, isWorse } from '#domain/exception/detect.ts';
import type { HandleStatus } from '#domain/exception/handle-status.ts';
import { reconcile } from '#domain/exception/lifecycle.ts';
import type { ExistingException, LifecycleAction } from '#domain/exception/lifecycle.ts';
import { exceptionRules } from '#domain/exception/rules/index.ts';
import { laneOf, settingsLookup } from '#domain/exception/settings.ts';
import type { SettingsRow } from '#domain/exception/settings.ts';
import type { Evidence, Finding, ReferenceData, ShipmentView } from '#domain/exception/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';

/** A subscription with what the list columns of its exceptions repeat. */
export type DetectionSubject = {
  view: ShipmentView;
  tenantId: number;
  subscriptionId: number;
  shipmentId: number | null;
  vesselName: string | null;
  voyage: string | null;
  billNo: string | null;
  sourceType: string;
  channel: string;
};

/** What a detection changed, for live events and metrics. */
export type DetectionSummary = {
  opened: number;
  resolved: number;
  regressed: number;
  updated: number;
  changedTenants: Set<number>;
  ruleErrors: { code: string; subscriptionId: number; error: string }[];
  /** What people may want to be told of. */
  news: ExceptionNews[];
};

/** An exception that was found, got worse or came back. */
export type ExceptionNews = {
  event: 'EXCEPTION_OPENED' | 'EXCEPTION_ESCALATED' | 'EXCEPTION_REGRESSED';
  exceptionId: number;
  /** Version of the exception by this event: what tells two events of one exception apart. */
  version: number;
  at: Instant;
  subject: DetectionSubject;
  code: string;
  finding: Finding;
};

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
};

const toExisting = (row: StoredException): ExistingException => ({
  id: String(row.id),
  code: row.type_code,
  key: row.problem_key,
  state: row.open ? 'open' : 'resolved',
  handleStatus: row.handle_status as HandleStatus,
  finding: { key: row.problem_key, params: row.params, evidence: row.evidence, severity: row.severity },
  firstSeenAt: row.created_at,
  resolvedAt: row.resolved_at,
});

/** Rule settings of all tenants; few rows, read once per batch. */
export async function listRuleSettings(database: Database): Promise<SettingsRow[]> {
  const rows = await database.system.selectFrom('rule_setting').selectAll().execute();
  return rows.map((row) => ({
    code: row.rule_code,
    tenantId: row.tenant_id === null ? null : String(row.tenant_id),
    carrierCode: row.carrier_code,
    lane: row.lane,
    enabled: row.enabled,
    values: row.settings as SettingsRow['values'],
  }));
}

type Planned = { subject: DetectionSubject; action: LifecycleAction; worse: boolean };

/**
 * Runs all rules over subscriptions and writes what follows: one exception per problem, opened, updated,
 * resolved by itself or regressed. Runs in the caller's transaction, which holds the subscriptions' locks.
 */
export async function detectSubscriptions(
  database: Database,
  subjects: readonly DetectionSubject[],
  now: Instant,
  reference: ReferenceData,
): Promise<DetectionSummary> {
  const summary: DetectionSummary = {
    opened: 0,
    resolved: 0,
    regressed: 0,
    updated: 0,
    changedTenants: new Set(),
    ruleErrors: [],
    news: [],
  };
  if (subjects.length === 0) return summary;
  const ids = subjects.map((subject) => subject.subscriptionId);
  const settings = await listRuleSettings(database);
  const { rows } = await database.execute<StoredException>(
    `select id, subscription_id, type_code, problem_key, open, handle_status, severity, params, evidence, created_at, resolved_at
     from shipment_exception where subscription_id = any($1)`,
    [ids],
  );
  const storedOf = Map.groupBy(rows, (row) => row.subscription_id);
  const planned: Planned[] = [];
  for (const subject of subjects) {
    const existing = (storedOf.get(subject.subscriptionId) ?? []).map(toExisting);
    for (const action of planOne(subject, existing, settings, now, reference, summary))
      planned.push({ subject, action, worse: getsWorse(existing, action) });
  }
  summary.news = await writeActions(database, planned, now);
  count(planned, summary);
  return summary;
}

function planOne(
  subject: DetectionSubject,
  existing: ExistingException[],
  settings: readonly SettingsRow[],
  now: Instant,
  reference: ReferenceData,
  summary: DetectionSummary,
): LifecycleAction[] {
  const booking = subject.view.fused?.content.booking;
  const scope = {
    tenantId: String(subject.tenantId),
    carrierCode: subject.view.subscription.carrierCode,
    lane: laneOf(booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null),
  };
  const detections = detectAll(subject.view, now, {
    rules: exceptionRules,
    reference,
    ...settingsLookup(exceptionRules, settings, scope),
  });
  for (const detection of detections) {
    if (detection.error !== undefined) {
      summary.ruleErrors.push({ code: detection.code, subscriptionId: subject.subscriptionId, error: detection.error });
    }
  }
  return reconcile(existing, findingsOf(detections), now, failedCodesOf(detections)).filter(
    (action) => action.type !== 'keep',
  );
}

function count(planned: readonly Planned[], summary: DetectionSummary): void {
  const counters = { open: 'opened', resolve: 'resolved', regress: 'regressed', update: 'updated' } as const;
  for (const { subject, action } of planned) {
    if (action.type === 'keep') continue;
    summary[counters[action.type]] += 1;
    summary.changedTenants.add(subject.tenantId);
  }
}

const getsWorse = (existing: readonly ExistingException[], action: LifecycleAction): boolean => {
  const before = action.type === 'update' ? existing.find(({ id }) => id === action.id) : undefined;
  return action.type === 'update' && before !== undefined && isWorse(action.finding.severity, before.finding.severity);
};

async function writeActions(database: Database, planned: readonly Planned[], now: Instant): Promise<ExceptionNews[]> {
  const at = new Date(now);
  const news: ExceptionNews[] = [];
  const opened = planned.filter(({ action }) => action.type === 'open');
  if (opened.length > 0) {
    const { rows } = await database.execute<OpenedRow>(openText, [JSON.stringify(opened.map(openRow)), at]);
    await insertEvents(
      database,
      rows.map(({ id, tenant_id }) => ({ id, tenant_id, kind: 'opened', detail: {} })),
      at,
    );
    news.push(...openedNews(opened, rows, now));
  }
  const changed = planned.filter(({ action }) => action.type !== 'open' && action.type !== 'keep');
  if (changed.length > 0) {
    const { rows } = await database.execute<{ id: number; record_version: number }>(changeText, [
      JSON.stringify(changed.map(changeRow)),
      at,
    ]);
    news.push(...changedNews(changed, new Map(rows.map((row) => [row.id, row.record_version])), now));
    await insertEvents(
      database,
      changed.flatMap(({ subject, action }) =>
        action.type === 'resolve' || action.type === 'regress'
          ? [
              {
                id: Number(action.id),
                tenant_id: subject.tenantId,
                kind: action.type === 'resolve' ? 'resolved' : 'regressed',
                detail: action.type === 'resolve' ? { note: action.note } : {},
              },
            ]
          : [],
      ),
      at,
    );
  }
  return news;
}

type OpenedRow = { id: number; tenant_id: number; subscription_id: number; type_code: string; problem_key: string };

const problemOf = (subscriptionId: number, code: string, key: string): string =>
  JSON.stringify([subscriptionId, code, key]);

/** Those that were really written: a problem that somebody else opened at the same moment is theirs to tell. */
function openedNews(opened: readonly Planned[], rows: readonly OpenedRow[], at: Instant): ExceptionNews[] {
  const written = new Map(rows.map((row) => [problemOf(row.subscription_id, row.type_code, row.problem_key), row.id]));
  return opened.flatMap(({ subject, action }) => {
    const exceptionId = written.get(problemOf(subject.subscriptionId, action.code, action.key));
    if (action.type !== 'open' || exceptionId === undefined) return [];
    const { code, finding } = action;
    return [{ event: 'EXCEPTION_OPENED', exceptionId, version: 1, at, subject, code, finding }];
  });
}

function changedNews(changed: readonly Planned[], versions: ReadonlyMap<number, number>, at: Instant): ExceptionNews[] {
  return changed.flatMap(({ subject, action, worse }) => {
    if (action.type !== 'regress' && !(action.type === 'update' && worse)) return [];
    const exceptionId = Number(action.id);
    const { code, finding, type } = action;
    const event = type === 'regress' ? 'EXCEPTION_REGRESSED' : 'EXCEPTION_ESCALATED';
    return [{ event, exceptionId, version: versions.get(exceptionId) ?? 0, at, subject, code, finding }];
  });
}

const openRow = ({ subject, action }: Planned) => {
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
    subject, bill_no, container_no, carrier_code, vessel_name, voyage, source_type, channel, ended, subscribed_at,
    created_at, updated_at)
  select r.tenant_id, r.subscription_id, r.shipment_id, r.type_code, r.problem_key, r.severity, r.params, r.evidence,
    r.subject, r.bill_no, r.container_no, r.carrier_code, r.vessel_name, r.voyage, r.source_type, r.channel, r.ended,
    r.subscribed_at, $2::timestamptz, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, subscription_id bigint, shipment_id bigint, type_code text,
    problem_key text, severity text, params jsonb, evidence jsonb, subject text, bill_no text, container_no text,
    carrier_code text, vessel_name text, voyage text, source_type text, channel text, ended boolean, subscribed_at timestamptz)
  on conflict (subscription_id, type_code, problem_key) do nothing
  returning id, tenant_id, subscription_id, type_code, problem_key`;

const changeRow = ({ action }: Planned) => {
  if (action.type === 'resolve') return { id: action.id, kind: 'resolve', resolution: action.note };
  const finding = action.type === 'update' || action.type === 'regress' ? action.finding : undefined;
  return {
    id: 'id' in action ? action.id : null,
    kind: action.type,
    severity: finding?.severity,
    params: finding?.params,
    evidence: finding?.evidence,
    handle_status: action.type === 'regress' ? action.handleStatus : undefined,
  };
};

// A resolved exception counts as handled (2) unless a person had settled it. Other words for the same problem (one
// more hour) are no new version: nobody who is just handling it is sent away for that, and no list is reordered.
const changeText = `
  update shipment_exception e set
    severity = coalesce(r.severity, e.severity),
    params = coalesce(r.params, e.params),
    evidence = coalesce(r.evidence, e.evidence),
    open = r.kind <> 'resolve',
    resolved_at = case when r.kind = 'resolve' then $2::timestamptz end,
    handle_status = case when r.kind = 'resolve' and e.handle_status = 0 then 2
      when r.kind = 'regress' then r.handle_status else e.handle_status end,
    resolution = r.resolution,
    handle_time = case when r.kind = 'resolve' and e.handle_status = 0 then $2::timestamptz else e.handle_time end,
    regressions = e.regressions + case when r.kind = 'regress' then 1 else 0 end,
    updated_at = case when r.kind = 'update' and r.severity = e.severity then e.updated_at else $2::timestamptz end,
    record_version = e.record_version + case when r.kind = 'update' and r.severity = e.severity then 0 else 1 end
  from jsonb_to_recordset($1::jsonb) as r(id bigint, kind text, severity text, params jsonb, evidence jsonb,
    handle_status smallint, resolution text)
  where e.id = r.id
  returning e.id, e.record_version`;

async function insertEvents(
  database: Database,
  rows: readonly { id: number; tenant_id: number; kind: string; detail: Record<string, unknown> }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `insert into exception_event (tenant_id, exception_id, at, kind, actor_code, detail)
     select r.tenant_id, r.id, $2::timestamptz, r.kind, 'system', r.detail
     from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, kind text, detail jsonb)`,
    [JSON.stringify(rows), at],
  );
}

/** Brings the columns that exceptions repeat from their subscription up to date. */
export async function refreshRepeatedColumns(
  database: Database,
  rows: readonly {
    subscriptionId: number;
    shipmentId: number | null;
    billNo: string | null;
    vesselName: string | null;
    voyage: string | null;
    ended: boolean;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `update shipment_exception e set shipment_id = r."shipmentId", bill_no = r."billNo", vessel_name = r."vesselName",
       voyage = r.voyage, ended = r.ended
     from jsonb_to_recordset($1::jsonb) as r("subscriptionId" bigint, "shipmentId" bigint, "billNo" text, "vesselName" text,
       voyage text, ended boolean)
     where e.subscription_id = r."subscriptionId"
       and (e.shipment_id, e.bill_no, e.vessel_name, e.voyage, e.ended)
         is distinct from (r."shipmentId", r."billNo", r."vesselName", r.voyage, r.ended)`,
    [JSON.stringify(rows)],
  );
}
