import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { type Clock, manualClock, worldMs } from './clock.ts';

const running = (speed: number): Clock => ({ now: () => 0, realMsUntil: (instant) => instant / speed });

test('a pause of the machine is as long in the world as the world is fast', () => {
  expect(worldMs(manualClock(0), MINUTE_MS)).toBe(MINUTE_MS);
  expect(worldMs(running(60), MINUTE_MS)).toBe(HOUR_MS);
  expect(worldMs(running(0.5), MINUTE_MS)).toBe(MINUTE_MS / 2);
});

test('a world that stands still waits as if it ran like the machine', () => {
  expect(worldMs({ now: () => 0, realMsUntil: () => Infinity }, MINUTE_MS)).toBe(MINUTE_MS);
});
