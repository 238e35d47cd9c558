import { useEffect, useRef, useState } from 'react';
import { asRecord } from '#shared/values/objects.ts';
import type { CallInput } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { sessionState } from '#web/base/session.ts';

/** What came since the list was loaded: how many more rows pass the filters, and whether rows changed at all. */
export type News = { added: number; changed: boolean };

const NONE: News = { added: 0, changed: false };
const WAIT_MS = 2_000;

/**
 * Listens for news about exceptions and counts, by the filters of the list, how many rows are new. The rows on screen
 * stay as they are until somebody asks for the new ones. Many messages at once cost one question.
 */
export function useNewRows(
  filters: CallInput<'queryExceptions'>,
  shownTotal: number | undefined,
  loadedAt: number,
): News {
  const [news, setNews] = useState<News>(NONE);
  const latest = useRef({ filters, shownTotal });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { filters, shownTotal };
  });
  useEffect(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setNews(NONE);
  }, [loadedAt]);
  useEffect(() => () => clearTimeout(timer.current), []);

  useLive('exception', (payload) => {
    // The list reloads by itself after what its own reader did.
    if (asRecord(payload)['by'] === sessionState().user?.userCode) return;
    if (timer.current !== undefined || latest.current.shownTotal === undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const requested = latest.current;
      call(
        'queryExceptions',
        { ...requested.filters, currentPage: 1, pageSize: 1 },
        {
          quiet: true,
        },
      )
        .then(({ totalRecord }) => {
          if (latest.current.shownTotal === requested.shownTotal)
            setNews({ added: Math.max(0, totalRecord - (requested.shownTotal ?? 0)), changed: true });
        })
        // The next message asks again; a count that cannot be had is no news.
        .catch(() => undefined);
    }, WAIT_MS);
  });
  return news;
}
