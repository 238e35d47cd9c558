import type { Instant } from '#shared/time/instant.ts';
import { handleStatuses } from '../handle-status.ts';
import { resolveSettings } from '../settings.ts';
import type { SettingsRow, SettingsScope } from '../settings.ts';
import { curveOf, mainThresholdOf } from '../tuning.ts';
import type { ExceptionRule, RuleSettings } from '../types.ts';
import { replayChain } from './chain.ts';
import { replayShipment } from './replay.ts';
import type { ReplayedProblem, RuleQuestion, ShipmentMemory } from './replay.ts';

/** Settings that are tried instead of those of one level. */
export type TriedSettings = Omit<SettingsRow, 'code'>;

/** A rule with the settings it has and those it is tried with. */
export type Trial = {
  rule: ExceptionRule;
  /** Settings of all levels as they are. */
  rows: readonly SettingsRow[];
  tried: TriedSettings;
  /** Values of the main threshold to count at; see `curveOf`. */
  curve: readonly number[];
  /** The type of exceptions is switched off for the whole installation: at present the rule finds nothing. */
  typeOff?: boolean;
};

/** Everything one shipment has to be asked with. */
export type TrialPlan = {
  /** Settings along the curve; `nested`: each finds at most what the one before it finds. */
  chain: readonly RuleSettings[];
  nested: boolean;
  /** null = switched off. */
  present: RuleSettings | null;
  tried: RuleSettings | null;
  /** Which of both lie on the chain. */
  within: ReadonlySet<RuleSettings>;
};

const isSameScope = (a: Omit<SettingsRow, 'code'>, b: Omit<SettingsRow, 'code'>): boolean =>
  a.tenantId === b.tenantId && a.carrierCode === b.carrierCode && a.lane === b.lane;

/** The rows with the tried settings in the place of those of the same level. */
function rowsWith(rows: readonly SettingsRow[], code: string, tried: TriedSettings): SettingsRow[] {
  return [...rows.filter((row) => row.code !== code || !isSameScope(row, tried)), { ...tried, code }];
}

/** Values of the main threshold around what is set and what is tried on a level. */
export function curveFor({ rule, rows, tried }: Pick<Trial, 'rule' | 'rows' | 'tried'>): number[] {
  const main = mainThresholdOf(rule);
  if (main === undefined) return [];
  const scope = { tenantId: tried.tenantId ?? '', carrierCode: tried.carrierCode ?? '', lane: tried.lane };
  const both = [rows, rowsWith(rows, rule.code, tried)].map(
    (list) => resolveSettings(rule, list, scope).values[main.name],
  );
  return curveOf(
    rule,
    both.filter((value) => value !== undefined),
  );
}

/** Settles with which settings shipments of a tenant, carrier and lane are asked. */
export function planTrial({ rule, rows, tried, curve, typeOff = false }: Trial, scope: SettingsScope): TrialPlan {
  const main = mainThresholdOf(rule);
  const resolve = (list: readonly SettingsRow[]): RuleSettings | null => {
    const { enabled, values } = resolveSettings(rule, list, scope);
    return enabled ? values : null;
  };
  const at = (value: number): RuleSettings | null =>
    resolve(rowsWith(rows, rule.code, { ...tried, values: { ...tried.values, [main?.name ?? '']: value } }));
  const chain = curve.map(at).filter((settings) => settings !== null);
  const sides = { present: typeOff ? null : resolve(rows), tried: resolve(rowsWith(rows, rule.code, tried)) };
  const within = [sides.present, sides.tried]
    .filter((settings) => settings !== null)
    .filter((settings) => isOf(chain, settings));
  return { chain, nested: main?.looser != null, ...sides, within: new Set(within) };
}

/** What a shipment's problems are with each of the settings of a plan. */
export type TrialFindings = {
  /** Problems along the curve: key, and the values at which each is found, as places in the curve: from, to. */
  curve: readonly (readonly [key: string, from: number, to: number])[];
  present: readonly ReplayedProblem[];
  tried: readonly ReplayedProblem[];
};

const keyOf = (settings: RuleSettings): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));

const isOf = (chain: readonly RuleSettings[], settings: RuleSettings): boolean =>
  chain.some((one) => keyOf(one) === keyOf(settings));

/** Asks about one shipment with all settings of a plan; `ask` gives the problems with each of several settings. */
export function tryShipment(
  { chain, present, tried }: TrialPlan,
  ask: (variants: readonly RuleSettings[]) => ReplayedProblem[][],
): TrialFindings {
  const wanted = [present, tried].map((settings) => (settings === null ? [] : [settings]));
  const all = ask([...chain, ...wanted.flat()]);
  const [before = [], after = []] = wanted.map((settings, index) =>
    settings.length === 0 ? [] : all.at(chain.length + (index === 0 ? 0 : (wanted[0]?.length ?? 0))),
  );
  const curve = chain.flatMap((_, index) => (all[index] ?? []).map(({ key }) => [key, index, index] as const));
  return { curve, present: before, tried: after };
}

/** The same over history in one pass, where thresholds are nested. */
export function replayTrial(memory: ShipmentMemory, plan: TrialPlan, question: RuleQuestion): TrialFindings {
  const { chain, nested, present, tried } = plan;
  if (!nested) return tryShipment(plan, (variants) => replayShipment(memory, { ...question, variants }));
  const wanted = [present, tried].filter((settings) => settings !== null);
  const { reached, problems } = replayChain(memory, {
    ...question,
    chain,
    wanted: wanted.map((settings) => ({ settings, within: plan.within.has(settings) })),
  });
  return {
    curve: Array.from(reached, ([key, last]) => [key, 0, last] as const),
    present: present === null ? [] : (problems[0] ?? []),
    tried: tried === null ? [] : (problems[present === null ? 0 : 1] ?? []),
  };
}

/** What people did about the exception that a problem really opened. */
export type Verdict = 'confirmed' | 'dismissed' | 'undecided' | 'unseen';

/** Reads from a stored exception what people think of it; none = nobody was shown one. */
export function verdictOf(exception: { handleStatus: number; resolvedByItself: boolean } | undefined): Verdict {
  if (exception === undefined) return 'unseen';
  if (exception.handleStatus === handleStatuses.noActionNeeded) return 'dismissed';
  const handled = exception.handleStatus === handleStatuses.handled && !exception.resolvedByItself;
  return handled ? 'confirmed' : 'undecided';
}

type Counts = { total: number; atStart: number; shipments: number; open: number };
type Verdicts = Record<Verdict, number>;

/** What a trial has found so far; tallies of parts add up to that of the whole. */
export type TrialTally = {
  present: Counts;
  tried: Counts;
  same: Verdicts;
  added: Verdicts;
  gone: Verdicts;
  /** Opened per day (yyyy-MM-dd): present, tried. */
  days: Record<string, [present: number, tried: number]>;
  /** At each value of the curve: how many problems, and what people did with them. */
  curve: number[];
  judged: Verdicts[];
  failures: number;
  listed: number;
};

const noCounts = (): Counts => ({ total: 0, atStart: 0, shipments: 0, open: 0 });
const noVerdicts = (): Verdicts => ({ confirmed: 0, dismissed: 0, undecided: 0, unseen: 0 });

/** A tally of nothing, with so many points of the curve. */
export const emptyTally = (points: number): TrialTally => ({
  present: noCounts(),
  tried: noCounts(),
  same: noVerdicts(),
  added: noVerdicts(),
  gone: noVerdicts(),
  days: {},
  curve: Array.from({ length: points }, () => 0),
  judged: Array.from({ length: points }, noVerdicts),
  failures: 0,
  listed: 0,
});

function addNumbers(into: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const name of Object.keys(more)) into[name] = (into[name] ?? 0) + (more[name] ?? 0);
}

/** Adds a tally to another one. */
export function addTally(into: TrialTally, more: TrialTally): void {
  for (const name of ['present', 'tried', 'same', 'added', 'gone'] as const) addNumbers(into[name], more[name]);
  for (const [day, [present, tried]] of Object.entries(more.days)) {
    const known = (into.days[day] ??= [0, 0]);
    known[0] += present;
    known[1] += tried;
  }
  more.curve.forEach((count, index) => (into.curve[index] = (into.curve[index] ?? 0) + count));
  // Runs that were begun by an earlier version have none.
  (more.judged ?? []).forEach((verdicts, index) =>
    addNumbers(((into.judged ??= [])[index] ??= noVerdicts()), verdicts),
  );
  into.failures += more.failures;
  into.listed += more.listed;
}

/** A problem as a list of a trial shows it. */
export type TrialProblem = ReplayedProblem & { outcome: 'same' | 'new' | 'gone' };

/** What differs between the present and the tried findings of one shipment. */
export function compareFindings({ present, tried }: TrialFindings): TrialProblem[] {
  const before = new Set(present.map(({ key }) => key));
  const after = new Set(tried.map(({ key }) => key));
  return [
    ...tried.map((problem) => ({
      ...problem,
      outcome: before.has(problem.key) ? ('same' as const) : ('new' as const),
    })),
    ...present.filter(({ key }) => !after.has(key)).map((problem) => ({ ...problem, outcome: 'gone' as const })),
  ];
}

/** Counts the findings of one shipment; `dayOf` names the day of a moment, `from` is the beginning of the period. */
export function countFindings(
  tally: TrialTally,
  findings: TrialFindings,
  problems: readonly TrialProblem[],
  options: { from: Instant; dayOf: (moment: Instant) => string; verdictOf: (key: string) => Verdict },
): void {
  const sides = [
    [tally.present, findings.present, 0],
    [tally.tried, findings.tried, 1],
  ] as const;
  for (const [counts, found, side] of sides) {
    if (found.length > 0) counts.shipments += 1;
    for (const { firstAt, goneAt } of found) {
      counts.total += 1;
      if (goneAt === null) counts.open += 1;
      if (firstAt <= options.from) counts.atStart += 1;
      else (tally.days[options.dayOf(firstAt)] ??= [0, 0])[side] += 1;
    }
  }
  for (const [key, from, to] of findings.curve) {
    const verdict = options.verdictOf(key);
    for (let index = from; index <= to; index++) {
      tally.curve[index] = (tally.curve[index] ?? 0) + 1;
      ((tally.judged ??= [])[index] ??= noVerdicts())[verdict] += 1;
    }
  }
  const groups = { same: tally.same, new: tally.added, gone: tally.gone };
  for (const { outcome, key } of problems) groups[outcome][options.verdictOf(key)] += 1;
}
