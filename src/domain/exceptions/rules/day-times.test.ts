import { expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { isBeforeAt } from '../facts.ts';
import { buildEvent, buildSimpleView, keysIn, t0 } from '../../testing/builders.ts';
import { arriveDelay } from './arrive-delay.ts';
import { futureActual } from './future-actual.ts';

const zone = 'Asia/Shanghai';
const day = (date: string) => ({ instant: dayAt(date, zone) ?? 0, zone });
const time = (text: string) => ({ instant: Date.parse(`${text}+08:00`), zone });

test('a day is before a time only when all of it is', () => {
  expect(isBeforeAt(day('2026-03-10'), time('2026-03-10T23:00:00'))).toBe(false);
  expect(isBeforeAt(time('2026-03-10T01:00:00'), day('2026-03-10'))).toBe(false);
  expect(isBeforeAt(day('2026-03-10'), time('2026-03-11T01:00:00'))).toBe(true);
  expect(isBeforeAt(day('2026-03-10'), day('2026-03-11'))).toBe(true);
});

/** The day so many days from now, in the zone of the port. */
const dayFromNow = (days: number, of: string): number =>
  dayAt(new Date(t0 + days * DAY_MS).toISOString().slice(0, 10), of) ?? 0;

test('today is no time in the future, and tomorrow is', () => {
  const gateIn = (actual: number) =>
    buildSimpleView({ events: [buildEvent('MERU1234567', 'GITM', 'CNSHA', { actual })] });
  expect(keysIn(futureActual, gateIn(dayFromNow(0, zone)))).toEqual([]);
  expect(keysIn(futureActual, gateIn(dayFromNow(2, zone)))).toHaveLength(1);
});

test('late is what is late by the whole day', () => {
  const due = (eta: number, ata: number) => keysIn(arriveDelay, buildSimpleView({ booking: { eta, ata } }));
  const rotterdam = 'Europe/Amsterdam';
  expect(due(dayFromNow(-6, rotterdam), dayFromNow(-4, rotterdam))).toEqual([]);
  expect(due(dayFromNow(-6, rotterdam), dayFromNow(-2, rotterdam))).toEqual(['']);
});
