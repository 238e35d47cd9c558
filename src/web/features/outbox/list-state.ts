import type { CallInput } from '#contract/index.ts';
import { daysAsInstants, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const outboxFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
  { name: 'feedbackType', kind: 'choice' },
  { name: 'createTime', kind: 'days' },
] as const satisfies readonly SearchField[];

/** Links from a definition carry its id. */
export const linkFields = [{ name: 'wlFeedbackId', kind: 'text' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...outboxFields, ...linkFields];

/** Columns the server sorts by. */
export const sortableColumns: ReadonlySet<string> = new Set([
  'createTime',
  'causeTime',
  'sentTime',
  'nextAttemptTime',
  'attempts',
]);

/** The state of the list and its URL. */
export const address = listAddress({ fields: allFields, sortable: sortableColumns, pageSize: 20, lastPage: 5_000 });

/** The question for one page; days are those of the reader's zone. */
export function queryOf(state: ListState, zone: string): CallInput<'outboxQuery'> {
  const { from, to, rest } = daysAsInstants('createTime', state.values, zone);
  const { wlFeedbackId, ...filters } = rest;
  return {
    ...filters,
    ...(/^\d{1,15}$/.test(String(wlFeedbackId ?? '')) ? { wlFeedbackId: String(wlFeedbackId) } : {}),
    ...(from === undefined ? {} : { createTimeFrom: from }),
    ...(to === undefined ? {} : { createTimeTo: to }),
    ...pageOf(state),
    sortRules: state.sortRules,
  } as CallInput<'outboxQuery'>;
}
