import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listPartitionDays, partitionName } from './ingest-queries.ts';

/**
 * Drops positions older than the retention, a day at a time. Old is what lies so far behind the newest position (or behind
 * now, if that is earlier): a recording of years ago stays until newer positions come.
 */
export async function removeOldPositions(database: Database, now: Instant, retentionDays: number): Promise<number[]> {
  const days = await listPartitionDays(database);
  const newest = days.at(-1);
  if (newest === undefined) return [];
  const last = Math.min(newest, Math.floor(now / DAY_MS));
  const old = days.filter((day) => day < last - retentionDays);
  for (const day of old) await database.execute(`drop table if exists ${partitionName(day)}`);
  return old;
}
