import type { Kysely } from 'kysely';
import { TABLES, type DB } from '#generated/schema.ts';
import { seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { searchTextOf } from '#server/platform/search/index.ts';
import type { CheckedValue } from '#shared/entity/check-row.ts';
import { columnOf, type Entity, type Field } from '#shared/entity/declare.ts';

/** A row as the table has it, by column. */
export type RawRow = Readonly<Record<string, unknown>>;

/** The same database for tables whose names are known only at run time; scopes still apply. */
// oxlint-disable-next-line typescript/no-explicit-any -- columns follow from the declarations, not from types
export type LooseDb = Kysely<any>;

/** Forgets the types of tables. */
export const loose = (db: Kysely<DB>): LooseDb => db;

/** Is the text of this field sealed in the database? */
export const isSealed = (field: Field): boolean =>
  field.kind === 'secret' || (field.kind === 'text' && field.maskWhen !== undefined);

/** The columns of a table with their PostgreSQL types; throws for a table that does not exist. */
export function columnsOf(table: string): Readonly<Record<string, string>> {
  const columns = TABLES[table];
  if (columns === undefined) throw new Error(`no migration creates the table ${table}`);
  return columns;
}

/** The column of a field. */
export const fieldColumn = (entity: Entity, name: string): string =>
  name === entity.id ? 'id' : columnOf(name, entity.fields[name]);

/** A value as a statement takes it for this column. */
export function toSql(table: string, column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (columnsOf(table)[column]) {
    case 'timestamptz':
      return ts(Number(value));
    case 'bool':
      return value === true || value === 1;
    case 'json':
    case 'jsonb':
      return json(value);
    default:
      return value;
  }
}

/** A value in the type of its column, so that it compares with what the table has. */
function plainValue(table: string, column: string, value: string | number): unknown {
  const type = columnsOf(table)[column] ?? '';
  if (type === 'bool') return value === 1;
  return type.startsWith('int') ? Number(value) : value;
}

/** Values as entered, by column, sealed where the declaration says so. */
export function toRaw(
  entity: Entity,
  values: Readonly<Record<string, CheckedValue>>,
  keys: SecretKeys,
): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields[name];
    if (field === undefined || value === undefined) continue;
    const column = fieldColumn(entity, name);
    raw[column] =
      value === null ? null : isSealed(field) ? seal(String(value), keys) : plainValue(entity.table, column, value);
  }
  return raw;
}

/** The tenant a row belongs to; null where all tenants share it, or where it is the platform's. */
export function tenantOf(entity: Entity, row: RawRow): number | null {
  if (entity.table === 'tenant') return Number(row['id']);
  const owner = entity.tenantField === undefined ? null : row[fieldColumn(entity, entity.tenantField)];
  return owner === null || owner === undefined ? null : Number(owner);
}

/** The columns whose texts the keyword and pickers look into, where these are kept together. */
const foundBy = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.search === 'keyword' && field.kind !== 'reference')
    .map(([name, field]) => columnOf(name, field));

/** The normal form of texts that is kept beside what was written. */
const normalOf = (entity: Entity, raw: RawRow): RawRow =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      if (field.kind !== 'text' || field.normal === undefined) return [];
      const written = raw[fieldColumn(entity, name)];
      return [[field.normal.column, typeof written === 'string' ? field.normal.of(written) : null]];
    }),
  );

/** What follows from the values of a whole row: the text it is found by, and the normal form of texts. */
export const derivedOf = async (entity: Entity, raw: RawRow): Promise<RawRow> => ({
  ...normalOf(entity, raw),
  ...(entity.finding === undefined
    ? {}
    : { search_text: await searchTextOf(foundBy(entity).map((column) => raw[column])) }),
});
