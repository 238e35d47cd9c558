import { expect, test } from 'vitest';
import { resumeTime } from './world-clock.ts';

test('a new world starts at the real time', () => {
  expect(resumeTime(undefined, 1000)).toEqual({ anchorReal: 1000, anchorWorld: 1000, speed: 1, paused: false });
});

test('a world at speed 1 kept time while the product was off', () => {
  const stored = { anchorReal: 1000, anchorWorld: 5000, speed: 1, paused: false, seenReal: 2000 };
  expect(resumeTime(stored, 90_000)).toEqual({ anchorReal: 1000, anchorWorld: 5000, speed: 1, paused: false });
});

test('a fast world goes on where it was last seen', () => {
  const stored = { anchorReal: 1000, anchorWorld: 5000, speed: 100, paused: false, seenReal: 2000 };
  expect(resumeTime(stored, 90_000)).toEqual({ anchorReal: 90_000, anchorWorld: 105_000, speed: 100, paused: false });
});

test('a paused world stays paused where it was', () => {
  const stored = { anchorReal: 1000, anchorWorld: 5000, speed: 100, paused: true, seenReal: 2000 };
  expect(resumeTime(stored, 90_000)).toMatchObject({ anchorWorld: 5000, paused: true });
});
