import { expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { timelineOf } from './timeline.ts';

type Leg = CallData<'sailingGet'>['legs'][number];
const start = Date.UTC(2026, 4, 1);
const at = (day: number | null) => ({
  planned: day === null ? null : start + day * DAY_MS,
  estimated: null,
  actual: null,
});
const stop = (
  portCode: string,
  comes: number | null,
  leaves: number | null,
  omitted = false,
): Leg['stops'][number] => ({
  callId: portCode,
  portCode,
  terminal: null,
  arrival: at(comes),
  arrivalSaid: null,
  departure: at(leaves),
  departureSaid: null,
  omitted,
  differences: [],
});
const leg = (...stops: Leg['stops']): Leg => ({ stops, line: [], distanceNm: null, reliability: [] });

test('legs, calls on the way and waiting stand on one axis', () => {
  const line = timelineOf([
    leg(stop('CNSHA', 0, 0), stop('CNNGB', 2, 3), stop('CNYTN', 4, 5, true), stop('SGSIN', 8, 9)),
    leg(stop('SGSIN', 9, 10), stop('NLRTM', 20, 21)),
  ]);
  expect(line?.legs[0]).toEqual({
    ride: { start: 0, width: 40 },
    stays: [{ portCode: 'CNNGB', span: { start: 10, width: 5 } }],
    wait: undefined,
  });
  expect(line?.legs[1]).toEqual({
    ride: { start: 50, width: 50 },
    stays: [],
    wait: { portCode: 'SGSIN', span: { start: 40, width: 10 }, days: 2 },
  });
  expect(line?.ticks.map(({ day }) => day)).toEqual([0, 5, 10, 15]);
});

test.each([
  ['no leg', []],
  ['a departure that nobody knows', [leg(stop('CNSHA', null, null), stop('SGSIN', 8, 9))]],
  ['an arrival before the departure', [leg(stop('CNSHA', 0, 9), stop('SGSIN', 8, 9))]],
])('there is no axis for %s', (_name, legs) => {
  expect(timelineOf(legs)).toBeUndefined();
});

test('a next vessel that leaves before the first one comes has no waiting drawn', () => {
  const line = timelineOf([
    leg(stop('CNSHA', 0, 0), stop('SGSIN', 8, 9)),
    leg(stop('SGSIN', 6, 7), stop('NLRTM', 20, 21)),
  ]);
  expect(line?.legs[1]?.wait).toBeUndefined();
});
