import { expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { resolveTime, writeTime } from './times.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);

test.each<[string, string | null, string | null, number | string | undefined]>([
  ['202601100930', '203', 'Asia/Shanghai', utc('2026-01-10T01:30')],
  ['20260110093015', '204', 'Asia/Shanghai', utc('2026-01-10T01:30:15')],
  ['20260110', '102', 'Asia/Shanghai', dayAt('2026-01-10', 'Asia/Shanghai')],
  ['260110', '101', 'UTC', dayAt('2026-01-10', 'UTC')],
  ['2601100930', '201', 'UTC', utc('2026-01-10T09:30')],
  ['260110093015', '202', 'UTC', utc('2026-01-10T09:30:15')],
  ['202601100930+0800', '205', null, utc('2026-01-10T01:30')],
  ['202601100930-0530', '205', 'Asia/Shanghai', utc('2026-01-10T15:00')],
  ['202601100930UTC', '303', null, utc('2026-01-10T09:30')],
  ['20260110093015GMT', '304', 'Asia/Shanghai', utc('2026-01-10T09:30:15')],
  // A name that several zones share leaves it to the place.
  ['202601100930CST', '303', 'Asia/Shanghai', utc('2026-01-10T01:30')],
  ['202607100930', '203', 'Europe/Amsterdam', utc('2026-07-10T07:30')],
  // Midnight at the end of a day.
  ['202601102400', '203', 'UTC', utc('2026-01-11T00:00')],
  // Also of the days that are shorter or longer by an hour.
  ['202603292400', '203', 'Europe/Amsterdam', utc('2026-03-29T22:00')],
  ['202610252400', '203', 'Europe/Amsterdam', utc('2026-10-25T23:00')],
  ['202612312400', '203', 'Asia/Shanghai', utc('2026-12-31T16:00')],
  ['202602302400', '203', 'UTC', 'bad_time'],
  // No format, or one that the digits contradict.
  ['202601100930', null, 'UTC', utc('2026-01-10T09:30')],
  ['20260110', '203', 'UTC', dayAt('2026-01-10', 'UTC')],
  ['202601100930', '102', 'UTC', utc('2026-01-10T09:30')],
  ['202601100930', '203', null, 'no_zone'],
  ['202601100930CST', '303', null, 'no_zone'],
  ['202613100930', '203', 'UTC', 'bad_time'],
  ['202602300930', '203', 'UTC', 'bad_time'],
  ['202601102500', '203', 'UTC', 'bad_time'],
  ['199001010000', '203', 'UTC', 'bad_time'],
  ['soon', '203', 'UTC', 'bad_time'],
  ['', null, 'UTC', 'bad_time'],
  ['202601100930+9900', '205', null, 'bad_time'],
])('%s as %s at %s', (value, format, zone, expected) => {
  const resolved = resolveTime({ value, format }, zone);
  expect(resolved.problem ?? resolved.at).toBe(expected);
});

test('what is written is read again, with seconds and without, east and west', () => {
  for (const at of [utc('2026-01-10T01:30'), utc('2026-07-31T23:59:59')]) {
    for (const offset of [0, 480, -210, 345]) {
      expect(resolveTime(writeTime(at, offset), null).at).toBe(at);
    }
  }
});
