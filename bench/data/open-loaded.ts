import { rmSync } from 'node:fs';
import path from 'node:path';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { StartupError } from '#server/platform/errors/startup-error.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { type ReusablePostgres, startReusablePostgres } from '../support/postgres.ts';
import { benchLogin, cacheDirectory } from './load-exceptions.ts';

const log = createLogger({ level: 'warn' });

/** Whether what was loaded earlier could be brought to this build; data of a build whose migrations differ never can. */
async function broughtUp(database: Database): Promise<boolean> {
  try {
    await migrate(database);
    return true;
  } catch (error) {
    if (error instanceof StartupError) return false;
    throw error;
  }
}

/**
 * Starts PostgreSQL on a directory that is kept, loading it the first time; undefined where there is no PostgreSQL. What
 * does not fit this build is thrown away and loaded again.
 */
export async function openLoadedPostgres(
  name: string,
  load: (database: Database) => Promise<void>,
  settings: readonly string[] = [],
): Promise<ReusablePostgres | undefined> {
  const directory = path.join(cacheDirectory, name);
  const server = await startReusablePostgres(directory, settings);
  if (server === undefined) return undefined;
  // Indexes over all rows and their vacuum take minutes.
  const database = await openDatabase({ url: server.url, poolSize: 2, log, statementTimeoutMs: 7_200_000 });
  let fits = true;
  try {
    if (server.loaded) fits = await broughtUp(database);
    else {
      await load(database);
      server.markLoaded();
    }
  } finally {
    await database.close();
  }
  if (fits) return server;
  console.error(`The data kept in ${name} do not fit this build: loading them again.`);
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
  return openLoadedPostgres(name, load, settings);
}

/** A tenant with the administrator that benchmarks sign in as; gives the tenant's id. */
export async function addBenchUser(database: Database): Promise<number> {
  const tenant = await database.execute<{ id: number }>(
    `insert into tenant (code, name) values ('BENCH', '测量') on conflict do nothing returning id`,
  );
  const id = tenant.rows[0]?.id as number;
  await database.execute(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash)
     values ($1, $2, '测量', 'admin', true, $3)`,
    [id, benchLogin.userCode, await hashPassword(benchLogin.password)],
  );
  return id;
}

/** An administrator of one tenant of ten. */
export const localLogin = { userCode: 'bench-local', password: benchLogin.password };

/** Ten tenants with ids without gaps, one administrator who sees all and one of the first tenant only; gives the first id. */
export async function addTenTenants(database: Database): Promise<number> {
  const first = await addBenchUser(database);
  await database.execute(
    `insert into tenant (id, code, name) overriding system value
     select $1::bigint + n, 'BENCH' || n, '租户 ' || n from generate_series(1, 9) as n`,
    [first],
  );
  await database.execute(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash)
     values ($1, $2, '一户', 'admin', false, $3)`,
    [first, localLogin.userCode, await hashPassword(localLogin.password)],
  );
  return first;
}

/** The indexes of a table but for its key are built at once from all rows that `load` makes: quicker by far than row by row. */
export async function indexedAfter(database: Database, table: string, load: () => Promise<void>): Promise<void> {
  const indexes = await database.query<{ indexname: string; indexdef: string }>(
    'select indexname, indexdef from pg_indexes where tablename = $1 and indexname <> $2',
    [table, `${table}_pkey`],
  );
  for (const { indexname } of indexes) await database.execute(`drop index ${indexname}`);
  await load();
  for (const { indexdef } of indexes) await database.execute(indexdef);
}
