import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installationKeys, type Settings } from '../platform/config/index.ts';
import { keysFit } from '../platform/crypto/index.ts';
import { listArchiveFiles, sizeOfFile } from '../platform/archive/index.ts';
import type { Database } from '../platform/db/database.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import { type Finding, findings } from './finding.ts';

const leastVersion = 15;
const clockWarnMs = 2_000;
const clockFaultMs = 60_000;

type Facts = {
  version: string;
  number: number;
  encoding: string;
  creates: boolean;
  temporary: boolean;
  trigrams: boolean;
};

const FACTS = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    current_setting('server_encoding') as encoding,
    has_schema_privilege('public', 'create') as creates,
    has_database_privilege(current_database(), 'temporary') as temporary,
    to_regclass('schema_migration') is null or exists (select from pg_extension where extname = 'pg_trgm') as trigrams`;

/** Version, encoding and rights. */
export async function checkServer(database: Database): Promise<Finding[]> {
  const { ok, warning, fault } = findings('database');
  const [facts] = await database.query<Facts>(FACTS);
  if (facts === undefined) return [];
  const { version, number, encoding, creates, temporary, trigrams } = facts;
  const kind = database.kind === 'embedded' ? { zh: '内置', en: 'embedded' } : { zh: '服务器', en: 'server' };
  const found: Finding[] = [];
  if (number < leastVersion * 10_000)
    found.push(
      fault(
        `PostgreSQL ${version} 过旧：请升级到 ${leastVersion} 或更高版本`,
        `PostgreSQL ${version} is too old: upgrade to ${leastVersion} or later`,
      ),
    );
  if (encoding !== 'UTF8')
    found.push(
      fault(
        `数据库编码为 ${encoding}：请建立 UTF8 编码的数据库`,
        `The encoding of the database is ${encoding}: create one with the encoding UTF8`,
      ),
    );
  if (!creates || !temporary)
    found.push(
      fault(
        '数据库用户无权建表：请授予 CREATE（schema public）和 TEMPORARY 权限',
        'The database user may not create tables: grant CREATE on the schema public and TEMPORARY on the database',
      ),
    );
  if (!trigrams)
    found.push(
      warning(
        '没有 pg_trgm 扩展，“包含”查询会变慢：请由管理员执行 create extension pg_trgm',
        'The extension pg_trgm is missing, so filters by "contains" are slow: have an administrator run create extension pg_trgm',
      ),
    );
  return found.length > 0
    ? found
    : [
        ok(
          `数据库可用（${kind.zh}，PostgreSQL ${version}，${encoding}）`,
          `The database answers (${kind.en}, PostgreSQL ${version}, ${encoding})`,
        ),
      ];
}

/** Migrations that are pending, or unknown to this version. */
export async function checkMigrations(database: Database): Promise<Finding[]> {
  const { ok, warning, fault } = findings('migrations');
  const wanted = readMigrations().map(({ name }) => name);
  const [table] = await database.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  );
  const applied =
    table?.there === true ? await database.query<{ name: string }>('select name from schema_migration') : [];
  const names = new Set(applied.map(({ name }) => name));
  const unknown = applied.filter(({ name }) => !wanted.includes(name));
  const pending = wanted.filter((name) => !names.has(name));
  if (unknown.length > 0)
    return [
      fault(
        `数据库结构比本程序新（${unknown[0]?.name ?? ''}）：请使用更新版本的航图`,
        `The database schema is newer than this program (${unknown[0]?.name ?? ''}): use a newer version of Portolan`,
      ),
    ];
  if (pending.length > 0)
    return [
      warning(
        `有 ${pending.length} 个迁移待执行（从 ${pending[0]} 起）：下次启动时执行，或运行 migrate`,
        `${pending.length} migrations are pending (from ${pending[0]} on): the next start applies them, or run migrate`,
      ),
    ];
  return [ok(`数据库结构为最新（${names.size} 个迁移）`, `The schema is up to date (${names.size} migrations)`)];
}

/** The clock of this machine against that of the database. */
export async function checkClock(database: Database): Promise<Finding[]> {
  const { ok, warning, fault } = findings('clock');
  const before = Date.now();
  const [row] = await database.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const offMs = Math.round(Number(row?.ms) - (before + Date.now()) / 2);
  const off = Math.abs(offMs);
  if (off < clockWarnMs)
    return [ok(`时钟与数据库相差 ${off} 毫秒`, `The clock is ${off} ms from that of the database`)];
  const level = off < clockFaultMs ? warning : fault;
  return [
    level(
      `本机时钟与数据库相差 ${Math.round(off / 1000)} 秒：请在两台机器上启用时间同步（NTP）`,
      `The clock is ${Math.round(off / 1000)} s from that of the database: synchronise both machines by NTP`,
    ),
  ];
}

/** Whether the keys open what is stored. */
export async function checkKeys(database: Database, settings: Settings): Promise<Finding[]> {
  const { ok, fault } = findings('keys');
  const { secretKeys, dataDir } = settings;
  const [table] = await database.query<{ there: boolean }>(`select to_regclass('app_state') is not null as there`);
  if (table?.there !== true) return [ok('还没有数据需要密钥', 'There are no data yet that need a key')];
  const where = secretKeys === undefined ? join(dataDir, 'secret.key') : 'SECRET_KEY';
  if (secretKeys === undefined && !existsSync(where))
    return [
      fault(
        `没有密钥文件 ${where}：请放回与数据一起使用的文件`,
        `The key file ${where} is missing: put back the one that belongs to the data`,
      ),
    ];
  return (await keysFit(database, await installationKeys(settings)))
    ? [ok(`密钥（${where}）与数据相符`, `The key (${where}) fits the data`)]
    : [
        fault(
          `密钥（${where}）与数据不符：请使用加密这些数据的密钥`,
          `The key (${where}) does not fit the data: use the one that encrypted them`,
        ),
      ];
}

/** Addresses that the product calls: webhooks and sources that are in use; the simulated world is no part of it. */
export async function addressesOf(database: Database): Promise<{ webhooks: string[]; sources: string[] }> {
  const webhooks = await database.query<{ url: string }>(
    `select distinct feedback_addr as url from feedback where active and feedback_type = 'WEBHOOK'`,
  );
  const sources = await database.query<{ url: string }>(
    `select distinct base_url as url from source where enabled and not simulated and base_url <> ''`,
  );
  return { webhooks: webhooks.map(({ url }) => url), sources: sources.map(({ url }) => url) };
}

/** Whether the files of the archive are where the database knows them to be; nothing where there are none. */
export async function checkArchive(database: Database, { archiveFolder: folder }: Settings): Promise<Finding[]> {
  const { ok, fault } = findings('archive');
  const files = await listArchiveFiles(database);
  if (files.length === 0) return [];
  if (folder === null)
    return [
      fault('数据库有归档文件，但未设置 ARCHIVE_FOLDER', 'The database has an archive, but ARCHIVE_FOLDER is not set'),
    ];
  let missing = 0;
  for (const { name, bytes } of files) if ((await sizeOfFile({ folder, name })) !== bytes) missing += 1;
  return missing === 0
    ? [ok(`归档目录中的 ${files.length} 个文件完整`, `All ${files.length} files of the archive are there`)]
    : [
        fault(
          `归档目录缺少 ${files.length} 个文件中的 ${missing} 个，或其大小不符：请挂载目录或从备份恢复`,
          `${missing} of ${files.length} files of the archive are missing or have another size: mount the folder, or restore it from a backup`,
        ),
      ];
}
