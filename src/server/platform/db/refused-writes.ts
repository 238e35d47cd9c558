import { codeOf } from '#shared/values/errors.ts';

/** Codes by which PostgreSQL and the operating system say that a disk is full. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);
/** A database that refused to write for want of space counts as full for so long after the last refusal. */
const SHOWN_FOR_MS = 30_000;
/** Other processes are reported at most so often. */
const TELL_EVERY_MS = 5_000;

/** The channel on which a process tells that its database refused to write; anything but this payload says nothing. */
export const DISK_FULL_CHANNEL = 'portolan_disk';
const DISK_FULL_PAYLOAD = 'full';

/** Whether an error says that the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL_CODES.has(codeOf(error));

/** The error of a database that takes no writes because its disk is full or nearly so. */
export const diskFull = (cause: unknown): Error =>
  Object.assign(new Error('the disk of the database is full', { cause }), { code: '53100' });

/** Remembers that the database refused to write because its disk is full, in this process or in another one. */
export type RefusedWrites = {
  /** Hears of an error of the database. */
  note: (error: unknown) => void;
  /** Hears what another process tells on the channel. */
  hear: (payload: string) => void;
  recently: () => boolean;
};

/** Nothing was refused yet; `tell` lets other processes know. */
export function createRefusedWrites(notify: (payload: string) => void): RefusedWrites {
  let at = -Infinity;
  let reportedAt = -Infinity;
  return {
    note: (error) => {
      if (!isDiskFull(error)) return;
      at = performance.now();
      if (at - reportedAt < TELL_EVERY_MS) return;
      reportedAt = at;
      notify(DISK_FULL_PAYLOAD);
    },
    hear: (payload) => {
      if (payload === DISK_FULL_PAYLOAD) at = performance.now();
    },
    recently: () => performance.now() - at < SHOWN_FOR_MS,
  };
}
