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

const emptyBuckets = ({ from, to, bucketMs }: Window): Load[] =>
  Array.from({ length: Math.ceil((to - from) / bucketMs) }, (_, index) => ({
    at: from + index * bucketMs,
    own: 0,
    others: 0,
    waiting: 0,
  }));

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
  const buckets = emptyBuckets(window);
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

/** A job that a schedule is expected to start. */
export type PlannedJob = { readonly at: Instant; readonly durationMs: number; readonly scheduleId: number };

/** How the jobs of one schedule fare: how many wait, the first that does, the longest wait, and how many start in each part. */
export type ScheduleLoad = { waits: number; firstWaitAt: Instant | null; longestWaitMs: number; starts: number[] };

/** What is expected of an environment when all its schedules are looked at together. */
export type Outlook = {
  /** Places taken and jobs that wait, on average over each part. */
  readonly buckets: readonly { at: Instant; running: number; waiting: number }[];
  readonly schedules: ReadonlyMap<number, ScheduleLoad>;
};

/** Plays the jobs of all schedules through so many places, first come, first served. */
export function outlook(jobs: readonly PlannedJob[], capacity: number, window: Window): Outlook {
  const buckets = emptyBuckets(window);
  const places = Array.from({ length: capacity }, () => Number.NEGATIVE_INFINITY);
  const schedules = new Map<number, ScheduleLoad>();
  for (const { at, durationMs, scheduleId } of [...jobs].sort((a, b) => a.at - b.at)) {
    const start = capacity === 0 ? window.to : takePlace(places, at, durationMs);
    add(buckets, 'own', { from: start, to: start + durationMs }, window);
    add(buckets, 'waiting', { from: at, to: start }, window);
    const load = schedules.get(scheduleId) ?? {
      waits: 0,
      firstWaitAt: null,
      longestWaitMs: 0,
      starts: buckets.map(() => 0),
    };
    schedules.set(scheduleId, load);
    const part = Math.min(buckets.length - 1, Math.floor((at - window.from) / window.bucketMs));
    load.starts[part] = (load.starts[part] ?? 0) + 1;
    if (start <= at) continue;
    load.waits += 1;
    load.firstWaitAt ??= at;
    load.longestWaitMs = Math.max(load.longestWaitMs, start - at);
  }
  return { buckets: buckets.map(({ at, own, waiting }) => ({ at, running: own, waiting })), schedules };
}
