import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createDeviceTally } from './device-tally.ts';

test('a second write ends after the first one, which took all counts', async () => {
  const database = await testDatabase();
  const tally = createDeviceTally(database, realClock);
  tally.count({ protocol: 'JT808', reason: 'nowhere', vehicle: undefined, sample: 'x' });
  const ended: string[] = [];
  const first = tally.write().then(() => ended.push('first'));
  const second = tally.write().then(() => ended.push('second'));
  await Promise.all([first, second]);
  expect(ended).toEqual(['first', 'second']);
  expect(await database.query('select reason, n from refusal_tally', [])).toEqual([
    { reason: 'vehicle_nowhere', n: 1 },
  ]);
});
