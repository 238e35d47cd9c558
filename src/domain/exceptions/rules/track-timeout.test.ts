import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn, reference } from '../../testing/builders.ts';
import { trackTimeout } from './track-timeout.ts';

test('fires 30 days after the ETA and not before', () => {
  expect(keysIn(trackTimeout, buildSimpleView({ booking: { eta: at(-30, 1) } }))).toEqual([]);
  expect(
    detectIn(trackTimeout, buildSimpleView({ booking: { eta: at(-30), portOfDischarge: 'NLRTM' } })),
  ).toMatchObject([{ params: { days: 30, etaZone: 'Europe/Amsterdam' }, severity: 'high' }]);
});

test('is silent without an ETA, with an ATA, or when a later milestone proves the arrival', () => {
  expect(keysIn(trackTimeout, buildSimpleView({}))).toEqual([]);
  expect(keysIn(trackTimeout, buildSimpleView({ booking: { eta: at(-40), ata: at(-39) } }))).toEqual([]);
  const events = [buildEvent('MERU1234567', 'STCS', 'NLRTM', { actual: at(-30) })];
  expect(keysIn(trackTimeout, buildSimpleView({ booking: { eta: at(-40) }, events }))).toEqual([]);
  const planned = [buildEvent('MERU1234567', 'STCS', 'NLRTM', { planned: at(-30) })];
  expect(keysIn(trackTimeout, buildSimpleView({ booking: { eta: at(-40) }, events: planned }))).toEqual(['']);
});

test('the arrival of the last leg counts, not that of a transhipment', () => {
  const legs = (pod: string) => [buildLeg(1, 'CNSHA', pod, { ata: at(-35) })];
  const booking = { eta: at(-40), portOfDischarge: 'NLRTM' };
  expect(keysIn(trackTimeout, buildSimpleView({ booking, legs: legs('NLRTM') }))).toEqual([]);
  expect(keysIn(trackTimeout, buildSimpleView({ booking, legs: legs('SGSIN') }))).toEqual(['']);
  // It is looked at again as soon as that later arrival has passed as well.
  const view = buildSimpleView({
    booking: { eta: at(-40), portOfDischarge: 'NLRTM' },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { eta: at(5) })],
  });
  expect(trackTimeout.changeTimes?.(view, { thresholdDays: 0 }, reference)).toEqual([at(-40), at(5) + 1]);
});
