import { expect, test } from 'vitest';
import { readClock } from './machine-time.ts';

const known = { ahead: 1_000_000, within: 5, settings: 3 };

test('the first look believes the database', () => {
  expect(readClock(undefined, { at: 5_050, settings: 2 }, 40, 60)).toMatchObject({
    ahead: 5_000,
    within: 10,
    settings: 2,
    setBy: 0,
  });
});

test('what a slow answer can explain changes nothing', () => {
  expect(readClock(known, { at: 1_002_400, settings: 3 }, 0, 5_000)).toMatchObject({ ahead: 1_000_000, setBy: 0 });
});

test('a clock that drifts is followed, and was not set', () => {
  expect(readClock(known, { at: 1_000_310, settings: 3 }, 0, 20)).toMatchObject({ ahead: 1_000_300, setBy: 0 });
});

test.each([-120_000, 90_000])('a clock that was set by %s ms is followed, and it is reported', (byMs) => {
  const reading = { at: 1_000_010 + byMs, settings: 3 };
  expect(readClock(known, reading, 0, 20)).toMatchObject({ ahead: 1_000_000 + byMs, setBy: byMs });
});

test('a first look that took long is corrected by a better one: nobody set the clock', () => {
  const first = readClock(undefined, { at: 1_000_000, settings: 0 }, 0, 8_000);
  expect(first).toMatchObject({ ahead: 996_000, within: 4_000 });
  expect(readClock(first, { at: 1_009_000, settings: 0 }, 9_000, 9_020)).toMatchObject({ ahead: 999_990, setBy: 0 });
});
