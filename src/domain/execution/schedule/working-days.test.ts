import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createPlaceCalendars, workingDaysFrom, workingHours } from './working-days.ts';

const shanghai = 'Asia/Shanghai';
/** In Shanghai, 2 March 2026 is a Monday. */
const local = (day: number, hour: number) => Date.UTC(2026, 2, day, hour - 8);

test('hours of work are those from 8 to 18 on working days by the clock of the place', () => {
  const usual = createPlaceCalendars([])('1', 'CNSHA');
  expect(workingHours(usual, local(2, 0), local(3, 0), shanghai)).toBe(10);
  expect(workingHours(usual, local(6, 17), local(9, 9), shanghai)).toBe(2);
  expect(workingHours(usual, local(7, 15), local(8, 24), shanghai)).toBe(0);
  expect(workingHours(usual, local(3, 0), local(2, 0), shanghai)).toBe(0);
  // The clocks go forward in the night to Sunday, 8 March: the day has 23 hours, of which 10 are worked.
  const everyDay = workingDaysFrom(null, []);
  const newYorkNoon = Date.UTC(2026, 2, 7, 17);
  expect(workingHours(everyDay, newYorkNoon, newYorkNoon + 47 * HOUR_MS, 'America/New_York')).toBe(20);
});

test('the calendar of the port counts before that of its country, and this before the usual week there', () => {
  const [port, country] = [workingDaysFrom('7', []), workingDaysFrom('1,7', [{ day: '2026-03-02', working: true }])];
  const of = createPlaceCalendars([
    { tenantId: '1', placeCode: 'CNSHA', calendar: port },
    { tenantId: '1', placeCode: 'CN', calendar: country },
  ]);
  expect([of('1', 'CNSHA'), of('1', 'CNNGB')]).toEqual([port, country]);
  expect([...of('2', 'CNSHA').freeWeekdays]).toEqual([6, 7]);
  expect([...of('1', 'SAJED').freeWeekdays]).toEqual([5, 6]);
});
