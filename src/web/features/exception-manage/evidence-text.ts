import type { ExceptionRow } from './row-rules.ts';

/** Values that experts entered and that rule now, by path. */
export function expertValuesOf(
  updateLogMap: Readonly<Record<string, unknown>>,
): { path: string; value: string | number | null }[] {
  return Object.entries(updateLogMap).flatMap(([path, value]) =>
    value === null || typeof value === 'string' || typeof value === 'number' ? [{ path, value }] : [],
  );
}

/** A known moment in the life of an exception. */
export type Moment = { at: number; kind: 'created' | 'regressed' | 'handled' | 'resolved' | 'updated' };

/** What the row itself tells of its life, newest first. */
export function momentsOf(result: ExceptionRow['obmAutotestResult']): Moment[] {
  const { createTime, handleTime, lastModifyTime, open, regressions } = result;
  const moments: Moment[] = [];
  if (createTime !== null) moments.push({ at: createTime, kind: 'created' });
  if (handleTime !== null) moments.push({ at: handleTime, kind: 'handled' });
  const told = moments.some((moment) => moment.at === lastModifyTime);
  if (lastModifyTime !== null && !told)
    moments.push({ at: lastModifyTime, kind: open === 0 ? 'resolved' : regressions > 0 ? 'regressed' : 'updated' });
  return moments.toSorted((a, b) => b.at - a.at);
}
