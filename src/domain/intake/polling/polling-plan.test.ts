import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { momentsOf, planPull } from './polling-plan.ts';

const now = Date.UTC(2026, 2, 1);
const leg = { vesselName: null, vesselImo: null, voyage: null, portOfLoading: null, portOfDischarge: null };
const booking = {
  billNo: null,
  bookingNo: null,
  carrierCode: null,
  vesselName: null,
  vesselImo: null,
  voyage: null,
  serviceCode: null,
  placeOfReceipt: null,
  portOfLoading: null,
  portOfDischarge: null,
  placeOfDelivery: null,
  finalDestination: null,
  plannedDeparture: now,
  etd: now + DAY_MS,
  atd: null,
  plannedArrival: null,
  eta: now + 30 * DAY_MS,
  ata: null,
};

test('what is expected are the calls of ships that have not happened, and ends of free time', () => {
  const legs = [
    { ...leg, sequence: 1, etd: now, atd: now, eta: now + 10 * DAY_MS, ata: null },
    { ...leg, sequence: 2, etd: now + 12 * DAY_MS, atd: null, eta: now + 30 * DAY_MS, ata: null },
  ];
  expect(momentsOf({ booking: { ...booking, atd: now }, legs }, [now + 40 * DAY_MS])).toEqual([
    ['transhipment', now + 10 * DAY_MS],
    ['transhipment', now + 12 * DAY_MS],
    ['arrival', now + 30 * DAY_MS],
    ['free_time', now + 40 * DAY_MS],
  ]);
});

describe('the next question', () => {
  const intervalMs = HOUR_MS;
  const plan = (days: readonly number[], which: 'shipment' | 'sparing' | 'fixed' = 'shipment') =>
    planPull(which, { intervalMs, now, moments: days.map((day) => ['arrival', now + day * DAY_MS] as const) });

  test('is dense around a moment, also while it is late', () => {
    expect(plan([0.5])).toEqual({ waitMs: 15 * MINUTE_MS, why: 'arrival' });
    expect(plan([-1.5])).toEqual({ waitMs: 15 * MINUTE_MS, why: 'arrival' });
  });
  test('is rare while nothing can change, and never later than the time before the next moment', () => {
    expect(plan([20])).toEqual({ waitMs: 6 * HOUR_MS, why: 'quiet' });
    expect(plan([3 + 2 / 24])).toEqual({ waitMs: 2 * HOUR_MS, why: 'quiet' });
  });
  test('is at the usual interval otherwise', () => {
    expect(plan([2])).toEqual({ waitMs: HOUR_MS, why: null });
    expect(plan([])).toEqual({ waitMs: HOUR_MS, why: null });
    expect(plan([-9])).toEqual({ waitMs: HOUR_MS, why: null });
  });
  test('is at the interval always, or spares calls, as the source is set', () => {
    expect(plan([0], 'fixed')).toEqual({ waitMs: HOUR_MS, why: null });
    expect(plan([0], 'sparing')).toEqual({ waitMs: HOUR_MS, why: 'arrival' });
    expect(plan([20], 'sparing')).toEqual({ waitMs: 12 * HOUR_MS, why: 'quiet' });
  });
});
