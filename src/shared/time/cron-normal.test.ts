import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronProblem, nextCronRuns } from './cron.ts';
import { normalCron, normalCronOrNull } from './cron-normal.ts';

test.each([
  ['0 8 * * 1-5', '0 0 8 * * 2,3,4,5,6 *'],
  ['0 0 8 ? * mon-fri', '0 0 8 * * 2,3,4,5,6 *'],
  ['  */5  *  * * * ', '0 */5 * * * * *'],
  ['0 8 * jan,Jul 0', '0 0 8 * 1,7 1 *'],
  ['0 8 * * 5-7', '0 0 8 * * 1,6,7 *'],
  ['0 8 * * 0-6', '0 0 8 * * * *'],
  ['0 8 * * 5#3', '0 0 8 * * 6#3 *'],
  ['0 0 8 ? * 6L', '0 0 8 * * 6L *'],
  ['0 0 8 ? * FRI#2,2', '0 0 8 * * 2,6#2 *'],
  ['0 0 8 L * ?', '0 0 8 L * * *'],
  ['0 0 8 15W 3 ? 2030', '0 0 8 15W 3 * 2030'],
  ['0 8 1 * 0-6', '0 0 8 1 * 1-7 *'],
  ['0 8 1-7 * +1', '0 0 8 1-7 * +2 *'],
  ['0 8 * * 1-3#2', '0 0 8 * * 2#2,3#2,4#2 *'],
  ['05 08 * * 1', '0 5 8 * * 2 *'],
  ['0 0 8 L-3 * ?', '0 0 8 L-3 * * *'],
  ['0 22-1 * * Friday-mon', '0 0 22,23,0,1 * * 1,2,6,7 *'],
  ['@weekly', '0 0 0 * * 1 *'],
])('%s is kept as %s', (written, kept) => {
  expect(normalCron(written)).toBe(kept);
  expect(normalCron(kept)).toBe(kept);
});

test('what cannot be read has no such form', () => {
  expect(normalCronOrNull('0 0 * * XYZ')).toBeNull();
});

const from = Date.UTC(2026, 0, 1);
const minutes = fc.constantFrom('*', '0', '*/20', '5/15', '10-12');
const hours = fc.constantFrom('*', '3', '*/6', '1,13');
const days = fc.constantFrom('*', '?', '1', '15W', 'L', '10-20');
const months = fc.constantFrom('*', '2', 'MAR', '*/3', 'JAN-MAR');
const weekdays = fc.constantFrom(
  '*',
  '?',
  '1',
  '5',
  '1-5',
  '2/2',
  'SUN',
  'MON-WED',
  'FRI#2',
  '3#1',
  '4L',
  '6,7',
  '0-6',
  '+1',
  '1-3#2',
);
const seconds = fc.constantFrom('0', '30', '*/30');

test('it runs when the written one runs', () => {
  const unix = fc.tuple(minutes, hours, days, months, weekdays).map((fields) => fields.join(' '));
  const quartz = fc.tuple(seconds, minutes, hours, days, months, weekdays).map((fields) => fields.join(' '));
  fc.assert(
    fc.property(fc.oneof(unix, quartz), (written) => {
      fc.pre(cronProblem(written, from) === undefined);
      const kept = normalCron(written);
      expect(nextCronRuns(kept, 'Europe/Berlin', from, 30)).toEqual(nextCronRuns(written, 'Europe/Berlin', from, 30));
      expect(normalCron(kept)).toBe(kept);
    }),
  );
});
