import { describe, expect, test } from 'vitest';
import { destinationPoint, distanceNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { at } from '../../testing/builders.ts';
import { learnErrors, predictEta, quantile } from './eta.ts';
import { momentAt } from './passage.ts';
import { judgeFix, noMemory } from './fix.ts';
import type { FixMemory, VesselFix } from './fix.ts';
import { indexFences, noFenceState, stepFence } from './geofence.ts';
import type { ObservedPortCall } from './geofence.ts';
import { progressOn, toLane } from './lane.ts';
import { simplifyTrack } from './simplify.ts';
import { seenArrival, seenDeparture } from './voyage.ts';

const start = at(0);
const fixAt = (minutes: number, [lon, lat]: LonLat, values: Partial<VesselFix> = {}): VesselFix => ({
  at: start + minutes * MINUTE_MS,
  lon,
  lat,
  speed: 12,
  course: 90,
  heading: null,
  status: 0,
  ...values,
});

function verdicts(fixes: readonly VesselFix[]): string[] {
  let memory: FixMemory = noMemory;
  return fixes.map((fix) => {
    const judged = judgeFix(memory, fix);
    memory = judged.memory;
    return judged.verdict;
  });
}

describe('judging positions', () => {
  test('a ship that keeps her speed is believed, one faster than any ship is not', () => {
    expect(verdicts([fixAt(0, [0, 0]), fixAt(60, [1, 0])])).toEqual(['believed', 'believed']);
    expect(verdicts([fixAt(0, [0, 0]), fixAt(60, [1.1, 0]), fixAt(120, [0.5, 0])])).toEqual([
      'believed',
      'jump',
      'believed',
    ]);
  });

  test('two positions that agree with each other are believed after a wrong one', () => {
    const far: LonLat = [100, 10];
    expect(verdicts([fixAt(0, far), fixAt(10, [0, 0]), fixAt(20, [0.05, 0]), fixAt(30, [0.1, 0])])).toEqual([
      'believed',
      'jump',
      'believed',
      'believed',
    ]);
  });

  test('the same report heard twice is a duplicate, a ship that lies still is not', () => {
    expect(verdicts([fixAt(0, [0, 0]), fixAt(0.1, [0, 0]), fixAt(3, [0, 0])])).toEqual([
      'believed',
      'duplicate',
      'believed',
    ]);
  });

  test('across the antimeridian nobody jumps', () => {
    expect(verdicts([fixAt(0, [179.9, 0]), fixAt(60, [-179.9, 0])])).toEqual(['believed', 'believed']);
  });
});

const rotterdam = { portCode: 'NLRTM', lon: 4, lat: 52, radiusNm: 6 };
const fences = indexFences([
  rotterdam,
  { portCode: 'BEANR', lon: 4.3, lat: 51.3, radiusNm: 6 },
  { portCode: 'FJSUV', lon: 179.95, lat: -18, radiusNm: 6 },
  {
    portCode: 'XXPLY',
    lon: 10,
    lat: 0,
    radiusNm: 20,
    polygon: [
      [10, 0],
      [10.2, 0],
      [10.2, 0.2],
      [10, 0.2],
    ],
  },
]);

/** Distance from the quay in miles, status and speed at each time. */
function visitsOf(
  steps: readonly (readonly [minutes: number, nm: number, speed: number | null, status?: number])[],
): ObservedPortCall[] {
  let state = noFenceState;
  return steps.flatMap(([minutes, nm, speed, status = 0]) => {
    const point = destinationPoint([rotterdam.lon, rotterdam.lat], 270, nm);
    const step = stepFence(state, fixAt(minutes, point, { speed, status }), fences);
    state = step.state;
    return step.visits;
  });
}
const minute = (minutes: number): number => start + minutes * MINUTE_MS;

describe('coming to ports and leaving them', () => {
  test('she arrives when she stops inside, leaves when she is well beyond, at the time she last lay still', () => {
    expect(
      visitsOf([
        [0, 20, 12],
        [60, 3, 8],
        [90, 0.1, 0.9],
        [900, 0.1, 0.2],
        [960, 4, 9],
        [990, 7.9, 12],
      ]),
    ).toMatchObject([{ portCode: 'NLRTM', arrivedAt: minute(90), departedAt: null }]);
    expect(
      visitsOf([
        [90, 0.1, 0.9],
        [900, 0.1, 0.2],
        [960, 8.1, 12],
      ]),
    ).toMatchObject([
      { portCode: 'NLRTM', arrivedAt: minute(90), departedAt: null },
      { portCode: 'NLRTM', arrivedAt: minute(90), departedAt: minute(900) },
    ]);
  });

  test('how far apart positions are around coming and leaving is known, a shift within the port is no leaving', () => {
    const [, dense] = visitsOf([
      [60, 3, 8],
      [90, 0.1, 0],
      [500, 0.1, 0],
      [520, 1, 4],
      [560, 1.5, 0],
      [880, 0.1, 0],
      [890, 0.1, null],
      [900, 1, 6],
      [960, 9, 12],
    ]) as [ObservedPortCall, ObservedPortCall];
    expect(dense).toMatchObject({ arrivedAfter: minute(60), departedAt: minute(880), departedBefore: minute(900) });
    expect([seenArrival(dense), seenDeparture(dense)]).toEqual([minute(90), minute(880)]);
    const [first, sparse] = visitsOf([
      [90, 0.1, 0],
      [500, 0.1, 0],
      [561, 9, 12],
    ]) as [ObservedPortCall, ObservedPortCall];
    expect(sparse).toMatchObject({ arrivedAfter: null, departedAt: minute(500), departedBefore: minute(561) });
    expect([seenArrival(sparse), seenDeparture(sparse), seenDeparture(first)]).toEqual([null, null, null]);
  });

  test('passing through and one knot are no stop, just below one knot, moored and anchored are', () => {
    expect(
      visitsOf([
        [0, 5, 12],
        [30, 0, 11],
        [60, 5, 12],
      ]),
    ).toEqual([]);
    expect(visitsOf([[0, 1, 1]])).toEqual([]);
    expect(visitsOf([[0, 1, 0.99]])).toHaveLength(1);
    expect(visitsOf([[0, 1, null, 5]])).toHaveLength(1);
    expect(visitsOf([[0, 1, 2, 1]])).toHaveLength(1);
    expect(visitsOf([[0, 1, 12, 5]])).toEqual([]);
    expect(visitsOf([[0, 1, null, 0]])).toEqual([]);
  });

  test('drifting over the edge is no departure', () => {
    expect(
      visitsOf([
        [0, 5.9, 0.2],
        [60, 6.5, 0.5],
        [120, 5.9, 0.2],
        [180, 7.9, 0.4],
      ]),
    ).toHaveLength(1);
  });

  test('older positions change nothing', () => {
    expect(
      visitsOf([
        [90, 0.1, 0],
        [60, 40, 12],
        [95, 0.1, 0],
      ]),
    ).toHaveLength(1);
  });

  test('a stop in another port ends the stay although nobody saw her leave', () => {
    const here = stepFence(noFenceState, fixAt(0, [4, 52], { speed: 0 }), fences);
    expect(stepFence(here.state, fixAt(600, [4.3, 51.3], { speed: 0 }), fences).visits).toMatchObject([
      { portCode: 'NLRTM', arrivedAt: minute(0), departedAt: minute(0) },
      { portCode: 'BEANR', arrivedAt: minute(600), departedAt: null },
    ]);
  });

  test('fences reach over the antimeridian, polygons count by their shape', () => {
    expect(fences(-179.98, -18)?.portCode).toBe('FJSUV');
    expect(fences(10.1, 0.1)?.portCode).toBe('XXPLY');
    expect(fences(9.9, 0.1)).toBeUndefined();
  });
});

describe('the way along a lane', () => {
  const lane = toLane([
    [170, 0],
    [180, 0],
    [190, 0],
  ]);

  test('what is left, and how far off', () => {
    expect(progressOn(lane, [175, 0]).leftNm).toBeCloseTo(distanceNm([175, 0], [190, 0]), 0);
    expect(progressOn(lane, [-175, 1])).toMatchObject({ offNm: expect.closeTo(60, 0) });
    expect(progressOn(lane, [-175, 1]).leftNm).toBeCloseTo(distanceNm([185, 0], [190, 0]), 0);
    expect(progressOn(lane, [165, 0]).leftNm).toBeCloseTo(lane.distanceNm, 6);
  });
});

describe('predicted arrivals', () => {
  /** Ten days over 2,400 miles, half of the time on the last quarter. */
  const passage = (mmsi: number, delayMs = 0) => ({
    mmsi,
    departedAt: 0,
    arrivedAt: 10 * DAY_MS + delayMs,
    marks: [
      { at: 0, leftNm: 2400 },
      { at: 5 * DAY_MS, leftNm: 600 },
      { at: 10 * DAY_MS + delayMs, leftNm: 0 },
    ],
  });
  const way = { mmsi: 1, departedAt: 95 * DAY_MS, at: 100 * DAY_MS, leftNm: 600, since: null };

  test('distance left by the speed others kept from here on, not by the average of the lane', () => {
    const prediction = predictEta(way, [passage(2), passage(3), passage(4)]);
    expect(prediction).toMatchObject({ basis: 'lane', passages: 3, eta: 105 * DAY_MS, typicalKn: 5 });
    expect(prediction.low).toBeLessThan(prediction.eta);
    expect(prediction.high).toBeGreaterThan(prediction.eta);
  });

  test('her own voyages count more than those of others', () => {
    const own = [1, 1, 1].map((mmsi) => passage(mmsi, DAY_MS));
    expect(predictEta(way, [...own, ...[2, 3, 4, 5].map((mmsi) => passage(mmsi))])).toMatchObject({
      basis: 'vessel',
      eta: 106 * DAY_MS,
    });
  });

  test('with too few voyages a typical speed has to do', () => {
    expect(predictEta(way, [passage(2)], undefined, 10)).toMatchObject({
      basis: 'speed',
      eta: way.at + 60 * HOUR_MS,
    });
  });

  test('a ship slower than usual since her last port is expected to stay slow for a while', () => {
    const slow = { ...way, departedAt: 90 * DAY_MS, since: { at: way.at - 10 * DAY_MS, leftNm: 2400 } };
    const eta = predictEta(slow, [passage(2), passage(3), passage(4)]).eta - way.at;
    expect(eta).toBeGreaterThan(8 * DAY_MS);
    expect(eta).toBeLessThanOrEqual(10 * DAY_MS);
  });

  test('straight to the next port she keeps the pace of this voyage all the way', () => {
    const steady = (mmsi: number) => ({
      mmsi,
      departedAt: 0,
      arrivedAt: 40 * DAY_MS,
      marks: [
        { at: 0, leftNm: 4000 },
        { at: 40 * DAY_MS, leftNm: 0 },
      ],
    });
    // Ten days for what the others made in twenty.
    const fast = { ...way, departedAt: 90 * DAY_MS, leftNm: 2000, since: { at: 90 * DAY_MS, leftNm: 4000 } };
    const daysLeft = (straight: boolean): number =>
      (predictEta({ ...fast, straight }, [steady(2), steady(3), steady(4)]).eta - fast.at) / DAY_MS;
    expect(daysLeft(false)).toBeGreaterThan(17);
    expect(daysLeft(true)).toBeCloseTo(14, 0);
  });

  test('the band is where earlier predictions with as much time left came in', () => {
    const errors = Array.from({ length: 101 }, (_, n) => ({
      basis: 'lane' as const,
      remainingMs: 5 * DAY_MS,
      errorMs: (n - 50) * HOUR_MS,
    }));
    const { eta, low, high } = predictEta(way, [passage(2), passage(3), passage(4)], learnErrors(errors));
    expect((low - eta) / HOUR_MS).toBeCloseTo(-40, 6);
    expect((high - eta) / HOUR_MS).toBeCloseTo(40, 6);
  });

  test('with few of them that gave as much time, those that gave more or less do for the band, as shares of it', () => {
    const errors = Array.from({ length: 101 }, (_, n) => ({
      basis: 'lane' as const,
      remainingMs: 10 * DAY_MS,
      errorMs: (n - 50) * HOUR_MS,
    }));
    const { eta, low, high } = predictEta(way, [passage(2), passage(3), passage(4)], learnErrors(errors));
    expect((low - eta) / HOUR_MS).toBeCloseTo(-20, 6);
    expect((high - eta) / HOUR_MS).toBeCloseTo(20, 6);
  });

  test('the band is never narrower than arrivals are known', () => {
    const errors = Array.from({ length: 40 }, () => ({ basis: 'lane' as const, remainingMs: 5 * DAY_MS, errorMs: 0 }));
    const { eta, low, high } = predictEta(way, [passage(2), passage(3), passage(4)], learnErrors(errors));
    expect([(low - eta) / HOUR_MS, (high - eta) / HOUR_MS]).toEqual([-1 / 6, 1 / 6]);
  });

  test('a lane that comes by its end twice is distinguished by the time since the departure', () => {
    const marks = [
      { at: 0, leftNm: 500 },
      { at: DAY_MS, leftNm: 100 },
      { at: 3 * DAY_MS, leftNm: 900 },
      { at: 6 * DAY_MS, leftNm: 0 },
    ];
    const loop = { mmsi: 2, departedAt: 0, arrivedAt: 6 * DAY_MS, marks };
    const loops = [loop, loop, loop];
    const early = { mmsi: 1, departedAt: 0, at: DAY_MS, leftNm: 100, since: null };
    expect(predictEta(early, loops).eta).toBe(6 * DAY_MS);
    expect((predictEta({ ...early, at: 5.6 * DAY_MS }, loops).eta - 5.6 * DAY_MS) / DAY_MS).toBeCloseTo(1 / 3, 6);
  });

  test('moments and quantiles lie between what is known', () => {
    expect(momentAt(passage(1), 1500, 0)).toBe(2.5 * DAY_MS);
    expect(momentAt(passage(1), 2500, 0)).toBeUndefined();
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  });
});

describe('tracks', () => {
  test('keep their corners and ends in few points', () => {
    const line = Array.from({ length: 5001 }, (_, n) => ({ lon: n / 100, lat: n < 2500 ? 0 : (n - 2500) / 100, n }));
    const kept = simplifyTrack(line, 100);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect([kept[0]?.n, kept.at(-1)?.n]).toEqual([0, 5000]);
    expect(kept.some(({ n }) => Math.abs(n - 2500) < 3)).toBe(true);
    expect(simplifyTrack(line.slice(0, 50), 100)).toHaveLength(50);
  });

  test('of noise alone still keep to the limit', () => {
    const noise = Array.from({ length: 4000 }, (_, n) => ({ lon: (n * 7919) % 360, lat: (n * 104_729) % 80 }));
    expect(simplifyTrack(noise, 2000).length).toBeLessThanOrEqual(2000);
  });
});
