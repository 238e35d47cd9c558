import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { placeTimeStr, placeTimeText } from '#shared/time/place-time.ts';
import { elapsedSince, formatDays, showTime } from './format-time.ts';
import { timeAsText, timesAsText } from './TimeText.tsx';

const moment = Date.UTC(2026, 10, 20, 0, 0, 30);

describe('showTime', () => {
  test('the place speaks first, UTC and the reader are in the tooltip', () => {
    expect(showTime(moment, 'Asia/Shanghai', 'Europe/Berlin')).toEqual({
      text: '2026-11-20 08:00',
      full: '2026-11-20 08:00:30',
      mark: 'CST +8',
      utc: '2026-11-20 00:00:30 UTC',
      own: '2026-11-20 01:00:30 CET +1',
      zoneMissing: false,
    });
  });

  test('a day without a time is its date, in everybody’s zone', () => {
    const day = dayAt('2026-11-20', 'Asia/Shanghai') ?? 0;
    const shown = showTime(day, 'Asia/Shanghai', 'Pacific/Auckland');
    expect([shown.text, shown.full, shown.mark, shown.own]).toEqual(['2026-11-20', '2026-11-20', '', '2026-11-20']);
  });

  test('summer time belongs to the moment, not to today', () => {
    expect(showTime(Date.UTC(2026, 6, 1, 12), 'America/Los_Angeles', 'UTC').mark).toBe('PDT -7');
    expect(showTime(Date.UTC(2026, 0, 1, 12), 'America/Los_Angeles', 'UTC').mark).toBe('PST -8');
  });

  test('without a usable zone the time is that of unknown places, as on the wire, and says so', () => {
    for (const zone of [null, undefined, '', 'Mars/Olympus', '+08:00']) {
      expect(showTime(moment, zone, 'UTC')).toMatchObject({
        text: '2026-11-20 08:00',
        mark: '北京时间',
        zoneMissing: true,
      });
    }
  });
});

test('pages write a moment as texts of rules, messages and files do', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', null, '', '+08:00'),
      (at, zone) => {
        expect(timeAsText(at, zone)).toBe(placeTimeText(at, zone, 'zh'));
        expect(showTime(at, zone).full).toBe(placeTimeStr(at, zone));
        expect(timesAsText([at], zone ?? '')[0]?.startsWith(showTime(at, zone).text)).toBe(true);
      },
    ),
  );
});

test('formatDays keeps one decimal, a true sign, and no minus zero', () => {
  const day = 86_400_000;
  expect(formatDays(2.46 * day)).toBe('+2.5');
  expect(formatDays(-3 * day)).toBe('−3');
  expect(formatDays(-0.01 * day)).toBe('0');
  expect(formatDays(0.05 * day)).toBe('+0.1');
});

test('elapsedSince uses the largest unit that fits', () => {
  const minutes = (count: number) => elapsedSince(moment, moment + count * 60_000);
  expect(minutes(0.5)).toEqual({ unit: 'now', count: 0, future: false });
  expect(minutes(59.9)).toEqual({ unit: 'minutes', count: 59, future: false });
  expect(minutes(47 * 60)).toEqual({ unit: 'hours', count: 47, future: false });
  expect(minutes(48 * 60)).toEqual({ unit: 'days', count: 2, future: false });
  expect(minutes(-90)).toEqual({ unit: 'hours', count: 1, future: true });
});
