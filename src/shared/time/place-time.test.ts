import { expect, test } from 'vitest';
import { dayAt } from './day.ts';
import { placeTime, placeTimeStr, placeTimeText, zoneOfPlace } from './place-time.ts';

const moment = Date.UTC(2026, 6, 1, 12, 0, 30);

test('a time is that of its place, to the minute or the second, with the mark of the zone', () => {
  expect(placeTimeText(moment, 'Europe/Berlin', 'zh')).toBe('2026-07-01 14:00 CEST +2');
  expect(placeTimeText(moment, 'Europe/Berlin', 'en', 'second')).toBe('2026-07-01 14:00:30 CEST +2');
  expect(placeTimeStr(moment, 'Europe/Berlin')).toBe('2026-07-01 14:00:30');
});

test('a place without a usable zone has the time of Beijing, and says so in the language', () => {
  for (const zone of [null, undefined, '', '+02:00', 'Mars/Olympus']) {
    expect(zoneOfPlace(zone)).toBe('Asia/Shanghai');
    expect(placeTimeText(moment, zone, 'zh')).toBe('2026-07-01 20:00 北京时间');
    expect(placeTimeText(moment, zone, 'en')).toBe('2026-07-01 20:00 Beijing time');
    expect(placeTimeStr(moment, zone)).toBe('2026-07-01 20:00:30');
    expect(placeTime(moment, zone, 'en').zoneMissing).toBe(true);
  }
});

test('a day without a time has neither hour nor mark', () => {
  const day = dayAt('2026-07-01', 'Asia/Shanghai') ?? 0;
  expect(placeTimeText(day, 'Asia/Shanghai', 'zh', 'second')).toBe('2026-07-01');
  expect(placeTimeText(day, null, 'en')).toBe('2026-07-01');
});
