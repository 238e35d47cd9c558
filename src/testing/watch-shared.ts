import { TABLES, TENANT_TABLES } from '#generated/schema.ts';
import type { Database } from '#server/platform/db/database.ts';

/** A change of a row that belongs to no tenant: `table operation`. */
export type SharedChange = string;

/**
 * Writes down every change of a row that belongs to no tenant from now on, with triggers of the test database.
 *
 * @returns reads and forgets what was written down since the last reading: `table operation`, each once, sorted.
 */
export async function watchSharedRows(database: Database): Promise<() => Promise<SharedChange[]>> {
  await database.execute('create table shared_change (at_table text not null, operation text not null)');
  await database.execute(`
    create function note_shared_change() returns trigger language plpgsql as $$
    begin
      insert into shared_change values (tg_table_name, lower(tg_op));
      return null;
    end $$`);
  for (const table of Object.keys(TABLES)) {
    const traits = TENANT_TABLES[table];
    if (traits !== undefined && !traits.nullable) continue;
    for (const [operation, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await database.execute(
        `create trigger note_shared_${operation} after ${operation} on "${table}" for each row
         ${traits === undefined ? '' : `when (${row}.tenant_id is null)`} execute function note_shared_change()`,
      );
  }
  return async () => {
    const { rows } = await database.execute<{ at_table: string; operation: string }>(
      'delete from shared_change returning at_table, operation',
    );
    return [...new Set(rows.map((row) => `${row.at_table} ${row.operation}`))].sort();
  };
}
