import type { CallInput } from '#contract/index.ts';
import { listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField, SearchValues } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const auditFields = [
  { name: 'actor', kind: 'choice' },
  { name: 'entity', kind: 'choice' },
  { name: 'action', kind: 'choice' },
  { name: 'time', kind: 'days' },
  { name: 'entityId', kind: 'text' },
  { name: 'keyword', kind: 'text' },
  { name: 'origin', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** Not in the form, but links carry it: everything one call did. */
export const linkFields = [{ name: 'requestId', kind: 'text' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...auditFields, ...linkFields];

/** The state of the audit and its URL. */
export const address = listAddress({ fields: allFields, pageSize: 20, lastPage: 10_000 });

/** The filters as the server takes them. */
export const filtersOf = (values: SearchValues): CallInput<'auditExport'> => ({ ...values });

/** The whole question for one page. */
export const queryOf = (state: ListState): CallInput<'auditQuery'> => ({
  ...filtersOf(state.values),
  ...pageOf(state),
});
