import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Mode } from '../../tracking/journey/mode.ts';
import { type Carriage, handoversOf } from './handover.ts';

const at = (hour: number): number => Date.UTC(2026, 4, 1) + hour * HOUR_MS;
type Times = Partial<Record<'etd' | 'atd' | 'eta' | 'ata', number>>;
const carriage = (mode: Mode, from: string, to: string, times: Times, lineNos = ['10']): Carriage => ({
  mode,
  lineNos,
  legs: [{ portOfLoading: from, portOfDischarge: to, etd: null, atd: null, eta: null, ata: null, ...times }],
});

/** Truck, train, ship, plane and courier, one after the other. */
const way = [
  carriage('road', 'XAWH', 'XAYD', { atd: at(0), ata: at(2) }),
  carriage('rail', 'CNXIY', 'CNLYG', { atd: at(8), ata: at(40) }),
  carriage('sea', 'CNLYG', 'KRPUS', { etd: at(60), eta: at(100) }),
  carriage('air', 'ICN', 'FRA', { etd: at(110), eta: at(122) }),
  carriage('courier', 'FRA', 'TXL', { eta: at(150) }),
];

test('a shipment by five modes has four handovers, done, waiting or planned', () => {
  expect(
    handoversOf(way).map(({ from, to, fromPlace, toPlace, hours, state }) => [
      from,
      to,
      fromPlace,
      toPlace,
      hours,
      state,
    ]),
  ).toEqual([
    [0, 1, 'XAYD', 'CNXIY', 6, 'done'],
    [1, 2, 'CNLYG', 'CNLYG', 20, 'waiting'],
    [2, 3, 'KRPUS', 'ICN', 10, 'planned'],
    [3, 4, 'FRA', 'FRA', null, 'planned'],
  ]);
});

test('goods that come after the next carriage is to leave are late; when both happened so, the sources contradict each other', () => {
  const truck = (times: Times) => carriage('road', 'A', 'B', times);
  const plane = (times: Times) => carriage('air', 'PVG', 'FRA', times);
  const stateOf = (one: Times, next: Times) =>
    handoversOf([truck(one), plane(next)]).map(({ state, hours }) => [state, hours]);
  expect(stateOf({ eta: at(5) }, { etd: at(5) })).toEqual([['planned', 0]]);
  expect(stateOf({ eta: at(5) }, { etd: at(4) })).toEqual([['late', -1]]);
  expect(stateOf({ ata: at(5) }, { etd: at(3) })).toEqual([['late', -2]]);
  expect(stateOf({ ata: at(5) }, { atd: at(3) })).toEqual([['contradiction', -2]]);
  expect(stateOf({ eta: at(5) }, { atd: at(3) })).toEqual([['done', -2]]);
  expect(stateOf({}, {})).toEqual([['planned', null]]);
});

test('shipments side by side, of other lines, or without legs hand nothing over', () => {
  const ship = carriage('sea', 'CNSHA', 'USLAX', { etd: at(1), eta: at(300) });
  expect(handoversOf([ship, carriage('sea', 'CNNGB', 'USLAX', { etd: at(2) })])).toEqual([]);
  expect(handoversOf([ship, carriage('sea', 'USLAX', 'USOAK', { etd: at(320) })])).toHaveLength(1);
  expect(handoversOf([ship, carriage('air', 'LAX', 'ORD', { etd: at(320) }, ['20'])])).toEqual([]);
  expect(handoversOf([{ ...ship, legs: [] }, carriage('air', 'LAX', 'ORD', {})])).toEqual([]);
  expect(handoversOf([])).toEqual([]);
});
