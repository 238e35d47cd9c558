import { afterAll } from 'vitest';
import { openDatabase, type Database, type DatabaseOptions } from '#server/platform/db/database.ts';
import { createPostgresDatabase, embeddedTemplate, postgresTemplate, silentLog, testDatabaseKind } from './database-templates.ts';

const POOL_SIZE = 5;

type Opened = { database: Database; remove: () => Promise<void> };
type Tuning = Partial<Pick<DatabaseOptions, 'statementTimeoutMs' | 'idleTransactionTimeoutMs' | 'log' | 'poolSize'>>;

async function openEmbedded(tuning: Tuning): Promise<Opened> {
  const template = await embeddedTemplate();
  const database = await openDatabase({ dataDir: 'memory://', poolSize: 1, log: silentLog, template, ...tuning });
  return { database, remove: () => database.close() };
}

async function openPostgres(tuning: Tuning): Promise<Opened> {
  const { url, drop } = await createPostgresDatabase(await postgresTemplate());
  const database = await openDatabase({ url, poolSize: POOL_SIZE, log: silentLog, ...tuning });
  return {
    database,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * A fresh migrated database for one test file, on the kind named by TEST_DATABASE, removed after the file's tests.
 * Call it once at the top of the file: `const database = await testDatabase();`
 */
export async function testDatabase(tuning: Tuning = {}): Promise<Database> {
  const { database, remove } = testDatabaseKind() === 'postgres' ? await openPostgres(tuning) : await openEmbedded(tuning);
  afterAll(remove);
  return database;
}
