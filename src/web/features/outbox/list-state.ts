import type { CallInput } from '#contract/index.ts';
import { dayEndOfText, dayStartOfText } from '#shared/time/day-range.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';
import { parseSortText, type SortRule, sortRulesToText } from '#web/kit/table/sort-rules.ts';

/** The filters in the order of the form. */
export const outboxFields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
  { name: 'feedbackType', kind: 'choice' },
  { name: 'createTime', kind: 'days' },
] as const satisfies readonly SearchField[];

/** Links from a definition carry its id. */
export const linkFields = [{ name: 'wlFeedbackId', kind: 'text' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...outboxFields, ...linkFields];

/** Columns the server sorts by. */
export const sortableColumns: ReadonlySet<string> = new Set([
  'createTime',
  'causeTime',
  'sentTime',
  'nextAttemptTime',
  'attempts',
]);

/** What the list shows, as the URL holds it. */
export type OutboxState = { values: SearchValues; sortRules: SortRule[]; page: number; pageSize: number };

const firstPageSize = 20;

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads the list's state from the search part of the URL. */
export function stateFromUrl(search: Readonly<Record<string, string>>): OutboxState {
  return {
    values: searchFromUrl(allFields, search),
    sortRules: parseSortText(search['sort'], sortableColumns),
    page: whole(search['page'], 1, 5_000),
    pageSize: whole(search['size'], firstPageSize, 200),
  };
}

/** The state as the search part of the URL; what is standard is left out. */
export function stateToUrl(state: OutboxState): Record<string, string | undefined> {
  return {
    ...searchToUrl(allFields, state.values),
    sort: state.sortRules.length > 0 ? sortRulesToText(state.sortRules) : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.pageSize === firstPageSize ? undefined : String(state.pageSize),
  };
}

/** The question for one page; days are those of the reader's zone. */
export function queryOf(state: OutboxState, zone: string): CallInput<'outboxQuery'> {
  const { createTimeFrom, createTimeTo, wlFeedbackId, ...rest } = state.values;
  const from = dayStartOfText(String(createTimeFrom ?? ''), zone);
  const to = dayEndOfText(String(createTimeTo ?? ''), zone);
  return {
    ...rest,
    ...(/^\d{1,15}$/.test(String(wlFeedbackId ?? '')) ? { wlFeedbackId: String(wlFeedbackId) } : {}),
    ...(from === undefined ? {} : { createTimeFrom: from }),
    ...(to === undefined ? {} : { createTimeTo: to }),
    currentPage: state.page,
    pageSize: state.pageSize,
    sortRules: state.sortRules,
  } as CallInput<'outboxQuery'>;
}
