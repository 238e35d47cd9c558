import { expect, test } from 'vitest';
import { apartMs, dayAt, earliestOf, isDay, latestOf, shownText } from './day.ts';
import { HOUR_MS } from './instant.ts';
import { fromLocalText } from './zone.ts';

const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'];

test.each(zones)('a day in %s is shown as its date, and covers the day', (zone) => {
  const day = dayAt('2026-03-29', zone) ?? 0;
  expect([isDay(day), shownText(day, zone)]).toEqual([true, '2026-03-29']);
  expect(shownText(earliestOf(day), zone)).toBe('2026-03-29 00:00:00');
  expect(shownText(latestOf(day), zone)).toBe('2026-03-29 23:59:59');
});

test('times are no days, not even midnight and noon', () => {
  for (const text of ['2026-03-29 00:00:00', '2026-03-29 12:00:00', '2026-03-29 08:15:00']) {
    const time = fromLocalText(text, 'Asia/Shanghai') ?? 0;
    expect([isDay(time), earliestOf(time), latestOf(time)]).toEqual([false, time, time]);
  }
  expect(dayAt('2026-02-30', 'UTC')).toBeUndefined();
  expect(dayAt('2026-02-20', 'Nowhere/Land')).toBeUndefined();
});

test('a day and a time within it are not apart; others are by what is certain', () => {
  const day = dayAt('2026-03-10', 'UTC') ?? 0;
  expect(apartMs(day, Date.UTC(2026, 2, 10, 23, 30))).toBe(0);
  expect(apartMs(day, Date.UTC(2026, 2, 9, 22))).toBe(2 * HOUR_MS);
  expect(apartMs(Date.UTC(2026, 2, 9, 22), Date.UTC(2026, 2, 10, 1))).toBe(3 * HOUR_MS);
});
