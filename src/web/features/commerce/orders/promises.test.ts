import { expect, test } from 'vitest';
import { promiseOf } from './promises.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 4, 20, 4);
const words = { promised: 'promised', carriage: 'transport', delivery: 'delivery' };
const leg = {
  sequence: 1,
  vesselName: null,
  vesselImo: null,
  voyage: null,
  portOfLoading: null,
  portOfDischarge: null,
};
const movement = (lineNos: string[], departure: number, arrival: number | null) => ({
  lineNos,
  units: [],
  legs: [{ ...leg, etd: null, atd: departure, eta: arrival, ata: null }],
});
const line = { lineNo: '10', promisedOn: '2026-05-24', expectedTime: now + 8 * day, stage: 'transit' as const };

test('a line has its promised day, transport until now and on, and delivery after the last arrival', () => {
  const movements = [
    movement(['10'], now - 9 * day, now + 2 * day),
    movement(['10', '20'], now - 5 * day, now + 5 * day),
  ];
  const { promised, expected, lateDays } = promiseOf(line, movements, 'Asia/Shanghai', now, words);
  expect(promised).toMatchObject({ kind: 'planned', name: 'promised' });
  expect(expected.map(({ kind, name, from, to }) => [kind, name, (from - now) / day, to && (to - now) / day])).toEqual([
    ['actual', 'transport', -9, 0],
    ['estimated', 'transport', 0, 5],
    ['estimated', 'delivery', 5, 8],
    ['estimated', undefined, 8, undefined],
  ]);
  // The end of 24 May in Shanghai is 16:00 UTC; 28 May 4:00 UTC is in the fourth day after it.
  expect(lateDays).toBe(4);
});

test('what comes on the promised day is not late, and a way without arrival has the expected moment only', () => {
  const early = { ...line, expectedTime: Date.UTC(2026, 4, 24, 15) };
  const reported = promiseOf(early, [movement(['10'], now, null)], 'Asia/Shanghai', now, words);
  expect(Math.abs(reported.lateDays ?? 1)).toBe(0);
  expect(reported.expected).toEqual([{ kind: 'estimated', from: early.expectedTime }]);
  expect(promiseOf({ ...line, expectedTime: null }, [], null, now, words)).toMatchObject({
    expected: [],
    lateDays: undefined,
  });
});

test('a delivery is a fact where a shipment tells it, and an estimate where it is worked out', () => {
  const arrival = now - 4 * day;
  const delivered = (expectedTime: number) =>
    promiseOf(
      { ...line, expectedTime, stage: 'delivered' },
      [
        {
          ...movement(['10'], now - 9 * day, null),
          legs: [{ ...leg, etd: null, atd: now - 9 * day, eta: null, ata: arrival }],
        },
      ],
      'Asia/Shanghai',
      now,
      words,
    ).expected.map(({ kind, name, from }) => [kind, name, (from - now) / day]);
  expect(delivered(arrival)).toEqual([
    ['actual', 'transport', -9],
    ['actual', undefined, -4],
  ]);
  expect(delivered(arrival + 3 * day)).toEqual([
    ['actual', 'transport', -9],
    ['estimated', 'delivery', -4],
    ['estimated', undefined, -1],
  ]);
});
