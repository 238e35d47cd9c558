import { codeOf } from '#shared/values/errors.ts';
import { databaseProblem } from './database-problem.ts';
import { StartupError } from './startup-error.ts';

const SQLITE_FULL = 13;
const SQLITE_CANNOT_OPEN = 14;

type SystemError = Error & { code?: unknown; errcode?: unknown };

const isFull = ({ code, errcode, message }: SystemError): boolean =>
  code === 'ENOSPC' ||
  code === '53100' ||
  (typeof errcode === 'number' && errcode % 256 === SQLITE_FULL) ||
  /\bENOSPC\b|no space left on device/i.test(message);

const isForbidden = ({ code, errcode }: SystemError): boolean =>
  code === 'EACCES' ||
  code === 'EPERM' ||
  code === 'EROFS' ||
  (typeof errcode === 'number' && errcode % 256 === SQLITE_CANNOT_OPEN);

/**
 * What stopped the start in plain words, where it is a matter of the disk, of rights or of the connection to the database; undefined
 * for anything else.
 */
export function startProblem(
  error: unknown,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): StartupError | undefined {
  if (error instanceof StartupError) return error;
  if (!(error instanceof Error)) return undefined;
  const ofDatabase = databaseUrl === undefined ? undefined : databaseProblem(codeOf(error), error.message, databaseUrl);
  if (ofDatabase !== undefined) return ofDatabase;
  if (isFull(error))
    return new StartupError(
      `磁盘已满，无法写入数据（数据目录 ${dataDir}）。请清理磁盘后重新启动。`,
      `The disk is full: nothing can be written (data directory ${dataDir}). Free some space and start again.`,
    );
  if (isForbidden(error))
    return new StartupError(
      `没有写入数据目录 ${dataDir} 的权限。请检查目录权限，或用 DATA_DIR 指定其他目录。`,
      `This user may not write to the data directory ${dataDir}. Check its permissions, or name another directory by DATA_DIR.`,
    );
  return undefined;
}
