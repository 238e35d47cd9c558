import type { Entity, Field } from '#shared/entity/declare.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';

/** What a list shows, as the URL holds it. */
export type ListState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

export const FIRST_PAGE_SIZE = 10;
const MOST_ROWS = 200;

/** The list of one entity before anybody asked for anything. */
export const firstState: ListState = { values: {}, sortRules: [], page: 1, pageSize: FIRST_PAGE_SIZE };

const kindOf = (field: Field): SearchField['kind'] => {
  switch (field.kind) {
    case 'choice':
    case 'reference':
      return 'choice';
    case 'flag':
      return 'flag';
    case 'instant':
      return 'days';
    default:
      return 'text';
  }
};

/** Fields the keyword looks into. */
export const keywordFields = (entity: Entity): Field[] =>
  Object.values(entity.fields).filter((field) => field.search === 'keyword');

/** The filters of an entity's list: the keyword first, then those with a filter of their own. */
export function searchFieldsOf(entity: Entity): SearchField[] {
  const own = Object.entries(entity.fields)
    .filter(([, field]) => field.search === 'filter')
    .map(([name, field]) => ({ name, kind: kindOf(field) }));
  return keywordFields(entity).length > 0 ? [{ name: 'keyword', kind: 'text' }, ...own] : own;
}

/** Columns a list may be sorted by: everything it shows and keeps in the clear. */
export const sortableOf = (entity: Entity): ReadonlySet<string> =>
  new Set(
    Object.entries(entity.fields)
      .filter(
        ([, field]) =>
          field.list !== false && field.kind !== 'secret' && !(field.kind === 'text' && field.maskWhen !== undefined),
      )
      .map(([name]) => name),
  );

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads a list's state from the search part of the URL. */
export function stateFromUrl(entity: Entity, search: Readonly<Record<string, string>>): ListState {
  return {
    values: searchFromUrl(searchFieldsOf(entity), search),
    sortRules: parseSortText(search['sort'], sortableOf(entity)),
    page: whole(search['page'], 1, 1_000_000),
    pageSize: whole(search['size'], FIRST_PAGE_SIZE, MOST_ROWS),
  };
}

/** The state as the search part of the URL; what is standard is left out. */
export function stateToUrl(entity: Entity, state: ListState): Record<string, string | undefined> {
  return {
    ...searchToUrl(searchFieldsOf(entity), state.values),
    sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.pageSize === FIRST_PAGE_SIZE ? undefined : String(state.pageSize),
  };
}

/** The question for one page; `fixed` are filters the screen itself sets. */
export function queryOf(state: ListState, fixed: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  return {
    ...state.values,
    ...fixed,
    currentPage: state.page,
    pageSize: state.pageSize,
    ...(state.sortRules.length > 0 ? { sortRules: state.sortRules } : {}),
  };
}

/** The page to show once `removed` rows are gone: an empty last page gives way to the one before. */
export function pageAfterRemoval(state: Pick<ListState, 'page' | 'pageSize'>, total: number, removed: number): number {
  return Math.max(1, Math.min(state.page, Math.ceil((total - removed) / state.pageSize)));
}
