import type { Database } from '#server/platform/db/database.ts';
import { emptyRange, listClosed, type RangeGroup } from '#server/platform/db/ranges.ts';
import type { Sweep } from './retention-types.ts';

/** Ranges of which more than this share stays are not dropped: their old rows go one by one. */
const maxStaying = 0.05;

type Counted = { total: number; staying: number[]; filled: boolean };

/**
 * Drops what belongs to the old rows of a table where it is divided by ranges of their ids: a range in which nearly all rows are old goes
 * as a whole, and the rest is put back. Gives the number of ranges.
 */
export async function dropRanges(
  database: Database,
  group: RangeGroup,
  { age, when = 'true' }: Pick<Sweep, 'age' | 'when'>,
  before: Date,
): Promise<number> {
  const stays = `select t.id from ${group.of} t where t.id >= $1 and t.id < $2 and not (t.${age} < $3 and (${when}))`;
  let dropped = 0;
  for (const { lowest, uppermost } of await listClosed(database, group)) {
    const values = [lowest, uppermost, before];
    const [newest] = await database.query<{ old: boolean }>(
      `select t.${age} < $2 as old from ${group.of} t where t.id < $1 order by t.id desc limit 1`,
      [uppermost, before],
    );
    if (newest?.old === false) break;
    const has = group.tables.map(
      ({ name }) =>
        `exists (select from ${name} c where c.${group.key} >= $1 and c.${group.key} < $2 and not c.${group.key} = any(s.ids))`,
    );
    const [counted] = await database.query<Counted>(
      `select (select count(*)::int from ${group.of} where id >= $1 and id < $2) as total, s.ids as staying, (${has.join(' or ')}) as filled
       from (select array(${stays}) as ids) s`,
      values,
    );
    if (counted === undefined || !counted.filled || counted.staying.length > counted.total * maxStaying) continue;
    const changed = await emptyRange(database, group, uppermost, {
      staying: async () => (await database.execute<{ id: number }>(stays, values)).rows.map(({ id }) => id),
      also: async () => {},
    });
    if (changed) dropped += 1;
  }
  return dropped;
}
