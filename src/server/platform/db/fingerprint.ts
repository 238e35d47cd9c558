import { asRecord, isRecord } from '#shared/values/objects.ts';

/** What a database holds, as far as it can be compared: rows of each table, and a hash of all values of the smaller ones. */
export type Fingerprint = {
  takenAt: string;
  migrations: string[];
  tables: Record<string, { rows: number; hash: string | null }>;
};

/** Reads one statement; the rows of all statements must be of one moment. */
type Read = (text: string) => Promise<Record<string, unknown>[]>;

/** Tables with more rows are counted only. */
const maxHashedRows = 20_000;

const TABLES = `
  select c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
/** The same whatever the order of the rows is. */
const HASH = `coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Counts and hashes what there is; takes as long as reading every row once. */
export async function readFingerprint(read: Read): Promise<Fingerprint> {
  const tables: Fingerprint['tables'] = {};
  for (const { name } of await read(TABLES)) {
    const table = quoted(String(name));
    const [counted] = await read(`select count(*)::float8 as rows from ${table}`);
    const rows = Number(counted?.['rows']);
    const [hashed] = rows <= maxHashedRows ? await read(`select ${HASH} as hash from ${table} t`) : [];
    tables[String(name)] = { rows, hash: hashed === undefined ? null : String(hashed['hash']) };
  }
  const applied =
    tables['schema_migration'] === undefined ? [] : await read('select name from schema_migration order by 1');
  return { takenAt: new Date().toISOString(), migrations: applied.map(({ name }) => String(name)), tables };
}

/** A fingerprint from the text of a file; undefined when the text is not one. */
export function parseFingerprint(text: string): Fingerprint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { takenAt, migrations, tables } = asRecord(value);
  if (typeof takenAt !== 'string' || !Array.isArray(migrations) || !isRecord(tables)) return undefined;
  return {
    takenAt,
    migrations: migrations.map(String),
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => {
        const { rows, hash } = asRecord(table);
        return [name, { rows: Number(rows), hash: typeof hash === 'string' ? hash : null }];
      }),
    ),
  };
}

/** Tables of which one side has other rows than the other; `rows` undefined: the table is not there. */
export function differences(
  noted: Fingerprint,
  found: Fingerprint,
): { table: string; noted: number | undefined; found: number | undefined }[] {
  const names = [...new Set([...Object.keys(noted.tables), ...Object.keys(found.tables)])].sort();
  return names.flatMap((table) => {
    const [a, b] = [noted.tables[table], found.tables[table]];
    return a !== undefined && b !== undefined && a.rows === b.rows && a.hash === b.hash
      ? []
      : [{ table, noted: a?.rows, found: b?.rows }];
  });
}
