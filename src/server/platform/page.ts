import { refused } from './errors/app-error.ts';

/** Which page of a list is requested; the first is 1. */
export type PageWanted = { currentPage: number; pageSize: number };

/** How far back large lists go, in rows: the database walks through all that lie before a page. */
export const deepestOffset = 1_000_000;

/** The rows of a page for the database; refuses pages that lie deeper than so many rows. */
export function rowsOf(
  { currentPage, pageSize }: PageWanted,
  deepest = Number.POSITIVE_INFINITY,
): { limit: number; offset: number } {
  const offset = (currentPage - 1) * pageSize;
  if (offset > deepest) throw refused('error.pageTooDeep');
  return { limit: pageSize, offset };
}

/** A page as every list answers it. */
export const pageOf = <T>(
  records: T[],
  totalRecord: number,
  { pageSize }: Pick<PageWanted, 'pageSize'>,
): { records: T[]; totalPage: number; totalRecord: number } => ({
  records,
  totalPage: Math.ceil(totalRecord / pageSize),
  totalRecord,
});
