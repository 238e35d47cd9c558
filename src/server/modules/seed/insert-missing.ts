import type { Database } from '#server/platform/db/database.ts';
import { searchTextOf } from '#server/platform/search/index.ts';
import { normalizeText } from '#shared/text/normalize.ts';

/** Values as they would be if a person had entered them, so that saving a row as it is changes nothing. */
const asEntered = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' && !column.startsWith('description') ? normalizeText(value) : value,
    ]),
  );

/**
 * Inserts rows that no release has brought yet: what somebody edited stays as edited, and what somebody deleted stays
 * deleted. `key` is the column that tells rows apart.
 */
export async function insertMissing(
  database: Database,
  table: string,
  key: string,
  columns: Record<string, string>,
  rows: readonly object[],
): Promise<void> {
  const names = Object.keys(columns);
  const given = `jsonb_to_recordset($1::jsonb) as r(${names.map((name) => `${name} ${columns[name]}`).join(', ')})`;
  const json = JSON.stringify(rows.map(asEntered));
  await database.execute(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => `r.${name}`).join(', ')} from ${given}
     where not exists (select 1 from seeded_row s where s.table_name = '${table}' and s.row_key = r.${key})
     on conflict do nothing`,
    [json],
  );
  await database.execute(
    `insert into seeded_row (table_name, row_key) select '${table}', r.${key} from ${given} on conflict do nothing`,
    [json],
  );
}

/** Rows with the text they are found by, made of these columns. */
export const withSearchText = <T extends Record<string, unknown>>(
  rows: readonly T[],
  columns: readonly (keyof T)[],
): Promise<(T & { search_text: string })[]> =>
  Promise.all(
    rows.map(async (row) => ({ ...row, search_text: await searchTextOf(columns.map((column) => row[column])) })),
  );
