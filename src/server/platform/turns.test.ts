import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

/** Keeps the process busy for so long. */
const burn = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test('work that takes long is cut into slices, in order, and others get their turn between', async () => {
  const seen: number[] = [];
  let others = 0;
  let done = false;
  const tick = (): void => {
    others += 1;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  const turns = await inTurns([1, 2, 3, 4, 5, 6], (item, index) => {
    burn(6);
    seen.push(item * 10 + index);
  });
  done = true;
  expect(seen).toEqual([10, 21, 32, 43, 54, 65]);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(others).toBeGreaterThanOrEqual(turns - 1);
});

test('work that is quick is one turn', async () => {
  expect(await inTurns(new Set(['a']), () => undefined)).toBe(1);
});
