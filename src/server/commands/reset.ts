import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory } from '../platform/db/directory-lock.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import type { CommandInput, Outcome } from './command.ts';

/** Empties the embedded database; refused while another process uses it. The key of the installation stays. */
export async function resetData({ settings, say }: CommandInput): Promise<Outcome> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== undefined)
    throw new StartupError(
      '使用 PostgreSQL 时不能重置，请自行清空数据库。',
      'A PostgreSQL database is not reset from here; empty it yourself.',
    );
  if (existsSync(dataDir)) {
    const leave = lockDirectory(join(dataDir, 'database.lock'), dataDir);
    await rm(join(dataDir, 'database'), { recursive: true, force: true });
    leave();
  }
  say('数据已清空，正在重新创建…', 'The data were removed; starting over…');
  return 'start';
}
