import { afterAll } from 'vitest';
import { assembleDatabase, openDatabase, type Database, type DatabaseOptions } from '#server/platform/db/database.ts';
import { openEmbeddedEngine } from '#server/platform/db/embedded-engine.ts';
import { openPostgresEngine } from '#server/platform/db/postgres-engine.ts';
import { createPostgresDatabase, embeddedTemplate, postgresTemplate, silentLog } from './database-templates.ts';
import { mortalEngine } from './mortal-engine.ts';
import { testDatabaseKind } from './run-kind.ts';

const POOL_SIZE = 5;

type Opened = { database: Database; remove: () => Promise<void> };
type Tuning = Partial<
  Pick<DatabaseOptions, 'statementTimeoutMs' | 'idleTransactionTimeoutMs' | 'log' | 'poolSize' | 'archiveFolder'>
>;

async function openEmbedded(tuning: Tuning, migrated: boolean): Promise<Opened> {
  const template = migrated ? await embeddedTemplate() : undefined;
  const database = await openDatabase({ dataDir: 'memory://', poolSize: 1, log: silentLog, template, ...tuning });
  return { database, remove: () => database.close() };
}

async function openPostgres(tuning: Tuning, migrated: boolean): Promise<Opened> {
  const { url, drop } = await createPostgresDatabase(migrated ? await postgresTemplate() : undefined);
  const database = await openDatabase({ url, poolSize: POOL_SIZE, log: silentLog, ...tuning });
  return {
    database,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}

async function open(tuning: Tuning, migrated: boolean): Promise<Database> {
  const { database, remove } =
    testDatabaseKind() === 'postgres' ? await openPostgres(tuning, migrated) : await openEmbedded(tuning, migrated);
  afterAll(remove);
  return database;
}

/**
 * A fresh migrated database for one test file, on the kind named by TEST_DATABASE, removed after the file's tests.
 * Call it once at the top of the file: `const database = await testDatabase();`
 */
export function testDatabase(tuning: Tuning = {}): Promise<Database> {
  return open(tuning, true);
}

/** A database as of a process that can be ended at any statement (`mortalEngine`). */
export async function mortalTestDatabase() {
  const opened = testDatabaseKind() === 'postgres' ? await createPostgresDatabase(await postgresTemplate()) : undefined;
  const inner =
    opened === undefined
      ? await openEmbeddedEngine({ dataDir: 'memory://', log: silentLog, template: await embeddedTemplate() })
      : await openPostgresEngine({ url: opened.url, poolSize: POOL_SIZE, log: silentLog });
  const { engine, ...life } = mortalEngine(inner);
  const database = assembleDatabase(engine, silentLog);
  afterAll(async () => {
    await database.close();
    await opened?.drop();
  });
  return { database, ...life };
}

/** As `testDatabase`, but without any tables. */
export function emptyTestDatabase(tuning: Tuning = {}): Promise<Database> {
  return open(tuning, false);
}
