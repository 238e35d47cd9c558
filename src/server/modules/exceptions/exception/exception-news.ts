import type { Instant } from '#shared/time/instant.ts';
import type { ExceptionNews, Planned } from './detection-types.ts';

/** An exception that was rewritten. */
export type OpenedRow = {
  id: number;
  tenant_id: number;
  subscription_id: number | null;
  type_code: string;
  problem_key: string;
};

const problemOf = (tenantId: number, subscriptionId: number | null, code: string, key: string): string =>
  JSON.stringify([tenantId, subscriptionId, code, key]);

/** Those that were really written: a problem that somebody else opened at the same moment is theirs to tell. */
export function openedNews(opened: readonly Planned[], rows: readonly OpenedRow[], at: Instant): ExceptionNews[] {
  const written = new Map(
    rows.map((row) => [problemOf(row.tenant_id, row.subscription_id, row.type_code, row.problem_key), row.id]),
  );
  return opened.flatMap(({ subject, action }) => {
    const exceptionId = written.get(problemOf(subject.tenantId, subject.subscriptionId, action.code, action.key));
    if (action.type !== 'open' || exceptionId === undefined) return [];
    const { code, finding } = action;
    return [{ event: 'EXCEPTION_OPENED', exceptionId, version: 1, at, subject, code, finding }];
  });
}

/** Those that came back or got worse, with their new versions. */
export function changedNews(
  changed: readonly Planned[],
  versions: ReadonlyMap<number, number>,
  at: Instant,
): ExceptionNews[] {
  return changed.flatMap(({ subject, action, worse }) => {
    if (action.type !== 'regress' && !(action.type === 'update' && worse)) return [];
    const exceptionId = Number(action.id);
    const { code, finding, type } = action;
    const event = type === 'regress' ? 'EXCEPTION_REGRESSED' : 'EXCEPTION_ESCALATED';
    return [{ event, exceptionId, version: versions.get(exceptionId) ?? 0, at, subject, code, finding }];
  });
}
