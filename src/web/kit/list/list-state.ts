import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';

/** What a list shows, as the URL holds it. */
export type ListState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

type Shape = {
  /** Every filter a link may carry. */
  fields: readonly SearchField[];
  /** Columns the server sorts by; none unless said. */
  sortable?: ReadonlySet<string>;
  /** Rows of a page unless the URL says otherwise. */
  pageSize?: number;
  /** The last page the server gives. */
  lastPage?: number;
};

/** The way between a list's state and the search part of its URL. */
export type ListAddress = {
  fromUrl: (search: Readonly<Record<string, string>>) => ListState;
  /** What is standard is left out. */
  toUrl: (state: ListState) => Record<string, string | undefined>;
};

/** Rows of a page where the list does not say otherwise. */
export const FIRST_PAGE_SIZE = 10;
const MOST_ROWS = 200;
const nothing: ReadonlySet<string> = new Set();

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** How one list keeps its state in its URL: filters, sorting, page and its size; nonsense becomes the standard. */
export function listAddress({ fields, sortable = nothing, pageSize = FIRST_PAGE_SIZE, lastPage }: Shape): ListAddress {
  return {
    fromUrl: (search) => ({
      values: searchFromUrl(fields, search),
      sortRules: parseSortText(search['sort'], sortable),
      page: whole(search['page'], 1, lastPage ?? 1_000_000),
      pageSize: whole(search['size'], pageSize, MOST_ROWS),
    }),
    toUrl: (state) => ({
      ...searchToUrl(fields, state.values),
      sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
      page: state.page > 1 ? String(state.page) : undefined,
      size: state.pageSize === pageSize ? undefined : String(state.pageSize),
    }),
  };
}

/** Do both states stand in the same URL? */
export const sameAddress = ({ toUrl }: ListAddress, one: ListState, other: ListState): boolean =>
  JSON.stringify(toUrl(one)) === JSON.stringify(toUrl(other));

/** The page of a question, as the wire names it. */
export const pageOf = ({ page, pageSize }: ListState): { currentPage: number; pageSize: number } => ({
  currentPage: page,
  pageSize,
});

/** The filters with yes and no as the wire's 1 and 0. */
export function flagsAsNumbers(
  fields: readonly SearchField[],
  values: SearchValues,
): Record<string, string | string[] | number> {
  const flags = new Set(fields.filter(({ kind }) => kind === 'flag').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, flags.has(name) ? (value === '1' ? 1 : 0) : value]),
  );
}

/** The beginning and the end of a range of days in a zone; `rest` are the other filters. */
export function daysAsInstants(
  name: string,
  values: SearchValues,
  zone: string,
): { from: number | undefined; to: number | undefined; rest: SearchValues } {
  const { [`${name}From`]: from, [`${name}To`]: to, ...rest } = values;
  return { from: dayStartOfText(String(from ?? ''), zone), to: dayEndOfText(String(to ?? ''), zone), rest };
}
