import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import type { Dialect } from './types.ts';

type Window = { of: number; calls: number };

/** Counts the calls of each key by the minute and the hour of the machine: no simulation makes a carrier's clock faster. */
export function createCallCounter(clock: () => number = Date.now) {
  const windows = new Map<string, Window>();
  /** Adds a call; how many milliseconds to wait when there were too many, else 0. */
  return (name: string, { limits = {} }: Pick<Dialect, 'limits'>): number => {
    const at = clock();
    const spans = [
      [MINUTE_MS, limits.perMinute],
      [HOUR_MS, limits.perHour],
    ] as const;
    let waitMs = 0;
    for (const [span, limit] of spans) {
      if (limit === undefined) continue;
      const of = Math.floor(at / span);
      const known = windows.get(`${name} ${span}`);
      const window = known?.of === of ? known : { of, calls: 0 };
      window.calls += 1;
      windows.set(`${name} ${span}`, window);
      if (window.calls > limit) waitMs = Math.max(waitMs, (of + 1) * span - at);
    }
    return waitMs;
  };
}
