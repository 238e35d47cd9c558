import type { CallInput } from '#contract/index.ts';
import { flagsAsNumbers, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField, SearchValues } from '#web/kit/search/search-values.ts';

/** The eleven filters in the order of the form. */
export const subscriptionFields = [
  { name: 'blNo', kind: 'numbers' },
  { name: 'ctnNo', kind: 'numbers' },
  { name: 'carrierCode', kind: 'choice' },
  { name: 'tenantCode', kind: 'choice' },
  { name: 'subscribeTime', kind: 'days' },
  { name: 'isBillNo', kind: 'flag' },
  { name: 'vesselName', kind: 'text' },
  { name: 'voyage', kind: 'text' },
  { name: 'bizSourceType', kind: 'choice' },
  { name: 'processType', kind: 'choice' },
  { name: 'obmTkSubscribeId', kind: 'text' },
] as const satisfies readonly SearchField[];
export type SubscriptionFieldName = (typeof subscriptionFields)[number]['name'];

/** Columns the server sorts by. */
export const sortableColumns: ReadonlySet<string> = new Set([
  'obmTkSubscribeId',
  'tenantCode',
  'blNo',
  'ctnNo',
  'carrierCode',
  'isBillNo',
  'vesselName',
  'voyage',
  'recordTime',
  'subscribeStatus',
  'endFlag',
  'bizSourceType',
  'processType',
  'inOutFlag',
  'remark',
]);

/** The state of the list and its URL. */
export const address = listAddress({ fields: subscriptionFields, sortable: sortableColumns });

/** The filters as the server takes them. */
export const filtersOf = (values: SearchValues): CallInput<'querySubscriptions'> =>
  flagsAsNumbers(subscriptionFields, values) as CallInput<'querySubscriptions'>;

/** The whole question for one page. */
export const queryOf = (state: ListState): CallInput<'querySubscriptions'> => ({
  ...filtersOf(state.values),
  ...pageOf(state),
  sortRules: state.sortRules,
});
