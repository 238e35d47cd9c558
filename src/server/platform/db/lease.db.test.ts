import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { leaseOf } from './lease.ts';

const database = await testDatabase();

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
