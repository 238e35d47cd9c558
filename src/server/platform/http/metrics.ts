import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DAY_MS } from '#shared/time/instant.ts';
import type { MemoryReport } from '../memory-report.ts';
import { metricDocs, type MetricName } from './metric-docs.ts';

/** The metrics of a process; other parts add their own to `registry`. */
export type Metrics = {
  registry: Registry;
  /** Seconds a call took, by call and HTTP status. */
  callSeconds: Histogram<'call' | 'status'>;
  /** Sign-ins, by outcome. */
  signIns: Counter<'outcome'>;
  /** Live streams that are open. */
  liveStreams: Gauge;
};

/** A scrape waits no longer for values: without a database the rest of the metrics must still be seen. */
const READ_WITHIN_MS = 3_000;

/** What the declaration says of a metric, as the library takes it. */
const declared = <N extends MetricName>(registry: Registry, name: N) => ({
  name,
  help: metricDocs[name].en,
  labelNames: metricDocs[name].labels,
  registers: [registry],
});

/** Makes an own registry, so that several applications can live in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'portolan_' });
  return {
    registry,
    callSeconds: new Histogram({
      ...declared(registry, 'portolan_call_duration_seconds'),
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    }),
    signIns: new Counter(declared(registry, 'portolan_sign_ins_total')),
    liveStreams: new Gauge(declared(registry, 'portolan_live_streams')),
  };
}

/** One value with its labels; null is left out. */
export type Reading = { labels: Record<string, string>; value: number | null };

/**
 * Adds a gauge whose values are read when it is scraped. It has none when they cannot be read in time: the scrape of the others goes
 * on, and alerts look at `portolan_database_up`.
 */
export function addReadGauge(
  { registry }: Metrics,
  name: MetricName,
  read: () => Promise<Reading[]> | Reading[],
): void {
  new Gauge<string>({
    ...declared(registry, name),
    async collect() {
      const late = pause<Reading[]>(READ_WITHIN_MS, [], { ref: false });
      const readings = await Promise.race([(async () => read())().catch(() => []), late]);
      this.reset();
      // The library gives a gauge without labels the value 0, which would be a reading.
      if (metricDocs[name].labels.length === 0) this.remove();
      for (const { labels, value } of readings) if (value !== null) this.set(labels, value);
    },
  });
}

/** Adds a counter whose values are counted elsewhere. */
function addReadCounter({ registry }: Metrics, name: MetricName, read: () => Reading[]): void {
  new Counter<string>({
    ...declared(registry, name),
    collect() {
      this.reset();
      for (const { labels, value } of read()) if (value !== null) this.inc(labels, value);
    },
  });
}

/** Adds calls that run and wait, and those that were refused because too many waited; `read` gives the numbers. */
export function addCallMetrics(
  metrics: Metrics,
  read: () => { inside: number; waiting: number; refused: number },
): void {
  addReadGauge(metrics, 'portolan_calls', () => {
    const { inside, waiting } = read();
    return [
      { labels: { state: 'running' }, value: inside },
      { labels: { state: 'waiting' }, value: waiting },
    ];
  });
  addReadCounter(metrics, 'portolan_calls_refused_total', () => [{ labels: {}, value: read().refused }]);
}

const results = ['done', 'failed', 'dead', 'lost'] as const;

/** Adds what processes hold and do: memory, connections to listeners, tasks, certificates; `read` gives their reports. */
export function addProcessMetrics(metrics: Metrics, read: () => MemoryReport[]): void {
  const gauge = (name: MetricName, of: (report: MemoryReport) => Reading[]): void =>
    addReadGauge(metrics, name, () =>
      read().flatMap((report) =>
        of(report).map(({ labels, value }) => ({ labels: { process: report.process, ...labels }, value })),
      ),
    );
  const counter = (name: MetricName, of: (report: MemoryReport) => Reading[]): void =>
    addReadCounter(metrics, name, () =>
      read().flatMap((report) =>
        of(report).map(({ labels, value }) => ({ labels: { process: report.process, ...labels }, value })),
      ),
    );
  const perMemoryUse = (name: MetricName, value: (kept: MemoryReport['kept'][number]) => number | null): void =>
    gauge(name, ({ kept }) => kept.map((one) => ({ labels: { cache: one.name }, value: value(one) })));
  perMemoryUse('portolan_cache_bytes', ({ bytes }) => bytes);
  perMemoryUse('portolan_cache_limit_bytes', ({ maxBytes }) => maxBytes);
  perMemoryUse('portolan_cache_entries', ({ entries }) => entries);
  gauge('portolan_process_memory_bytes', ({ residentBytes }) => [{ labels: {}, value: residentBytes }]);
  gauge('portolan_connections', ({ doors }) =>
    doors.flatMap(({ listener, waiting, signedIn }) => [
      { labels: { listener, state: 'waiting' }, value: waiting },
      { labels: { listener, state: 'signed_in' }, value: signedIn },
    ]),
  );
  counter('portolan_connections_refused_total', ({ doors }) =>
    doors.flatMap(({ listener, refused }) =>
      Object.entries(refused).map(([reason, n]) => ({ labels: { listener, reason }, value: n })),
    ),
  );
  counter('portolan_task_results_total', ({ tasks = [] }) =>
    tasks.flatMap(([kind, ...counts]) =>
      results.map((result, index) => ({ labels: { kind, result }, value: counts[index] ?? null })),
    ),
  );
  gauge('portolan_certificate_days_left', ({ certificates = [] }) =>
    certificates.map(({ use, host, until }) => ({ labels: { use, host }, value: (until - Date.now()) / DAY_MS })),
  );
}
