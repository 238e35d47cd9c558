import { expect, test } from 'vitest';
import type { LegContent, ShipmentContent } from '../../tracking/model.ts';
import { nextBoardOf } from './next-board.ts';

const leg = (sequence: number, from: string, to: string, atd: number | null): LegContent => ({
  sequence,
  vesselName: `VESSEL ${sequence}`,
  vesselImo: null,
  voyage: '001E',
  portOfLoading: from,
  portOfDischarge: to,
  etd: 1,
  atd,
  eta: 2,
  ata: null,
});
const booking = (atd: number | null) =>
  ({ portOfLoading: 'CNSHA', portOfDischarge: 'USLAX', atd }) as ShipmentContent['booking'];

test('cargo that has not left changes at its port of loading, also where no leg is known', () => {
  expect(nextBoardOf({ booking: booking(null), legs: [leg(1, 'CNSHA', 'USLAX', null)] })).toMatchObject({
    state: 'open',
    fromPort: 'CNSHA',
    toPort: 'USLAX',
  });
  expect(nextBoardOf({ booking: booking(null), legs: [] })).toMatchObject({ state: 'open', fromPort: 'CNSHA' });
});

test('cargo under way changes at the next port of transhipment, and nowhere once the last vessel has left', () => {
  const legs = [leg(2, 'KRPUS', 'USLAX', null), leg(1, 'CNSHA', 'KRPUS', 5)];
  expect(nextBoardOf({ booking: booking(5), legs })).toMatchObject({
    state: 'open',
    fromPort: 'KRPUS',
    toPort: 'USLAX',
  });
  expect(nextBoardOf({ booking: booking(5), legs: [leg(1, 'CNSHA', 'USLAX', 5)] })).toEqual({ state: 'underWay' });
  expect(nextBoardOf({ booking: booking(5), legs: [] })).toEqual({ state: 'underWay' });
});
