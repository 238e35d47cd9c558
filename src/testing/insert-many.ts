import { TABLES, type DB } from '#generated/schema.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Database } from '#server/platform/db/database.ts';

const ROWS_PER_STATEMENT = 5_000;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A value as jsonb_to_recordset reads it for a column of this type. */
function encode(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'timestamptz')
    return typeof value === 'number' || value instanceof Date ? new Date(value).toISOString() : value;
  if (type === 'bytea') {
    if (!(value instanceof Uint8Array)) throw new TypeError('a value of a bytea column is no bytes');
    return `\\x${Buffer.from(value).toString('hex')}`;
  }
  return value;
}

const columnType = (type: string): string => (type.startsWith('_') ? `${type.slice(1)}[]` : type);

/**
 * Inserts many rows by few statements, in the current transaction, unbound by any scope, for the rows of tests.
 * Values are plain: Instants as numbers, jsonb as values (not text), bytea as bytes. All rows have the columns of the
 * first. `onConflict` is the text after `on conflict`, e.g. `(code) do nothing`. Gives the number of rows written.
 */
export async function insertMany<T extends keyof DB & string>(
  database: Database,
  table: T,
  rows: readonly Partial<Record<keyof DB[T] & string, unknown>>[],
  { onConflict }: { onConflict?: string } = {},
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const types = TABLES[table] ?? {};
  const columns = Object.keys(first).map((name) => {
    const type = types[name];
    if (type === undefined) throw new Error(`${table} has no column ${name}`);
    return { name, type };
  });
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const shape = columns.map(({ name, type }) => `${quote(name)} ${columnType(type)}`).join(', ');
  const conflict = onConflict === undefined ? '' : ` on conflict ${onConflict}`;
  const text = `insert into ${quote(table)} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r(${shape})${conflict}`;
  let written = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const part = rows.slice(at, at + ROWS_PER_STATEMENT).map(asRecord);
    const encoded = part.map((row) =>
      Object.fromEntries(columns.map(({ name, type }) => [name, encode(row[name], type)])),
    );
    written += (await database.execute(text, [JSON.stringify(encoded)])).rowCount;
  }
  return written;
}
