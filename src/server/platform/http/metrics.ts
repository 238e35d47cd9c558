import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '../db/database.ts';

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

type QueueRow = { kind: string; status: string; tasks: number; oldest_s: number | null };
type SourceRow = { code: string; failures: number; silent_s: number | null };

/** Adds what the database knows: tasks by kind and state, and how sources are doing; read when scraped. */
export function addDatabaseMetrics(metrics: Metrics, database: Database): void {
  const registers = [metrics.registry];
  const oldest = new Gauge({
    name: 'portolan_task_oldest_due_seconds',
    help: 'Age of the oldest due task',
    labelNames: ['kind'],
    registers,
  });
  const silence = new Gauge({
    name: 'portolan_source_silence_seconds',
    help: 'Seconds since a source last answered',
    labelNames: ['source'],
    registers,
  });
  new Gauge({
    name: 'portolan_tasks',
    help: 'Tasks by kind and status',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      const rows = await database.query<QueueRow>(
        `select kind, status, count(*)::int as tasks,
                extract(epoch from now() - min(run_at) filter (where status = 'waiting' and run_at <= now()))::float8 as oldest_s
           from task group by kind, status`,
      );
      this.reset();
      oldest.reset();
      for (const row of rows) {
        this.set({ kind: row.kind, status: row.status }, row.tasks);
        if (row.oldest_s !== null) oldest.set({ kind: row.kind }, row.oldest_s);
      }
    },
  });
  new Gauge({
    name: 'portolan_source_consecutive_failures',
    help: 'Failures of a source in a row',
    labelNames: ['source'],
    registers,
    async collect() {
      const rows = await database.query<SourceRow>(
        `select code, consecutive_failures as failures, extract(epoch from now() - last_success_at)::float8 as silent_s
           from source where enabled`,
      );
      this.reset();
      silence.reset();
      for (const row of rows) {
        this.set({ source: row.code }, row.failures);
        if (row.silent_s !== null) silence.set({ source: row.code }, row.silent_s);
      }
    },
  });
}
