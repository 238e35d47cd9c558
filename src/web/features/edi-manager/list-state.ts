import type { CallInput } from '#contract/index.ts';
import { daysAsInstants, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const ediFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
  { name: 'messageType', kind: 'choice' },
  { name: 'direction', kind: 'choice' },
  { name: 'partner', kind: 'choice' },
  { name: 'received', kind: 'days' },
] as const satisfies readonly SearchField[];

/** Counts above the list link to messages of one reason. */
export const linkFields = [{ name: 'reason', kind: 'choice' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...ediFields, ...linkFields];

/** The state of the list and its URL. */
export const address = listAddress({ fields: allFields, pageSize: 20, lastPage: 5_000 });

/** The question for one page; days are those of the reader's zone. */
export function queryOf(state: ListState, zone: string): CallInput<'ediQuery'> {
  const { from, to, rest } = daysAsInstants('received', state.values, zone);
  return {
    ...rest,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...pageOf(state),
  } as CallInput<'ediQuery'>;
}
