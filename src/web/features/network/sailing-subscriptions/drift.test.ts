import { expect, test } from 'vitest';
import { driftOf, shiftOf } from './drift.ts';

const change = (time: number, field: string, oldValue: string | null) => ({ time, field, oldValue });

test('the time that counts is taken back change by change: estimates before plans, other values left alone', () => {
  const changes = [
    change(60, 'estimatedArrival', '1300'),
    change(50, 'terminal', 'YS3'),
    change(40, 'estimatedDeparture', '900'),
    change(30, 'estimatedArrival', null),
    change(20, 'plannedArrival', '1000'),
  ];
  const points = driftOf({ planned: 1100, estimated: 1500, actual: null }, changes, 'Arrival', 10);
  expect(points).toEqual([
    { at: 10, value: 1000 },
    { at: 20, value: 1100 },
    { at: 30, value: 1300 },
    { at: 60, value: 1500 },
  ]);
  expect(shiftOf(points)).toBe(500);
});

test('a time that never moved is one point, one that came late begins when it came, and nothing is known of nothing', () => {
  expect(driftOf({ planned: 1000 }, [], 'Departure', 10)).toEqual([{ at: 10, value: 1000 }]);
  expect(driftOf({ planned: 1000 }, [change(20, 'plannedDeparture', null)], 'Departure', 10)).toEqual([
    { at: 20, value: 1000 },
  ]);
  expect(shiftOf(driftOf({}, [], 'Arrival', 10))).toBeUndefined();
});
