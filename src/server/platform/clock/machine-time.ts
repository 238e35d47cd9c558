import type { Logger } from 'pino';
import { type Instant, SECOND_MS } from '#shared/time/instant.ts';
import type { Database } from '../db/database.ts';
import { setMachineTime } from './clock.ts';

/** What the database says of the time: its clock, and how often that clock was set while somebody looked. */
type Reading = { at: Instant; settings: number };

/** The clock of this process: how far it is ahead of the time since the start of the process, give or take `within`, and the settings it knows of. */
type ClockState = { ahead: number; within: number; settings: number };

/** What a look at the database found: the clock as it is now, and by how much it was set since the look before. */
type Seen = ClockState & { setBy: number };

/** Clocks drift and answers are late by less than this: more means that somebody set the clock. */
const settingMs = SECOND_MS;
const lookEveryMs = SECOND_MS;
const stateKey = 'machine_clock';

/** Two clocks drift apart by less than this between two looks. */
const driftMs = 1;

/**
 * What one look says, by the times of asking and of the answer on a clock that nobody can set. The database read its clock at some
 * moment between the two. What that leaves open explains nothing: only a difference beyond what both looks leave open is one.
 */
export function readClock(known: ClockState | undefined, reading: Reading, requested: number, answered: number): Seen {
  const within = (answered - requested) / 2;
  const fresh = { ahead: reading.at - (requested + answered) / 2, within, settings: reading.settings };
  if (known === undefined) return { ...fresh, setBy: 0 };
  const beyond = Math.abs(fresh.ahead - known.ahead) - within - known.within;
  const kept = known.within + driftMs;
  if (beyond <= 0) return { ...(within <= kept ? fresh : { ...fresh, ahead: known.ahead, within: kept }), setBy: 0 };
  return { ...fresh, setBy: beyond > settingMs ? Math.round(fresh.ahead - known.ahead) : 0 };
}

const readingText = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
  coalesce((select (value->>'settings')::int from app_state where key = '${stateKey}'), 0) as settings`;

/** Notes a setting of the clock; false for all but the first of those who saw it. */
async function noteSetting(database: Database, settings: number): Promise<boolean> {
  const { rowCount } = await database.execute(
    `insert into app_state (key, value) values ('${stateKey}', jsonb_build_object('settings', $1::int + 1))
     on conflict (key) do update set value = excluded.value, updated_at = now() where (app_state.value->>'settings')::int = $1`,
    [settings],
  );
  return rowCount > 0;
}

/**
 * From now on the machine's time of this process is the database's, so that all processes agree however the clocks of their machines are
 * set. Between two looks it goes on evenly. When the clock of the database itself is set, one of the processes moves what was reckoned
 * by it (`move`), in the transaction that notes it; `onSetting` is called in every process.
 */
export async function followDatabaseTime({
  database,
  log,
  move,
  onSetting,
}: {
  database: Database;
  log: Logger;
  move: (byMs: number) => Promise<void>;
  onSetting: (byMs: number) => Promise<void>;
}): Promise<() => void> {
  let known: ClockState | undefined;
  const look = async (): Promise<void> => {
    const requested = performance.now();
    const { rows } = await database.execute<Reading>(readingText);
    const [reading] = rows;
    if (reading === undefined) return;
    const seen = readClock(known, reading, requested, performance.now());
    if (seen.setBy !== 0 && seen.settings === known?.settings) {
      const first = await database.transaction(async () => {
        const isFirst = await noteSetting(database, seen.settings);
        if (isFirst) await move(seen.setBy);
        return isFirst;
      });
      if (first)
        log.warn({ byMs: seen.setBy }, 'the clock of the database was set: limits that run were moved with it');
      seen.settings += 1;
    }
    known = seen;
    setMachineTime(seen.ahead);
    if (seen.setBy !== 0) await onSetting(seen.setBy);
  };
  await look();
  let looking = false;
  let failing = false;
  const timer = database.detached(() =>
    setInterval(() => {
      if (looking) return;
      looking = true;
      look()
        .then(() => {
          failing = false;
        })
        .catch((error: unknown) => {
          if (!failing) log.warn({ err: error }, 'the clock of the database could not be followed');
          failing = true;
        })
        .finally(() => {
          looking = false;
        });
    }, lookEveryMs),
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    setMachineTime(undefined);
  };
}
