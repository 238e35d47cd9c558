import { DatabaseSync } from 'node:sqlite';
import { asRecord } from '#shared/values/objects.ts';
import { StartupError } from '../errors/startup-error.ts';

// The low byte of SQLite's error number.
const SQLITE_BUSY = 5;

/**
 * Takes the exclusive lock of an embedded database: a transaction in a small file, which the operating system
 * frees when the process ends in any way. Throws StartupError when another process has it.
 */
export function lockDirectory(lockFile: string, dataDir: string): () => void {
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    const { errcode } = asRecord(error);
    if (typeof errcode === 'number' && errcode % 256 !== SQLITE_BUSY) throw error;
    throw new StartupError(
      `数据目录 ${dataDir} 正被另一个航图进程使用。请先停止该进程，或用 DATA_DIR 指定其他目录。`,
      `The data directory ${dataDir} is in use by another Portolan process. Stop that process, or name another directory by DATA_DIR.`,
    );
  }
  return () => lock.close();
}
