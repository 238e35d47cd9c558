import { expect, test } from 'vitest';
import { momentOfClock } from './device-clock.ts';

test('a clock of another zone, whatever the zone of the protocol; without one nothing changes', () => {
  const noon = Date.UTC(2026, 6, 1, 12);
  expect(momentOfClock(noon, 'GT06', null)).toBe(noon);
  expect(momentOfClock(noon, 'GT06', 'Asia/Shanghai')).toBe(Date.UTC(2026, 6, 1, 4));
  expect(momentOfClock(noon, 'JT808', 'Asia/Shanghai')).toBe(noon);
  // 20:00 on the clock of Beijing time, read as such, was 20:00 in Berlin.
  expect(momentOfClock(noon, 'JT808', 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 1, 18));
  expect(momentOfClock(noon, 'JT808', 'UTC')).toBe(Date.UTC(2026, 6, 1, 20));
});
