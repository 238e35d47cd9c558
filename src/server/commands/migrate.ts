import { migrate, pendingMigrations } from '../platform/db/migrate.ts';
import { createLogger } from '../platform/log/logger.ts';
import type { CommandInput, Outcome } from './command.ts';

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** Brings the schema up to this build, a line of log for each migration; with `--dry-run` it names them and how long they may take. */
export async function runMigrate({ settings, options, withDatabase, say }: CommandInput): Promise<Outcome> {
  if (!options.includes('dry-run')) {
    const log = createLogger({ level: settings.logLevel });
    const { length } = await withDatabase((database) => migrate(database, { log }));
    if (length === 0) say('数据库结构已是最新。', 'The database schema is up to date.');
    else say(`已执行 ${length} 个迁移。`, `Migrations applied: ${length}.`);
    return 0;
  }
  const pending = await withDatabase(pendingMigrations);
  if (pending.length === 0) {
    say('数据库结构已是最新。', 'The database schema is up to date.');
    return 0;
  }
  for (const { name, expectedMs } of pending)
    say(expectedMs < 1000 ? name : `${name}  约 ${seconds(expectedMs)} 秒 / about ${seconds(expectedMs)} s`);
  const total = seconds(pending.reduce((sum, { expectedMs }) => sum + expectedMs, 0));
  say(
    `待执行的迁移：${pending.length} 个，按现有行数估计约 ${total} 秒。未做任何更改。`,
    `Migrations to apply: ${pending.length}. By the rows that are there they take about ${total} s. Nothing was changed.`,
  );
  return 0;
}
