import { exceptionSortColumns } from '#contract/exception-names.ts';
import type { CallInput } from '#contract/index.ts';
import { flagsAsNumbers, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField, SearchValues } from '#web/kit/search/search-values.ts';

/** The seventeen filters in the order of the form. */
export const exceptionFields = [
  { name: 'blNo', kind: 'numbers' },
  { name: 'ctnNo', kind: 'numbers' },
  { name: 'testPurpose', kind: 'choice' },
  { name: 'handleStatus', kind: 'choice' },
  { name: 'chargeCode', kind: 'choice' },
  { name: 'createTime', kind: 'days' },
  { name: 'carrierCode', kind: 'choice' },
  { name: 'tenantCode', kind: 'choice' },
  { name: 'vesselName', kind: 'text' },
  { name: 'voyage', kind: 'text' },
  { name: 'isBillNo', kind: 'flag' },
  { name: 'bizSourceType', kind: 'choice' },
  { name: 'processType', kind: 'choice' },
  { name: 'subscribeTime', kind: 'days' },
  { name: 'handleTime', kind: 'days' },
  { name: 'handleRemark', kind: 'text' },
  { name: 'obmTkSubscribeId', kind: 'text' },
] as const satisfies readonly SearchField[];
export type ExceptionFieldName = (typeof exceptionFields)[number]['name'];

/** Filters of our own, in the form too: how bad, what brought it here, whether the shipment goes on, where it goes and when it comes. */
export const ownFields = [
  { name: 'severity', kind: 'choice' },
  { name: 'reason', kind: 'choice' },
  { name: 'endFlag', kind: 'flag' },
  { name: 'polCode', kind: 'choice' },
  { name: 'podCode', kind: 'choice' },
  { name: 'eta', kind: 'days' },
] as const satisfies readonly SearchField[];
export type OwnFieldName = (typeof ownFields)[number]['name'];

/** Not in the form, but links may carry them: one exception, or those of one incident. */
export const linkFields = [
  { name: 'obmAutotestResultId', kind: 'text' },
  { name: 'incidentId', kind: 'text' },
] as const satisfies readonly SearchField[];

/** Every filter a link may carry. */
export const allFields: readonly SearchField[] = [...exceptionFields, ...ownFields, ...linkFields];

const sortable: ReadonlySet<string> = new Set(exceptionSortColumns);

/** The state of the list and its URL. */
export const address = listAddress({
  fields: allFields,
  sortable,
  // What waits for somebody, of shipments that go on: the worst first, then the newest.
  opening: {
    values: { handleStatus: ['0', '1', '4'], endFlag: '0' },
    sortRules: [
      { columnName: 'severity', sortType: 'desc' },
      { columnName: 'createTime', sortType: 'desc' },
    ],
  },
});

/** The filters as the server takes them. */
export const filtersOf = (values: SearchValues): CallInput<'queryExceptions'> =>
  flagsAsNumbers(allFields, values) as CallInput<'queryExceptions'>;

/** The whole question for one page. */
export const queryOf = (state: ListState): CallInput<'queryExceptions'> => ({
  ...filtersOf(state.values),
  ...pageOf(state),
  sortRules: state.sortRules,
});
