import type { CallData, CallInput } from '#contract/index.ts';
import { exceptionsList } from '#lists/exceptions.ts';

/** One row of the list: the exception with its subscription and booking. */
export type ExceptionRow = CallData<'queryExceptions'>['records'][number];

/** What may bring an exception to where it is. */
export const reasonNames = exceptionsList.filters.reason.from.values;

/** Why a row cannot be opened, as the key of a text. */
export type RowProblem = 'noSubscription' | 'noBooking' | 'nothingToView' | 'noSubscriptionId';

/** Where the trace of a row is, or why there is none. */
export type TraceTarget = { obmBkId: string; dataSource: string; href: string } | { problem: RowProblem };

/** The id of a row. */
export const exceptionId = (row: ExceptionRow): string => row.obmAutotestResult.obmAutotestResultId;

/** What asks for one row with all of its shipment. */
export const wholeRowOf = (id: string): CallInput<'queryExceptions'> => ({
  obmAutotestResultId: id,
  currentPage: 1,
  pageSize: 1,
});

/** The trace page of a row: it needs a subscription, and the subscription a booking. */
export function traceTargetOf(row: ExceptionRow): TraceTarget {
  const { obmTkSubscribeId, bkId: obmBkId, bizSourceType } = row.obmAutotestResult;
  if (!obmTkSubscribeId) return { problem: 'noSubscription' };
  if (!obmBkId) return { problem: 'noBooking' };
  const dataSource = bizSourceType ?? '';
  return { obmBkId, dataSource, href: `/trace-detail?${new URLSearchParams({ obmBkId, dataSource })}` };
}

/** Viewing needs a subscription id or a booking id. */
export function viewProblemOf(row: ExceptionRow): RowProblem | undefined {
  const { obmTkSubscribeId, bkId } = row.obmAutotestResult;
  return obmTkSubscribeId || bkId ? undefined : 'nothingToView';
}

/** Recording the handling needs a subscription id. */
export function recordProblemOf(row: ExceptionRow): RowProblem | undefined {
  return row.obmAutotestResult.obmTkSubscribeId ? undefined : 'noSubscriptionId';
}

/** Who is responsible for the selected rows now, with how many each; unknown rows (other pages) are not counted. */
export function assigneesOf(rows: Iterable<ExceptionRow>): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { obmAutotestResult } of rows) {
    const name = obmAutotestResult.chargeName;
    if (name !== null && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
}
