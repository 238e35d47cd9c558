import type { Text } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { handleStatuses, isSettled, isWorkedOn } from './handle-status.ts';
import type { HandleStatus } from './handle-status.ts';
import { containersOf } from './containers.ts';
import { isWorse } from './severity.ts';
import type { Finding, DetectedFinding } from './types.ts';

/** An exception as stored: `open` while the problem is there or somebody works on it, else `resolved`. */
export type ExistingException = {
  id: string;
  code: string;
  key: string;
  state: 'open' | 'resolved';
  handleStatus: HandleStatus;
  /** What was found last. */
  finding: Finding;
  firstSeenAt: Instant;
  resolvedAt: Instant | null;
  /** Somebody put it aside until it gets worse; left out: nobody did. */
  snoozed?: boolean;
};

/** Why an exception was closed without a person. */
export type ResolutionNote = 'gone' | 'happened' | 'duplicate' | 'switchedOff' | 'adjusted' | 'ended' | 'merged';

/** The note written beside an exception that resolved itself. */
export const resolutionNotes: Record<ResolutionNote, Text> = {
  gone: { zh: '数据已恢复正常，系统自动关闭', en: 'The data no longer shows this problem; closed automatically' },
  happened: {
    zh: '已经发生，无法再改变；结果保留在本条记录中，系统自动关闭',
    en: 'It has happened and can no longer be changed; its outcome is kept in this record, closed automatically',
  },
  duplicate: {
    zh: '与另一条未关闭的异常重复，系统自动关闭',
    en: 'Same as another open exception; closed automatically',
  },
  switchedOff: {
    zh: '检测规则已停用，系统自动关闭',
    en: 'The detection rule was switched off; closed automatically',
  },
  adjusted: {
    zh: '因规则设置、主数据或专家值调整，不再属于异常，系统自动关闭',
    en: 'No exception any more after a change of settings, master data or expert values; closed automatically',
  },
  ended: {
    zh: '该票跟踪已结束，系统自动关闭',
    en: 'Tracking of this shipment has ended; closed automatically',
  },
  merged: {
    zh: '已并入同一问题的异常，系统自动关闭',
    en: 'Merged into the exception of the same problem; closed automatically',
  },
};

/** Whether a text names one of these notes. */
export const isResolutionNote = (code: unknown): code is ResolutionNote =>
  typeof code === 'string' && Object.hasOwn(resolutionNotes, code);

/** Stands with an entry of the history that a decision of ours brought about, not the shipment. */
export const decisionNoteCode = 'byDecision';
/** Its words. */
export const decisionNote = {
  zh: '由规则设置、主数据、来源优先级或专家值的调整引起，货物本身没有变化',
  en: 'Caused by a change of settings, master data, source precedence or expert values; the shipment itself did not change',
} as const;

/** What to do with one exception after a detection. */
export type LifecycleAction =
  /** A problem nobody has seen before. */
  | { type: 'open'; code: string; key: string; finding: Finding; at: Instant }
  /** Still there, with other values. */
  | { type: 'update'; id: string; code: string; key: string; finding: Finding; at: Instant }
  /** Gone (or double, or an outcome, which keeps what was found last): closed with a note. */
  | { type: 'resolve'; id: string; code: string; key: string; note: ResolutionNote; finding?: Finding; at: Instant }
  /** Back after it was gone, or worse after it was handled: open and untreated again. */
  | {
      type: 'regress';
      id: string;
      code: string;
      key: string;
      finding: Finding;
      handleStatus: HandleStatus;
      at: Instant;
    }
  /** Nothing to write; `present` is false when it is gone but somebody still works on it or the rule failed. */
  | { type: 'keep'; id: string; code: string; key: string; present: boolean };

const problemOf = (problem: { code: string; key: string }): string => JSON.stringify([problem.code, problem.key]);

/** Which of several rows of one problem goes on: an open one, the one worked on, the oldest. */
function comparePriority(a: ExistingException, b: ExistingException): number {
  if (a.state !== b.state) return a.state === 'open' ? -1 : 1;
  if (a.state === 'resolved') {
    const difference = (b.resolvedAt ?? 0) - (a.resolvedAt ?? 0);
    if (difference !== 0) return difference;
  }
  if (isWorkedOn(a.handleStatus) !== isWorkedOn(b.handleStatus)) return isWorkedOn(a.handleStatus) ? -1 : 1;
  if (a.firstSeenAt !== b.firstSeenAt) return a.firstSeenAt - b.firstSeenAt;
  return a.id < b.id ? -1 : 1;
}

/** What a person sees of a finding; when only the time of looking differs, nothing is new. */
function visibleFingerprint(finding: Finding): string {
  const params = Object.entries(finding.params).sort(([a], [b]) => (a < b ? -1 : 1));
  const evidence = finding.evidence.map(({ path, value, sourceCode }) => [path, value, sourceCode ?? '']);
  return JSON.stringify([finding.severity, params, evidence]);
}

function hasNewContainer(before: Finding, after: Finding): boolean {
  const known = containersOf(before);
  return known.length > 0 && containersOf(after).some((container) => !known.includes(container));
}

function onPresent(existing: ExistingException, finding: Finding, at: Instant): LifecycleAction {
  const { id, code, key, handleStatus } = existing;
  const worse = isWorse(finding.severity, existing.finding.severity);
  if (existing.state === 'resolved') {
    // "No action needed" is a judgement about the problem and holds until it gets worse.
    const judged = handleStatus === handleStatuses.noActionNeeded && !worse;
    const next =
      judged || (isWorkedOn(handleStatus) && existing.snoozed !== true) ? handleStatus : handleStatuses.untreated;
    return { type: 'regress', id, code, key, finding, handleStatus: next, at };
  }
  // Put aside means: until it gets worse. Another container that has the problem was not there when somebody settled it.
  if ((worse || hasNewContainer(existing.finding, finding)) && (isSettled(handleStatus) || existing.snoozed === true)) {
    return { type: 'regress', id, code, key, finding, handleStatus: handleStatuses.untreated, at };
  }
  if (visibleFingerprint(finding) === visibleFingerprint(existing.finding))
    return { type: 'keep', id, code, key, present: true };
  return { type: 'update', id, code, key, finding, at };
}

/** What nobody can change any more is closed with what was found last; under somebody's hands it goes on, less severe. */
function onOver(
  existing: ExistingException,
  finding: Finding,
  note: NonNullable<Finding['over']>,
  at: Instant,
): LifecycleAction | undefined {
  const { id, code, key } = existing;
  const action = onAbsent(existing, false, note, at);
  if (action?.type === 'resolve') return { ...action, finding };
  const lowered: Finding = { ...finding, severity: 'low' };
  if (action === undefined || visibleFingerprint(lowered) === visibleFingerprint(existing.finding)) return action;
  return { type: 'update', id, code, key, finding: lowered, at };
}

function onAbsent(
  existing: ExistingException,
  failed: boolean,
  note: ResolutionNote,
  at: Instant,
): LifecycleAction | undefined {
  const { id, code, key } = existing;
  if (existing.state === 'resolved') return undefined;
  const worked = isWorkedOn(existing.handleStatus) && existing.snoozed !== true;
  if (failed || worked) return { type: 'keep', id, code, key, present: false };
  return { type: 'resolve', id, code, key, note, at };
}

function onDuplicate(existing: ExistingException, at: Instant): LifecycleAction | undefined {
  if (existing.state === 'resolved') return undefined;
  const { id, code, key } = existing;
  return { type: 'resolve', id, code, key, note: 'duplicate', at };
}

const identityOf = (action: LifecycleAction): string =>
  `${problemOf(action)} ${action.type === 'open' ? '' : action.id}`;

/**
 * Compares what is stored of one subscription with what was found now: one open exception per problem (code and
 * key), however many polls see it. `existing` holds the open ones and, so that a return is recognised, the resolved
 * ones of the same subscription. What is over opens nothing. Problems of rules in `failedCodes` are left as they are, those
 * of rules in `switchedOff` are closed for that reason, all others that are no longer found with the note that `absent` gives.
 * Reconciling again after the actions were carried out only keeps.
 */
export function reconcile(
  existing: readonly ExistingException[],
  findings: readonly DetectedFinding[],
  now: Instant,
  failedCodes: ReadonlySet<string> = new Set(),
  switchedOff: ReadonlySet<string> = new Set(),
  absent: (row: ExistingException) => ResolutionNote = () => 'gone',
): LifecycleAction[] {
  const found = new Map<string, DetectedFinding>();
  for (const detected of findings) {
    const problem = problemOf({ code: detected.code, key: detected.finding.key });
    const known = found.get(problem);
    if (!known || isPreferred(detected.finding, known.finding)) found.set(problem, detected);
  }
  const actions: LifecycleAction[] = [];
  const done = new Set<string>();
  for (const row of [...existing].sort(comparePriority)) {
    const problem = problemOf(row);
    const finding = found.get(problem)?.finding;
    let action: LifecycleAction | undefined;
    if (done.has(problem)) action = onDuplicate(row, now);
    else if (finding?.over !== undefined) action = onOver(row, finding, finding.over, now);
    else if (finding) action = onPresent(row, finding, now);
    else
      action = onAbsent(row, failedCodes.has(row.code), switchedOff.has(row.code) ? 'switchedOff' : absent(row), now);
    done.add(problem);
    if (action) actions.push(action);
  }
  for (const [problem, { code, finding }] of found) {
    if (!done.has(problem) && finding.over === undefined)
      actions.push({ type: 'open', code, key: finding.key, finding, at: now });
  }
  return actions.sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
}

/** Of two findings of one problem the one that is not over counts, then the worse one, else the one that sorts first: no order of rules plays a part. */
function isPreferred(a: Finding, b: Finding): boolean {
  if ((a.over === undefined) !== (b.over === undefined)) return a.over === undefined;
  if (a.severity !== b.severity) return isWorse(a.severity, b.severity);
  return visibleFingerprint(a) < visibleFingerprint(b);
}
