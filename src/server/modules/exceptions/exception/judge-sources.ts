import { incidentCauseOf } from '#domain/exceptions/incident-cause.ts';
import { reconcile } from '#domain/exceptions/lifecycle.ts';
import { sourceFailing } from '#domain/exceptions/rules/source-failing.ts';
import type { ReferenceData, SourceHealth, DetectedFinding } from '#domain/exceptions/types.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { DetectionSettings } from './detection-settings.ts';
import type { ExceptionNews, JudgedSubject, Planned } from './detection-types.ts';
import { beginOutages } from './incident-rows.ts';
import { planActions } from './plan-actions.ts';
import { storedColumns, toExisting } from './stored-exception.ts';
import type { StoredException } from './stored-exception.ts';
import { writeActions } from './write-actions.ts';

const { code } = sourceFailing;

/** A source as one tenant sees it fail: how often in a row it answered none of the tenant's requests. */
export type FailingSource = {
  tenantId: number;
  health: SourceHealth;
  /** It could be queried by robots only, and none has asked: since when, and for how many shipments. */
  unrequested?: { since: Instant; shipments: number };
};

/** A source that answers: the keys of one tenant, or those of the platform. */
export type AnsweringSource = { sourceCode: string; tenantId: number | null };

/** What a batch says of sources as a whole. */
export type SourceReports = { failing: readonly FailingSource[]; answering: readonly AnsweringSource[] };

/** Shipments of tenants whose last request to a source failed. */
async function countShipments(database: Database, failing: readonly FailingSource[]): Promise<Map<string, number>> {
  const { rows } = await database.execute<{ tenant_id: number; code: string; n: number }>(
    `select ss.tenant_id, s.code, count(*)::int as n from subscription_source ss join source s on s.id = ss.source_id
     join subscription sub on sub.id = ss.subscription_id
     where s.code = any($1) and ss.tenant_id = any($2) and ss.consecutive_failures > 0 and not sub.ended group by 1, 2`,
    [failing.map(({ health }) => health.sourceCode), failing.map(({ tenantId }) => tenantId)],
  );
  return new Map(rows.map((row) => [`${row.tenant_id} ${row.code}`, row.n]));
}

/** The problem that nobody asks a source. */
function unrequestedFinding(
  { sourceCode, lastSuccessAt }: SourceHealth,
  since: Instant,
  shipments: number,
): DetectedFinding {
  const params = {
    source: sourceCode,
    waitingAt: since,
    shipments,
    ...(lastSuccessAt !== null && { lastSuccessAt }),
  };
  const evidence = [{ path: 'source.lastSuccessAt', value: lastSuccessAt, sourceCode }];
  return { code, finding: { key: sourceCode, params, evidence, severity: 'high' } };
}

/** The problem that a source answers nobody; undefined below the number of failures that the tenant has set. */
function downFinding(
  { tenantId, health, unrequested }: FailingSource,
  shipments: number,
  settings: DetectionSettings,
): DetectedFinding | undefined {
  const lookup = settings.lookup({ tenantId: String(tenantId), carrierCode: '', lane: null });
  const values = { ...sourceFailing.defaults, ...lookup.settingsFor(code) };
  const { sourceCode, consecutiveFailures: failures, lastError, lastSuccessAt } = health;
  if (!lookup.enabled(code)) return undefined;
  if (unrequested !== undefined) return unrequestedFinding(health, unrequested.since, unrequested.shipments);
  if (failures < (values['failures'] ?? 1)) return undefined;
  const params = {
    source: sourceCode,
    failures,
    ...(shipments > 0 && { shipments }),
    ...(lastError !== null && { error: lastError }),
    ...(lastSuccessAt !== null && { lastSuccessAt }),
  };
  const evidence = [
    { path: 'source.consecutiveFailures', value: failures, sourceCode },
    { path: 'source.lastError', value: lastError, sourceCode },
  ];
  const severity = failures >= (values['highFailures'] ?? Infinity) ? 'high' : 'medium';
  return { code, finding: { key: sourceCode, params, evidence, severity } };
}

/** A source is no shipment: what its exception says of one is empty. */
const subjectOf = (tenantId: number, sources: readonly SourceHealth[], now: Instant): JudgedSubject => ({
  tenantId,
  subscriptionId: null,
  shipmentId: null,
  vesselName: null,
  voyage: null,
  billNo: null,
  sourceType: '',
  channel: '',
  view: {
    subscription: {
      id: '',
      tenantId: String(tenantId),
      subject: 'bill',
      billNo: null,
      containerNo: null,
      carrierCode: '',
      subscribedAt: now,
      ended: false,
    },
    fused: null,
    records: [],
    etaHistory: [],
    departureHistory: [],
    shipHistory: [],
    routeHistory: [],
    sources,
  },
});

/**
 * A source that answers nobody is one exception of each tenant that asks it, whatever the number of shipments: opened, reported
 * and closed as a whole. In the caller's transaction, after the exceptions of its subscriptions.
 */
export async function judgeSources(
  database: Database,
  { failing, answering }: SourceReports,
  now: Instant,
  reference: ReferenceData,
  settings: DetectionSettings,
): Promise<ExceptionNews[]> {
  if (failing.length + answering.length === 0) return [];
  const byPlatform = answering.filter(({ tenantId }) => tenantId === null);
  const byTenant = answering.filter(({ tenantId }) => tenantId !== null);
  // An answer to the platform's keys says nothing of tenants that have keys of their own.
  const { rows } = await database.execute<StoredException>(
    `select ${storedColumns} from shipment_exception e left join incident i on i.id = e.incident_id
     where e.subscription_id is null and e.type_code = '${code}' and (
       e.open and e.problem_key = any($1) and not exists (select from source s join tenant_asset own on own.asset_id = s.asset_id
         where s.code = e.problem_key and own.tenant_id = e.tenant_id)
       or e.open and exists (select from unnest($4::text[], $5::bigint[]) as own(code, tenant_id)
         where own.code = e.problem_key and own.tenant_id = e.tenant_id)
       or e.problem_key = any($2) and e.tenant_id = any($3)) order by e.id for update of e`,
    [
      byPlatform.map(({ sourceCode }) => sourceCode),
      failing.map(({ health }) => health.sourceCode),
      failing.map(({ tenantId }) => tenantId),
      byTenant.map(({ sourceCode }) => sourceCode),
      byTenant.map(({ tenantId }) => tenantId),
    ],
  );
  const shipments = failing.length === 0 ? new Map<string, number>() : await countShipments(database, failing);
  const planned: Planned[] = [];
  for (const tenantId of new Set([...rows.map((row) => row.tenant_id), ...failing.map((one) => one.tenantId)])) {
    const own = failing.filter((one) => one.tenantId === tenantId);
    const heard = answering.filter((one) => one.tenantId === null || one.tenantId === tenantId);
    const judged = new Set([...heard.map((one) => one.sourceCode), ...own.map(({ health }) => health.sourceCode)]);
    const stored = rows.filter((row) => row.tenant_id === tenantId && judged.has(row.problem_key));
    const findings = own.flatMap(
      (one) => downFinding(one, shipments.get(`${tenantId} ${one.health.sourceCode}`) ?? 0, settings) ?? [],
    );
    const actions = reconcile(stored.map(toExisting), findings, now);
    const sources = own.map(({ health }) => health);
    const subject = subjectOf(tenantId, sources, now);
    const { view } = subject;
    const lookup = settings.lookup({ tenantId: String(tenantId), carrierCode: '', lane: null });
    planned.push(
      ...planActions(subject, stored, findings, actions, {
        causeOf: ({ finding }) => incidentCauseOf({ code, finding, view, reference }),
        moneyOf: () => null,
        settingsFor: lookup.settingsFor,
      }),
    );
  }
  const news = await writeActions(database, planned, now);
  const begun = news.filter(({ event }) => event !== 'EXCEPTION_ESCALATED').map(({ exceptionId }) => exceptionId);
  await beginOutages(database, begun, new Date(now));
  return news;
}
