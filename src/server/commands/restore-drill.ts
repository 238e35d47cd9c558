import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installationKeys, type Settings } from '../platform/config/index.ts';
import { keysFit } from '../platform/crypto/index.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { restoreEmbedded } from '../platform/db/embedded-backup.ts';
import { differences, type Fingerprint, parseFingerprint, readFingerprint } from '../platform/db/fingerprint.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import { restorePostgres } from '../platform/db/postgres-backup.ts';
import { createLogger } from '../platform/log/logger.ts';
import { noteOf, writeBackup } from './backup.ts';
import type { CommandInput, Outcome, Say } from './command.ts';

const LIMIT_MS = 600_000;
const maxShown = 20;

/** The same server with another database. */
function withName(url: string, name: string): string {
  const [, before = '', after = ''] = /^(\w+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/s.exec(url) ?? [];
  return `${before}/${name}${after}`;
}

/** Restores a file into a database that is gone afterwards, and runs `work` with it. */
async function inScratch<T>(
  { settings, live, folder, file }: { settings: Settings; live: Database; folder: string; file: string },
  work: (restored: Database) => Promise<T>,
): Promise<T> {
  const log = createLogger({ level: settings.logLevel });
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    const dataDir = join(folder, 'restored');
    await restoreEmbedded(dataDir, file, log);
    const restored = await openDatabase({ dataDir, poolSize: 1, log });
    return work(restored).finally(() => restored.close());
  }
  const name = `portolan_drill_${randomBytes(4).toString('hex')}`;
  await live.patient(LIMIT_MS, () => live.execute(`create database ${name}`));
  try {
    const url = withName(databaseUrl, name);
    const restored = await openDatabase({ url, poolSize: 2, log });
    try {
      await restorePostgres(restored, url, file);
      return await work(restored);
    } finally {
      await restored.close();
    }
  } finally {
    await live.patient(LIMIT_MS, () => live.execute(`drop database if exists ${name} with (force)`));
  }
}

/** Says how what was restored compares with what was noted; gives whether all of it is as it must be. */
function compare(noted: Fingerprint | undefined, found: Fingerprint, say: Say): boolean {
  const tables = Object.values(found.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const hashed = tables.filter(({ hash }) => hash !== null).length;
  say(
    `已恢复：${tables.length} 个表，${rows} 行，${hashed} 个表有校验值`,
    `Restored: ${tables.length} tables, ${rows} rows, hashes of ${hashed} tables`,
  );
  const wanted = readMigrations().map(({ name }) => name);
  const missing = wanted.filter((name) => !found.migrations.includes(name));
  const unknown = found.migrations.filter((name) => !wanted.includes(name));
  say(
    `迁移：${found.migrations.length} 个已执行，本版本还将执行 ${missing.length} 个，未知 ${unknown.length} 个`,
    `Migrations: ${found.migrations.length} applied, ${missing.length} that this version would add, ${unknown.length} unknown`,
  );
  if (noted === undefined) {
    say('备份旁没有内容记录，未做比较。', 'There is no note of contents beside the backup: nothing was compared.');
    return unknown.length === 0;
  }
  const differing = differences(noted, found);
  for (const one of differing.slice(0, maxShown))
    say(
      `不一致 ${one.table}：备份时 ${one.noted ?? '无此表'}，恢复后 ${one.found ?? '无此表'}`,
      `Differs: ${one.table}: ${one.noted ?? 'no table'} rows at the backup, ${one.found ?? 'no table'} restored`,
    );
  if (differing.length === 0)
    say(
      `与 ${noted.takenAt} 备份时的记录一致：各表行数和校验值相同。`,
      `As noted at the backup of ${noted.takenAt}: the rows and hashes of all tables are the same.`,
    );
  return unknown.length === 0 && differing.length === 0;
}

/** Restores a backup, or one that is made for it, into a scratch database and says what it compared; 1 when something differs. */
export async function runRestoreDrill({ operand, settings, say, withDatabase }: CommandInput): Promise<Outcome> {
  return withDatabase(async (live) => {
    const folder = await mkdtemp(
      join(settings.databaseUrl === undefined ? resolve(settings.dataDir) : tmpdir(), 'portolan-drill-'),
    );
    try {
      const file = operand ?? join(folder, 'backup');
      if (operand === undefined) await writeBackup(live, settings.databaseUrl, file);
      const noted = existsSync(noteOf(file)) ? parseFingerprint(await readFile(noteOf(file), 'utf8')) : undefined;
      const isWhole = await inScratch({ settings, live, folder, file }, async (restored) => {
        const found = await restored.patient(LIMIT_MS, () => readFingerprint((text) => restored.query(text)));
        const isSame = compare(noted, found, say);
        const fits = await keysFit(restored, await installationKeys(settings));
        say(
          fits ? '密钥与恢复的数据相符。' : '密钥无法解密恢复的数据：请使用备份时的密钥。',
          fits
            ? 'The keys fit the restored data.'
            : 'The keys do not open the restored data: use those of the time of the backup.',
        );
        return isSame && fits;
      });
      say(
        isWhole ? '恢复演练成功。' : '恢复演练发现问题。',
        isWhole ? 'The restore drill passed.' : 'The restore drill found a problem.',
      );
      return isWhole ? 0 : 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
