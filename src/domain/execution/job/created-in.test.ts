import { expect, test } from 'vitest';
import { LAST_DAY, readCreatedIn, writeHour } from './created-in.ts';

const nine = Date.UTC(2026, 4, 10, 1);

test('an hour is written in local time and read as the same span, also with half hours and behind UTC', () => {
  expect(writeHour(nine, 480)).toBe('2026-05-10 09:00 UTC+08:00');
  for (const offset of [480, 330, -210, 0])
    expect(readCreatedIn(writeHour(nine, offset), 0)).toEqual({ from: nine, to: nine + 3_600_000 });
});

test('the last day ends now; other texts mean nothing', () => {
  expect(readCreatedIn(LAST_DAY, nine)).toEqual({ from: nine - 86_400_000, to: nine + 1 });
  for (const text of ['', 'yesterday', '2026-05-10', '2026-13-40 25:61 UTC+08:00'])
    expect(readCreatedIn(text, nine)).toBeUndefined();
});
