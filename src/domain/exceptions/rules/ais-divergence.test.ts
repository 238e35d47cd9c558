import { describe, expect, test } from 'vitest';
import type { EtaScore } from '../../network/position/score.ts';
import type { VoyageView } from '../../network/position/voyage.ts';
import { at, buildLeg, buildSimpleView, detectIn, keysIn, t0 } from '../../testing/builders.ts';
import type { ShipmentView } from '../types.ts';
import { aisDivergence } from './ais-divergence.ts';

const fix = { at: t0, lon: 80, lat: 5, speed: 9, course: 90, heading: null, status: 0 };

/** Predictions of this lead have proven good. */
const score: EtaScore = {
  leadDays: 7,
  learned: true,
  predictions: 90,
  voyages: 30,
  medianErrorH: 5,
  hits: 85,
  tooLate: 3,
  reported: 90,
  reportedHits: 80,
  claims: 0,
  claimsRight: 0,
};

function voyage(etaHours: number, lowHours: number, values: Partial<VoyageView> = {}): VoyageView {
  return {
    sequence: 1,
    vesselName: 'STAR',
    mmsi: 244_000_001,
    departedAt: at(-10),
    fix,
    stay: null,
    score,
    prediction: {
      eta: at(5, etaHours),
      low: at(5, lowHours),
      high: at(9),
      basis: 'lane',
      passages: 9,
      typicalKn: 13,
      seenMs: 24 * 3_600_000,
      pace: 1,
      leftNm: 1500,
      restMs: 0,
      knownAt: t0,
    },
    ...values,
  };
}

const view = (seen: VoyageView, booking: object = {}, leg: object = {}): ShipmentView =>
  buildSimpleView(
    {
      booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: at(5), ...booking },
      legs: [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(-10), eta: at(5), ...leg })],
    },
    { voyage: seen },
  );

describe('a predicted arrival behind the carrier', () => {
  test('fires above a day when twice the band excludes the carrier, not at a day and not inside', () => {
    expect(keysIn(aisDivergence, view(voyage(24, 20)))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(25, 12)))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(25, 12)), { bandFactor: 1 })).toEqual(['arrival']);
    expect(detectIn(aisDivergence, view(voyage(25, 13)))).toMatchObject([
      {
        key: 'arrival',
        severity: 'medium',
        params: { hours: 25, vessel: 'STAR', etaAt: at(5), ownEtaAt: at(5, 25), etaZone: 'Europe/Amsterdam' },
      },
    ]);
    expect(detectIn(aisDivergence, view(voyage(73, 50)))).toMatchObject([{ severity: 'high' }]);
    expect(keysIn(aisDivergence, view(voyage(25, 20)), { thresholdHours: 30 })).toEqual([]);
  });

  test('is silent while she makes good what she has lost', () => {
    const seen = voyage(40, 30);
    const fast = { ...seen, prediction: seen.prediction && { ...seen.prediction, pace: 0.97 } };
    expect(keysIn(aisDivergence, view(fast))).toEqual([]);
    expect(keysIn(aisDivergence, view(fast), { leastPace: 0.9 })).toEqual(['arrival']);
  });

  test('the more sea lies behind the next call, the more has to be lost', () => {
    const seen = voyage(40, 30);
    const long = { ...seen, prediction: seen.prediction && { ...seen.prediction, restMs: 800 * 3_600_000 } };
    expect(keysIn(aisDivergence, view(long))).toEqual([]);
    expect(keysIn(aisDivergence, view(long), { hurryShare: 0.01 })).toEqual(['arrival']);
  });

  test('waits for half a day at sea, and is silent beside the port', () => {
    const seen = voyage(40, 30);
    const young = { ...seen, prediction: seen.prediction && { ...seen.prediction, seenMs: 11 * 3_600_000 } };
    expect(keysIn(aisDivergence, view(young))).toEqual([]);
    expect(keysIn(aisDivergence, view(young), { seenHours: 11 })).toEqual(['arrival']);
    const near = { ...seen, prediction: seen.prediction && { ...seen.prediction, leftNm: 49 } };
    expect(keysIn(aisDivergence, view(near))).toEqual([]);
    expect(keysIn(aisDivergence, view(near), { leastNm: 40 })).toEqual(['arrival']);
  });

  test('says nothing while predictions have not proven good, and never by a typical speed alone', () => {
    const seen = voyage(40, 30);
    expect(keysIn(aisDivergence, view(seen))).toEqual(['arrival']);
    expect(keysIn(aisDivergence, view({ ...seen, score: null }))).toEqual([]);
    expect(keysIn(aisDivergence, view({ ...seen, score: { ...score, voyages: 19 } }))).toEqual([]);
    expect(keysIn(aisDivergence, view({ ...seen, score: { ...score, voyages: 19 } }), { leastVoyages: 10 })).toEqual([
      'arrival',
    ]);
    expect(keysIn(aisDivergence, view({ ...seen, score: { ...score, tooLate: 10 } }))).toEqual([]);
    expect(keysIn(aisDivergence, view({ ...seen, score: { ...score, claims: 16, claimsRight: 1 } }))).toEqual([]);
    const bySpeed = seen.prediction && { ...seen.prediction, basis: 'speed' as const };
    expect(keysIn(aisDivergence, view({ ...seen, prediction: bySpeed }))).toEqual([]);
  });

  test('shows what it saw and from whom', () => {
    expect(detectIn(aisDivergence, view(voyage(40, 30)))[0]?.evidence).toMatchObject([
      { path: 'booking.eta', value: at(5), sourceCode: 'dcsa:MERI' },
      { path: 'position.eta', value: at(5, 40), sourceCode: 'ais', observedAt: t0 },
      { path: 'position.etaLow' },
      { path: 'position.etaHigh' },
      { path: 'position.speed', value: 9 },
    ]);
  });

  test('is silent ahead of the carrier, after the arrival, on an old prediction and on a leg before the last', () => {
    expect(keysIn(aisDivergence, view(voyage(-80, -90)))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(40, 30), { ata: at(-1) }))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(40, 30)), {}, at(0, 13))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(40, 30, { sequence: 2 })))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(40, 30), { portOfDischarge: 'DEHAM' }))).toEqual([]);
    expect(keysIn(aisDivergence, view(voyage(40, 30), { eta: null }, { eta: null }))).toEqual([]);
    expect(keysIn(aisDivergence, buildSimpleView({ booking: { eta: at(5) } }))).toEqual([]);
  });
});

describe('a departure that did not happen', () => {
  const inPort = (arrivedAt: number, portCode = 'CNSHA'): VoyageView =>
    voyage(0, -20, { stay: { portCode, arrivedAt }, prediction: null, departedAt: null });
  const reported = { atd: at(0, -8) };

  test('fires more than six hours after the reported departure, by the port after aliases', () => {
    expect(detectIn(aisDivergence, view(inPort(at(-2)), {}, reported))).toMatchObject([
      { key: 'departure', params: { hours: 8, atdAt: at(0, -8), fixAt: t0 } },
    ]);
    expect(keysIn(aisDivergence, view(inPort(at(-2)), {}, { atd: at(0, -6) }))).toEqual([]);
    expect(keysIn(aisDivergence, view(inPort(at(-2)), {}, { ...reported, portOfLoading: 'CNSGH' }))).toEqual([
      'departure',
    ]);
  });

  test('is silent in another port, on a later stay and after the arrival', () => {
    expect(keysIn(aisDivergence, view(inPort(at(-2), 'SGSIN'), {}, reported))).toEqual([]);
    expect(keysIn(aisDivergence, view(inPort(at(0, -4)), {}, reported))).toEqual([]);
    expect(keysIn(aisDivergence, view(inPort(at(-2)), {}, { ...reported, ata: at(0, -1) }))).toEqual([]);
  });
});
