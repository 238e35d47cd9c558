import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#shared/values/errors.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { expectedTimes } from './migration-cost.ts';

/** One file of the directory of migrations; `checksum` is of its text with Unix line ends. */
export type Migration = { name: string; text: string; checksum: string };

/** Where the migrations of this build are. */
const MIGRATIONS_DIRECTORY: string = path.resolve(import.meta.dirname, '../../../../migrations');

// Some write a large table again, which takes long.
const LIMIT_MS = 3_600_000;
// Everybody who comes to a table stands behind a migration that waits for it.
const TABLE_WAIT_MS = 1_000;
const TRY_AGAIN_MS = 3_000;
/** A table was not free in time, or another transaction waited for what this one has. */
const MET_OTHERS: ReadonlySet<unknown> = new Set(['55P03', '40P01']);
// Any number will do, as long as it stays the same: all processes of an installation take this lock.
const ADVISORY_LOCK = 7_305_218_044;

const CREATE_TABLE = `
  create table if not exists schema_migration (
    name text collate "C" primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/** The migrations of a directory in the order of their names. */
export function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: file.replace(/\.sql$/, ''), text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** One short text that changes whenever a migration does; names prepared templates. */
export function migrationsKey(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 12);
}

/** Throws StartupError when what was applied is not what this build would have applied. */
function checkHistory(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const last = [...applied.keys()].sort().at(-1) ?? '';
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new StartupError(
        `数据库的结构（${name}）比本程序新：请使用更新版本的航图，或换一个数据库。`,
        `The database schema (${name}) is newer than this program: use a newer version of Portolan, or another database.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartupError(
        `迁移 ${name} 在执行后被修改，数据库结构与本程序不一致：请恢复原文件，或清空数据后重新开始（npm run reset）。`,
        `Migration ${name} was changed after it was applied, so the database does not fit this program: restore the file, or start over (npm run reset).`,
      );
    }
  }
  const late = migrations.find(({ name }) => !applied.has(name) && name < last);
  if (late !== undefined) {
    throw new StartupError(
      `迁移 ${late.name} 排在已执行的 ${last} 之前，无法补做：请使用更大的编号。`,
      `Migration ${late.name} comes before ${last}, which is applied already: give it a higher number.`,
    );
  }
}

async function readApplied(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.execute<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Applies one migration in a transaction of its own, unless another process was faster. */
async function applyOne(database: Database, migration: Migration): Promise<boolean> {
  return database.transaction(async () => {
    await database.execute('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    if ((await readApplied(database)).has(migration.name)) return false;
    await database.execute(`set local lock_timeout = ${TABLE_WAIT_MS}`);
    await database.execute(migration.text);
    await database.execute('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    return true;
  });
}

/** Applies one migration; one that met others at a table is begun again, so that those who work meanwhile never wait for long. */
async function applyPatiently(
  database: Database,
  migration: Migration,
  log: Pick<Logger, 'info'> | undefined,
): Promise<boolean> {
  const until = performance.now() + LIMIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOne(database, migration);
    } catch (error) {
      if (!MET_OTHERS.has(codeOf(error)) || performance.now() > until) throw error;
    }
    if (attempt === 1) log?.info({ migration: migration.name }, 'a migration waits for a table that is in use');
    await sleep(TRY_AGAIN_MS);
  }
}

/** What was applied, undefined when the database is empty; throws StartupError when it does not fit. */
async function appliedNames(database: Database, migrations: readonly Migration[]): Promise<Set<string> | undefined> {
  const [table] = await database.query<{ there: boolean }>(
    "select to_regclass('schema_migration') is not null as there",
  );
  if (table?.there !== true) return undefined;
  const applied = await readApplied(database);
  checkHistory(applied, migrations);
  return new Set(applied.keys());
}

/** The migrations that a start would apply, with the time that each may take in milliseconds; keeps no change. */
export async function pendingMigrations(
  database: Database,
  { directory = MIGRATIONS_DIRECTORY }: { directory?: string } = {},
): Promise<{ name: string; expectedMs: number }[]> {
  const migrations = readMigrations(directory);
  const applied = await appliedNames(database, migrations);
  const names = migrations.map(({ name }) => name).filter((name) => applied?.has(name) !== true);
  const times = await expectedTimes(database, names);
  return names.map((name, index) => ({ name, expectedMs: times[index] ?? 0 }));
}

/**
 * Brings the schema up to this build, forward only; gives the names applied now. Logs each with its time, an empty database
 * in one line. Throws StartupError when it does not fit.
 */
export async function migrate(
  database: Database,
  { directory = MIGRATIONS_DIRECTORY, log }: { directory?: string; log?: Pick<Logger, 'info'> } = {},
): Promise<string[]> {
  const migrations = readMigrations(directory);
  const before = await appliedNames(database, migrations);
  if (before !== undefined && migrations.every(({ name }) => before.has(name))) return [];
  return database.patient(LIMIT_MS, async () => {
    await database.transaction(async () => {
      await database.execute('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
      await database.execute(CREATE_TABLE);
    });
    checkHistory(await readApplied(database), migrations);
    const applied: string[] = [];
    const begun = performance.now();
    for (const migration of migrations) {
      const since = performance.now();
      if (!(await applyPatiently(database, migration, log))) continue;
      applied.push(migration.name);
      const ms = Math.round(performance.now() - since);
      if (before !== undefined) log?.info({ migration: migration.name, ms }, 'migration applied');
    }
    if (before === undefined)
      log?.info({ migrations: applied.length, ms: Math.round(performance.now() - begun) }, 'schema created');
    return applied;
  });
}
