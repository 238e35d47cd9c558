import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { portUnmatched } from './port-unmatched.ts';

test('fires once per code, wherever and however often a source names it', () => {
  const view = buildSimpleView({
    booking: { portOfLoading: 'ZZZZZ' },
    legs: [buildLeg(1, 'ZZZZZ', 'SHANGHAI')],
    events: [buildEvent('MERU1234567', 'LOBD', 'zzzzz', { actual: at(-1) })],
  });
  expect(detectIn(portUnmatched, view)).toMatchObject([
    { key: 'ZZZZZ', params: { count: 3, source: 'dcsa:MERI' } },
    { key: 'SHANGHAI', params: { count: 1 } },
  ]);
});

test('is silent on known ports, aliases and empty codes', () => {
  const view = buildSimpleView({
    booking: { portOfLoading: 'CNSGH', portOfDischarge: 'NLRTM', placeOfReceipt: '' },
    legs: [buildLeg(1, 'CNNBO', null)],
    events: [buildEvent(null, 'DLPT', null, { actual: at(-1) })],
  });
  expect(keysIn(portUnmatched, view)).toEqual([]);
});

test('inland places need not be sea ports, but need a code', () => {
  expect(keysIn(portUnmatched, buildSimpleView({ booking: { finalDestination: 'DEMUC' } }))).toEqual([]);
  expect(keysIn(portUnmatched, buildSimpleView({ booking: { finalDestination: 'Munich' } }))).toEqual(['MUNICH']);
  expect(keysIn(portUnmatched, buildSimpleView({ events: [buildEvent('MERU1', 'STCS', 'DEMUC')] }))).toEqual([]);
  expect(keysIn(portUnmatched, buildSimpleView({ events: [buildEvent('MERU1', 'DSCH', 'DEMUC')] }))).toEqual(['DEMUC']);
});
