import type { CallInput } from '#contract/index.ts';
import { type SearchField, searchFromUrl, searchToUrl, type SearchValues } from '#web/kit/search/search-values.ts';

/** The filters in the order of the form. */
export const auditFields = [
  { name: 'actor', kind: 'choice' },
  { name: 'entity', kind: 'choice' },
  { name: 'action', kind: 'choice' },
  { name: 'time', kind: 'days' },
  { name: 'entityId', kind: 'text' },
  { name: 'keyword', kind: 'text' },
  { name: 'origin', kind: 'choice' },
] as const satisfies readonly SearchField[];

/** Not in the form, but links carry it: everything one call did. */
export const linkFields = [{ name: 'requestId', kind: 'text' }] as const satisfies readonly SearchField[];

const allFields: readonly SearchField[] = [...auditFields, ...linkFields];

/** What the audit shows, as the URL holds it. */
export type AuditState = { values: SearchValues; page: number; pageSize: number };

export const FIRST_PAGE_SIZE = 20;

const whole = (text: string | undefined, standard: number, most: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
};

/** Reads the state from the search part of the URL. */
export const stateFromUrl = (search: Readonly<Record<string, string>>): AuditState => ({
  values: searchFromUrl(allFields, search),
  page: whole(search['page'], 1, 10_000),
  pageSize: whole(search['size'], FIRST_PAGE_SIZE, 200),
});

/** The state as the search part of the URL; what is standard is left out. */
export const stateToUrl = ({ values, page, pageSize }: AuditState): Record<string, string | undefined> => ({
  ...searchToUrl(allFields, values),
  page: page > 1 ? String(page) : undefined,
  size: pageSize === FIRST_PAGE_SIZE ? undefined : String(pageSize),
});

/** The filters as the server takes them. */
export const filtersOf = (values: SearchValues): CallInput<'auditExport'> => ({ ...values });

/** The whole question for one page. */
export const queryOf = ({ values, page, pageSize }: AuditState): CallInput<'auditQuery'> => ({
  ...filtersOf(values),
  currentPage: page,
  pageSize,
});
