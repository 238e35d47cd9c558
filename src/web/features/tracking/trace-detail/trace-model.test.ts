import { describe, expect, test } from 'vitest';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import {
  daysUntil,
  etaChanges,
  freshnessOf,
  progressOf,
  routeOf,
  slipOf,
  timePath,
  type TraceMilestone,
  type TraceStage,
} from './trace-model.ts';

const DAY = 86_400_000;
const leg = (sequence: number, from: string | null, to: string | null): TraceDetail['legs'][number] => ({
  sequence,
  vesselName: null,
  vesselImo: null,
  voyage: null,
  portOfLoading: from,
  portOfDischarge: to,
  etd: null,
  atd: null,
  eta: null,
  ata: null,
});
const booking = (polCode: string | null, podCode: string | null) =>
  ({ polCode, podCode }) as unknown as TraceDetail['booking'];
const milestone = (path: string, times: Partial<TraceMilestone> = {}): TraceMilestone => ({
  statusCode: path,
  nameCn: path,
  nameEn: path,
  portCode: null,
  zone: null,
  place: null,
  vesselName: null,
  voyage: null,
  planned: null,
  estimated: null,
  actual: null,
  path,
  ...times,
});
const stage = (...milestones: TraceMilestone[]): TraceStage => ({ kind: 'sea', index: 0, portCode: null, milestones });

describe('routeOf', () => {
  test('names every transhipment in the order of the legs', () => {
    const legs = [leg(2, 'SGSIN', 'EGPSD'), leg(1, 'CNSHA', 'SGSIN'), leg(3, 'EGPSD', 'NLRTM')];
    expect(routeOf({ booking: booking('CNSHA', 'NLRTM'), legs }).map((stop) => `${stop.role} ${stop.code}`)).toEqual([
      'pol CNSHA',
      'transhipment SGSIN',
      'transhipment EGPSD',
      'pod NLRTM',
    ]);
  });

  test('does not take the last known port for the destination, and does not join ports without a leg between them', () => {
    const stops = (pod: string | null) =>
      routeOf({ booking: booking('CNSHA', pod), legs: [leg(1, 'CNSHA', 'SGSIN')] }).map(
        (stop) => `${stop.role} ${stop.code}`,
      );
    expect(stops(null)).toEqual(['pol CNSHA', 'last SGSIN']);
    expect(stops('NLRTM')).toEqual(['pol CNSHA', 'transhipment SGSIN', 'pod NLRTM']);
    expect(stops('SGSIN')).toEqual(['pol CNSHA', 'pod SGSIN']);
  });

  test('gets by without booking ports, without legs, and with a gap in a leg', () => {
    expect(
      routeOf({ booking: booking(null, null), legs: [leg(1, 'CNSHA', null), leg(2, 'SGSIN', 'NLRTM')] }).map(
        (stop) => stop.code,
      ),
    ).toEqual(['CNSHA', 'SGSIN', 'NLRTM']);
    expect(routeOf({ booking: booking('CNSHA', null), legs: [] })).toEqual([{ role: 'pol', code: 'CNSHA' }]);
  });
});

test('progress: a milestone without an actual time before a done one is missing, then comes the next one', () => {
  const progress = progressOf([
    stage(milestone('a', { actual: 1 }), milestone('b')),
    stage(milestone('c', { actual: 3 }), milestone('d', { estimated: 4 }), milestone('e')),
  ]);
  expect([...progress.values()]).toEqual(['done', 'missing', 'done', 'next', 'later']);
  expect([...progressOf([stage(milestone('a'), milestone('b'))]).values()]).toEqual(['next', 'later']);
});

test('a slip of less than half a day is none', () => {
  expect(slipOf(0, DAY * 0.49)).toBeUndefined();
  expect(slipOf(0, DAY * 2)).toBe(2 * DAY);
  expect(slipOf(DAY, 0)).toBe(-DAY);
  expect(slipOf(null, 5)).toBeUndefined();
});

test('free time counts calendar days', () => {
  expect(daysUntil('2026-11-21', '2026-11-20')).toBe(1);
  expect(daysUntil('2026-11-20', '2026-11-20')).toBe(0);
  expect(daysUntil('2026-02-27', '2026-03-01')).toBe(-2);
});

test('changes of the ETA come newest first, each against the one before', () => {
  const history = [
    { value: 3 * DAY, knownAt: 20, sourceCode: 'ft' },
    { value: DAY, knownAt: 10, sourceCode: null },
    { value: 2.5 * DAY, knownAt: 30, sourceCode: 'ft' },
  ];
  expect(etaChanges(history).map(({ knownAt, change }) => [knownAt, change / DAY])).toEqual([
    [30, -0.5],
    [20, 2],
    [10, 0],
  ]);
});

test('freshness is the newest answer of any source', () => {
  const source = (lastSuccessTime: number | null) => ({ lastSuccessTime }) as TraceDetail['sources'][number];
  expect(freshnessOf([source(5), source(null), source(9)])).toBe(9);
  expect(freshnessOf([source(null)])).toBeNull();
});

test('the path of a time, with or without the dot at the end', () => {
  expect(timePath({ path: 'event[A|LOBD|CNSHA|1].' }, 'actual')).toBe('event[A|LOBD|CNSHA|1].actual');
  expect(timePath({ path: 'event[A|LOBD|CNSHA|1]' }, 'planned')).toBe('event[A|LOBD|CNSHA|1].planned');
  expect(timePath({ path: '' }, 'actual')).toBe('');
});
