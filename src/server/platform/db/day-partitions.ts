import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from './database.ts';

const dateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Partitions of a table by day (of UTC), made as rows come and dropped whole; days are counted from 1970. */
export function dayPartitions(table: string) {
  const nameOf = (day: number): string => `${table}_${dateText(day).replaceAll('-', '')}`;
  const prefix = `${table}_`;

  /** Days that have a partition, oldest first. */
  async function list(database: Database): Promise<number[]> {
    const { rows } = await database.execute<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = '${table}'::regclass order by 1`,
    );
    return rows.flatMap(({ name }) => {
      const found = name.startsWith(prefix) ? /^(\d{4})(\d\d)(\d\d)$/.exec(name.slice(prefix.length)) : null;
      return found === null ? [] : [Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])) / DAY_MS];
    });
  }

  return {
    list,
    /** Makes the partitions of days that have none. */
    async create(database: Database, days: readonly number[]): Promise<void> {
      for (const day of days)
        await database.execute(
          `create table if not exists ${nameOf(day)} partition of ${table}
           for values from ('${dateText(day)}T00:00:00Z') to ('${dateText(day + 1)}T00:00:00Z')`,
        );
    },
    /**
     * Drops days older than the retention. Old is what lies so far behind the newest day (or behind now, if that is earlier): a
     * recording of years ago stays until newer rows come.
     */
    async removeOld(database: Database, now: Instant, retentionDays: number): Promise<number[]> {
      const days = await list(database);
      const newest = days.at(-1);
      if (newest === undefined) return [];
      const last = Math.min(newest, Math.floor(now / DAY_MS));
      const old = days.filter((day) => day < last - retentionDays);
      for (const day of old) await database.execute(`drop table if exists ${nameOf(day)}`);
      return old;
    },
  };
}
