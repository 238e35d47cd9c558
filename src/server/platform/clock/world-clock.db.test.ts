import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openWorldClock, type WorldClock } from './world-clock.ts';

const database = await testDatabase();
const HOUR = 3_600_000;
const open = (owner: boolean): Promise<WorldClock> => openWorldClock({ database, log: silentLog, owner });
let clocks: WorldClock[] = [];
const opened = async (owner: boolean): Promise<WorldClock> => {
  const clock = await open(owner);
  clocks.push(clock);
  return clock;
};

beforeEach(async () => {
  await database.execute('delete from app_state');
});
afterEach(async () => {
  for (const clock of clocks) await clock.stop();
  clocks = [];
});

describe('world clock', () => {
  test('is the real time until it is changed', async () => {
    const clock = await opened(true);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
    expect(clock.realMsUntil(clock.now() + HOUR)).toBeGreaterThan(HOUR - 1_000);
    expect(clock.realMsUntil(clock.now() - 1)).toBe(0);
  });

  test('runs as fast as reported, and stands still when paused', async () => {
    const clock = await opened(true);
    const start = clock.now();
    await clock.change({ speed: 3_600_000 });
    expect(clock.realMsUntil(clock.now() + 100 * HOUR)).toBeLessThanOrEqual(100);
    while (clock.now() < start + HOUR);
    await clock.change({ paused: true });
    const stopped = clock.now();
    expect(clock.realMsUntil(stopped + 1)).toBe(Infinity);
    expect(clock.now()).toBe(stopped);
    await clock.change({ paused: false, speed: 1 });
    expect(clock.now() - stopped).toBeLessThan(1_000);
  });

  test('other processes follow', async () => {
    const owner = await opened(true);
    const follower = await opened(false);
    await owner.change({ speed: 60, paused: true });
    for (const end = Date.now() + 10_000; !follower.time().paused && Date.now() < end;)
      await new Promise((resolve) => setImmediate(resolve));
    expect(follower.time()).toEqual(owner.time());
    expect(follower.now()).toBe(owner.now());
  });

  test('a fast world goes on where it stopped', async () => {
    const first = await open(true);
    await first.change({ speed: 3_600_000 });
    const before = first.now();
    await first.stop();
    const { value } = await database.system
      .selectFrom('app_state')
      .select('value')
      .where('key', '=', 'world_clock')
      .executeTakeFirstOrThrow();
    const stored = value as { seenReal: number };
    await database.execute(
      "update app_state set value = jsonb_set(jsonb_set(value, '{seenReal}', to_jsonb($1::int8)), '{anchorReal}', to_jsonb($2::int8))",
      [stored.seenReal - HOUR, (value as { anchorReal: number }).anchorReal - HOUR],
    );
    const again = await opened(true);
    // An hour of real time would be 410 years of this world.
    expect(again.now() - before).toBeGreaterThanOrEqual(0);
    expect(again.now() - before).toBeLessThan(100 * 365 * 24 * HOUR);
  });

  test('a heartbeat that waited behind a change of speed does not take it back', async () => {
    const clock = await opened(true);
    await clock.change({ speed: 5 });
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const changing = database.transaction(async () => {
      begun.resolve();
      await gate.promise;
      await clock.change({ speed: 7 });
    });
    await begun.promise;
    const beating = clock.beat();
    gate.resolve();
    await Promise.all([changing, beating]);
    const [kept] = await database.query<{ speed: number; seen: boolean }>(
      `select (value->>'speed')::int as speed, value ? 'seenReal' as seen from app_state where key = 'world_clock'`,
      [],
    );
    expect(kept).toEqual({ speed: 7, seen: true });
  });
});
