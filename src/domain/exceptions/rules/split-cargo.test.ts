import { expect, test } from 'vitest';
import { at, buildEvent, buildRecord, buildSimpleView, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { splitCargo } from './split-cargo.ts';

const load = (containerNo: string, vesselName: string | null, voyage: string | null = null, values = {}) =>
  buildEvent(containerNo, 'LOBD', 'CNSHA', { actual: at(-2), vesselName, voyage, ...values });

test('fires when two containers went on different ships or voyages', () => {
  const ships = buildSimpleView({ events: [load('MERU1', 'STAR'), load('MERU2', 'MOON')] });
  expect(detectIn(splitCargo, ships)).toMatchObject([
    { key: 'CNSHA', params: { firstContainer: 'MERU1', firstShip: 'STAR', secondShip: 'MOON' } },
  ]);
  const voyages = buildSimpleView({ events: [load('MERU1', 'STAR', '001E'), load('MERU2', 'STAR', '002E')] });
  expect(keysIn(splitCargo, voyages)).toEqual(['CNSHA']);
});

test('spelling, a missing ship, plans and one container alone are no split', () => {
  expect(
    keysIn(splitCargo, buildSimpleView({ events: [load('MERU1', 'M/V Star', '1E'), load('MERU2', 'STAR', '001E')] })),
  ).toEqual([]);
  expect(keysIn(splitCargo, buildSimpleView({ events: [load('MERU1', 'STAR'), load('MERU2', null)] }))).toEqual([]);
  const planned = { actual: null, planned: at(3) };
  expect(
    keysIn(
      splitCargo,
      buildSimpleView({ events: [load('MERU1', 'STAR', null, planned), load('MERU2', 'MOON', null, planned)] }),
    ),
  ).toEqual([]);
  expect(keysIn(splitCargo, buildSimpleView({ events: [load('MERU1', 'STAR')] }))).toEqual([]);
});

test('two sources that each know one container are no split', () => {
  const view = buildView([
    buildRecord('a', { events: [load('MERU1', 'STAR')] }),
    buildRecord('b', { events: [load('MERU2', 'MOON')] }, { sourceType: 'FT' }),
  ]);
  expect(keysIn(splitCargo, view)).toEqual([]);
});

test('is silent on the subscription of one container', () => {
  const events = [load('MERU1', 'STAR'), load('MERU2', 'MOON')];
  expect(keysIn(splitCargo, buildSimpleView({ events }, { subscription: { subject: 'container' } }))).toEqual([]);
});
