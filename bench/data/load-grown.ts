import type { ReusablePostgres } from '../support/postgres.ts';
import { openLoadedPostgres } from './open-loaded.ts';
import { addIncidents } from './load-incidents.ts';
import { addTraces, beginTraces } from './load-traces.ts';

/** To be raised whenever other rows are made. */
const dataVersion = 1;

/** As a database of its own on a machine with 24 GB would have it, but that two of them run here. */
const settings = ['shared_buffers=2GB', 'effective_cache_size=10GB', 'maintenance_work_mem=768MB', 'max_wal_size=2GB'];
/** What is loaded may be loaded again: its log of writes stays small. */
const whileLoading = ['max_wal_size=6GB', 'wal_level=minimal', 'max_wal_senders=0', 'fsync=off', 'autovacuum=off'];

/**
 * Starts PostgreSQL with so many sea shipments of three containers (some have four), an exception of every fifth one and a cause
 * for 25 exceptions; undefined where there is no PostgreSQL. Loading gives way to whatever else the machine does.
 */
export async function openGrownPostgres(
  count: number,
  more: readonly string[] = [],
): Promise<ReusablePostgres | undefined> {
  const name = `grown-${count}-${dataVersion}`;
  const load = await openLoadedPostgres(
    name,
    async (database) => {
      const filling = await beginTraces(database, { documents: Math.min(1_000, count / 100), containers: [3, 4] });
      await addTraces(database, filling, count);
      const exceptions = count / 5;
      await addIncidents(database, { first: filling.first, exceptions, incidents: exceptions / 25, ofShipments: true });
    },
    [...settings, ...whileLoading],
  );
  await load?.stop();
  return load === undefined ? undefined : openLoadedPostgres(name, () => Promise.resolve(), [...settings, ...more]);
}
