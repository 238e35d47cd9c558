import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dirent } from 'node:fs';
import { tallyRefusals } from '#server/modules/refusal/index.ts';
import { FileTooLarge, storeFile } from './file-store.ts';
import { processFile } from './process-file.ts';
import { FILE_BYTES_MOST, type EdiDeps } from './types.ts';

/** Where files go when they were read, when nothing of them could be, and while they are being read. */
const DONE = 'done';
const FAILED = 'failed';
const WORK = '.work';
/** Names that senders give files they are still writing. */
const PASSING = /^\.|^~|\.(tmp|part|partial|filepart|crdownload|swp|lock)$/i;
/** Files of one look; the others wait for the next. */
const FILES_MOST = 200;

/** A folder that is looked into again and again. */
export type WatchedFolder = {
  /** Takes the files that have stood still since the last look, none after the signal; gives how many were read. */
  look: (signal?: AbortSignal) => Promise<number>;
};

type Seen = { size: number; mtimeMs: number };

async function moveTo(folder: string, from: string, where: string, name: string): Promise<void> {
  const target = join(folder, where);
  await mkdir(target, { recursive: true });
  const taken = await stat(join(target, name)).then(
    () => true,
    () => false,
  );
  // An earlier file of the same name stays as it is.
  await rename(from, join(target, taken ? `${Date.now().toString(36)}-${name}` : name));
}

/** Counts a file that is not even kept. */
const countTooLarge = (deps: EdiDeps, name: string): Promise<void> =>
  tallyRefusals(
    deps.database,
    [{ tenantId: null, sourceId: null, sender: '', via: 'edi', reason: 'too_large', field: '', n: 1, sample: name }],
    deps.clock.now(),
  );

/** Reads one file; false when nothing of it could be taken. */
async function takeFile(deps: EdiDeps, path: string, name: string): Promise<boolean> {
  const { id } = await storeFile(
    deps.database,
    {
      tenantId: null,
      direction: 'in',
      way: 'folder',
      name,
      receivedAt: deps.clock.now(),
      uploadedBy: null,
      allowedTenants: null,
    },
    createReadStream(path, { highWaterMark: 262_144 }),
    FILE_BYTES_MOST,
  );
  const { messages, refused } = await processFile(deps, id);
  return messages > refused;
}

async function listFiles(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !PASSING.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What an interrupted process left half done is taken up again: reading it twice tells nothing twice. */
async function takeUp(folder: string): Promise<void> {
  const left = await readdir(join(folder, WORK)).catch(() => []);
  for (const name of left) await rename(join(folder, WORK, name), join(folder, name.replace(/^\d+-/, '')));
}

/**
 * Opens a folder for partners to put files into. A file is read once it has kept its size between two looks, so that one
 * that is still being written is left alone; it is claimed by renaming it, so that of several processes one reads it.
 */
export async function openFolder(deps: EdiDeps, folder: string): Promise<WatchedFolder> {
  await mkdir(join(folder, WORK), { recursive: true });
  await mkdir(join(folder, DONE), { recursive: true });
  await mkdir(join(folder, FAILED), { recursive: true });
  await takeUp(folder);
  let seen = new Map<string, Seen>();
  const claim = async (name: string): Promise<string | undefined> => {
    const path = join(folder, WORK, `${process.pid}-${name}`);
    try {
      await rename(join(folder, name), path);
      return path;
    } catch {
      return undefined;
    }
  };
  const isStill = async (name: string, next: Map<string, Seen>): Promise<boolean> => {
    const now = await stat(join(folder, name)).catch(() => undefined);
    if (now === undefined) return false;
    next.set(name, { size: now.size, mtimeMs: now.mtimeMs });
    const before = seen.get(name);
    return before?.size === now.size && before.mtimeMs === now.mtimeMs;
  };
  return {
    look: async (signal) => {
      const next = new Map<string, Seen>();
      let read = 0;
      for (const { name } of (await listFiles(folder)).slice(0, FILES_MOST)) {
        if (signal?.aborted === true) return read;
        if (!(await isStill(name, next))) continue;
        const path = await claim(name);
        if (path === undefined) continue;
        next.delete(name);
        let isTaken = false;
        try {
          isTaken = await takeFile(deps, path, name);
        } catch (error) {
          deps.log.error({ err: error, file: name }, 'an EDI file could not be read');
          if (error instanceof FileTooLarge) await countTooLarge(deps, name);
        }
        await moveTo(folder, path, isTaken ? DONE : FAILED, name);
        read += 1;
      }
      seen = next;
      return read;
    },
  };
}

/** Looks into a folder every few seconds until it is stopped; a look that fails is noted and the next one follows. */
export async function watchFolder(
  deps: EdiDeps,
  folder: string,
  everyMs: number,
): Promise<{ stop: () => Promise<void> }> {
  const watched = await openFolder(deps, folder);
  let looking: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const stopper = new AbortController();
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    looking = watched
      .look(stopper.signal)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the EDI folder could not be looked into'))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      // Files that wait may be many: the one in hand is read to its end, the others at the next start.
      stopper.abort();
      await looking;
    },
  };
}
