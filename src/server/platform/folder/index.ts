import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf } from '#shared/values/errors.ts';
import { realClock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { leaseOf } from '../db/lease.ts';

/** Where files go when they were read, when nothing of them could be, and while they are being read. */
const DONE = 'done';
const FAILED = 'failed';
const WORK = '.work';
/** Names the folder, so that processes on several machines know whether it is the same one. */
const MARK = '.portolan-folder';
/** Names that senders give files they are still writing. */
const PASSING = /^\.|^~|\.(tmp|part|partial|filepart|crdownload|swp|lock)$/i;
/** Files of one look; the others wait for the next. */
const MAX_FILES = 200;
/** Files that could not be kept, after which a look ends: the database is away, or its disk is full. */
const MAX_FAILURES = 3;
/** Most looks that a file is passed over after it could not be kept. */
const MAX_PAUSE_LOOKS = 128;

/** What became of a file: `again` when it could not be kept for a reason that is not its own. */
export type FileOutcome = 'taken' | 'refused' | 'again';

/** Takes the file at a path; its name is the one the sender gave it. */
export type TakeFile = (path: string, name: string) => Promise<FileOutcome>;

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
 * Opens a folder for others to put files into. A file is read once it has kept its size between two looks, so that one
 * that is still being written is left alone; it is claimed by renaming it, so that of several processes one reads it.
 */
export async function openFolder(folder: string, take: TakeFile): Promise<WatchedFolder> {
  await mkdir(join(folder, WORK), { recursive: true });
  await mkdir(join(folder, DONE), { recursive: true });
  await mkdir(join(folder, FAILED), { recursive: true });
  await takeUp(folder);
  let seen = new Map<string, Seen>();
  // Files that could not be kept, with the number of looks that pass over them: more after each failure.
  const paused = new Map<string, { looks: number; next: number }>();
  const isPaused = (name: string): boolean => {
    const pause = paused.get(name);
    if (pause === undefined || pause.looks === 0) return false;
    pause.looks -= 1;
    return true;
  };
  const putBack = async (name: string, path: string): Promise<void> => {
    const next = paused.get(name)?.next ?? 1;
    paused.set(name, { looks: next, next: Math.min(next * 2, MAX_PAUSE_LOOKS) });
    await rename(path, join(folder, name));
  };
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
      let failures = 0;
      for (const { name } of (await listFiles(folder)).slice(0, MAX_FILES)) {
        if (signal?.aborted === true) return read;
        if (!(await isStill(name, next)) || isPaused(name)) continue;
        const path = await claim(name);
        if (path === undefined) continue;
        next.delete(name);
        const outcome = await take(path, name);
        if (outcome === 'again') {
          await putBack(name, path);
          failures += 1;
          if (failures >= MAX_FAILURES) break;
          continue;
        }
        paused.delete(name);
        await moveTo(folder, path, outcome === 'taken' ? DONE : FAILED, name);
        read += 1;
      }
      seen = next;
      return read;
    },
  };
}

/** The name of the folder itself, made by the first process that comes. */
async function markOf(folder: string): Promise<string> {
  const path = join(folder, MARK);
  const draft = `${path}-${randomUUID()}`;
  await writeFile(draft, randomUUID());
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}

/**
 * Looks into a folder every few seconds until it is stopped, in one process of all that share the folder: the one that holds its
 * lease. What a process that has died left half read is taken up by the next. A look that fails is noted and the next one follows.
 */
export async function watchFolder(
  folder: string,
  take: TakeFile,
  { everyMs, log, database }: { everyMs: number; log: Logger; database: Database },
): Promise<{ stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const lease = leaseOf(database, `folder ${await markOf(folder)}`);
  const stopper = new AbortController();
  let watched: WatchedFolder | undefined;
  let looking: Promise<unknown> | undefined;
  const note = (error: unknown): void => log.warn({ err: error, folder }, 'a folder could not be looked into');
  const look = async (): Promise<void> => {
    watched ??= await openFolder(folder, take);
    await watched.look(stopper.signal);
  };
  const run = async (): Promise<void> => {
    while (!stopper.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
      // The lease is kept while files are being read, however long that takes.
      const isHeld = await lease.hold(realClock.now()).catch(note);
      if (isHeld !== true) watched = undefined;
      else if (!stopper.signal.aborted)
        looking ??= look()
          .catch(note)
          .finally(() => (looking = undefined));
    }
  };
  const running = run();
  return {
    stop: async () => {
      // Files that wait may be many: the one in hand is read to its end, the others by the next process.
      stopper.abort();
      await running;
      await looking;
      await lease.leave().catch(() => {});
    },
  };
}
