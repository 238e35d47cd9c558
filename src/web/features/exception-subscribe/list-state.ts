import type { CallInput } from '#contract/index.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';

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

/** What the list shows, as the URL holds it. */
export type ListState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

/** Rows of a page unless the URL says otherwise. */
export const FIRST_PAGE_SIZE = 10;

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads the list's state from the search part of the URL. */
export function stateFromUrl(search: Readonly<Record<string, string>>): ListState {
  return {
    values: searchFromUrl(subscriptionFields, search),
    sortRules: parseSortText(search['sort'], sortableColumns),
    page: whole(search['page'], 1, 1_000_000),
    pageSize: whole(search['size'], FIRST_PAGE_SIZE, 200),
  };
}

/** The state as the search part of the URL; what is standard is left out. */
export function stateToUrl(state: ListState): Record<string, string | undefined> {
  return {
    ...searchToUrl(subscriptionFields, state.values),
    sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.pageSize === FIRST_PAGE_SIZE ? undefined : String(state.pageSize),
  };
}

/** The filters as the server takes them. */
export function filtersOf(values: SearchValues): CallInput<'querySubscriptions'> {
  const { isBillNo, ...rest } = values;
  return {
    ...rest,
    ...(isBillNo === undefined ? {} : { isBillNo: isBillNo === '1' ? 1 : 0 }),
  } as CallInput<'querySubscriptions'>;
}

/** The whole question for one page. */
export function queryOf(state: ListState): CallInput<'querySubscriptions'> {
  return {
    ...filtersOf(state.values),
    currentPage: state.page,
    pageSize: state.pageSize,
    sortRules: state.sortRules,
  } as CallInput<'querySubscriptions'>;
}
