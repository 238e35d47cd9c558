import type { Database } from '#server/platform/db/database.ts';
import { searchTextOf } from '#server/platform/search/index.ts';
import { normalizeText, tidyText } from '#shared/text/normalize.ts';
import { asRecord } from '#shared/values/objects.ts';

type ColumnType = 'text' | 'integer' | 'float8' | 'boolean' | 'timestamptz';
type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

const camelCase = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A value as it would be if a person had entered it, so that saving a row as it is changes nothing. */
const asEntered = (column: string, value: unknown): unknown =>
  typeof value === 'string' && !column.startsWith('description') ? tidyText(value) : (value ?? null);

/**
 * Brings rows into a table that no release has brought yet: what somebody edited stays as edited, and what somebody
 * deleted stays deleted. A column takes the property of its name in camel case; `key` tells rows apart, and what is
 * `searched` makes the text they are found by.
 */
export async function seedTable<Row extends object, Column extends string>(
  database: Database,
  seed: {
    table: string;
    key?: NoInfer<Column>;
    columns: { [Name in Column]: CamelCase<Name> extends keyof Row ? ColumnType : never };
    searched?: readonly NoInfer<Column>[];
    rows: readonly Row[];
  },
): Promise<void> {
  const { table, key = 'code', searched } = seed;
  const types: Record<string, string> = { ...seed.columns, ...(searched && { search_text: 'text' }) };
  const columns = Object.keys(seed.columns);
  const rows = seed.rows.map(async (row) => {
    const valueOf = (column: string): unknown => asRecord(row)[camelCase(column)];
    const values: [string, unknown][] = columns.map((column) => [column, asEntered(column, valueOf(column))]);
    if (searched) values.push(['search_text', normalizeText(await searchTextOf(searched.map(valueOf)))]);
    return Object.fromEntries(values);
  });
  const names = Object.keys(types);
  const given = `jsonb_to_recordset($1::jsonb) as r(${names.map((name) => `${name} ${types[name]}`).join(', ')})`;
  const json = JSON.stringify(await Promise.all(rows));
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
