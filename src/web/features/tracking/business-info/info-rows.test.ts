import { describe, expect, test } from 'vitest';
import { type Booking, chosenBookings, isTemplate, sameVoyage } from './info-rows.ts';
import { infoAddress, parseInfo, shownTables } from './info-state.ts';

const booking = (obmBkId: string, more: Partial<Booking> = {}): Booking =>
  ({
    obmBkId,
    processType: 'SHIPPING_TRACKING',
    bizSourceType: 'RPA',
    unionFlag: 0,
    custVessel: 'JADE',
    custVoyage: '1E',
    podCode: 'NLRTM',
    ata: 1_000,
    ...more,
  }) as Booking;
const ids = (rows: readonly Booking[]): string[] => rows.map(({ obmBkId }) => obmBkId);

const fused = booking('1', { processType: 'UNION', unionFlag: 1, bizSourceType: 'CARRIER' });
const expert = booking('2', { processType: 'EXPERT', unionFlag: 1, bizSourceType: 'EXPERT' });
const own = booking('3', { processType: 'AUTONOMIC_EXPERT', unionFlag: 1, bizSourceType: 'EXPERT' });
const source = booking('4');
const all = [fused, expert, own, source];

describe('which bookings are shown', () => {
  test('main is what was fused; an expert is one of the sources, although it is marked as fused', () => {
    expect(ids(chosenBookings(all, { part: 'main', withAutonomic: true }))).toEqual(['1']);
    expect(ids(chosenBookings(all, { part: 'child', withAutonomic: true }))).toEqual(['2', '3', '4']);
    expect(chosenBookings(all, { part: 'all', withAutonomic: true })).toBe(all);
  });
  test('self-service can be left out', () => {
    expect(ids(chosenBookings(all, { part: 'all', withAutonomic: false }))).toEqual(['1', '2', '4']);
    for (const processType of ['AUTONOMIC_CARRIER_DISTRIBUTE', 'SHIPPING_TRACKING_WALI', 'AUTONOMIC_EXPERT'])
      expect(chosenBookings([booking('9', { processType })], { part: 'child', withAutonomic: false })).toEqual([]);
  });
});

describe('the arrival of a voyage', () => {
  test('comes from a booking that a robot read, not of self-service, that has arrived', () => {
    expect(isTemplate(source)).toBe(true);
    expect(isTemplate(booking('5', { processType: 'SHIPPING_TRACKING_WALI' }))).toBe(false);
    expect(isTemplate(booking('5', { bizSourceType: 'CARRIER' }))).toBe(false);
    expect(isTemplate(booking('5', { ata: null }))).toBe(false);
    expect(isTemplate(booking('5', { processType: 'UNION' }))).toBe(false);
  });
  test('goes to the others with the same vessel, voyage and discharge port', () => {
    const others = [
      booking('6'),
      booking('7', { custVessel: 'OPAL' }),
      booking('8', { custVoyage: '2E' }),
      booking('9', { podCode: 'DEHAM' }),
    ];
    expect(ids(sameVoyage(source, [source, ...others]))).toEqual(['6']);
  });
});

describe('the address', () => {
  test('says everything that is not usual, and is read back', () => {
    const search = { bkId: '7', mode: 'vesselVoyage', part: 'child', autonomic: '0', hidden: 'legs,statuses' };
    const state = parseInfo(search);
    expect(infoAddress(state)).toEqual({ ...search, remoteJobId: undefined, max: undefined });
    expect(shownTables(state)).toEqual(['bookings', 'containers']);
    expect(shownTables(parseInfo({ ...search, max: 'legs' }))).toEqual(['legs']);
  });
  test('what is not understood counts as not stated', () => {
    const state = parseInfo({ obmBkId: ' 7 ', mode: 'x', part: 'x', hidden: 'x,legs', max: 'x' });
    expect(state).toMatchObject({ bkId: '7', mode: 'subscribe', part: 'all', withAutonomic: true, hidden: ['legs'] });
    expect(state.maximised).toBeUndefined();
  });
});
