import type { CallInput } from '#contract/index.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';

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

/** Not in the form, but links may carry them: one exception, and how bad. */
export const linkFields = [
  { name: 'obmAutotestResultId', kind: 'text' },
  { name: 'severity', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** Every filter a link may carry. */
export const allFields: readonly SearchField[] = [...exceptionFields, ...linkFields];

/** Columns the server sorts by. */
export const sortableColumns: ReadonlySet<string> = new Set([
  'testPurpose',
  'tenantCode',
  'blNo',
  'ctnNo',
  'carrierCode',
  'isBillNo',
  'subscribeTime',
  'vesselName',
  'voyage',
  'endFlag',
  'processType',
  'createTime',
  'handleStatus',
  'handleRemark',
  'handleTime',
  'chargeName',
  'severity',
  'lastModifyTime',
]);

/** What the list shows, as the URL holds it. */
export type ListState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

export const FIRST_PAGE_SIZE = 10;

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads the list's state from the search part of the URL. */
export function stateFromUrl(search: Readonly<Record<string, string>>): ListState {
  return {
    values: searchFromUrl(allFields, search),
    sortRules: parseSortText(search['sort'], sortableColumns),
    page: whole(search['page'], 1, 1_000_000),
    pageSize: whole(search['size'], FIRST_PAGE_SIZE, 200),
  };
}

/** The state as the search part of the URL; what is standard is left out. */
export function stateToUrl(state: ListState): Record<string, string | undefined> {
  return {
    ...searchToUrl(allFields, state.values),
    sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.pageSize === FIRST_PAGE_SIZE ? undefined : String(state.pageSize),
  };
}

/** The filters as the server takes them. */
export function filtersOf(values: SearchValues): CallInput<'queryExceptions'> {
  const { isBillNo, ...rest } = values;
  return {
    ...rest,
    ...(isBillNo === undefined ? {} : { isBillNo: isBillNo === '1' ? 1 : 0 }),
  } as CallInput<'queryExceptions'>;
}

/** The whole question for one page. */
export function queryOf(state: ListState): CallInput<'queryExceptions'> {
  return {
    ...filtersOf(state.values),
    currentPage: state.page,
    pageSize: state.pageSize,
    sortRules: state.sortRules,
  } as CallInput<'queryExceptions'>;
}
