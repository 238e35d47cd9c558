import { describe, expect, test } from 'vitest';
import type { UnitContent } from '../../tracking/model.ts';
import { at, buildContainer, buildEvent, buildRecord, buildView, detectIn } from '../../testing/builders.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';
import { airCustomsHold } from './air-customs-hold.ts';
import { airMissedConnection } from './air-missed-connection.ts';
import { airOffloaded } from './air-offloaded.ts';
import { airShortShipped } from './air-short-shipped.ts';
import { airSplit } from './air-split.ts';

const waybill = '784-12345675';
const unit = (no: string, quantity: number, values: Partial<UnitContent> = {}) =>
  buildContainer(no, {
    quantity,
    vesselName: null,
    voyage: null,
    portOfLoading: 'PVG',
    portOfDischarge: 'FRA',
    receivedQuantity: null,
    ...values,
  });
const [first, second] = ['CZ461/10MAR/PVG', 'CZ463/11MAR/PVG'];
const on = (flight: string) => ({ vesselName: flight, voyage: '2026-03-10' });
const whole = unit(waybill, 10);

function viewOf(units: ReturnType<typeof unit>[], events: ReturnType<typeof buildEvent>[]): ShipmentView {
  const booking = { billNo: waybill, portOfLoading: 'PVG', portOfDischarge: 'FRA' };
  return buildView([buildRecord('airline', { mode: 'air', booking, containers: [whole, ...units], events })], {
    subscription: { mode: 'air', billNo: waybill },
  });
}
const keys = (rule: ExceptionRule, view: ShipmentView, now: number) =>
  detectIn(rule, view, {}, now).map(({ key }) => key);

describe('AIR_OFFLOADED', () => {
  const offloaded = buildEvent(first, 'DIS', 'PVG', { actual: at(0), place: 'OFLD', ...on('CZ461') });
  const partFlew = buildEvent(first, 'DEP', 'PVG', { actual: at(0, 1), ...on('CZ461') });

  test('as long as pieces stay behind', () => {
    const view = viewOf([unit(first, 6, on('CZ461'))], [offloaded, partFlew]);
    expect(detectIn(airOffloaded, view, {}, at(0, 2))).toMatchObject([
      { params: { left: 4, flight: 'CZ461', port: 'PVG' } },
    ]);
    expect(keys(airOffloaded, view, at(0) - 1)).toEqual([]);
  });

  test('not once the rest has left on another flight, and not for another discrepancy', () => {
    const rest = buildEvent(second, 'DEP', 'PVG', { actual: at(1), ...on('CZ463') });
    const units = [unit(first, 6, on('CZ461')), unit(second, 4, on('CZ463'))];
    expect(keys(airOffloaded, viewOf(units, [offloaded, partFlew, rest]), at(1, 1))).toEqual([]);
    expect(keys(airOffloaded, viewOf(units, [{ ...offloaded, place: 'MSCA' }]), at(1, 1))).toEqual([]);
  });
});

describe('AIR_SPLIT', () => {
  const units = [unit(first, 6, on('CZ461')), unit(second, 4, on('CZ463'))];
  const departures = [
    buildEvent(first, 'DEP', 'PVG', { actual: at(0), ...on('CZ461') }),
    buildEvent(second, 'DEP', 'PVG', { actual: at(1), ...on('CZ463') }),
  ];
  const counts = [
    buildEvent(first, 'RCF', 'FRA', { actual: at(1), ...on('CZ461') }),
    buildEvent(second, 'RCF', 'FRA', { actual: at(2), ...on('CZ463') }),
  ];

  test('from the second departure until all is counted', () => {
    expect(keys(airSplit, viewOf(units, departures.slice(0, 1)), at(2))).toEqual([]);
    expect(detectIn(airSplit, viewOf(units, departures), {}, at(1))).toMatchObject([
      { key: 'PVG', params: { flights: 2, list: 'CZ461: 6, CZ463: 4' } },
    ]);
    expect(keys(airSplit, viewOf(units, [...departures, ...counts.slice(0, 1)]), at(2))).toEqual(['PVG']);
    expect(keys(airSplit, viewOf(units, [...departures, ...counts]), at(2))).toEqual([]);
  });
});

describe('AIR_SHORT_SHIPPED', () => {
  const counted = buildEvent(first, 'RCF', 'FRA', { actual: at(1), ...on('CZ461') });
  const view = (receivedQuantity: number | null) =>
    viewOf([unit(first, 6, { ...on('CZ461'), receivedQuantity })], [counted]);

  test('fewer pieces than went on board, after the grace', () => {
    expect(keys(airShortShipped, view(5), at(1, 6) - 1)).toEqual([]);
    expect(detectIn(airShortShipped, view(5), {}, at(1, 6))).toMatchObject([{ params: { missing: 1, counted: 5 } }]);
    expect(keys(airShortShipped, view(6), at(2))).toEqual([]);
    expect(keys(airShortShipped, view(null), at(2))).toEqual([]);
  });
});

describe('AIR_MISSED_CONNECTION', () => {
  const onward = 'CZ401/11MAR/CAN';
  const planned = buildEvent(onward, 'BKD', 'CAN', { planned: at(1), ...on('CZ401') });
  const units = [unit(onward, 10, { ...on('CZ401'), portOfLoading: 'CAN' })];

  test('the plan has passed and nothing left', () => {
    expect(keys(airMissedConnection, viewOf(units, [planned]), at(1, 4) - 1)).toEqual([]);
    expect(keys(airMissedConnection, viewOf(units, [planned]), at(1, 4))).toEqual([onward]);
  });

  test('goods that were there in time are most likely on board: only once the departure is not reported for long', () => {
    const counted = (hours: number, pieces: number) =>
      viewOf(
        [unit(first, 10, { ...on('CZ461'), portOfDischarge: 'CAN', receivedQuantity: pieces }), ...units],
        [planned, buildEvent(first, 'RCF', 'CAN', { actual: at(0, hours), ...on('CZ461') })],
      );
    expect(keys(airMissedConnection, counted(20, 10), at(1, 12) - 1)).toEqual([]);
    expect(keys(airMissedConnection, counted(20, 10), at(1, 12))).toEqual([onward]);
    // Too late for the change, or not all of them.
    expect(keys(airMissedConnection, counted(23.5, 10), at(1, 4))).toEqual([onward]);
    expect(keys(airMissedConnection, counted(20, 9), at(1, 4))).toEqual([onward]);
  });

  test('not where it left, by this flight or another one, and not at the first airport', () => {
    const left = buildEvent(onward, 'DEP', 'CAN', { actual: at(1), ...on('CZ401') });
    expect(keys(airMissedConnection, viewOf(units, [planned, left]), at(2))).toEqual([]);
    const other = unit('CZ403/12MAR/CAN', 10, { ...on('CZ403'), portOfLoading: 'CAN' });
    const later = buildEvent('CZ403/12MAR/CAN', 'DEP', 'CAN', { actual: at(2), ...on('CZ403') });
    expect(keys(airMissedConnection, viewOf([...units, other], [planned, later]), at(3))).toEqual([]);
    const start = buildEvent(first, 'BKD', 'PVG', { planned: at(1), ...on('CZ461') });
    expect(keys(airMissedConnection, viewOf([unit(first, 10, on('CZ461'))], [start]), at(3))).toEqual([]);
  });
});

describe('AIR_CUSTOMS_HOLD', () => {
  const reported = buildEvent(null, 'CRC', 'FRA', { actual: at(0) });

  test('from the threshold until it is cleared or delivered', () => {
    expect(keys(airCustomsHold, viewOf([], [reported]), at(1) - 1)).toEqual([]);
    expect(keys(airCustomsHold, viewOf([], [reported]), at(1))).toEqual(['FRA']);
    for (const code of ['CCD', 'DLV'])
      expect(
        keys(airCustomsHold, viewOf([], [reported, buildEvent(null, code, 'FRA', { actual: at(0, 5) })]), at(2)),
      ).toEqual([]);
    const planned = viewOf([], [buildEvent(null, 'CRC', 'FRA', { planned: at(0) })]);
    expect(keys(airCustomsHold, planned, at(2))).toEqual([]);
  });

  test('once for reports that follow each other, and again where one follows the release of the other', () => {
    const again = buildEvent(null, 'CRC', 'FRA', { occurrence: 2, actual: at(0, 6) });
    const cleared = buildEvent(null, 'CCD', 'FRA', { actual: at(0, 5) });
    const heldAt = (...events: ReturnType<typeof buildEvent>[]) =>
      detectIn(airCustomsHold, viewOf([], events), {}, at(2)).map(({ params }) => params['heldAt']);
    expect(heldAt(reported, again)).toEqual([at(0)]);
    expect(heldAt(reported, cleared, again)).toEqual([at(0, 6)]);
  });
});
