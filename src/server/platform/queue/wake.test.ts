import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';
import { createWake } from './wake.ts';

test('a wait ends by the bell, by one rung before, or by time', async () => {
  const wake = createWake();
  const waiting = wake.wait(Infinity);
  wake.call();
  await waiting;
  await wake.wait(Infinity);
  wake.reset();
  await wake.wait(1);
  await expect(wake.wait(0)).resolves.toBeUndefined();
});

test('the back-off doubles up to its limit, spread by a fifth to both sides', () => {
  const at = (random: number): number[] =>
    [1, 2, 3, 9, 2_000].map(backoff({ firstMs: 1_000, maxMs: 10_000, random: () => random }));
  expect(at(0.5)).toEqual([1_000, 2_000, 4_000, 10_000, 10_000]);
  expect(at(0)).toEqual([800, 1_600, 3_200, 8_000, 8_000]);
  expect(at(1)).toEqual([1_200, 2_400, 4_800, 12_000, 12_000]);
});
