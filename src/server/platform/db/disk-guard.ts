import type { Logger } from 'pino';
import { type DiskNeed, isDiskShort } from './disk-space.ts';

const LOOK_EVERY_MS = 1_000;
/** So much more than the reserve must be free before writes are taken again: otherwise it would change with every file. */
const ROOM_FACTOR = 1.1;

/** Watches the disk of the embedded database and keeps a reserve free: while less is free, the database takes no writes. */
export type DiskGuard = {
  /** Whether writes are refused at the moment. */
  isShort: () => boolean;
  /** Looks now; the timer does it every second. */
  look: () => Promise<void>;
  start: () => void;
  stop: () => void;
};

type Options = {
  need: DiskNeed;
  /** Lets the database refuse writes, or take them again. */
  refuseWrites: (refuse: boolean) => Promise<void>;
  log: Logger;
};

/** Makes a guard; it does nothing before it is started or asked to look. */
export function createDiskGuard({ need, refuseWrites, log }: Options): DiskGuard {
  let short = false;
  /** What the database was reported last. */
  let refused = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    const leastFreeBytes = short ? need.leastFreeBytes * ROOM_FACTOR : need.leastFreeBytes;
    const isShort = await isDiskShort({ ...need, leastFreeBytes });
    short = isShort;
    if (isShort === refused) return;
    await refuseWrites(isShort);
    refused = isShort;
    if (isShort) log.error({ directory: need.directory }, 'the disk is nearly full: the database takes no writes');
    else log.info({ directory: need.directory }, 'the disk has room again: the database takes writes');
  }
  const look = (): Promise<void> =>
    (looking ??= lookOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'the disk of the database could not be looked at'))
      .finally(() => (looking = undefined)));

  return {
    isShort: () => short,
    look,
    start: () => {
      timer = setInterval(() => void look(), LOOK_EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
