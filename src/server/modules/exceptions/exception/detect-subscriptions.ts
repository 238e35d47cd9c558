import { reconcile } from '#domain/exceptions/lifecycle.ts';
import type { ReferenceData } from '#domain/exceptions/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { readDetectionSettings } from './detection-settings.ts';
import type { DetectionSettings } from './detection-settings.ts';
import type { DetectionSubject, DetectionSummary, Planned } from './detection-types.ts';
import { absentNote, judge } from './judged.ts';
import type { Priced } from './judged.ts';
import { priceFindings } from './money-facts.ts';
import { planActions } from './plan-actions.ts';
import { planShared, sharedUnits } from './plan-shared.ts';
import {
  containerBillOf,
  listSharedContainers,
  lockExceptions,
  shareRows,
  writeSharedContainers,
} from './shared-exceptions.ts';
import { toExisting } from './stored-exception.ts';
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
 * resolved by itself or regressed; containers of one bill that have subscriptions of their own share theirs. Only what the world did is news: what follows from decisions of ours is written with a
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
  const inForce = settings ?? (await readDetectionSettings(database));
  const rows = await lockExceptions(database, subjects);
  const found = subjects.map((subject) => judge(subject, inForce, now, reference, summary.ruleErrors));
  const judged = await priceFindings(database, found, now, reference);
  const ownRows = Map.groupBy(rows, (row) => row.subscription_id);
  const planned = judged
    .filter(({ subject }) => containerBillOf(subject) === null)
    .flatMap((one) => planOne(one, ownRows.get(one.subject.subscriptionId) ?? [], now));
  const isShared = (row: StoredException): boolean => row.box_bill !== null;
  const containers = await listSharedContainers(database, withTenants(rows.filter(isShared)));
  const shared = sharedUnits(judged, rows, containers).map((unit) => planShared(unit, now));
  planned.push(...shared.flatMap((plan) => plan.planned));
  const elsewhere = new Set(shared.flatMap((plan) => [...plan.elsewhere]));
  for (const subject of subjects) {
    const otherwise = (ownRows.get(subject.subscriptionId) ?? []).filter(
      (row) => !elsewhere.has(row.id) && isRepeatedOtherwise(row, subject),
    );
    if (otherwise.length > 0)
      summary.repeatedOtherwise.set(
        subject.subscriptionId,
        otherwise.map(({ id }) => id),
      );
  }
  summary.news = await writeActions(database, planned, now);
  await shareRows(
    database,
    shared.flatMap((plan) => plan.adopted),
  );
  await writeSharedContainers(
    database,
    shared.flatMap((plan) => plan.containers),
  );
  count(planned, summary);
  return summary;
}

/** What follows for a subscription that shares its exceptions with no other one. */
function planOne(judged: Priced, stored: readonly StoredException[], now: Instant): Planned[] {
  const { subject, findings, failedCodes, switchedOff } = judged;
  const own = stored.filter((row) => row.box_bill === null);
  const actions = reconcile(own.map(toExisting), findings, now, failedCodes, switchedOff, ({ code, key }) =>
    absentNote(subject, code, key),
  );
  return planActions(subject, own, findings, actions, judged);
}

function count(planned: readonly Planned[], summary: DetectionSummary): void {
  const counters = { open: 'opened', resolve: 'resolved', regress: 'regressed', update: 'updated' } as const;
  for (const { subject, action } of planned) {
    // Under another cause it is the same exception; nobody has to be reported.
    if (action.type === 'move') continue;
    summary[counters[action.type]] += 1;
    summary.changedTenants.add(subject.tenantId);
  }
}

const refreshText = `
  update shipment_exception e set shipment_id = r."shipmentId", bill_no = r."billNo", vessel_name = r."vesselName",
    voyage = r.voyage, ended = r.ended
  from jsonb_to_recordset($1::jsonb) as r(id bigint, "tenantId" bigint, "shipmentId" bigint, "billNo" text, "vesselName" text, voyage text,
    ended boolean)
  where e.id = r.id and e.tenant_id = r."tenantId"`;

/** Brings the columns that exceptions repeat from their subscription up to date, exception by exception. */
export async function refreshRepeatedColumns(
  database: Database,
  rows: readonly {
    id: number;
    tenantId: number;
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
