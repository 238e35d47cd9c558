import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, keysIn } from '../../testing/builders.ts';
import { bkLegMismatch } from './bk-leg-mismatch.ts';

const legs = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM')];

test('fires per end of the route', () => {
  expect(
    keysIn(bkLegMismatch, buildSimpleView({ booking: { portOfLoading: 'CNNGB', portOfDischarge: 'DEHAM' }, legs })),
  ).toEqual(['pol', 'pod']);
  expect(
    keysIn(bkLegMismatch, buildSimpleView({ booking: { portOfLoading: 'CNSHA', portOfDischarge: 'DEHAM' }, legs })),
  ).toEqual(['pod']);
});

test('is silent for aliases, unknown ports and without legs', () => {
  expect(
    keysIn(bkLegMismatch, buildSimpleView({ booking: { portOfLoading: 'CNSGH', portOfDischarge: 'NLRTM' }, legs })),
  ).toEqual([]);
  expect(keysIn(bkLegMismatch, buildSimpleView({ legs }))).toEqual([]);
  expect(keysIn(bkLegMismatch, buildSimpleView({ booking: { portOfLoading: 'DEHAM' } }))).toEqual([]);
  expect(
    keysIn(bkLegMismatch, buildSimpleView({ booking: { portOfLoading: 'CNSHA' }, legs: [buildLeg(1, null, null)] })),
  ).toEqual([]);
});

test('is silent while only the onward leg from a transhipment port is unknown', () => {
  const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' };
  const first = legs.slice(0, 1);
  expect(keysIn(bkLegMismatch, buildSimpleView({ booking, legs: first }))).toEqual(['pod']);
  const events = [buildEvent('MERU1234567', 'TSDC', 'SGSIN', { estimated: at(3) })];
  expect(keysIn(bkLegMismatch, buildSimpleView({ booking, legs: first, events }))).toEqual([]);
});
