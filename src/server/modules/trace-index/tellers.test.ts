import { expect, test } from 'vitest';
import { saidOfRow } from './tellers.ts';

const nameOf = (code: string) => ({ 'dcsa:MERI': '子午远洋接口', ft: 'FT' })[code] ?? code;
const provenance = {
  speakers: [
    ['1', 'CARRIER', 'dcsa:MERI', 100],
    ['2', 'AGGREGATOR', 'ft', 200],
    ['3', 'EXPERT', 'expert', 300],
  ] as [string, string, string, number][],
  items: {
    booking: { eta: [2, 0, 5000, 1, 6000], ata: [4, 1, null], vesselName: [4, 2, 'MERIDIAN'] },
    'event[MERU1234567|LOBD|CNSHA|1]': { planned: [4, 1, 9000], actual: [4, 0, 1000] },
    'event[MERU1234567|LOBD|SGSIN|1]': { actual: [4, 1, 3000] },
    'event[MERU1234567|DISC|DEHAM|1]': { estimated: [4, 0, 4000] },
  },
};

test('each value of a row names the source whose word counts, and when it was told', () => {
  const said = saidOfRow(provenance, 'LOBD', nameOf);
  expect(said['arrival']).toEqual({ source: '子午远洋接口', time: 100 });
  expect(said['vesselName']).toEqual({ source: 'expert', time: 300 });
  // Loaded twice: what happened last is where the shipment is.
  expect(said['statusCode']).toEqual({ source: 'FT', time: 200 });
  expect(said['departure']).toBeUndefined();
});

test('what nobody told names nobody', () => {
  expect(saidOfRow(provenance, null, nameOf)['statusCode']).toBeUndefined();
  expect(saidOfRow({ speakers: [], items: {} }, 'LOBD', nameOf)).toEqual({});
});
