import type { Instant } from '#shared/time/instant.ts';

/** A job that is expected: when it is queued and how long it takes. */
export type ExpectedJob = { readonly at: Instant; readonly durationMs: number; readonly own: boolean };

/** A part of the time looked at: places taken by own and by other jobs, and jobs that wait, on average over the part. */
export type Load = { readonly at: Instant; own: number; others: number; waiting: number };

/** What is expected of the robots of an environment. */
export type Forecast = {
  readonly buckets: readonly Load[];
  /** The first own job that waits, and the longest wait of an own job. */
  readonly firstWaitAt: Instant | null;
  readonly longestWaitMs: number;
};

type Window = { readonly from: Instant; readonly to: Instant; readonly bucketMs: number };

function add(
  buckets: readonly Load[],
  key: 'own' | 'others' | 'waiting',
  span: { from: Instant; to: Instant },
  window: Window,
): void {
  const from = Math.max(span.from, window.from);
  const to = Math.min(span.to, window.to);
  for (let at = from; at < to;) {
    const index = Math.floor((at - window.from) / window.bucketMs);
    const end = Math.min(to, window.from + (index + 1) * window.bucketMs);
    const bucket = buckets[index];
    if (bucket !== undefined) bucket[key] += (end - at) / window.bucketMs;
    at = end;
  }
}

/** Takes the place that is free first and gives when it is; `places` is a list of the times at which places become free. */
function takePlace(places: number[], at: Instant, durationMs: number): Instant {
  let first = 0;
  for (let index = 1; index < places.length; index += 1) if ((places[index] ?? 0) < (places[first] ?? 0)) first = index;
  const start = Math.max(at, places[first] ?? at);
  places[first] = start + durationMs;
  return start;
}

/** Plays expected jobs through so many places, first come, first served. Without a place everything waits. */
export function forecast(jobs: readonly ExpectedJob[], capacity: number, window: Window): Forecast {
  const count = Math.ceil((window.to - window.from) / window.bucketMs);
  const buckets: Load[] = Array.from({ length: count }, (_, index) => ({
    at: window.from + index * window.bucketMs,
    own: 0,
    others: 0,
    waiting: 0,
  }));
  const places = Array.from({ length: capacity }, () => Number.NEGATIVE_INFINITY);
  let firstWaitAt: Instant | null = null;
  let longestWaitMs = 0;
  for (const { at, durationMs, own } of [...jobs].sort((a, b) => a.at - b.at)) {
    const start = capacity === 0 ? window.to : takePlace(places, at, durationMs);
    add(buckets, own ? 'own' : 'others', { from: start, to: start + durationMs }, window);
    add(buckets, 'waiting', { from: at, to: start }, window);
    if (!own || start <= at) continue;
    firstWaitAt ??= at;
    longestWaitMs = Math.max(longestWaitMs, start - at);
  }
  return { buckets, firstWaitAt, longestWaitMs };
}
