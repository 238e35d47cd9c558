import { expect, test } from 'vitest';
import type { VoyageView } from '../../network/position/voyage.ts';
import { at, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import type { ShipmentView } from '../types.ts';
import { aisStale } from './ais-stale.ts';

const seen = (fixAt: number | null, values: Partial<VoyageView> = {}): VoyageView => ({
  sequence: 1,
  vesselName: 'STAR',
  mmsi: 244_000_001,
  departedAt: at(-10),
  fix: fixAt === null ? null : { at: fixAt, lon: 0, lat: 0, speed: 12, course: null, heading: null, status: 0 },
  stay: null,
  prediction: null,
  ...values,
});

const view = (voyage: VoyageView, leg: object = {}, booking: object = {}): ShipmentView =>
  buildSimpleView({ booking, legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(-10), ...leg })] }, { voyage });

test('fires a day after the last position, not before', () => {
  expect(keysIn(aisStale, view(seen(at(-1, 1))))).toEqual([]);
  expect(detectIn(aisStale, view(seen(at(-1))))).toMatchObject([
    {
      key: '',
      severity: 'low',
      params: { hours: 24, vessel: 'STAR', lastAt: at(-1) },
      evidence: [
        { path: 'position.at', sourceCode: 'ais' },
        { path: 'position.speed', value: 12 },
      ],
    },
  ]);
  expect(detectIn(aisStale, view(seen(at(-4))))).toMatchObject([{ severity: 'medium' }]);
  expect(keysIn(aisStale, view(seen(at(-1))), { thresholdHours: 36 })).toEqual([]);
});

test('is silent in port, before the departure, after the arrival, and where the vessel was never received', () => {
  expect(keysIn(aisStale, view(seen(at(-3), { stay: { portCode: 'SGSIN', arrivedAt: at(-4) } })))).toEqual([]);
  expect(keysIn(aisStale, view(seen(at(-3), { departedAt: null }), { atd: null }))).toEqual([]);
  expect(keysIn(aisStale, view(seen(at(-3)), { ata: at(-1) }))).toEqual([]);
  expect(keysIn(aisStale, view(seen(at(-3)), {}, { ata: at(-1) }))).toEqual([]);
  expect(keysIn(aisStale, view(seen(null)))).toEqual([]);
  expect(keysIn(aisStale, buildSimpleView({ booking: {} }))).toEqual([]);
});

test('a vessel that fell silent in the port of loading counts from the departure the carrier has reported', () => {
  const stay = { portCode: 'CNSHA', arrivedAt: at(-4) };
  const silent = seen(at(-3), { stay, departedAt: null });
  expect(detectIn(aisStale, view(silent, { atd: at(-2) }))).toMatchObject([{ params: { hours: 48 } }]);
  expect(keysIn(aisStale, view(silent, { atd: at(-2), portOfLoading: 'CNSGH' }))).toEqual(['']);
  expect(keysIn(aisStale, view(silent, { atd: at(-1, 1) }))).toEqual([]);
  // Heard after the reported departure she still lies there: that is another exception.
  expect(keysIn(aisStale, view(silent, { atd: at(-3, -1) }))).toEqual([]);
  expect(keysIn(aisStale, view(silent, { atd: null }))).toEqual([]);
});

test('what our own receivers could not hear is no silence of hers', () => {
  const received = (since: number, until: number) => view(seen(at(-3), { received: { since, until } }));
  expect(detectIn(aisStale, received(at(-9), at(0)))).toMatchObject([{ params: { hours: 72 } }]);
  // Out of order since an hour after she was heard last.
  expect(keysIn(aisStale, received(at(-9), at(-3, 1)))).toEqual([]);
  // Heard again for 23 hours, and for 24, after days without anything.
  expect(keysIn(aisStale, received(at(-1, 1), at(0)))).toEqual([]);
  expect(detectIn(aisStale, received(at(-1), at(0)))).toMatchObject([{ params: { hours: 24, lastAt: at(-3) } }]);
});
