import type { Settings } from './platform/config/index.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate, pendingMigrations } from './platform/db/migrate.ts';
import { createLogger } from './platform/log/logger.ts';

type Say = (...lines: readonly string[]) => void;

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** Applies the migrations and ends (`--migrate`); with `dryRun` it names those to come and how long they may take. */
export async function migrateCommand(settings: Settings, dryRun: boolean, say: Say): Promise<void> {
  const { databaseUrl, dataDir, poolSize, logLevel } = settings;
  const log = createLogger({ level: logLevel });
  const database = await openDatabase({ url: databaseUrl, dataDir, poolSize, log });
  try {
    if (!dryRun) {
      const { length } = await migrate(database, { log });
      if (length === 0) say('数据库结构已是最新。', 'The database schema is up to date.');
      else say(`已执行 ${length} 个迁移。`, `Migrations applied: ${length}.`);
      return;
    }
    const pending = await pendingMigrations(database);
    if (pending.length === 0) {
      say('数据库结构已是最新。', 'The database schema is up to date.');
      return;
    }
    for (const { name, expectedMs } of pending)
      say(expectedMs < 1000 ? name : `${name}  约 ${seconds(expectedMs)} 秒 / about ${seconds(expectedMs)} s`);
    const total = seconds(pending.reduce((sum, { expectedMs }) => sum + expectedMs, 0));
    say(
      `待执行的迁移：${pending.length} 个，按现有行数估计约 ${total} 秒。未做任何更改。`,
      `Migrations to apply: ${pending.length}. By the rows that are there they take about ${total} s. Nothing was changed.`,
    );
  } finally {
    await database.close();
  }
}
