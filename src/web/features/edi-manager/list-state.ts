import type { CallInput } from '#contract/index.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const ediFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
  { name: 'messageType', kind: 'choice' },
  { name: 'direction', kind: 'choice' },
  { name: 'partner', kind: 'choice' },
  { name: 'received', kind: 'days' },
] as const satisfies readonly SearchField[];

/** Counts above the list link to messages of one reason. */
export const linkFields = [{ name: 'reason', kind: 'choice' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...ediFields, ...linkFields];

/** What the list shows, as the URL holds it. */
export type EdiListState = { values: SearchValues; page: number; pageSize: number };

const firstPageSize = 20;

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads the list's state from the search part of the URL. */
export function stateFromUrl(search: Readonly<Record<string, string>>): EdiListState {
  return {
    values: searchFromUrl(allFields, search),
    page: whole(search['page'], 1, 5_000),
    pageSize: whole(search['size'], firstPageSize, 200),
  };
}

/** The state as the search part of the URL; what is standard is left out. */
export function stateToUrl(state: EdiListState): Record<string, string | undefined> {
  return {
    ...searchToUrl(allFields, state.values),
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.pageSize === firstPageSize ? undefined : String(state.pageSize),
  };
}

/** The question for one page; days are those of the reader's zone. */
export function queryOf(state: EdiListState, zone: string): CallInput<'ediQuery'> {
  const { receivedFrom, receivedTo, ...rest } = state.values;
  const from = dayStartOfText(String(receivedFrom ?? ''), zone);
  const to = dayEndOfText(String(receivedTo ?? ''), zone);
  return {
    ...rest,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    currentPage: state.page,
    pageSize: state.pageSize,
  } as CallInput<'ediQuery'>;
}
