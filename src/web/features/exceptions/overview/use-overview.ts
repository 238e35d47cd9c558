import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallData } from '#contract/index.ts';
import { useLive } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';

/** What the page shows. */
export type OverviewData = CallData<'overview'>;

const EVERY_MS = 30_000;
const SOONEST_MS = 5_000;

/** The figures; requested again every half minute, and soon after exceptions moved. */
export function useOverview() {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  // Exceptions move in crowds: many messages are one question.
  const askSoon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['overview'] });
    }, SOONEST_MS);
  };
  useLive('exception', askSoon);
  useLive('world', askSoon);
  return useCall('overview', undefined, { keep: true, refetchInterval: EVERY_MS });
}
