import type { Entity, Field } from '#shared/entity/declare.ts';
import { FIRST_PAGE_SIZE, type ListAddress, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField } from '#web/kit/search/search-values.ts';

/** The list of one entity before anybody requested anything. */
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

/** How the list of an entity keeps its state in its URL. */
export const entityAddress = (entity: Entity): ListAddress =>
  listAddress({ name: entity.name, fields: searchFieldsOf(entity), sortable: sortableOf(entity) });

/** The question for one page; `fixed` are filters the screen itself sets. */
export function queryOf(state: ListState, fixed: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    ...state.values,
    ...fixed,
    ...pageOf(state),
    ...(state.sortRules.length > 0 ? { sortRules: state.sortRules } : {}),
  };
}

/** The page to show once `removed` rows are gone: an empty last page gives way to the one before. */
export function pageAfterRemoval(state: Pick<ListState, 'page' | 'pageSize'>, total: number, removed: number): number {
  return Math.max(1, Math.min(state.page, Math.ceil((total - removed) / state.pageSize)));
}
