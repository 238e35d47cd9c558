import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { StartupError } from '../errors/startup-error.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import type { Engine } from './engine.ts';
import { type Fingerprint, readFingerprint } from './fingerprint.ts';

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

/**
 * Copies an embedded database, which may be in use: statements wait while it is read, and the copy holds whole transactions only. Gives
 * the file (gzip of a tar) and what is in it. The key of the installation is not: keep `secret.key` apart.
 */
export async function copyEmbedded(
  copy: NonNullable<Engine['copy']>,
): Promise<{ bytes: Uint8Array; fingerprint: Fingerprint }> {
  const { bytes, seen } = await copy(readFingerprint);
  return { bytes: await zip(bytes, { level: 6 }), fingerprint: seen };
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
    template = new Uint8Array(await unzip(await readFile(file)));
  } catch {
    throw new StartupError(`无法读取备份文件 ${file}。`, `The backup file ${file} cannot be read.`);
  }
  const engine = await openEmbeddedEngine({ dataDir, log, template });
  await engine.run({ text: 'select count(*) from schema_migration', values: [] });
  await engine.close();
}
