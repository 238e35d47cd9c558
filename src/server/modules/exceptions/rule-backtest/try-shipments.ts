import type { EventItem } from '#domain/exceptions/event/event-item.ts';
import { askRule } from '#domain/exceptions/detect.ts';
import { requestedOfTrack } from '#domain/exceptions/replay/requested-of-track.ts';
import type { ReplayedProblem } from '#domain/exceptions/replay/replay.ts';
import {
  compareFindings,
  countFindings,
  emptyTally,
  planTrial,
  replayTrial,
  tryShipment,
  verdictOf,
} from '#domain/exceptions/replay/trial.ts';
import type { TrialFindings, TrialPlan, TrialProblem, TrialTally } from '#domain/exceptions/replay/trial.ts';
import type { SettingsRow } from '#domain/exceptions/settings.ts';
import type { ExceptionRule, ReferenceData, RuleSettings, ShipmentView } from '#domain/exceptions/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { localDay } from '#shared/time/day.ts';
import { readMemories } from './memories.ts';
import type { Remembered } from './memories.ts';
import { ruleOf } from './rules.ts';
import type { NewProblem } from './run-queries.ts';

/** Everything a trial is made of that can be handed to another thread. */
export type TrialSpec = {
  ruleCode: string;
  /** The event item that is tried instead of a detection rule. */
  eventItem?: EventItem;
  rows: readonly SettingsRow[];
  tried: {
    tenantId: string | null;
    carrierCode: string | null;
    lane: string | null;
    enabled: boolean | null;
    values: RuleSettings;
  };
  curve: readonly number[];
  typeOff: boolean;
  from: Instant;
  to: Instant;
  zone: string;
};

/** What a part of the shipments came to. */
export type TrialPart = { tally: TrialTally; problems: NewProblem[] };

/** A longer list of problems is cut: nobody reads on, and the counts are exact all the same. */
export const maxListed = 5000;

/** How often an exception could have been found: as often as calm shipments are asked about. */
const stepMs = HOUR_MS;

type Requested = { id: number; tenantId: number; findings: TrialFindings; problems: TrialProblem[] };

/** Days as people of a zone count them; few days, asked again and again. */
function createDayNames(zone: string): (moment: Instant) => string {
  const known = new Map<number, string>();
  return (moment) => {
    const hour = Math.floor(moment / HOUR_MS);
    let day = known.get(hour);
    if (day === undefined) known.set(hour, (day = localDay(hour * HOUR_MS, zone)));
    return day;
  };
}

/** Plans are the same for all shipments of one tenant, carrier and lane. */
function createPlans(rule: ExceptionRule, spec: TrialSpec): (shipment: Omit<Remembered, 'memory'>) => TrialPlan {
  const plans = new Map<string, TrialPlan>();
  return ({ tenantId, carrierCode, lane }) => {
    const key = `${tenantId} ${carrierCode} ${lane ?? ''}`;
    let plan = plans.get(key);
    if (plan === undefined) {
      const scope = { tenantId: String(tenantId), carrierCode, lane };
      plans.set(key, (plan = planTrial({ ...spec, rule }, scope)));
    }
    return plan;
  };
}

type Exceptions = Map<string, { id: number; handleStatus: number; resolvedByItself: boolean }>;

async function readExceptions(database: Database, ruleCode: string, ids: readonly number[]): Promise<Exceptions> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{
    id: number;
    subscription_id: number;
    problem_key: string;
    handle_status: number;
    resolution: string | null;
  }>(
    `select id, subscription_id, problem_key, handle_status, resolution from shipment_exception
     where subscription_id = any($1) and type_code = $2`,
    [ids, ruleCode],
  );
  return new Map(
    rows.map((row) => [
      `${row.subscription_id} ${row.problem_key}`,
      { id: row.id, handleStatus: row.handle_status, resolvedByItself: row.resolution !== null },
    ]),
  );
}

/** What a rule says of a shipment at present: a problem that is there is there from now. */
function askPresent(
  rule: ExceptionRule,
  view: ShipmentView,
  variants: readonly RuleSettings[],
  now: Instant,
  reference: ReferenceData,
): ReplayedProblem[][] {
  return variants.map((settings) => {
    const byKey = new Map(askRule(rule, view, now, settings, reference).map((finding) => [finding.key, finding]));
    return Array.from(byKey, ([key, finding]) => ({ key, firstAt: now, goneAt: null, openings: 1, finding }));
  });
}

type Asking = (plan: TrialPlan) => TrialFindings;

async function readAskable(
  database: Database,
  rule: ExceptionRule,
  spec: TrialSpec,
  ids: readonly number[],
  reference: ReferenceSnapshot,
  planOf: (shipment: Omit<Remembered, 'memory'>) => TrialPlan,
): Promise<(Omit<Remembered, 'memory'> & { ask: Asking })[]> {
  const { from, to } = spec;
  const { rules } = reference;
  // What most trials do not need is loaded where one does: threads begin the sooner.
  if (rule.changeTimes === undefined) {
    const { readPresent } = await import('./present.ts');
    return (await readPresent(database, ids)).map(({ view, ...shipment }) => ({
      ...shipment,
      ask: (plan) => tryShipment(plan, (variants) => askPresent(rule, view, variants, to, rules)),
    }));
  }
  const window = { from, to, stepMs };
  const reported = rule.readsSources === true ? (await import('./read-reported.ts')).readReported : undefined;
  const kept = reported
    ? (some: readonly number[]) => reported(database, some, to, reference)
    : rule.readsDetails
      ? 'changes'
      : 'track';
  const answers = rule.readsNews === true;
  const askableBy =
    (requested: ExceptionRule) =>
    ({ memory, ...shipment }: Remembered) => ({
      ...shipment,
      ask: (plan: TrialPlan) => replayTrial(memory, plan, { rule: requested, window, reference: rules }),
    });
  const askable = askableBy(rule);
  if (rule.readsDetails !== 'toExcuse' && rule.suspects === undefined)
    return (await readMemories(database, ids, to, { kept, answers })).map(askable);
  // Few shipments have anything to be excused, or to be looked at closer: only their changes are read.
  const memories = await readMemories(database, ids, to, { kept: 'track', answers });
  const tracked = memories.map(askableBy(requestedOfTrack(rule)));
  const calm = tracked.flatMap(({ ask, ...shipment }) => calmOnly(shipment, () => ask(planOf(shipment))));
  const known = new Set(calm.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const detailed = others.length === 0 ? [] : await readMemories(database, others, to, { kept: 'changes', answers });
  return [...calm, ...detailed.map(askable)].sort((a, b) => a.id - b.id);
}

/** The shipment with the answer it gave, when that is nothing; one that cannot be asked is asked again with its details. */
function calmOnly<Shipment>(shipment: Shipment, ask: () => TrialFindings): (Shipment & { ask: () => TrialFindings })[] {
  try {
    const findings = ask();
    const { curve, present, tried } = findings;
    return curve.length + present.length + tried.length === 0 ? [{ ...shipment, ask: () => findings }] : [];
  } catch {
    return [];
  }
}

const iso = (instant: Instant): string => new Date(instant).toISOString();

/** Tries a rule on some shipments: counts, and the problems themselves up to `max`. */
export async function tryShipments(
  database: Database,
  spec: TrialSpec,
  ids: readonly number[],
  reference: ReferenceSnapshot,
): Promise<TrialPart> {
  const rule = ruleOf(spec);
  const planOf = createPlans(rule, spec);
  const tally = emptyTally(spec.curve.length);
  const requested: Requested[] = [];
  for (const { ask, ...shipment } of await readAskable(database, rule, spec, ids, reference, planOf)) {
    try {
      const findings = ask(planOf(shipment));
      requested.push({ id: shipment.id, tenantId: shipment.tenantId, findings, problems: compareFindings(findings) });
    } catch {
      tally.failures += 1;
    }
  }
  const found = requested.filter(({ findings, problems }) => findings.curve.length > 0 || problems.length > 0);
  const exceptions = await readExceptions(
    database,
    spec.ruleCode,
    found.map(({ id }) => id),
  );
  const dayOf = createDayNames(spec.zone);
  const problems: NewProblem[] = [];
  for (const { id, tenantId, findings, problems: own } of requested) {
    const exceptionOf = (key: string) => exceptions.get(`${id} ${key}`);
    countFindings(tally, findings, own, {
      // What can only be judged at present was there at no other moment.
      from: rule.changeTimes === undefined ? Number.NEGATIVE_INFINITY : spec.from,
      dayOf,
      verdictOf: (key) => verdictOf(exceptionOf(key)),
    });
    for (const { key, outcome, firstAt, goneAt, openings, finding } of own) {
      const exception = exceptionOf(key);
      problems.push({
        subscription_id: id,
        tenant_id: tenantId,
        problem_key: key,
        outcome,
        first_at: iso(firstAt),
        gone_at: goneAt === null ? null : iso(goneAt),
        openings,
        severity: finding.severity,
        params: finding.params,
        exception_id: exception?.id ?? null,
        handle_status: exception?.handleStatus ?? null,
      });
    }
  }
  return { tally, problems };
}
