import { expect, test } from 'vitest';
import { fromLocalText } from '#shared/time/zone.ts';
import { daysBetween } from './present.ts';

const at = (local: string, zone: string): number => fromLocalText(`${local}:00`, zone) as number;

test.each([
  ['whole days', ['2026-06-01 08:00', 'Asia/Shanghai'], ['2026-06-11 08:00', 'Asia/Shanghai'], 10],
  ['a day that was begun counts', ['2026-06-01 08:00', 'Asia/Shanghai'], ['2026-06-11 08:01', 'Asia/Shanghai'], 11],
  // By the clocks of the ports she comes on the day before she left.
  ['eastwards over the date line', ['2026-06-02 01:00', 'Asia/Tokyo'], ['2026-06-01 23:00', 'Pacific/Honolulu'], 1],
  [
    'westwards over the date line',
    ['2026-06-01 20:00', 'America/Los_Angeles'],
    ['2026-06-14 20:00', 'Asia/Shanghai'],
    13,
  ],
  // 25 days and 18 hours by the clocks; the zones lie six hours apart.
  ['from China to Europe', ['2026-06-01 02:00', 'Asia/Shanghai'], ['2026-06-26 20:00', 'Europe/Amsterdam'], 26],
  [
    'over the change to summer time',
    ['2026-03-28 12:00', 'Europe/Amsterdam'],
    ['2026-03-29 12:30', 'Europe/Amsterdam'],
    1,
  ],
])('days on the way are elapsed time: %s', (_name, [from, fromZone], [to, toZone], days) => {
  expect(daysBetween(at(from as string, fromZone as string), at(to as string, toZone as string))).toBe(days);
});
