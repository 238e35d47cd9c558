import { codeOf } from '#shared/values/errors.ts';
import type { Database } from './database.ts';

/** A range of a divided table: the rows whose key is from `lowest` to below `uppermost`; null: without an end. */
export type TableRange = { name: string; lowest: number | null; uppermost: number | null };

/** Tables that are divided alike by ranges of a key, the table whose ids the key is, and others that they refer to. */
export type RangeGroup = {
  key: string;
  of: 'subscription' | 'shipment' | 'job';
  besides: readonly string[];
  tables: readonly RangedTable[];
};
/** A table divided by ranges, with the columns of its primary key. */
export type RangedTable = { name: string; primaryKey: string };

/** What is kept of shipments for years, and what jobs leave, by what began at about the same time (0850_history_by_ranges.sql). */
export const rangeGroups: readonly RangeGroup[] = [
  {
    key: 'shipment_id',
    of: 'shipment',
    besides: [],
    tables: [
      { name: 'shipment_change', primaryKey: 'id, shipment_id' },
      { name: 'shipment_said', primaryKey: 'shipment_id, id' },
      { name: 'shipment_track', primaryKey: 'shipment_id, tenant_id' },
    ],
  },
  {
    key: 'subscription_id',
    of: 'subscription',
    besides: ['source'],
    tables: [{ name: 'raw_answer', primaryKey: 'id, subscription_id' }],
  },
  {
    key: 'job_id',
    of: 'job',
    besides: ['tenant'],
    tables: [
      { name: 'job_log', primaryKey: 'job_id, line' },
      { name: 'job_artifact', primaryKey: 'id, job_id' },
    ],
  },
];

/** Less than the time after which PostgreSQL looks for deadlocks: it is this statement that gives way, not those of others. */
const lockLimit = '500ms';
const longMs = 6 * 3_600_000;
/** Free ids that are left while a table that is in use is prepared. */
const headroom = 2_000_000;
const leastHeadroom = 500_000;

const bound = (text: string | undefined): number | null =>
  text === undefined || /value/i.test(text) ? null : Number(text);

/** The ranges of a table, lowest first; empty: it is not divided yet. */
export async function listRanges(database: Database, table: string): Promise<TableRange[]> {
  const rows = await database.query<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::text::regclass`,
    [table],
  );
  return rows
    .map(({ name, bounds }) => {
      const [, lowest, uppermost] = /FROM \('?(\w+)'?\) TO \('?(\w+)'?\)/.exec(bounds) ?? [];
      return { name, lowest: bound(lowest), uppermost: bound(uppermost) };
    })
    .toSorted((a, b) => (a.lowest ?? -1) - (b.lowest ?? -1));
}

/** The ranges of a group that are complete: higher ids have been given. */
export async function listClosed(
  database: Database,
  group: RangeGroup,
): Promise<{ lowest: number; uppermost: number }[]> {
  const [table] = group.tables;
  const ranges = table === undefined ? [] : await listRanges(database, table.name);
  const last = await lastId(database, group);
  return ranges.flatMap(({ lowest, uppermost }) =>
    uppermost === null || uppermost > last ? [] : [{ lowest: lowest ?? 0, uppermost }],
  );
}

/** The highest id that was given to what the key of a group refers to. */
export async function lastId(database: Database, { of }: Pick<RangeGroup, 'of'>): Promise<number> {
  const [row] = await database.query<{ last: number }>(`select coalesce(max(id), 0) as last from ${of}`);
  return row?.last ?? 0;
}

/**
 * Changes which ranges tables have, in one short transaction; false when others hold a table for so long that it has to be tried again.
 * What the tables refer to is locked first, in the order in which it is written to elsewhere.
 */
async function changeRanges(
  database: Database,
  group: RangeGroup,
  change: () => Promise<void>,
  mode: 'access exclusive' | 'share' = 'access exclusive',
): Promise<boolean> {
  try {
    await database.patient(longMs, () =>
      database.transaction(async () => {
        await database.execute(`set local lock_timeout = '${lockLimit}'`);
        await database.execute(`lock table ${[group.of, ...group.besides].join(', ')} in share row exclusive mode`);
        for (const { name } of group.tables) await database.execute(`lock table ${name} in ${mode} mode`);
        await change();
      }),
    );
    return true;
  } catch (error) {
    if (['55P03', '40P01'].includes(String(codeOf(error)))) return false;
    throw error;
  }
}

const constraintOf = (table: string): string => `${table}_range`;

async function hasConstraint(database: Database, table: string, name: string, valid = false): Promise<boolean> {
  const rows = await database.query(
    `select from pg_constraint where conrelid = $1::text::regclass and conname = $2 ${valid ? 'and convalidated' : ''}`,
    [table, name],
  );
  return rows.length > 0;
}

/** Lets a table that is in use have no key from `uppermost` on, and has what is there looked through, without holding anybody up. */
async function boundTable(database: Database, group: RangeGroup, table: string, range: TableRange): Promise<boolean> {
  const name = constraintOf(table);
  const { key } = group;
  const lowest = range.lowest === null ? '' : ` and ${key} >= ${range.lowest}`;
  if (!(await hasConstraint(database, table, name))) {
    const added = await changeRanges(database, { ...group, tables: [{ name: table, primaryKey: '' }] }, async () => {
      await database.execute(
        `alter table ${table} add constraint ${name} check (${key} is not null${lowest} and ${key} < ${range.uppermost}) not valid`,
      );
    });
    if (!added) return false;
  }
  if (!(await hasConstraint(database, table, name, true)))
    await database.patient(longMs, () => database.execute(`alter table ${table} validate constraint ${name}`));
  return true;
}

/** The bound that was set for a table that is being prepared, if there is one. */
async function boundOf(database: Database, table: string): Promise<number | undefined> {
  const [row] = await database.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::text::regclass and conname = $2`,
    [table, constraintOf(table)],
  );
  const found = /< '?(\d+)'?/.exec(row?.text ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

async function dropBound(database: Database, table: string): Promise<void> {
  await database.execute(`alter table ${table} drop constraint if exists ${constraintOf(table)}`);
}

/** Takes back what was set for tables that are not divided yet: nothing stands in the way of new rows then. */
export async function abandonDivision(database: Database): Promise<void> {
  for (const { tables } of rangeGroups)
    for (const { name } of tables) if ((await listRanges(database, name)).length === 0) await dropBound(database, name);
}

/** The bound for tables that are prepared: the one that was set before, unless ids have come near it, or one far above the last id. */
async function freeBound(database: Database, group: RangeGroup, tables: readonly string[]): Promise<number> {
  const last = await lastId(database, group);
  let kept: number | undefined;
  for (const table of tables) {
    const set = await boundOf(database, table);
    if (set === undefined) continue;
    if (set - last >= leastHeadroom && (kept === undefined || set === kept)) kept = set;
    else await dropBound(database, table);
  }
  return kept ?? (Math.floor((last + headroom) / 10_000) + 1) * 10_000;
}

/** The primary key that a table gets, built beside its use. */
async function buildKey(database: Database, { name, primaryKey }: RangedTable): Promise<void> {
  const index = `${name}_0_key`;
  const [found] = await database.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass($1::text)`,
    [index],
  );
  if (found?.valid === true) return;
  const concurrently = database.kind === 'postgres' ? 'concurrently' : '';
  await database.patient(longMs, async () => {
    if (found !== undefined) await database.execute(`drop index ${concurrently} ${index}`);
    await database.execute(`create unique index ${concurrently} ${index} on ${name} (${primaryKey})`);
  });
}

/** Validates checks that earlier migrations left for rows to come. */
async function validateChecks(database: Database, table: string): Promise<void> {
  const rows = await database.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::text::regclass and contype = 'c' and not convalidated`,
    [table],
  );
  for (const { name } of rows)
    await database.patient(longMs, () => database.execute(`alter table ${table} validate constraint ${name}`));
}

/**
 * Divides the tables of a group that are still whole, beside their use: what takes long is done without a lock that others wait for, a
 * step at a time, and goes on where it was left. True when it is done; false when it has to be tried again.
 */
export async function divideTables(
  database: Database,
  group: RangeGroup,
  { goOn, noted }: { goOn: () => Promise<boolean>; noted: (table: string, step: string) => Promise<void> | void },
): Promise<boolean> {
  const whole: RangedTable[] = [];
  for (const table of group.tables) if ((await listRanges(database, table.name)).length === 0) whole.push(table);
  if (whole.length === 0) return true;
  const uppermost = await freeBound(
    database,
    group,
    whole.map(({ name }) => name),
  );
  for (const table of whole) {
    if (!(await goOn())) return false;
    await noted(table.name, 'key');
    await buildKey(database, table);
    if (!(await goOn())) return false;
    await noted(table.name, 'bounds');
    await validateChecks(database, table.name);
    if (!(await boundTable(database, group, table.name, { name: table.name, lowest: null, uppermost }))) return false;
  }
  if (!(await goOn())) return false;
  await noted(whole.map(({ name }) => name).join(', '), 'divide');
  return changeRanges(database, group, async () => {
    for (const { name, primaryKey } of whole) {
      await database.execute('select divide_by_range($1, $2, $3, $4)', [name, group.key, primaryKey, uppermost]);
      await database.execute(`alter table ${name}_0 drop constraint ${constraintOf(name)}`);
    }
  });
}

/** The last range of each table of a group, which takes all that comes, and whether anything has come. */
async function listRests(database: Database, group: RangeGroup) {
  const rests: { table: string; rest: TableRange & { lowest: number }; filled: boolean }[] = [];
  for (const { name: table } of group.tables) {
    const rest = (await listRanges(database, table)).at(-1);
    if (rest === undefined || rest.lowest === null || rest.uppermost !== null) return undefined;
    const found = await database.query(`select from ${rest.name} limit 1`);
    rests.push({ table, rest: { ...rest, lowest: rest.lowest }, filled: found.length > 0 });
  }
  return rests;
}

/**
 * Ends the last range at `uppermost` and begins the next one there; false when it has to be tried again. That range is empty as a rule;
 * where more came than was expected, its rows are looked through first and it ends further up.
 */
export async function endRange(database: Database, group: RangeGroup, uppermost: number): Promise<boolean> {
  const rests = await listRests(database, group);
  if (rests === undefined) return false;
  const filled = rests.filter((one) => one.filled).map(({ rest }) => rest);
  const end =
    filled.length === 0
      ? uppermost
      : await freeBound(
          database,
          group,
          filled.map(({ name }) => name),
        );
  for (const rest of filled)
    if (!(await boundTable(database, group, rest.name, { ...rest, uppermost: end }))) return false;
  let grew = false;
  const changed = await changeRanges(database, group, async () => {
    const now = await listRests(database, group);
    grew =
      now === undefined ||
      now.some((one, at) => one.filled !== rests[at]?.filled || one.rest.lowest !== rests[at]?.rest.lowest);
    if (grew) return;
    for (const { table, rest, filled: isFilled } of rests) {
      await database.execute('select end_range($1, $2, $3, $4)', [table, rest.lowest, end, isFilled]);
    }
  });
  return changed && !grew;
}

/**
 * Runs `look` in a short transaction while nobody has rows of the tables of a group that are not committed yet. False when it has to be
 * tried again.
 */
export const betweenWriters = (database: Database, group: RangeGroup, look: () => Promise<void>): Promise<boolean> =>
  changeRanges(database, group, look, 'share');

/**
 * Replaces the range up to `uppermost` of all tables of a group by one with the rows of the keys that `staying` gives; all others
 * go at once with their table. Both functions run in the same transaction, while nobody else can write to the tables. False when it has to be tried again.
 */
export async function emptyRange(
  database: Database,
  group: RangeGroup,
  uppermost: number,
  { staying, also }: { staying: () => Promise<readonly number[]>; also: () => Promise<void> },
): Promise<boolean> {
  return changeRanges(database, group, async () => {
    const keys = await staying();
    for (const { name: table } of group.tables) {
      const old = (await listRanges(database, table)).find((range) => range.uppermost === uppermost);
      if (old === undefined) throw new Error(`the table ${table} has no range up to ${uppermost}`);
      const { name, lowest } = old;
      await database.execute('select empty_range($1, $2, $3, $4, $5, $6)', [
        table,
        group.key,
        name,
        lowest,
        uppermost,
        keys,
      ]);
    }
    await also();
  });
}
