/** Characters that the remark of a cause may have. */
export const maxCauseRemark = 500;
/** Most causes of one exception, and most handle statuses of one cause. */
export const maxCauses = 50;
/** Characters that a comment on an exception may have. */
export const maxComment = 2000;

/** What was done about a cause; without an id it is new. */
export type WantedStatus<Id> = { id: Id | undefined; statusCode: string };
/** A cause as it shall be; without an id it is new. */
export type WantedCause<Id> = {
  id: Id | undefined;
  typeCode: string;
  remark: string | null;
  statuses: readonly WantedStatus<Id>[];
};

/** A cause as it is. */
export type StoredCause<Id> = {
  id: Id;
  typeCode: string;
  remark: string | null;
  statuses: readonly { id: Id; statusCode: string }[];
};

/** What is wrong with causes that shall be saved; `row` and `statusRow` count from 1. */
export type CauseProblem =
  | { kind: 'tooManyCauses' }
  | { kind: 'typeRequired' | 'remarkTooLong' | 'tooManyStatuses'; row: number }
  | { kind: 'statusRequired' | 'statusTwice'; row: number; statusRow: number };

function problemOf<Id>(cause: WantedCause<Id>, row: number): CauseProblem | undefined {
  if (cause.typeCode === '') return { kind: 'typeRequired', row };
  if ([...(cause.remark ?? '')].length > maxCauseRemark) return { kind: 'remarkTooLong', row };
  if (cause.statuses.length > maxCauses) return { kind: 'tooManyStatuses', row };
  const seen = new Set<string>();
  for (const [index, { statusCode }] of cause.statuses.entries()) {
    if (statusCode === '') return { kind: 'statusRequired', row, statusRow: index + 1 };
    if (seen.has(statusCode)) return { kind: 'statusTwice', row, statusRow: index + 1 };
    seen.add(statusCode);
  }
  return undefined;
}

/** The first thing that keeps causes from being saved, in the order of the rows. */
export function findCauseProblem<Id>(causes: readonly WantedCause<Id>[]): CauseProblem | undefined {
  if (causes.length > maxCauses) return { kind: 'tooManyCauses' };
  for (const [index, cause] of causes.entries()) {
    const problem = problemOf(cause, index + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** How the stored causes become the wanted ones. */
export type CauseChanges<Id> = {
  insert: WantedCause<Id>[];
  update: { before: StoredCause<Id>; after: WantedCause<Id>; statuses: StatusChanges<Id> }[];
  remove: StoredCause<Id>[];
  /** Ids of causes or statuses that are wanted but no longer there. */
  unknown: Id[];
};
type StatusChanges<Id> = {
  insert: string[];
  update: { id: Id; statusCode: string }[];
  remove: { id: Id; statusCode: string }[];
};

/** Whether nothing is to be written. */
export const isUnchanged = <Id>({ insert, update, remove }: CauseChanges<Id>): boolean =>
  insert.length + update.length + remove.length === 0;

function diffStatuses<Id>(
  stored: StoredCause<Id>['statuses'],
  wanted: readonly WantedStatus<Id>[],
  unknown: Id[],
): StatusChanges<Id> {
  const codes = new Map(stored.map((status) => [status.id, status.statusCode]));
  const kept = new Set<Id>();
  const changes: StatusChanges<Id> = { insert: [], update: [], remove: [] };
  for (const { id, statusCode } of wanted) {
    if (id === undefined) changes.insert.push(statusCode);
    else if (!codes.has(id) || kept.has(id)) unknown.push(id);
    else {
      kept.add(id);
      if (codes.get(id) !== statusCode) changes.update.push({ id, statusCode });
    }
  }
  changes.remove = stored.filter((status) => !kept.has(status.id));
  return changes;
}

/** Compares stored with wanted causes: what is not wanted any more is removed, what did not change is left alone. */
export function diffCauses<Id>(
  stored: readonly StoredCause<Id>[],
  wanted: readonly WantedCause<Id>[],
): CauseChanges<Id> {
  const byId = new Map(stored.map((cause) => [cause.id, cause]));
  const kept = new Set<Id>();
  const changes: CauseChanges<Id> = { insert: [], update: [], remove: [], unknown: [] };
  for (const after of wanted) {
    if (after.id === undefined) {
      changes.unknown.push(...after.statuses.flatMap(({ id }) => (id === undefined ? [] : [id])));
      changes.insert.push(after);
      continue;
    }
    const before = byId.get(after.id);
    if (before === undefined || kept.has(after.id)) {
      changes.unknown.push(after.id);
      continue;
    }
    kept.add(after.id);
    const statuses = diffStatuses(before.statuses, after.statuses, changes.unknown);
    const moved = statuses.insert.length + statuses.update.length + statuses.remove.length > 0;
    if (moved || before.typeCode !== after.typeCode || (before.remark ?? '') !== (after.remark ?? ''))
      changes.update.push({ before, after, statuses });
  }
  changes.remove = stored.filter((cause) => !kept.has(cause.id));
  return changes;
}
