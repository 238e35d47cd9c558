import { detectAll, failedCodesOf, findingsOf } from '#domain/exception/detect.ts';
import type { DetectedFinding } from '#domain/exception/detect.ts';
import { incidentCauseOf } from '#domain/exception/incident-cause.ts';
import type { IncidentCause } from '#domain/exception/incident-cause.ts';
import { reconcile } from '#domain/exception/lifecycle.ts';
import type { ResolutionNote } from '#domain/exception/lifecycle.ts';
import { sourceFailing } from '#domain/exception/rules/source-failing.ts';
import { exceptionRules } from '#domain/exception/rules/index.ts';
import { laneOf } from '#domain/exception/settings.ts';
import type { ReferenceData } from '#domain/exception/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { readDetectionSettings } from './detection-settings.ts';
import type { DetectionSettings } from './detection-settings.ts';
import type { DetectionSubject, DetectionSummary, Planned } from './detection-types.ts';
import { planActions } from './plan-actions.ts';
import { storedColumns, toExisting } from './stored-exception.ts';
import type { StoredException } from './stored-exception.ts';
import { writeActions } from './write-actions.ts';

/** Whether a stored exception repeats from its subscription what is otherwise now. */
const isRepeatedOtherwise = (row: StoredException, subject: DetectionSubject): boolean =>
  row.shipment_id !== subject.shipmentId ||
  row.bill_no !== subject.billNo ||
  row.vessel_name !== subject.vesselName ||
  row.voyage !== subject.voyage ||
  row.ended !== subject.view.subscription.ended;

/**
 * Runs all rules over subscriptions and writes what follows: one exception per problem, opened, updated,
 * resolved by itself or regressed. Only what the world did is news: what follows from decisions of ours is written with a
 * note. Runs in the caller's transaction, which holds the subscriptions' locks; `settings` are those in force since then,
 * without them they are read.
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
    `select ${storedColumns}
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
  const detections = detectAll(subject.view, subject.decidedAsOf ?? now, {
    rules: exceptionRules,
    reference,
    ...lookup,
  });
  for (const detection of detections) {
    if (detection.error !== undefined) {
      summary.ruleErrors.push({ code: detection.code, subscriptionId: subject.subscriptionId, error: detection.error });
    }
  }
  const findings = findingsOf(detections);
  const causeOf = ({ code, finding }: DetectedFinding): IncidentCause | undefined =>
    incidentCauseOf({ code, finding, view: subject.view, reference });
  const switchedOff = new Set(exceptionRules.map(({ code }) => code).filter((code) => !lookup.enabled(code)));
  const actions = reconcile(
    stored.map(toExisting),
    findings,
    now,
    failedCodesOf(detections),
    switchedOff,
    ({ code, key }) => absentNote(subject, code, key),
  );
  return planActions(subject, stored, findings, actions, causeOf, lookup.settingsFor);
}

/** Why what is found no longer is closed. */
function absentNote({ view, decidedAsOf }: DetectionSubject, code: string, key: string): ResolutionNote {
  if (view.subscription.ended) return 'ended';
  const isDown = view.sources.some((source) => source.isDown === true && source.sourceCode === key);
  if (code === sourceFailing.code && isDown) return 'merged';
  return decidedAsOf === undefined ? 'gone' : 'adjusted';
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
