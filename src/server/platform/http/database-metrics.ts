import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { type DiskNeed, freeBytes } from '../db/disk-space.ts';
import { addReadGauge, type Metrics, type Reading } from './metrics.ts';

/** What these metrics are read from; `disk` is null where the database is a server of its own. */
type Sources = { database: Database; clock: Clock; disk: DiskNeed | null };

/** A database that answers no sooner counts as one that is away. */
const ANSWER_WITHIN_MS = 2_000;

const plain = (value: number | null): Reading[] => [{ labels: {}, value }];

/** Adds how the gateway of vehicles does: it may run in another process, which writes its counts. */
function addVehicleMetrics(metrics: Metrics, { database }: Sources): void {
  addReadGauge(metrics, 'portolan_vehicle_gateway_count', async () => {
    // The counts are those of the process, and stand with each of its protocols.
    const rows = await database.query<{ count: string; value: number | null }>(
      `select c.key as count, max(c.value::float8) as value
       from vehicle_gateway g cross join jsonb_each_text(g.counts) c group by c.key`,
    );
    return rows.map(({ count, value }) => ({ labels: { count }, value }));
  });
  addReadGauge(metrics, 'portolan_vehicle_legacy_devices', async () => {
    const rows = await database.query<{ value: number }>(
      `select count(*)::int as value from vehicle_device d join vehicle v on v.id = d.vehicle_id
       where v.enabled and d.legacy_no = v.terminal_no`,
    );
    return rows.map(({ value }) => ({ labels: {}, value }));
  });
}

/** Adds tasks by kind and status, and how long the oldest due one of each kind has waited. */
function addTaskMetrics(metrics: Metrics, { database, clock }: Sources): void {
  addReadGauge(metrics, 'portolan_tasks', async () => {
    const text = 'select kind, status, count(*)::int as value from task group by kind, status';
    const rows = await database.query<{ kind: string; status: string; value: number }>(text);
    return rows.map(({ kind, status, value }) => ({ labels: { kind, status }, value }));
  });
  addReadGauge(metrics, 'portolan_task_oldest_due_seconds', async () => {
    const rows = await database.query<{ kind: string; value: number }>(
      `select kind, greatest(0, extract(epoch from $1::timestamptz - min(run_at)))::float8 as value
       from task where status = 'waiting' group by kind`,
      [new Date(clock.now())],
    );
    return rows.map(({ kind, value }) => ({ labels: { kind }, value }));
  });
}

/** Adds how receiving positions goes, as the process that receives has written it. */
function addReceiverMetrics(metrics: Metrics, { database }: Sources): void {
  const counted = (name: 'portolan_ais_reconnects' | 'portolan_ais_dropped_messages', of: string): void =>
    addReadGauge(metrics, name, async () => {
      const rows = await database.query<{ feed: string; value: number }>(
        `select code as feed, coalesce((counts ->> $1)::float8, 0) as value from ais_feed`,
        [of],
      );
      return rows.map(({ feed, value }) => ({ labels: { feed }, value }));
    });
  counted('portolan_ais_reconnects', 'reconnects');
  counted('portolan_ais_dropped_messages', 'dropped');
}

/** Adds how sources are doing. */
function addSourceMetrics(metrics: Metrics, { database, clock }: Sources): void {
  addReadGauge(metrics, 'portolan_source_consecutive_failures', async () => {
    const text = 'select code as source, consecutive_failures as value from source where enabled';
    const rows = await database.query<{ source: string; value: number }>(text);
    return rows.map(({ source, value }) => ({ labels: { source }, value }));
  });
  addReadGauge(metrics, 'portolan_source_last_success_age_seconds', async () => {
    const rows = await database.query<{ source: string; value: number | null }>(
      `select code as source, greatest(0, extract(epoch from $1::timestamptz - last_success_at))::float8 as value
       from source where enabled`,
      [new Date(clock.now())],
    );
    return rows.map(({ source, value }) => ({ labels: { source }, value }));
  });
}

type Standby = { standby: string; behind_bytes: number | null; behind_s: number | null };

/** Adds how far standbys are behind, as far as the product may see them; one that has nothing to replay is not behind. */
function addReplicationMetrics(metrics: Metrics, { database }: Sources): void {
  const listStandbys = async (): Promise<Standby[]> =>
    database.kind === 'embedded'
      ? []
      : database.query<Standby>(
          `select coalesce(nullif(application_name, ''), client_addr::text, '?') as standby,
             max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as behind_bytes,
             max(case when replay_lsn = pg_current_wal_lsn() then 0 else extract(epoch from replay_lag) end)::float8 as behind_s
           from pg_stat_replication where not pg_is_in_recovery() group by 1`,
        );
  addReadGauge(metrics, 'portolan_replication_lag_bytes', async () =>
    (await listStandbys()).map(({ standby, behind_bytes: value }) => ({ labels: { standby }, value })),
  );
  addReadGauge(metrics, 'portolan_replication_lag_seconds', async () =>
    (await listStandbys()).map(({ standby, behind_s: value }) => ({ labels: { standby }, value })),
  );
}

/** Adds what the database knows: tasks, sources, the gateway of vehicles, standbys, and how the database itself is doing. */
export function addDatabaseMetrics(metrics: Metrics, sources: Sources): void {
  const { database, disk } = sources;
  // First, before the scrape itself takes connections.
  addReadGauge(metrics, 'portolan_database_connections', () => {
    const pool = database.connections();
    return pool === null
      ? []
      : [
          { labels: { state: 'busy' }, value: pool.busy },
          { labels: { state: 'idle' }, value: pool.idle },
        ];
  });
  addReadGauge(metrics, 'portolan_database_waiting', () => plain(database.connections()?.waiting ?? null));
  addReadGauge(metrics, 'portolan_read_replica_up', () =>
    database.replicas().map(({ host, usable }) => ({ labels: { host }, value: usable ? 1 : 0 })),
  );
  addReadGauge(metrics, 'portolan_read_replica_reads', () =>
    database.replicas().map(({ host, reads }) => ({ labels: { host }, value: reads })),
  );
  addVehicleMetrics(metrics, sources);
  addTaskMetrics(metrics, sources);
  addReceiverMetrics(metrics, sources);
  addSourceMetrics(metrics, sources);
  addReplicationMetrics(metrics, sources);
  addReadGauge(metrics, 'portolan_database_up', async () => {
    const late = pause(ANSWER_WITHIN_MS, 0, { ref: false });
    return plain(await Promise.race([database.ping().then(() => 1), late]).catch(() => 0));
  });
  addReadGauge(metrics, 'portolan_writes_refused', () => plain(database.refusedWrites.recently() ? 1 : 0));
  addReadGauge(metrics, 'portolan_disk_free_bytes', async () =>
    disk === null ? [] : plain(await freeBytes(disk.directory)),
  );
  addReadGauge(metrics, 'portolan_disk_least_free_bytes', () => (disk === null ? [] : plain(disk.leastFreeBytes)));
}
