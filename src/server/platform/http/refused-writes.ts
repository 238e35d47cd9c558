/** Codes by which PostgreSQL and the operating system say that a disk is full. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);
/** A process whose database refused to write for want of space counts as not ready for so long. */
const SHOWN_FOR_MS = 30_000;

/** Remembers that the database refused to write because its disk is full. */
export type RefusedWrites = { note: (error: unknown) => void; recently: () => boolean };

/** Nothing was refused yet. */
export function createRefusedWrites(): RefusedWrites {
  let at = -Infinity;
  return {
    note: (error) => {
      if (DISK_FULL_CODES.has((error as { code?: unknown } | null)?.code)) at = performance.now();
    },
    recently: () => performance.now() - at < SHOWN_FOR_MS,
  };
}
