// Writes generated/schema.ts from the migrations: types of all tables for Kysely, and maps of columns.
// `--check` writes nothing and fails when the file in the work tree is stale.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { columnTypes } from './column-types.ts';

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generation: 'none' | 'default' | 'always';
  texts: string[] | null;
};

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'generated', 'schema.ts');

const COLUMNS_SQL = `
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
         when a.attidentity = 'd' or d.adrelid is not null then 'default' else 'none' end as generation,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%ANY%ARRAY[%::text%' limit 1) as rule
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  order by c.relname collate "C", a.attnum`;

const PLAIN_TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  name: 'string',
  inet: 'string',
  bool: 'boolean',
  tsvector: 'string',
};

async function readColumns(): Promise<Column[]> {
  const database = new PGlite({ extensions: { pg_trgm } });
  const directory = path.join(root, 'migrations');
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    await database.exec(readFileSync(path.join(directory, file), 'utf8')).catch((error: unknown) => {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  const { rows } = await database.query<Omit<Column, 'texts'> & { rule: string | null }>(COLUMNS_SQL);
  await database.close();
  return rows.map(({ rule, ...row }) => ({
    ...row,
    texts:
      rule === null
        ? null
        : [...rule.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) => (match[1] ?? '').replaceAll("''", "'")),
  }));
}

function columnType(column: Column): string {
  const none = column.nullable ? ' | null' : '';
  const wrap = (type: string): string =>
    column.generation === 'always'
      ? `GeneratedAlways<${type}>`
      : column.generation === 'default'
        ? `Generated<${type}>`
        : type;
  if (column.type === 'timestamptz') return wrap(`ColumnType<Instant${none}, Date${none}, Date${none}>`);
  const declared = columnTypes[`${column.table}.${column.column}`]?.type;
  if (column.type === 'jsonb' || column.type === 'json') {
    const read = declared === undefined ? 'unknown' : `${declared}${none}`;
    return wrap(`ColumnType<${read}, string${none}, string${none}>`);
  }
  if (declared !== undefined) return wrap(`${declared}${none}`);
  if (column.type === 'bytea') return wrap(`ColumnType<Buffer${none}, Uint8Array${none}, Uint8Array${none}>`);
  if (column.texts !== null && column.type === 'text') {
    return wrap(column.texts.map((text) => `'${text}'`).join(' | ') + none);
  }
  const array = column.type.startsWith('_');
  const plain = PLAIN_TYPES[array ? column.type.slice(1) : column.type];
  if (plain === undefined) throw new Error(`${column.table}.${column.column}: no TypeScript type for ${column.type}`);
  return wrap(`${plain}${array ? '[]' : ''}${none}`);
}

/** Imports of the types that columns are declared with. */
function importsOfTypes(columns: readonly Column[]): string[] {
  const all = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const strange = Object.keys(columnTypes).filter((name) => !all.has(name));
  if (strange.length > 0) throw new Error(`no such column: ${strange.join(', ')}`);
  const byFile = Map.groupBy(Object.values(columnTypes), ({ from }) => from);
  return [...byFile].toSorted().map(([from, types]) => {
    const names = [...new Set(types.map(({ type }) => type.replace(/\[\]$/, '')))].sort();
    return `import type { ${names.join(', ')} } from '${from}';`;
  });
}

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z0-9])/g, (_all, _bar, letter: string) => letter.toUpperCase());

function tableMaps(tables: Map<string, Column[]>): string[] {
  const all = [...tables.values()].flat();
  const otherwise = new Set(all.filter((column) => column.type !== 'timestamptz').map((column) => column.column));
  const instants = [...new Set(all.filter((column) => column.type === 'timestamptz').map((column) => column.column))]
    .filter((name) => !otherwise.has(name))
    .sort();
  const tenants = all
    .filter((column) => column.column === 'tenant_id')
    .map((column) => `  ${column.table}: { nullable: ${column.nullable} },`);
  return [
    '/** All tables with the PostgreSQL type of each column. */',
    'export const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {',
    ...[...tables].map(
      ([table, columns]) =>
        `  ${table}: { ${columns.map((column) => `${column.column}: '${column.type}'`).join(', ')} },`,
    ),
    '};',
    '',
    '/** Column names that are timestamptz in every table that has them. */',
    `export const INSTANT_COLUMNS: ReadonlySet<string> = new Set([\n${instants.map((name) => `  '${name}',`).join('\n')}\n]);`,
    '',
    '/** Tables with a column tenant_id. */',
    `export const TENANT_TABLES: Readonly<Record<string, { nullable: boolean }>> = {\n${tenants.join('\n')}\n};`,
  ];
}

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table);
  const lines = [
    '// GENERATED from migrations/*.sql by scripts/generate-schema.ts; never edited by hand.',
    '/* eslint-disable */',
    "import type { ColumnType } from 'kysely';",
    "import type { Instant } from '#shared/time/instant.ts';",
    ...importsOfTypes(columns),
    '',
    '/** The database has a value when none is given. */',
    'export type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    '/** The database alone gives the value. */',
    'export type GeneratedAlways<T> = [T] extends [ColumnType<infer S, unknown, unknown>] ? ColumnType<S, never, never> : ColumnType<T, never, never>;',
    '',
  ];
  for (const [table, own] of tables) {
    lines.push(`/** Table ${table}. */`, `export type ${pascal(table)}Table = {`);
    for (const column of own) lines.push(`  ${column.column}: ${columnType(column)};`);
    lines.push('};', '');
  }
  lines.push('/** All tables, as Kysely wants them. */', 'export type DB = {');
  for (const table of tables.keys()) lines.push(`  ${table}: ${pascal(table)}Table;`);
  lines.push('};', '', ...tableMaps(tables), '');
  return lines.join('\n');
}

try {
  const text = render(await readColumns());
  const stale = !existsSync(target) || readFileSync(target, 'utf8') !== text;
  if (process.argv.includes('--check')) {
    if (stale) console.error('generated/schema.ts is stale: run npm run generate');
    process.exitCode = stale ? 1 : 0;
  } else if (stale) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    console.log('generated/schema.ts written');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
