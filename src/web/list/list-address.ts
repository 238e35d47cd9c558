import { boundKeys, type List, type ListFilter, sortableOf } from '#shared/list/declare.ts';
import { daysAsInstants, type ListAddress, listAddress, type ListState, pageOf } from '#web/kit/list/list-state.ts';
import type { SearchField } from '#web/kit/search/search-values.ts';

const kinds: Readonly<Record<ListFilter['kind'], SearchField['kind']>> = {
  text: 'text',
  many: 'numbers',
  choice: 'choice',
  flag: 'flag',
  range: 'days',
  amount: 'amount',
  id: 'text',
  recent: 'choice',
};

/** The filters of a declared list, those of the form or those that only links carry. */
export const filterFields = (list: List, link: boolean): SearchField[] =>
  Object.entries(list.filters)
    .filter(([, filter]) => (filter.link === true) === link)
    .map(([name, filter]) => ({ name, kind: kinds[filter.kind] }));

/** In the address of a list with a board or a picture: which view is shown, the table unless it is that one, and the first week of the board. */
export const SHOWN_AS = 'as';
export const BOARD = 'board';
export const BOARD_FROM = 'from';

const openingOf = ({ values, order }: NonNullable<List['opening']>): ListAddress['opening'] => ({
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  ),
  sortRules: order.map(([columnName, sortType]) => ({ columnName, sortType })),
});

const addresses = new WeakMap<List, ListAddress>();

/** How a declared list keeps its state in the address of its page. */
export function addressOf(list: List): ListAddress {
  const known = addresses.get(list);
  if (known !== undefined) return known;
  const { tabs, pageSize, lastPage, opening } = list;
  const made = listAddress({
    name: list.name,
    fields: [
      ...filterFields(list, false),
      ...filterFields(list, true),
      ...(tabs === undefined ? [] : [{ name: tabs.name, kind: 'text' as const }]),
      ...(list.board === undefined ? [] : [SHOWN_AS, BOARD_FROM].map((name) => ({ name, kind: 'text' as const }))),
      ...(list.picture === undefined ? [] : [{ name: SHOWN_AS, kind: 'text' as const }]),
    ],
    sortable: sortableOf(list),
    pageSize,
    ...(lastPage === undefined ? {} : { lastPage }),
    ...(opening === undefined ? {} : { opening: openingOf(opening) }),
  });
  addresses.set(list, made);
  return made;
}

const asNumber = (value: string | string[] | undefined): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** How many days are chosen; those that it begins with when the address says nothing that is meant. */
export function recentDays(filter: ListFilter & { kind: 'recent' }, value: string | string[] | undefined): number {
  const days = Number([value].flat()[0]);
  return days in filter.days ? days : filter.standard;
}

/** A filter as the call takes it; what cannot be meant is left out. */
function asRequested(filter: ListFilter, value: string | string[] | undefined): unknown {
  if (filter.kind === 'recent') return recentDays(filter, value);
  if (value === undefined) return undefined;
  if (filter.kind === 'flag') return value === '1' ? 1 : 0;
  if (filter.kind === 'id') return /^\d{1,15}$/.test(String(value)) ? value : undefined;
  return value;
}

/** What the call is asked with for this state; days are those of the reader's zone. */
export function questionOf(list: List, state: ListState, zone: string): Record<string, unknown> {
  const { tabs } = list;
  const requested: Record<string, unknown> = {};
  for (const [name, filter] of Object.entries(list.filters)) {
    if (filter.kind === 'range' && filter.asText === true) {
      for (const key of boundKeys(name, filter) ?? []) requested[key] = state.values[key];
    } else if (filter.kind === 'range') {
      const { from, to } = daysAsInstants(name, state.values, zone);
      const [fromKey = '', toKey = ''] = boundKeys(name, filter) ?? [];
      Object.assign(requested, { [fromKey]: from, [toKey]: to });
    } else if (filter.kind === 'amount') {
      for (const key of boundKeys(name, filter) ?? []) requested[key] = asNumber(state.values[key]);
    } else requested[name] = asRequested(filter, state.values[name]);
  }
  const tab = tabs === undefined ? undefined : state.values[tabs.name];
  if (tabs !== undefined && typeof tab === 'string' && tab in tabs.values) requested[tabs.name] = tab;
  const given = Object.entries(requested).filter(([, value]) => value !== undefined);
  return {
    ...list.asks,
    ...Object.fromEntries(given),
    ...(list.picture !== undefined && state.values[SHOWN_AS] === BOARD
      ? { currentPage: 1, pageSize: list.picture.rows }
      : pageOf(state)),
    ...(state.sortRules.length > 0 ? { sortRules: state.sortRules } : {}),
  };
}
