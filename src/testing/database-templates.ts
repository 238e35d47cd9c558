import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase, assembleDatabase } from '#server/platform/db/database.ts';
import { openEmbeddedEngine } from '#server/platform/db/embedded-engine.ts';
import { migrate, migrationsKey, readMigrations } from '#server/platform/db/migrate.ts';
import { once } from '#shared/memory/once-per.ts';

/** A log that says nothing: tests look at results. */
export const silentLog = pino({ level: 'silent' });

const MODULES = path.resolve(import.meta.dirname, '../../node_modules');
const CACHE = path.join(MODULES, '.cache/portolan');

function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'] ?? process.env['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('TEST_DATABASE=postgres needs a server: set TEST_POSTGRES_URL');
  return url;
}

type Migrations = ReturnType<typeof readMigrations>;

function templateFile(migrations: Migrations): string {
  const manifest = readFileSync(path.join(MODULES, '@electric-sql/pglite/package.json'), 'utf8');
  const engine = (JSON.parse(manifest) as { version: string }).version;
  return path.join(CACHE, `test-${migrationsKey(migrations)}-${engine.replaceAll('.', '-')}.tar`);
}

const readTemplate = (file: string): Uint8Array<ArrayBuffer> | undefined =>
  existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;

/** So many migrations more than a template has are added to it; with more the template is built again. */
const maxAdded = 10;

/** The template of the most migrations that these begin with. */
function earlierTemplate(migrations: Migrations): Uint8Array<ArrayBuffer> | undefined {
  for (let added = 1; added <= Math.min(maxAdded, migrations.length); added++) {
    const template = readTemplate(templateFile(migrations.slice(0, -added)));
    if (template !== undefined) return template;
  }
  return undefined;
}

/**
 * The tar of a migrated embedded database, made once per state of the migrations. Read once by a process: each copy is some
 * 70 MB, and what the tests of a file opened stays in memory until the process ends.
 */
export const embeddedTemplate: () => Promise<Uint8Array<ArrayBuffer>> = once(() => readOrMakeEmbedded());

async function readOrMakeEmbedded(): Promise<Uint8Array<ArrayBuffer>> {
  const migrations = readMigrations();
  const file = templateFile(migrations);
  const kept = readTemplate(file);
  if (kept !== undefined) return kept;
  const engine = await openEmbeddedEngine({
    dataDir: 'memory://',
    log: silentLog,
    template: earlierTemplate(migrations),
  });
  const database = assembleDatabase(engine, silentLog);
  await migrate(database);
  if (engine.copy === undefined) throw new Error('the embedded database can be copied');
  const { bytes } = await engine.copy(async () => {});
  await database.close();
  mkdirSync(CACHE, { recursive: true });
  // Written aside and renamed, so that another process never reads half of it.
  const staged = `${file}.${process.pid}`;
  writeFileSync(staged, bytes);
  renameSync(staged, file);
  return bytes;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabaseName(url: string, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

const TEMPLATE_LOCK = 7_305_218_045;

/** The name of a migrated database on the server, made once per state of the migrations. */
export async function postgresTemplate(): Promise<string> {
  const name = `portolan_template_${migrationsKey(readMigrations())}`;
  await onServer(serverUrl(), async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    const raw = `${name}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${raw}`);
    const database = await openDatabase({ url: withDatabaseName(serverUrl(), raw), poolSize: 2, log: silentLog });
    await migrate(database);
    await database.close();
    await client.query(`alter database ${raw} rename to ${name}`);
  });
  return name;
}

const FIRST_WITH_STRATEGY = 150_000;

/** Copying files takes half the time of writing all pages to the log, which is the standard from the version on that can do both. */
async function copyStrategy(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  return (rows[0]?.version ?? 0) >= FIRST_WITH_STRATEGY ? 'strategy file_copy' : '';
}

/** A new database on the server: a copy of the migrated template, or empty. */
export async function createPostgresDatabase(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `portolan_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl(), async (client) => {
    // Copying needs the template to itself, so copies are made one after the other.
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    if (template === undefined) await client.query(`create database ${name}`);
    else await client.query(`create database ${name} template ${template} ${await copyStrategy(client)}`);
  });
  return {
    url: withDatabaseName(serverUrl(), name),
    drop: async () => {
      await onServer(serverUrl(), (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
