import { useEffect } from 'react';

/** What a list shows, and the answer to it; undefined while the answer is not there. */
type Shown = { page: number; pageSize: number; answer: { rows: number; total: number } | undefined };

/** The page to show instead of one beyond the end; undefined when the page is fine. */
export function pageBeyondEnd({ page, pageSize, answer }: Shown): number | undefined {
  if (answer === undefined || answer.rows > 0 || page === 1) return undefined;
  return Math.max(1, Math.ceil(answer.total / pageSize));
}

/** Shows the last page when the one requested is beyond it: rows went away meanwhile, or an old link names it. */
export function useLastPage(shown: Shown, onPage: (page: number) => void): void {
  const instead = pageBeyondEnd(shown);
  useEffect(() => {
    if (instead !== undefined && instead !== shown.page) onPage(instead);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [instead, shown.page]);
}
