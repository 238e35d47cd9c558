import { expect, test } from 'vitest';
import { readClock } from './machine-time.ts';

const known = { ahead: 1_000_000, settings: 3 };

test('the first look believes the database', () => {
  expect(readClock(undefined, { at: 5_050, settings: 2 }, 40, 60)).toEqual({ ahead: 5_000, settings: 2, setBy: 0 });
});

test('what a slow answer can explain changes nothing', () => {
  expect(readClock(known, { at: 1_002_400, settings: 3 }, 0, 5_000)).toEqual({ ...known, setBy: 0 });
});

test('a clock that drifts is followed, and was not set', () => {
  expect(readClock(known, { at: 1_000_310, settings: 3 }, 0, 20)).toEqual({ ahead: 1_000_300, settings: 3, setBy: 0 });
});

test.each([-120_000, 90_000])('a clock that was set by %s ms is followed, and it is told', (byMs) => {
  const reading = { at: 1_000_010 + byMs, settings: 3 };
  expect(readClock(known, reading, 0, 20)).toEqual({ ahead: 1_000_000 + byMs, settings: 3, setBy: byMs });
});
