import { restoreEmbedded } from '../platform/db/embedded-backup.ts';
import { restorePostgres } from '../platform/db/postgres-backup.ts';
import { createLogger } from '../platform/log/logger.ts';
import type { CommandInput, Outcome } from './command.ts';

/** Restores a backup into the empty database of the settings. */
export async function runRestore({ operand: file = '', settings, say, withDatabase }: CommandInput): Promise<Outcome> {
  const { databaseUrl, dataDir, logLevel } = settings;
  if (databaseUrl === undefined) await restoreEmbedded(dataDir, file, createLogger({ level: logLevel }));
  else await withDatabase((database) => restorePostgres(database, databaseUrl, file));
  say(`已从 ${file} 恢复`, `Restored from ${file}`);
  return 0;
}
