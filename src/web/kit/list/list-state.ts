import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';

/** What a list shows, as the URL holds it. */
export type ListState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

type Shape = {
  /** Under this name the page size that people chose is kept; without one it is not kept. */
  name?: string;
  /** Every filter a link may carry. */
  fields: readonly SearchField[];
  /** Columns the server sorts by; none unless stated. */
  sortable?: ReadonlySet<string>;
  /** Rows of a page at least, unless the URL says otherwise or people chose otherwise. */
  pageSize?: number;
  /** The last page the server gives. */
  lastPage?: number;
  /** What the list shows first, and again after Reset, where that is not everything. */
  opening?: Pick<ListState, 'values' | 'sortRules'>;
};

/** The way between a list's state and the search part of its URL. */
export type ListAddress = {
  fromUrl: (search: Readonly<Record<string, string>>) => ListState;
  /** What the list shows first: an address that says nothing of filters and order. */
  opening: Pick<ListState, 'values' | 'sortRules'>;
  /** What is standard is left out. */
  toUrl: (state: ListState) => Record<string, string | undefined>;
  /** Keeps a page size that somebody chose. */
  keepSize: (pageSize: number) => void;
};

/** Rows of a page where the list does not say otherwise. */
export const FIRST_PAGE_SIZE = 10;
const MAX_ROWS = 200;
/** Most rows of a page that nobody chose. */
const MAX_FITTING = 50;
/** A row, and all that stands above and below the rows of a list, in pixels. */
const [ROW_HEIGHT, OTHER_HEIGHT] = [35, 370];
const nothing: ReadonlySet<string> = new Set();
const everything: Pick<ListState, 'values' | 'sortRules'> = { values: {}, sortRules: [] };
/** Stands in the address of a list that shows everything although it opens on a part. */
const ALL = 'all';

const whole = (text: string | undefined, standard: number, limit: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= limit ? value : standard;
};

/** Tens of rows that fill the window: at most three of them have to be scrolled to. */
function fittingRows(): number {
  const rows = ((globalThis.innerHeight || 0) - OTHER_HEIGHT) / ROW_HEIGHT;
  return Math.min(Math.floor((rows + 3) / 10) * 10, MAX_FITTING);
}

/** How one list keeps its state in its URL: filters, sorting, page and its size; nonsense becomes the standard. */
export function listAddress({
  name,
  fields,
  sortable = nothing,
  pageSize = FIRST_PAGE_SIZE,
  lastPage,
  opening = everything,
}: Shape): ListAddress {
  const shownBy = (search: Readonly<Record<string, string>>): Pick<ListState, 'values' | 'sortRules'> => {
    const values = searchFromUrl(fields, search);
    const sortRules = parseSortText(search['sort'], sortable);
    const statesNothing = Object.keys(values).length + sortRules.length === 0 && search[ALL] === undefined;
    return statesNothing ? opening : { values, sortRules };
  };
  const keptAt = (): string => preferenceKey(`rows/${name}`);
  /** A page other than the first is one of standard rows, so that a link shows the same rows on every screen. */
  const standardSize = (page: number): number => {
    if (page > 1) return pageSize;
    const kept = name === undefined ? undefined : (localStore.get(keptAt()) ?? undefined);
    return whole(kept, Math.max(pageSize, fittingRows()), MAX_ROWS);
  };
  const isEverything = ({ values, sortRules }: ListState): boolean =>
    Object.keys(values).length + sortRules.length === 0;
  return {
    opening,
    fromUrl: (search) => {
      const page = whole(search['page'], 1, lastPage ?? 1_000_000);
      return { ...shownBy(search), page, pageSize: whole(search['size'], standardSize(page), MAX_ROWS) };
    },
    toUrl: (state) => ({
      ...searchToUrl(fields, state.values),
      sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
      ...(opening !== everything && isEverything(state) && { [ALL]: '1' }),
      page: state.page > 1 ? String(state.page) : undefined,
      size: state.pageSize === standardSize(state.page) ? undefined : String(state.pageSize),
    }),
    keepSize: (size) => name !== undefined && localStore.set(keptAt(), String(size)),
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

/** The beginning and the end of a range of days in a zone; `rest` are the other filters. */
export function daysAsInstants(
  name: string,
  values: SearchValues,
  zone: string,
): { from: number | undefined; to: number | undefined; rest: SearchValues } {
  const { [`${name}From`]: from, [`${name}To`]: to, ...rest } = values;
  return { from: dayStartOfText(String(from ?? ''), zone), to: dayEndOfText(String(to ?? ''), zone), rest };
}
