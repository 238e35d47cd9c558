import { chmodSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Database } from '../platform/db/database.ts';
import { copyEmbedded } from '../platform/db/embedded-backup.ts';
import { copyPostgres } from '../platform/db/postgres-backup.ts';
import type { Fingerprint } from '../platform/db/fingerprint.ts';
import type { CommandInput, Outcome } from './command.ts';

/** Where what is in a backup is noted, beside it. */
export const noteOf = (file: string): string => `${file}.json`;

const ownerOnly = 0o600;

/** Writes a backup and the note beside it; written aside and renamed, so that a copy cut short never looks like a whole one. */
export async function writeBackup(database: Database, url: string | undefined, file: string): Promise<Fingerprint> {
  const part = `${file}.part`;
  try {
    let fingerprint: Fingerprint;
    if (database.copy === undefined) fingerprint = await copyPostgres(database, url ?? '', part);
    else {
      const copied = await copyEmbedded(database.copy);
      await writeFile(part, copied.bytes, { mode: ownerOnly });
      fingerprint = copied.fingerprint;
    }
    chmodSync(part, ownerOnly);
    await writeFile(noteOf(file), `${JSON.stringify(fingerprint)}\n`, { mode: ownerOnly });
    await rename(part, file);
    return fingerprint;
  } finally {
    await rm(part, { force: true });
  }
}

/** Backs the database up into a file. */
export async function runBackup({ operand: file = '', settings, say, withDatabase }: CommandInput): Promise<Outcome> {
  const { tables } = await withDatabase((database) => writeBackup(database, settings.databaseUrl, file));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  say(
    `已备份到 ${file}（${Object.keys(tables).length} 个表，${rows} 行；内容记录在 ${noteOf(file)}）`,
    `Backed up to ${file} (${Object.keys(tables).length} tables, ${rows} rows; what is in it is noted in ${noteOf(file)})`,
  );
  return 0;
}
