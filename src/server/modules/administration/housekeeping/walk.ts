import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';

/** Rows of a table to be gone through by id. */
export type WalkStep = { table: string; age: string; when: string; before: Date; limit: number };

/** The last row that was looked at, and when the next round may begin (the machine's time). */
type Place = { position: number; notBefore: Instant };

const stateKey = (table: string): string => `retention:${table}`;
/** Rows looked at for each that may go in one step. */
const looksAtTimes = 4;

/** Looks at the next rows of a walk and removes those that are old and not needed; after the last it rests for a day. */
export async function walkOn(
  database: Database,
  { table, age, when, before, limit }: WalkStep,
  machineNow: Instant,
): Promise<{ removed: number; more: boolean }> {
  const known = asRecord(await readState(database, stateKey(table)));
  const [position, notBefore] = [Number(known['position'] ?? 0), Number(known['notBefore'] ?? 0)];
  if (machineNow < notBefore) return { removed: 0, more: false };
  const scanned = limit * looksAtTimes;
  const { rows } = await database.execute<{ n: number; old: number; last: number | null; gone: number }>(
    `with seen as (select id, ${age} < $1 as old from ${table} where id > $2 order by id limit $3),
       gone as (delete from ${table} t using seen s where t.id = s.id and s.old and ${when} returning t.id)
     select (select count(*) from seen)::int as n, (select count(*) from seen where old)::int as old,
       (select max(id) from seen) as last, (select count(*) from gone)::int as gone`,
    [before, position, scanned],
  );
  const { n, old, last, gone } = rows[0] ?? { n: 0, old: 0, last: null, gone: 0 };
  // Ids grow with time: behind as many young rows nothing is old.
  const isOver = n < scanned || old === 0;
  const place: Place = isOver ? { position: 0, notBefore: machineNow + DAY_MS } : { position: last ?? 0, notBefore: 0 };
  await keepState(database, stateKey(table), place);
  return { removed: gone, more: !isOver };
}
