import { shareFinding } from '#domain/exceptions/containers.ts';
import type { SharedFinding } from '#domain/exceptions/containers.ts';
import { presentOf } from '#domain/exceptions/detect.ts';
import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import { reconcile } from '#domain/exceptions/lifecycle.ts';
import type { LifecycleAction } from '#domain/exceptions/lifecycle.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Planned } from './detection-types.ts';
import { absentNote } from './judged.ts';
import type { Priced } from './judged.ts';
import { type ProblemLookups, planActions } from './plan-actions.ts';
import { containerBillOf } from './shared-exceptions.ts';
import type { SharedContainer, SharedContainerChange } from './shared-exceptions.ts';
import { toExisting } from './stored-exception.ts';
import type { StoredException } from './stored-exception.ts';
import type { DetectedFinding } from '#domain/exceptions/types.ts';

/** What follows for the exceptions that the containers of one bill share. */
export type SharedPlan = {
  planned: Planned[];
  containers: SharedContainerChange[];
  /** Rows that were of one subscription alone until now. */
  adopted: { id: number; tenantId: number; containerBill: string }[];
  /** Rows that repeat another subscription than the judged one: its columns are not brought to them. */
  elsewhere: Set<number>;
};

/** The containers of one bill as one thing that is judged: those judged now, and what the others stated when they were. */
type SharedUnit = {
  containerBill: string;
  tenantId: number;
  judged: readonly [Priced, ...Priced[]];
  rows: readonly StoredException[];
  containers: readonly SharedContainer[];
};

type Statement = SharedFinding & { by: Priced | undefined };
type Problem = { code: string; key: string; statement: [Statement, ...Statement[]] };

const problemOf = ({ code, key }: { code: string; key: string }): string => `${code} ${key}`;

/** What all containers say of each problem: now, or when they were judged last. */
function statedIn(unit: SharedUnit): Map<string, Problem> {
  const problems = new Map<string, Problem>();
  const add = (code: string, statement: Statement): void => {
    const { key } = statement.finding;
    const problem = problemOf({ code, key });
    const before = problems.get(problem)?.statement;
    problems.set(problem, { code, key, statement: before === undefined ? [statement] : [...before, statement] });
  };
  for (const by of unit.judged) {
    if (containerBillOf(by.subject) !== unit.containerBill) continue;
    const { containerNo } = by.subject.view.subscription;
    for (const { code, finding } of presentOf(by.findings)) add(code, { finding, containerNo, by });
  }
  const judgedOf = new Map(unit.judged.map((one) => [one.subject.subscriptionId, one]));
  const rowOf = new Map(unit.rows.map((row) => [row.id, row]));
  for (const container of unit.containers) {
    const row = rowOf.get(container.exception_id);
    const judged = judgedOf.get(container.subscription_id);
    if (row?.open !== true || !container.present || unit.judged[0].switchedOff.has(row.type_code)) continue;
    // A rule that failed neither confirms nor denies what was stated before.
    if (judged === undefined ? container.ended : !judged.failedCodes.has(row.type_code)) continue;
    const { severity, params, evidence, container_no: containerNo } = container;
    add(row.type_code, { finding: { key: row.problem_key, severity, params, evidence }, containerNo, by: undefined });
  }
  return problems;
}

/** What is over for a container and no other container has: over for all, of the containers that it named last. */
function overIn(unit: SharedUnit, problems: ReadonlyMap<string, Problem>): DetectedFinding[] {
  const namedIn = new Map(
    unit.rows.map((row) => [problemOf({ code: row.type_code, key: row.problem_key }), row.params['boxNos']]),
  );
  return unit.judged
    .filter(({ subject }) => containerBillOf(subject) === unit.containerBill)
    .flatMap(({ findings }) => findings)
    .flatMap(({ code, finding }) => {
      const problem = problemOf({ code, key: finding.key });
      if (finding.over === undefined || problems.has(problem)) return [];
      const containerNos = namedIn.get(problem);
      return [
        {
          code,
          finding: {
            ...finding,
            params: { ...finding.params, ...(containerNos !== undefined && { boxNos: containerNos }) },
          },
        },
      ];
    });
}

/** Who speaks for the containers: one that has the problem now, and sooner one that the world moved than a decision of ours. */
function speakerOf(statement: readonly Statement[] | undefined, [first]: SharedUnit['judged']): Priced {
  const judged = (statement ?? []).flatMap(({ by }) => by ?? []);
  return judged.find(({ subject }) => subject.decidedAsOf === undefined) ?? judged[0] ?? first;
}

function containerChanges(unit: SharedUnit, problems: ReturnType<typeof statedIn>, taken: readonly StoredException[]) {
  const rowOf = new Map(taken.map((row) => [problemOf({ code: row.type_code, key: row.problem_key }), row]));
  const before = new Map(
    unit.containers.map((container) => [`${container.exception_id} ${container.subscription_id}`, container]),
  );
  const of = { tenantId: unit.tenantId, containerBill: unit.containerBill };
  const changes: SharedContainerChange[] = [];
  for (const [problem, { code, key, statement }] of problems) {
    for (const { by, finding, containerNo } of statement) {
      if (by === undefined) continue;
      const { subscriptionId } = by.subject;
      const exceptionId = rowOf.get(problem)?.id ?? null;
      const known = before.get(`${exceptionId} ${subscriptionId}`);
      if (known?.present !== true || !isSame(known, finding))
        changes.push({ ...of, subscriptionId, containerNo, code, key, exceptionId, finding });
    }
  }
  const open = new Map(unit.rows.map((row) => [row.id, row]));
  for (const container of unit.containers) {
    const row = open.get(container.exception_id);
    const judged = unit.judged.find(({ subject }) => subject.subscriptionId === container.subscription_id);
    if (row === undefined || judged === undefined || !container.present || judged.failedCodes.has(row.type_code))
      continue;
    const { type_code: code, problem_key: key } = row;
    const still = problems.get(problemOf({ code, key }))?.statement.some(({ by }) => by === judged) === true;
    if (still && rowOf.get(problemOf({ code, key })) === row) continue;
    const { subscription_id: subscriptionId, container_no: containerNo } = container;
    changes.push({ ...of, subscriptionId, containerNo, code, key, exceptionId: row.id, finding: null });
  }
  return changes;
}

const isSame = (container: SharedContainer, { severity, params, evidence }: SharedFinding['finding']): boolean =>
  JSON.stringify([container.severity, sorted(container.params), container.evidence.map(sorted)]) ===
  JSON.stringify([severity, sorted(params), evidence.map(sorted)]);

const sorted = (values: object): unknown =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The rows that go on: those that no action closes. */
const rowsThatGoOn = (rows: readonly StoredException[], actions: readonly LifecycleAction[]): StoredException[] => {
  const kind = new Map(
    actions.flatMap((action) => (action.type === 'open' ? [] : [[action.id, action.type] as const])),
  );
  return rows.filter((row) => kind.has(String(row.id)) && kind.get(String(row.id)) !== 'resolve');
};

/**
 * Containers of one bill that have a subscription each are judged like the bill: one exception per problem, with all containers that
 * have it, open while one of them does.
 */
export function planShared(unit: SharedUnit, now: Instant): SharedPlan {
  const problems = statedIn(unit);
  const findings = [...problems.values()].map(({ code, statement }): DetectedFinding => ({
    code,
    finding: shareFinding(statement),
  }));
  const over = overIn(unit, problems);
  const failed = new Set(unit.judged.flatMap(({ failedCodes }) => [...failedCodes]));
  const [first] = unit.judged;
  const actions = reconcile(
    unit.rows.map(toExisting),
    [...findings, ...over],
    now,
    failed,
    first.switchedOff,
    ({ code, key }) => absentNote(first.subject, code, key),
  ).map((action) =>
    action.type === 'resolve' && action.note === 'duplicate' ? { ...action, note: 'merged' as const } : action,
  );
  const planned = actions.flatMap((action) => {
    const statement = problems.get(problemOf(action))?.statement;
    const by = speakerOf(statement, unit.judged);
    const known = unit.rows.find((row) => action.type !== 'open' && String(row.id) === action.id);
    const causeOf = (detected: DetectedFinding): IncidentCause | undefined =>
      statement?.some((one) => one.by !== undefined) === true ? by.causeOf(detected) : storedCause(known);
    const moneyOf: ProblemLookups['moneyOf'] = (detected) =>
      detected.finding.over !== undefined || statement?.some((one) => one.by !== undefined) === true
        ? by.moneyOf(detected)
        : undefined;
    const all = [...findings, ...over];
    return planActions(by.subject, unit.rows, all, [action], { causeOf, moneyOf, settingsFor: by.settingsFor });
  });
  const goOn = rowsThatGoOn(unit.rows, actions);
  return {
    planned,
    containers: containerChanges(unit, problems, goOn),
    adopted: goOn.flatMap(({ id, box_bill: of }) =>
      of === unit.containerBill ? [] : [{ id, tenantId: unit.tenantId, containerBill: unit.containerBill }],
    ),
    elsewhere: new Set(
      goOn
        .filter((row) => {
          const statement = problems.get(problemOf({ code: row.type_code, key: row.problem_key }))?.statement ?? [];
          return (
            statement.length > 0 && !statement.some(({ by }) => by?.subject.subscriptionId === row.subscription_id)
          );
        })
        .map(({ id }) => id),
    ),
  };
}

const storedCause = (row: StoredException | undefined): IncidentCause | undefined =>
  row?.incident_kind == null || row.cause_key === null
    ? undefined
    : { kind: row.incident_kind, key: row.cause_key, facts: {} };

/** Groups what was judged by the bills whose containers share exceptions: also those that a subscription shares no longer. */
export function sharedUnits(
  judged: readonly Priced[],
  stored: readonly StoredException[],
  containers: readonly SharedContainer[],
): SharedUnit[] {
  const units = new Map<string, SharedUnit>();
  const unitOf = (tenantId: number, containerBill: string, by: Priced): void => {
    const name = `${tenantId} ${containerBill}`;
    const known = units.get(name);
    if (known === undefined) units.set(name, { containerBill, tenantId, judged: [by], rows: [], containers: [] });
    else if (!known.judged.includes(by)) units.set(name, { ...known, judged: [...known.judged, by] });
  };
  const containersOf = Map.groupBy(containers, (container) => container.subscription_id);
  const rowOf = new Map(stored.map((row) => [row.id, row]));
  for (const by of judged) {
    const { tenantId, subscriptionId } = by.subject;
    const current = containerBillOf(by.subject);
    if (current !== null) unitOf(tenantId, current, by);
    const rows = [
      ...stored.filter((row) => row.subscription_id === subscriptionId),
      ...(containersOf.get(subscriptionId) ?? []).flatMap((container) => rowOf.get(container.exception_id) ?? []),
    ];
    for (const { box_bill: of } of rows) if (of !== null) unitOf(tenantId, of, by);
  }
  return Array.from(units.values(), (unit) => {
    const rows = stored.filter(
      (row) =>
        row.tenant_id === unit.tenantId &&
        (row.box_bill === unit.containerBill ||
          (row.box_bill === null &&
            unit.judged.some(
              ({ subject }) =>
                subject.subscriptionId === row.subscription_id && containerBillOf(subject) === unit.containerBill,
            ))),
    );
    const ids = new Set(rows.map(({ id }) => id));
    return { ...unit, rows, containers: containers.filter((container) => ids.has(container.exception_id)) };
  });
}
