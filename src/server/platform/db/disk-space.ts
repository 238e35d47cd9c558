import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../errors/startup-error.ts';

/** The directory of the embedded database and how much must be free on its disk. */
export type DiskNeed = { readonly directory: string; readonly leastFreeBytes: number };

/** The directory itself, or the nearest one above it that exists. */
function existing(directory: string): string {
  let at = path.resolve(directory);
  while (!existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  return at;
}

/** Bytes that are free on the disk of a directory, which need not exist yet. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(existing(directory));
  return bavail * bsize;
}

/** Whether less is free than the database needs to go on. */
export const isDiskShort = async ({ directory, leastFreeBytes }: DiskNeed): Promise<boolean> =>
  (await freeBytes(directory)) < leastFreeBytes;

const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);

/** Throws StartupError when the database would run out of space soon after the start. */
export async function checkDiskSpace({ directory, leastFreeBytes }: DiskNeed): Promise<void> {
  const free = await freeBytes(directory);
  if (free >= leastFreeBytes) return;
  const [has, needs] = [megabytes(free), megabytes(leastFreeBytes)];
  throw new StartupError(
    `数据目录 ${directory} 所在磁盘仅剩 ${has} MB，至少需要 ${needs} MB。请清理磁盘，用 DATA_DIR 指定其他目录，或用 DISK_LEAST_FREE_MB 调整下限。`,
    `The disk of the data directory ${directory} has ${has} MB left, at least ${needs} MB are needed. Free some space, name another directory by DATA_DIR, or change the limit by DISK_LEAST_FREE_MB.`,
  );
}
