import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { dayEndOfText, dayStartOfText } from './day-range.ts';
import {
  addLocalDays,
  fromLocalText,
  isZone,
  localDayEnd,
  localDayStart,
  offsetLabel,
  toLocalText,
  zoneLabel,
  zoneOffsetMs,
} from './zone.ts';

const at = (iso: string): number => Date.parse(iso);

describe('zones', () => {
  test('names are distinguished from offsets and nonsense', () => {
    expect(['Asia/Shanghai', 'UTC', 'America/New_York'].every(isZone)).toBe(true);
    expect(['+08:00', 'Mars/Base', '', 'GMT+8x'].some(isZone)).toBe(false);
    expect(() => toLocalText(0, 'Mars/Base')).toThrow(RangeError);
  });

  test('local text of an instant', () => {
    expect(toLocalText(at('2026-03-01T16:30:05Z'), 'Asia/Shanghai')).toBe('2026-03-02 00:30:05');
    expect(toLocalText(at('2026-07-01T12:00:00Z'), 'America/New_York')).toBe('2026-07-01 08:00:00');
    expect(toLocalText(at('2026-01-01T12:00:00Z'), 'Asia/Kolkata')).toBe('2026-01-01 17:30:00');
    expect(toLocalText(at('1969-12-31T23:59:59.500Z'), 'UTC')).toBe('1969-12-31 23:59:59');
  });

  test('a time skipped in spring moves on by the gap', () => {
    const instant = fromLocalText('2026-03-08 02:30:00', 'America/New_York');
    expect(instant).toBe(at('2026-03-08T07:30:00Z'));
    expect(toLocalText(instant as number, 'America/New_York')).toBe('2026-03-08 03:30:00');
  });

  test('a time that occurs twice is the earlier one', () => {
    expect(fromLocalText('2026-11-01 01:30:00', 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
    expect(fromLocalText('2026-10-25 02:30:00', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'));
    // Lord Howe moves its clock by half an hour.
    expect(fromLocalText('2026-04-05 01:45:00', 'Australia/Lord_Howe')).toBe(at('2026-04-04T14:45:00Z'));
  });

  test('agrees with the formatter every quarter of an hour around changes', () => {
    for (const zone of ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      for (let t = at('2026-01-01T00:07:00Z'); t < at('2027-01-01T00:00:00Z'); t += 2_700_000) {
        expect(toLocalText(t, zone)).toBe(format.format(t));
      }
    }
  });

  test('round trip of every hour of a year', () => {
    for (let t = at('2026-01-01T00:00:00Z'); t < at('2027-01-01T00:00:00Z'); t += 3_600_000) {
      const text = toLocalText(t, 'America/New_York');
      const back = fromLocalText(text, 'America/New_York') as number;
      expect(toLocalText(back, 'America/New_York')).toBe(text);
      expect(back === t || back === t - 3_600_000).toBe(true);
    }
  });

  test('text that is no real time gives nothing', () => {
    for (const text of ['2026-02-30 00:00:00', '2026-01-01 24:00:00', '2026-1-1 00:00:00', 'x']) {
      expect(fromLocalText(text, 'UTC')).toBeUndefined();
    }
    expect(fromLocalText('2026-01-01 00:00:00', 'Mars/Base')).toBeUndefined();
  });

  test('labels', () => {
    const winter = at('2026-01-15T00:00:00Z');
    const summer = at('2026-07-15T00:00:00Z');
    expect(offsetLabel(winter, 'Asia/Shanghai')).toBe('+08:00');
    expect(offsetLabel(winter, 'America/St_Johns')).toBe('-03:30');
    expect(zoneLabel(winter, 'Asia/Shanghai')).toBe('CST +8');
    expect(zoneLabel(summer, 'America/Los_Angeles')).toBe('PDT -7');
    expect(zoneLabel(summer, 'Europe/Amsterdam')).toBe('CEST +2');
    expect(zoneLabel(summer, 'Asia/Kathmandu')).toBe('UTC+5:45');
    expect(zoneLabel(summer, 'America/Lima')).toBe('UTC-5');
    expect(zoneLabel(summer, 'UTC')).toBe('UTC');
  });
});

describe('local days', () => {
  test('start and end of a day of 23 hours', () => {
    const noon = at('2026-03-08T16:00:00Z');
    const start = localDayStart(noon, 'America/New_York');
    expect(start).toBe(at('2026-03-08T05:00:00Z'));
    expect(localDayEnd(noon, 'America/New_York') + 1 - start).toBe(23 * 3_600_000);
  });

  test('a day whose midnight is skipped starts at one', () => {
    const noon = at('2026-09-06T16:00:00Z');
    expect(toLocalText(localDayStart(noon, 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06 01:00:00');
  });

  test('days are added on the calendar, not in hours', () => {
    const eve = fromLocalText('2026-03-07 18:00:00', 'America/New_York') as number;
    expect(toLocalText(addLocalDays(eve, 1, 'America/New_York'), 'America/New_York')).toBe('2026-03-08 18:00:00');
    expect(addLocalDays(eve, 1, 'America/New_York') - eve).toBe(23 * 3_600_000);
    expect(toLocalText(addLocalDays(eve, -7, 'UTC'), 'UTC')).toBe('2026-02-28 23:00:00');
  });

  test('a range of dates counts its last day in full', () => {
    expect(dayStartOfText('20260301', 'Asia/Shanghai')).toBe(at('2026-02-28T16:00:00Z'));
    expect(dayEndOfText('2026-03-01', 'Asia/Shanghai')).toBe(at('2026-03-01T16:00:00Z'));
    expect(dayEndOfText('2026-12-31', 'UTC')).toBe(at('2027-01-01T00:00:00Z'));
    expect(dayEndOfText('2026-13-01', 'UTC')).toBeUndefined();
  });

  test('is fast enough for tables and detection', () => {
    const base = at('2026-01-01T00:00:00Z');
    const { ms, result } = timed(() => {
      let sum = 0;
      for (let i = 0; i < 200_000; i += 1) sum += zoneOffsetMs(base + (i % 8_000) * 3_600_000, 'Europe/Berlin');
      return sum;
    });
    expect(result).toBeGreaterThan(0);
    expect(ms).toBeLessThan(1_000);
  });
});
