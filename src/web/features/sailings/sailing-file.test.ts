import { expect, test } from 'vitest';
import type { SailingRoute } from '#contract/sailing.ts';
import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import { sailingLines } from './sailing-file.ts';

const turn = (planned: number, estimated: number | null = null) => ({ planned, estimated, actual: null });
const leg = (from: string, to: string, vesselName: string, departure: number, arrival: number) => ({
  carrierCode: 'MERI',
  serviceCode: 'AE1',
  vesselName,
  imo: '9074729',
  voyage: '602W',
  fromPort: from,
  fromTerminal: null,
  toPort: to,
  toTerminal: null,
  departure: turn(departure),
  arrival: turn(arrival, arrival),
  boardCallId: '1',
  alightCallId: '2',
  differs: false,
});
const day = (date: number): number => Date.UTC(2026, 5, date);
const zones: Record<string, string> = { CNSHA: 'Asia/Shanghai', SGSIN: 'Asia/Singapore' };

test('a sailing is a line with its legs, local times, days and cut-offs; a port without a zone is in UTC', () => {
  const route: SailingRoute = {
    routeId: '1.2',
    sellers: ['MERI', 'HALC'],
    legs: [leg('CNSHA', 'SGSIN', 'PINE', day(1), day(8)), leg('SGSIN', 'XXXXX', 'OAK', day(10), day(30))],
    departureTime: day(1),
    arrivalTime: day(30),
    transitDays: 29,
    changes: 1,
    cutOffs: [{ code: 'DCO', time: day(0) }],
    nextSailings: [],
  };
  const [heads, line] = sailingLines([route], {
    title: (column) => column,
    cutOff: (code) => code,
    carrierName: (code) => `name of ${code}`,
    portName: (code) => code.toLowerCase(),
    zoneOf: (code) => zones[code] ?? null,
  });
  expect(heads?.slice(0, 3)).toEqual(['carriers', 'service', 'vessel']);
  expect(heads).toHaveLength(9 + cutoffCodes.length);
  expect(line?.slice(0, 10)).toEqual([
    'name of MERI; name of HALC',
    'AE1 / AE1',
    'PINE 602W / OAK 602W',
    'cnsha CNSHA',
    '2026-06-01 08:00 CST +8 PLN',
    'sgsin SGSIN 2026-06-08 08:00 SGT +8 EST – 2026-06-10 08:00 SGT +8 PLN',
    'xxxxx XXXXX',
    '2026-06-30 00:00 UTC EST',
    '29',
    '2026-05-31 08:00 CST +8',
  ]);
});
