import { expect, test } from 'vitest';
import { durationText, hoursText, spanText } from './duration.ts';

test('up to two days are reported in hours, more in days and hours', () => {
  const cases: [number, string, string][] = [
    [0, '0 小时', '0 h'],
    [6.5, '6.5 小时', '6.5 h'],
    [48, '48 小时', '48 h'],
    [48.04, '48 小时', '48 h'],
    [48.2, '2 天', '2 d'],
    [49, '2 天 1 小时', '2 d 1 h'],
    [71.7, '3 天', '3 d'],
    [187.2, '7 天 19 小时', '7 d 19 h'],
    [-187, '-7 天 19 小时', '-7 d 19 h'],
  ];
  for (const [hours, zh, en] of cases)
    expect([hoursText(hours, 'zh'), hoursText(hours, 'en')], `${hours}`).toEqual([zh, en]);
});

test('what is no number stays as it is', () => {
  expect(hoursText(Number.NaN, 'zh')).toBe('NaN 小时');
  expect(hoursText(Infinity, 'en')).toBe('Infinity h');
});

test('a time span in whole units, rounded down', () => {
  expect(durationText(59 * 60_000, 'zh')).toBe('59 分钟');
  expect(durationText(119 * 60_000, 'en')).toBe('1 h');
  expect(durationText(26.5 * 3_600_000, 'zh')).toBe('26 小时');
  expect(durationText(187.9 * 3_600_000, 'en')).toBe('7 d 19 h');
  expect(durationText(0, 'en')).toBe('0 min');
});

test('a length that is compared with another one is reported exactly enough', () => {
  const reported = (ms: number) => [spanText(ms, 'zh'), spanText(ms, 'en')];
  expect(reported(4_200)).toEqual(['4.2 秒', '4.2 s']);
  expect(reported(90_000)).toEqual(['1.5 分钟', '1.5 min']);
  expect(reported(5_400_000)).toEqual(['1.5 小时', '1.5 h']);
});
