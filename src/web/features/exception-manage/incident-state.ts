import { incidentSortColumns } from '#contract/exception-names.ts';
import type { CallData, CallInput } from '#contract/index.ts';
import { flagsAsNumbers, listAddress, type ListAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField } from '#web/kit/search/search-values.ts';
import { exceptionFields, ownFields } from './list-state.ts';

/** One incident of the list. */
export type Incident = CallData<'queryIncidents'>['records'][number];

/** What shows in the URL that exceptions are grouped by incident. */
export const GROUPED = 'incident';

/** Filters of incidents themselves, before those of their exceptions. */
export const incidentFields = [
  { name: 'state', kind: 'choice' },
  { name: 'kind', kind: 'choice' },
  { name: 'incidentSeverity', kind: 'choice' },
  { name: 'keyword', kind: 'text' },
] as const satisfies readonly SearchField[];

const fields: readonly SearchField[] = [...incidentFields, ...exceptionFields, ...ownFields];

const list = listAddress({ fields, sortable: new Set<string>(incidentSortColumns) });

/** The state of the incident list and its URL, which says that it is the one of incidents. */
export const incidentAddress: ListAddress = {
  ...list,
  toUrl: (state) => ({ ...list.toUrl(state), group: GROUPED }),
};

/** The whole question for one page of incidents. */
export const incidentQueryOf = (state: ListState): CallInput<'queryIncidents'> =>
  ({
    ...flagsAsNumbers(fields, state.values),
    ...pageOf(state),
    sortRules: state.sortRules,
  }) as CallInput<'queryIncidents'>;

/** The address of the exceptions of one incident in the list. */
export const membersHref = (incidentId: string): string => `/exception-manage?${new URLSearchParams({ incidentId })}`;
