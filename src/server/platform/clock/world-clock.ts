import { keepState, readState } from '../db/app-state.ts';
import type { Logger } from 'pino';
import type { Instant } from '#shared/time/instant.ts';
import { isRecord } from '#shared/values/objects.ts';
import type { Database } from '../db/database.ts';
import { realClock } from './clock.ts';
import type { Clock } from './clock.ts';

/** How the world's time runs against the machine's. */
export type WorldTime = { anchorReal: Instant; anchorWorld: Instant; speed: number; paused: boolean };

/** The clock of a simulated world: as fast as reported, stopped when reported, the same in all processes. */
export type WorldClock = Clock & {
  time: () => WorldTime;
  /** Changes speed or pause from now on, for all processes. */
  change: (change: { speed?: number; paused?: boolean }) => Promise<WorldTime>;
  /** Notes that the world runs, so that it goes on from here; the owner does it every few seconds. */
  beat: () => Promise<void>;
  stop: () => Promise<void>;
};

const stateKey = 'world_clock';
const channel = 'portolan_clock';
const heartbeatMs = 5000;

const atReal = (time: WorldTime, real: Instant): Instant =>
  time.paused ? time.anchorWorld : time.anchorWorld + (real - time.anchorReal) * time.speed;

const isWorldTime = (value: unknown): value is WorldTime & { seenReal?: Instant } =>
  isRecord(value) && typeof value['anchorWorld'] === 'number' && typeof value['speed'] === 'number';

async function read(database: Database): Promise<(WorldTime & { seenReal?: Instant }) | undefined> {
  const value = await readState(database, stateKey);
  return isWorldTime(value) ? value : undefined;
}

async function write(database: Database, time: WorldTime): Promise<void> {
  await keepState(database, stateKey, { ...time, seenReal: realClock.now() });
}

/**
 * Notes that the world runs, and nothing else: a change of its speed may be committed before this statement has its turn, and must not be
 * taken back by it.
 */
async function writeSeen(database: Database): Promise<void> {
  await database.execute(
    `update app_state set value = jsonb_set(value, '{seenReal}', to_jsonb($2::bigint)), updated_at = now() where key = $1`,
    [stateKey, realClock.now()],
  );
}

/** Where the world goes on after a pause of the product: a world at speed 1 kept time, a faster one stood still. */
export function resumeTime(stored: (WorldTime & { seenReal?: Instant }) | undefined, real: Instant): WorldTime {
  if (stored === undefined) return { anchorReal: real, anchorWorld: real, speed: 1, paused: false };
  if (stored.paused || stored.speed === 1)
    return {
      anchorReal: stored.anchorReal,
      anchorWorld: stored.anchorWorld,
      speed: stored.speed,
      paused: stored.paused,
    };
  const seen = Math.min(real, stored.seenReal ?? stored.anchorReal);
  return { anchorReal: real, anchorWorld: atReal(stored, seen), speed: stored.speed, paused: false };
}

/** Opens the world's clock. `owner` is the process that continues it at start and keeps its heartbeat. */
export async function openWorldClock({
  database,
  log,
  owner,
}: {
  database: Database;
  log: Logger;
  owner: boolean;
}): Promise<WorldClock> {
  let time = resumeTime(await read(database), realClock.now());
  if (owner) await write(database, time);
  const follow = async (): Promise<void> => {
    try {
      const { seenReal: _seen, ...stored } = (await read(database)) ?? { ...time, seenReal: 0 };
      time = stored;
    } catch (error) {
      log.warn({ err: error }, 'the clock of the world could not be read');
    }
  };
  const unlisten = await database.listen(channel, () => void follow());
  const timer = setInterval(() => {
    if (!owner) void follow();
    else if (time.speed !== 1 && !time.paused)
      void writeSeen(database).catch((error: unknown) =>
        log.warn({ err: error }, 'the clock of the world could not be kept'),
      );
  }, heartbeatMs);
  timer.unref();
  const now = (): Instant => Math.floor(atReal(time, realClock.now()));
  return {
    now,
    realMsUntil: (instant) => (instant <= now() ? 0 : time.paused ? Infinity : (instant - now()) / time.speed),
    time: () => time,
    change: async ({ speed = time.speed, paused = time.paused }) => {
      const real = realClock.now();
      time = { anchorReal: real, anchorWorld: atReal(time, real), speed, paused };
      await write(database, time);
      database.afterCommit(() => database.notify(channel));
      return time;
    },
    beat: () => writeSeen(database),
    stop: async () => {
      clearInterval(timer);
      await unlisten();
      if (owner) await writeSeen(database);
    },
  };
}
