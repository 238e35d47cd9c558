import { crossingOf } from '#domain/exceptions/crossing.ts';
import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import type { LifecycleAction } from '#domain/exceptions/lifecycle.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import { isWorse } from '#domain/exceptions/severity.ts';
import type { RuleSettings, DetectedFinding } from '#domain/exceptions/types.ts';
import type { ExceptionReason, JudgedSubject, Planned } from './detection-types.ts';
import { isOurDoing } from './our-doing.ts';
import type { StoredException } from './stored-exception.ts';

/** What is requested from each problem besides the problem itself. */
export type ProblemLookups = {
  causeOf: (detected: DetectedFinding) => IncidentCause | undefined;
  /** null: it costs nothing; undefined: nobody can tell now. */
  moneyOf: (detected: DetectedFinding) => MoneyAtRisk | null | undefined;
  settingsFor: (code: string) => RuleSettings;
};

/** Puts beside each action what is written with it: cause, crossed threshold, money, and why the exception is where it is. */
export function planActions(
  subject: JudgedSubject,
  stored: readonly StoredException[],
  findings: readonly DetectedFinding[],
  actions: readonly LifecycleAction[],
  { causeOf, moneyOf, settingsFor }: ProblemLookups,
): Planned[] {
  const found = new Map(findings.map((one) => [problemOf(one.code, one.finding.key), one]));
  const before = new Map(stored.map((row) => [String(row.id), row]));
  return actions.flatMap((action): Planned[] => {
    const row = action.type === 'open' ? undefined : before.get(action.id);
    const detected = action.type === 'resolve' ? undefined : found.get(problemOf(action.code, action.key));
    const cause = detected && causeOf(detected);
    const money = detected && moneyOf(detected);
    if (action.type === 'keep') {
      if (row === undefined || detected === undefined || (hasCause(row, cause) && hasMoney(row, money))) return [];
      const { id, code, key } = action;
      const move = { type: 'move', id, code, key } as const;
      return [{ subject, action: move, worse: false, cause, crossing: undefined, money, reason: undefined }];
    }
    const crossing = detected && crossingOf(action.code, detected.finding, settingsFor(action.code));
    const worse = getsWorse(row, action);
    return [{ subject, action, worse, cause, crossing, money, reason: reasonOf(subject, row, action, worse) }];
  });
}

/** Codes contain no spaces. */
const problemOf = (code: string, key: string): string => `${code} ${key}`;

const hasCause = (row: StoredException, cause: IncidentCause | undefined): boolean =>
  row.incident_kind === (cause?.kind ?? null) && row.cause_key === (cause?.key ?? null);

const hasMoney = (row: StoredException, money: MoneyAtRisk | null | undefined): boolean =>
  money === undefined || row.money_usd === (money?.usd ?? 0);

/** Why it is where it is; what goes on as before keeps its reason. */
function reasonOf(
  subject: JudgedSubject,
  row: StoredException | undefined,
  action: LifecycleAction,
  worse: boolean,
): ExceptionReason | undefined {
  if (action.type === 'open') return 'new';
  // It neither came back nor got worse in the world.
  if (isOurDoing(subject, 'finding' in action ? action.finding : undefined)) return undefined;
  if (action.type === 'regress') return row?.open === true ? 'escalating' : 'regressed';
  return worse ? 'escalating' : undefined;
}

const getsWorse = (row: StoredException | undefined, action: LifecycleAction): boolean =>
  row !== undefined &&
  (action.type === 'update' || action.type === 'regress') &&
  row.open &&
  isWorse(action.finding.severity, row.severity);
