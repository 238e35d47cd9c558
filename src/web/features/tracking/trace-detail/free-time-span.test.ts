import { expect, test } from 'vitest';
import { milestones } from '#domain/tracking/model.ts';
import { freeTimeSpan } from './free-time-span.ts';

const hour = 3_600_000;
const day = 24 * hour;
// 10 May 2026, 15:00 in Rotterdam.
const discharged = Date.UTC(2026, 4, 10, 13);
const milestone = (statusCode: string, actual: number | null) => ({ statusCode, actual, zone: 'Europe/Amsterdam' });
const container = (...moves: ReturnType<typeof milestone>[]) => ({
  lastFreeDay: '2026-05-17',
  stages: [{ milestones: moves }],
});

test('free days are counted from the day after the discharge to the end of the last one', () => {
  const span = freeTimeSpan(container(milestone(milestones.discharged, discharged)), null, discharged + 3 * day);
  expect(span).toMatchObject({ days: { free: 7, used: 3, over: 0 }, isOut: false, zone: 'Europe/Amsterdam' });
  expect(span?.from).toBe(Date.UTC(2026, 4, 10, 22));
  expect(span?.to).toBe(Date.UTC(2026, 4, 17, 22));
});

test('on the day of the move none is used, and after the last one days are over', () => {
  const moves = container(milestone(milestones.discharged, discharged));
  const first = freeTimeSpan(moves, null, discharged + hour);
  expect(first?.days).toEqual({ free: 7, used: 0, over: 0 });
  expect(first?.until).toBe(first?.from);
  expect(freeTimeSpan(moves, null, discharged + 9 * day)?.days).toEqual({ free: 7, used: 9, over: 2 });
});

test('outside the terminal it is detention from the gate-out; without a move there is none', () => {
  const out = container(
    milestone(milestones.discharged, discharged),
    milestone(milestones.gateOutFull, discharged + 2 * day),
  );
  expect(freeTimeSpan(out, null, discharged + 3 * day)).toMatchObject({ isOut: true, days: { free: 5, used: 1 } });
  expect(freeTimeSpan(container(milestone(milestones.discharged, null)), null, discharged)).toBeUndefined();
});
