import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#shared/time/instant.ts';

/** A file of a partner, complete. */
export type PartnerFile = { name: string; bytes: Buffer };

/** How partners of the world put files into a folder. */
export type PartnerOptions = {
  folder: string;
  now: () => Instant;
  /** The files about a stretch of time; the same stretch gives the same files. */
  filesOf: (from: Instant, to: Instant) => readonly PartnerFile[];
  /** What was done before the world was looked at is reported so far back, in files of so long a time. */
  lookBackMs: number;
  stepMs: number;
  everyMs?: number;
};

/** Partners at work. */
export type Partner = {
  /** Writes what is due by now. */
  writeNow: () => Promise<void>;
  stop: () => Promise<void>;
};

async function put(folder: string, { name, bytes }: PartnerFile): Promise<void> {
  const passing = join(folder, `.${name}.part`);
  await writeFile(passing, bytes);
  await rename(passing, join(folder, name));
}

/** Starts partners that put files into a folder from time to time. */
export function startPartner({ folder, now, filesOf, lookBackMs, stepMs, everyMs = 60_000 }: PartnerOptions): Partner {
  let reported = now() - lookBackMs;
  let writing: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<void> => {
    const to = now();
    // After the clock was set back, sending starts again from that time.
    const from = reported > to ? to - stepMs : reported;
    reported = to;
    await mkdir(folder, { recursive: true });
    for (let at = from; at < to; at += stepMs)
      for (const file of filesOf(at, Math.min(to, at + stepMs))) await put(folder, file);
  };
  const run = (): Promise<void> => {
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  };
  const runUnwatched = (): void => void run().catch(() => undefined);
  // The carriers answer first: building the whole world takes a moment.
  const first = setTimeout(runUnwatched, 5_000);
  const timer = setInterval(runUnwatched, everyMs);
  first.unref();
  timer.unref();
  return {
    writeNow: run,
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      await writing;
    },
  };
}
