import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import type { Database } from './database.ts';
import type { HeldKey } from './engine.ts';
import { leaseOf } from './lease.ts';

const database = await testDatabase();

/** The database as a process of its own has it, whose signs of life can be ended as its death ends them. */
function newProcess(): { view: Database; die: () => Promise<void> } {
  const keys: HeldKey[] = [];
  const holdKey = async (): Promise<HeldKey> => {
    const key = await database.holdKey();
    keys.push(key);
    return key;
  };
  return {
    view: { ...database, holdKey },
    die: async () => void (await Promise.all(keys.map((key) => key.release()))),
  };
}

test('one process has a right at a time, and another has it when it says nothing', async () => {
  const [one, two] = [leaseOf(database, 'right'), leaseOf(database, 'right')];
  expect(await one.hold(1_000_000)).toBe(true);
  expect(await two.hold(1_020_000)).toBe(false);
  expect(await two.hold(1_031_000)).toBe(true);
});

test('a right that was taken before the clock was set back does not last until then', async () => {
  const [one, two] = [leaseOf(database, 'early'), leaseOf(database, 'early')];
  expect(await one.hold(9_000_000)).toBe(true);
  expect(await two.hold(1_000_000)).toBe(true);
  expect(await one.hold(1_001_000)).toBe(false);
});

test('the right of a process that has died goes to another at once', async () => {
  const dying = newProcess();
  const [one, two, three] = [leaseOf(dying.view, 'died'), leaseOf(database, 'died'), leaseOf(database, 'died')];
  expect(await one.hold(1_000_000)).toBe(true);
  expect(await two.hold(1_000_001)).toBe(false);
  await dying.die();
  expect(await Promise.all([two.hold(1_000_002), three.hold(1_000_002)])).toContain(true);
  expect([await two.hold(1_000_003), await three.hold(1_000_003)].filter(Boolean)).toHaveLength(1);
});

test('a process that has its sign of life again a moment later keeps its right', async () => {
  const [one, two] = [leaseOf(database, 'shaken'), leaseOf(database, 'shaken')];
  expect(await one.hold(1_000_000)).toBe(true);
  let looks = 0;
  // Between the two looks of the other its connection is there again.
  const goneKeys: Database['goneKeys'] = async (keys) => ((looks += 1) === 1 ? [...keys] : database.goneKeys(keys));
  const doubting = leaseOf({ ...database, goneKeys }, 'shaken');
  expect(await doubting.hold(1_000_001)).toBe(false);
  expect(looks).toBe(2);
  expect([await one.hold(1_000_002), await two.hold(1_000_003)]).toEqual([true, false]);
});
