import { expect, test } from 'vitest';
import { cronProblem } from '#shared/time/cron.ts';
import { cronOf, firstTimes, type ReportTimes, timesOf } from './report-times.ts';

const cases: [ReportTimes, string][] = [
  [firstTimes, '0 8 * * 1'],
  [{ ...firstTimes, rhythm: 'day', time: '07:05' }, '5 7 * * *'],
  [{ ...firstTimes, rhythm: 'workday' }, '0 8 * * 1-5'],
  [{ ...firstTimes, weekdays: [7, 3] }, '0 8 * * 3,7'],
  [{ ...firstTimes, rhythm: 'month', monthDay: 'L' }, '0 8 L * *'],
];

test.each(cases)('%o is %s, which can be read', (times, cron) => {
  expect(cronOf(times)).toBe(cron);
  expect(cronProblem(cron, 0)).toBeUndefined();
  expect(cronOf(timesOf(cron))).toBe(cron);
  expect(timesOf(cron).rhythm).toBe(times.rhythm);
});

test('what the form cannot ask for stays an expression', () => {
  for (const cron of ['*/20 * * * *', '0 8 1 * 1', '0 0 8 ? * 2'])
    expect(timesOf(cron)).toMatchObject({ rhythm: 'cron', cron });
});

test('what is missing gives no expression', () => {
  expect(cronOf({ ...firstTimes, weekdays: [] })).toBeUndefined();
  expect(cronOf({ ...firstTimes, time: '' })).toBeUndefined();
  expect(cronOf({ ...firstTimes, rhythm: 'cron', cron: ' ' })).toBeUndefined();
});
