import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { MemoryReport } from '../memory-report.ts';

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

/** Makes an own registry, so that several applications can live in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'portolan_' });
  return {
    registry,
    callSeconds: new Histogram({
      name: 'portolan_call_duration_seconds',
      help: 'Duration of calls by call and HTTP status',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    signIns: new Counter({
      name: 'portolan_sign_ins_total',
      help: 'Sign-ins by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    liveStreams: new Gauge({ name: 'portolan_live_streams', help: 'Open live streams', registers: [registry] }),
  };
}

/** One value with its labels; null is left out. */
type Reading = { labels: Record<string, string>; value: number | null };

/** Adds connections to the listeners of processes, and those that were refused; `read` gives their reports. */
export function addConnectionMetrics({ registry }: Metrics, read: () => MemoryReport[]): void {
  addReadGauge(
    registry,
    'portolan_connections',
    'Open connections to a listener: those that have not signed in, and those that have',
    ['process', 'listener', 'state'],
    async () =>
      read().flatMap(({ process, doors }) =>
        doors.flatMap(({ listener, waiting, signedIn }) => [
          { labels: { process, listener, state: 'waiting' }, value: waiting },
          { labels: { process, listener, state: 'signed_in' }, value: signedIn },
        ]),
      ),
  );
  new Counter({
    name: 'portolan_connections_refused_total',
    help: 'Connections that a listener refused or closed, by reason',
    labelNames: ['process', 'listener', 'reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { process, doors } of read())
        for (const { listener, refused } of doors)
          for (const [reason, n] of Object.entries(refused)) this.inc({ process, listener, reason }, n);
    },
  });
}

/** Adds calls that run and wait, and those that were refused because too many waited; `read` gives the numbers. */
export function addCallMetrics(
  { registry }: Metrics,
  read: () => { inside: number; waiting: number; refused: number },
): void {
  addReadGauge(registry, 'portolan_calls', 'Calls that run, and that wait for their turn', ['state'], async () => {
    const { inside, waiting } = read();
    return [
      { labels: { state: 'running' }, value: inside },
      { labels: { state: 'waiting' }, value: waiting },
    ];
  });
  new Counter({
    name: 'portolan_calls_refused_total',
    help: 'Calls that were refused because too many of their session or tenant waited, or they waited too long',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read().refused);
    },
  });
}

/** A gauge whose values are read when it is scraped. */
function addReadGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Promise<Reading[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const readings = await read();
      this.reset();
      for (const { labels, value } of readings) if (value !== null) this.set(labels, value);
    },
  });
}

/** Adds what processes keep in memory; `read` gives their reports. */
export function addMemoryMetrics({ registry }: Metrics, read: () => MemoryReport[]): void {
  const perKept = (name: string, help: string, value: (kept: MemoryReport['kept'][number]) => number | null): void =>
    addReadGauge(registry, name, help, ['process', 'cache'], async () =>
      read().flatMap(({ process, kept }) =>
        kept.map((one) => ({ labels: { process, cache: one.name }, value: value(one) })),
      ),
    );
  perKept('portolan_cache_bytes', 'Bytes that a cache holds, about', ({ bytes }) => bytes);
  perKept('portolan_cache_limit_bytes', 'Bytes that a cache may hold', ({ bytesMost }) => bytesMost);
  perKept('portolan_cache_entries', 'Entries of a cache', ({ entries }) => entries);
  addReadGauge(registry, 'portolan_process_memory_bytes', 'Resident memory of each process', ['process'], async () =>
    read().map(({ process, residentBytes }) => ({ labels: { process }, value: residentBytes })),
  );
}

/** Adds how the gateway of vehicles does: it may run in another process, which writes its counts. */
function addVehicleMetrics(registry: Registry, database: Database): void {
  addReadGauge(
    registry,
    'portolan_vehicle_gateway_count',
    'What the gateway of vehicles has counted since it started, such as reports, positions kept aside and braked attempts',
    ['count'],
    async () => {
      // The counts are those of the process, and stand with each of its protocols.
      const rows = await database.query<{ count: string; value: number | null }>(
        `select c.key as count, max(c.value::float8) as value
         from vehicle_gateway g cross join jsonb_each_text(g.counts) c group by c.key`,
      );
      return rows.map(({ count, value }) => ({ labels: { count }, value }));
    },
  );
  addReadGauge(
    registry,
    'portolan_vehicle_legacy_devices',
    'Devices of vehicles that still sign in with the code of earlier versions',
    [],
    async () => {
      const rows = await database.query<{ value: number }>(
        `select count(*)::int as value from vehicle_device d join vehicle v on v.id = d.vehicle_id
         where v.enabled and d.legacy_no = v.terminal_no`,
      );
      return rows.map(({ value }) => ({ labels: {}, value }));
    },
  );
}

/** Adds what the database knows: tasks by kind and state, how sources are doing, and the gateway of vehicles. */
export function addDatabaseMetrics({ registry }: Metrics, database: Database): void {
  addVehicleMetrics(registry, database);
  addReadGauge(registry, 'portolan_tasks', 'Tasks by kind and status', ['kind', 'status'], async () => {
    const text = 'select kind, status, count(*)::int as value from task group by kind, status';
    const rows = await database.query<{ kind: string; status: string; value: number }>(text);
    return rows.map(({ kind, status, value }) => ({ labels: { kind, status }, value }));
  });
  addReadGauge(
    registry,
    'portolan_source_consecutive_failures',
    'Failures of a source in a row',
    ['source'],
    async () => {
      const text = 'select code as source, consecutive_failures as value from source where enabled';
      const rows = await database.query<{ source: string; value: number }>(text);
      return rows.map(({ source, value }) => ({ labels: { source }, value }));
    },
  );
  addReadGauge(
    registry,
    'portolan_source_last_success_timestamp_seconds',
    'When a source last answered, in the time of the world',
    ['source'],
    async () => {
      const text =
        'select code as source, extract(epoch from last_success_at)::float8 as value from source where enabled';
      const rows = await database.query<{ source: string; value: number | null }>(text);
      return rows.map(({ source, value }) => ({ labels: { source }, value }));
    },
  );
}
