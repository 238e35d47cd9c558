import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import { StartupError } from '../errors/startup-error.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

/**
 * Copies the embedded database of a data directory into a file (gzip of a tar). The product must be stopped: the
 * directory's lock refuses a second process. The key of the installation is not in the copy: keep `secret.key` apart.
 */
export async function backUpEmbedded(dataDir: string, file: string, log: Logger): Promise<void> {
  if (!existsSync(path.join(dataDir, 'database'))) {
    throw new StartupError(
      `数据目录 ${dataDir} 中没有数据库。`,
      `There is no database in the data directory ${dataDir}.`,
    );
  }
  const engine = await openEmbeddedEngine({ dataDir, log });
  try {
    await engine.run({ text: 'checkpoint', values: [] });
    const bytes = gzipSync(await engine.dump(), { level: 6 });
    // Written aside and renamed: a copy cut short never looks like a whole one.
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
  } finally {
    await engine.close();
  }
}

/** Makes the embedded database of an empty data directory from such a file; an existing one is never overwritten. */
export async function restoreEmbedded(dataDir: string, file: string, log: Logger): Promise<void> {
  if (existsSync(path.join(dataDir, 'database'))) {
    throw new StartupError(
      `数据目录 ${dataDir} 中已有数据库，请先移走或用 DATA_DIR 指定空目录。`,
      `The data directory ${dataDir} has a database already; move it away or name an empty directory by DATA_DIR.`,
    );
  }
  let template: Uint8Array<ArrayBuffer>;
  try {
    template = new Uint8Array(gunzipSync(await readFile(file)));
  } catch {
    throw new StartupError(`无法读取备份文件 ${file}。`, `The backup file ${file} cannot be read.`);
  }
  const engine = await openEmbeddedEngine({ dataDir, log, template });
  await engine.run({ text: 'select count(*) from schema_migration', values: [] });
  await engine.close();
}
