import { expect, test } from 'vitest';
import type { PackedProvenance } from '#server/modules/tracking/shipment/index.ts';
import { statedOfRow } from './value-sources.ts';
import { byBooking, byNewest, bySection, byUnit, byWhole, hasArrived } from './reported-by.ts';

const row = (statusCode: string | null) => ({ obmTkSubscribeId: '1', statusCode });

const nameOf = (code: string) => ({ 'dcsa:MERI': '子午远洋接口', ft: 'FT' })[code] ?? code;
const provenance: PackedProvenance = {
  speakers: [
    ['1', 'CARRIER', 'dcsa:MERI', 100],
    ['2', 'FT', 'ft', 200],
    ['3', 'EXPERT', 'expert', 300],
  ],
  items: {
    booking: { eta: [2, 0, 5000, 1, 6000], ata: [4, 1, null], vesselName: [4, 2, 'MERIDIAN'] },
    'event[MERU1234567|LOBD|CNSHA|1]': { planned: [4, 1, 9000], actual: [4, 0, 1000] },
    'event[MERU1234567|LOBD|SGSIN|1]': { actual: [4, 1, 3000] },
    'event[MERU1234567|DISC|DEHAM|1]': { estimated: [4, 0, 4000] },
  },
};

test('each value of a row names the source whose word counts, and when it was reported', () => {
  const statement = statedOfRow(provenance, row('LOBD'), { nameOf });
  expect(statement['arrival']).toEqual({ source: '子午远洋接口', time: 100 });
  // Loaded twice: what happened last is where the shipment is.
  expect(statement['statusCode']).toEqual({ source: 'FT', time: 200 });
  expect(statement['departure']).toBeUndefined();
});

test('what nobody reported names nobody', () => {
  expect(statedOfRow(provenance, row(null), { nameOf })['statusCode']).toBeUndefined();
  expect(statedOfRow({ speakers: [], items: {} }, row('LOBD'), { nameOf })).toEqual({});
});

test('columns of one list find which source reported them: of the consignment, its parts, a section of the way, or what happened', () => {
  const own = {
    flight: byBooking('vesselName'),
    pieces: byWhole('quantity'),
    weightKg: byUnit('grossWeightKg'),
    trainNo: bySection('vesselName', (sections) => sections.find((section) => !hasArrived(section))),
    station: byNewest((code) => code.startsWith('R')),
  };
  const { speakers } = provenance;
  const items: PackedProvenance['items'] = {
    booking: { billNo: [4, 0, 'AWB1'], vesselName: [4, 2, 'MERIDIAN'] },
    'container[FLIGHT1]': { quantity: [4, 1, 3], grossWeightKg: [4, 2, 80] },
    'container[AWB1]': { quantity: [4, 0, 12] },
    'leg[10]': { vesselName: [4, 2, 'X3'] },
    'leg[2]': { vesselName: [4, 1, 'X2'] },
    'leg[1]': { vesselName: [4, 0, 'X1'], ata: [4, 0, 500] },
    'event[|RBA|CNALK|1]': { actual: [4, 1, 700] },
    'event[|OFF||1]': { actual: [4, 2, 900] },
  };
  expect(statedOfRow({ speakers, items }, row(null), { nameOf, own })).toEqual({
    flight: { source: 'expert', time: 300 },
    pieces: { source: '子午远洋接口', time: 100 },
    weightKg: { source: 'expert', time: 300 },
    trainNo: { source: 'FT', time: 200 },
    station: { source: 'FT', time: 200 },
  });
});
