import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { keyId, open, seal, sealedForm, type SecretKeys } from './seal.ts';

/** How far a rotation is: values of one column encrypted again, of those there were. */
export type RotationProgress = { table: string; column: string; done: number; total: number };

/** What a rotation did; `left` are values that no key opens, by column. */
export type RotationResult = { resealed: number; left: { table: string; column: string; count: number }[] };

type Place = { table: string; column: string; json: boolean };

const batchSize = 200;
const patienceMs = 600_000;

/** Documents in which sealed texts may stand: what the audit keeps of rows, and what waits to be done. */
const sealedDocuments = new Set(['audit_log.before', 'audit_log.after', 'task.payload', 'app_state.value']);

const columnsSql = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type, c.reltuples::float8 as "rows"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and format_type(a.atttypid, null) in ('text', 'jsonb')
   -- The check value is the last to change: until then a rotation is not over.
   order by c.relname = 'app_state', 1, 2`;

type SealedColumn = { table: string; column: string; type: string; rows: number };

/** Every column in which a sealed text can be: none is forgotten because nobody listed it. */
async function placesOf(database: Database): Promise<Place[]> {
  const columns = await database.query<SealedColumn>(columnsSql);
  return columns
    .map(({ table, column, type }) => ({ table, column, json: type === 'jsonb' }))
    .filter(({ table, column, json }) => !json || sealedDocuments.has(`${table}.${column}`));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A sealed text under another key than the newest; in a document it stands in quotes. */
const patternOf = (newest: string, json: boolean): string => {
  const sealed = String.raw`v1\.(?!${newest}\.)[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]{38,}`;
  return json ? `"${sealed}"` : `^${sealed}$`;
};

/** Larger tables have no columns for secrets: settings are few. */
const maxRows = 200_000;
const maxSealed = 100;

/** Some of the sealed texts in columns of the data, whatever key they are under. */
export async function listSealed(database: Database): Promise<string[]> {
  const columns = await database.query<SealedColumn>(columnsSql);
  const sealed: string[] = [];
  for (const { table, column, type, rows } of columns) {
    if (type !== 'text' || rows > maxRows) continue;
    const value = sql.ref<string>(column);
    const { rows: found } = await sql<{ text: string }>`
      select ${value} as text from ${sql.table(table)} where ${value} like 'v1.%' and ${value} ~ ${sealedForm.source}
      limit ${maxSealed}`.execute(database.system);
    sealed.push(...found.map(({ text }) => text));
  }
  return sealed;
}

async function countStale(database: Database, place: Place, pattern: string): Promise<number> {
  const column = place.json ? `${quoted(place.column)}::text` : quoted(place.column);
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from ${quoted(place.table)} where ${column} ~ $1`,
    [pattern],
  );
  return Number(row?.n ?? 0);
}

/** The text under the newest key; undefined when no key opens it. */
function resealed(text: string, keys: SecretKeys): string | undefined {
  try {
    return seal(open(text, keys), keys);
  } catch {
    return undefined;
  }
}

/** A copy of a document with every sealed text in it under the newest key; what no key opens stays. */
function resealedDocument(value: unknown, keys: SecretKeys): { value: unknown; changed: boolean } {
  let changed = false;
  const walk = (item: unknown): unknown => {
    if (typeof item === 'string') {
      if (!sealedForm.test(item)) return item;
      const next = resealed(item, keys);
      if (next === undefined) return item;
      changed = true;
      return next;
    }
    if (Array.isArray(item)) return item.map(walk);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, walk(inner)]));
  };
  return { value: walk(value), changed };
}

type StaleRow = { place: string; value: unknown };

/** The row's value under the newest key, as a statement takes it; undefined when nothing of it can be opened. */
function nextValue(row: StaleRow, json: boolean, keys: SecretKeys): string | undefined {
  if (!json) return resealed(String(row.value), keys);
  const { value, changed } = resealedDocument(row.value, keys);
  return changed ? JSON.stringify(value) : undefined;
}

/** One transaction: some rows of a column, locked, from a place in the table on. */
function runBatch(
  database: Database,
  { table, column, json }: Place,
  pattern: string,
  keys: SecretKeys,
  from: string,
): Promise<{ resealed: number; last: string | undefined }> {
  const text = json ? `${quoted(column)}::text` : quoted(column);
  return database.transaction(async () => {
    const { rows } = await database.execute<StaleRow>(
      `select ctid::text as place, ${quoted(column)} as value from ${quoted(table)}
        where ${text} ~ $1 and ctid > $2::tid order by ctid limit ${batchSize} for update`,
      [pattern, from],
    );
    let count = 0;
    for (const row of rows) {
      const next = nextValue(row, json, keys);
      if (next === undefined) continue;
      const type = json ? 'jsonb' : 'text';
      await database.execute(`update ${quoted(table)} set ${quoted(column)} = $1::${type} where ctid = $2::tid`, [
        next,
        row.place,
      ]);
      count += 1;
    }
    return { resealed: count, last: rows.length < batchSize ? undefined : rows.at(-1)?.place };
  });
}

async function rotateColumn(
  database: Database,
  place: Place,
  pattern: string,
  keys: SecretKeys,
  notify: (done: number) => void,
): Promise<number> {
  let done = 0;
  for (let from: string | undefined = '(0,0)'; from !== undefined;) {
    const batch: { resealed: number; last: string | undefined } = await runBatch(database, place, pattern, keys, from);
    done += batch.resealed;
    notify(done);
    from = batch.last;
  }
  return done;
}

/**
 * Encrypts everything that is sealed under an older key with the newest one, wherever it stands, in small transactions.
 * What is done stays done: after a break it is simply run again and goes on with what is left. Rows keep their versions.
 */
export function rotateKeys({
  database,
  keys,
  onProgress,
}: {
  database: Database;
  keys: SecretKeys;
  onProgress?: (progress: RotationProgress) => void;
}): Promise<RotationResult> {
  const [newest] = keys;
  if (newest === undefined) throw new Error('a secret key of 32 bytes is needed');
  return database.patient(patienceMs, async () => {
    const result: RotationResult = { resealed: 0, left: [] };
    for (const place of await placesOf(database)) {
      const pattern = patternOf(keyId(newest), place.json);
      const total = await countStale(database, place, pattern);
      if (total === 0) continue;
      const { table, column } = place;
      result.resealed += await rotateColumn(database, place, pattern, keys, (done) =>
        onProgress?.({ table, column, done, total }),
      );
      const count = await countStale(database, place, pattern);
      if (count > 0) result.left.push({ table, column, count });
    }
    return result;
  });
}
