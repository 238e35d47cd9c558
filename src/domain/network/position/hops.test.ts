import { describe, expect, test } from 'vitest';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { predictEta } from './eta.ts';
import { hopsAhead } from './hops.ts';
import type { CallsSoFar } from './hops.ts';
import { toLane } from './lane.ts';
import type { HopTransit } from './passage.ts';

/** Along the equator: A at 0°, END at 20°, B at 30°; ships go from A past END to B and come back to END. */
const places: Record<string, LonLat> = { A: [0, 0], END: [20, 0], B: [30, 0], C: [0, 20] };
const laneBetween: CallsSoFar['laneBetween'] = (from, to) =>
  places[from] === undefined || places[to] === undefined ? null : toLane([places[from], places[to]]);

/** A voyage that takes five days to B, lies there for one, and needs two more to the end. */
const passage = (mmsi: number, late = 0): HopTransit => ({
  mmsi,
  departedAt: 0,
  arrivedAt: 8 * DAY_MS + late,
  marks: [],
  calls: [{ portCode: 'B', arrivedAt: 5 * DAY_MS, departedAt: 6 * DAY_MS }],
});
const passages = [passage(2), passage(3), passage(4)];

const so = (point: LonLat, values: Partial<CallsSoFar> = {}): CallsSoFar => ({
  fromPort: 'A',
  toPort: 'END',
  called: [],
  leftAt: 0,
  point,
  course: null,
  laneBetween,
  ...values,
});
const way = (at: number, calls: CallsSoFar, leftNm: number) => ({
  mmsi: 1,
  departedAt: 0,
  at,
  leftNm,
  since: { at: calls.leftAt, leftNm: 1200 },
  calls,
});

describe('by the next call', () => {
  test('beside the end of the lane she is not at the end when she has not called where others call first', () => {
    const passing = predictEta(way((10 / 3) * DAY_MS, so([20, 0]), 0), passages);
    expect((passing.eta - (10 / 3) * DAY_MS) / DAY_MS).toBeCloseTo(8 - 10 / 3, 5);
    expect(passing.leftNm).toBeGreaterThan(1100);
    const back = predictEta(way(7 * DAY_MS, so([25, 0], { called: ['B'], leftAt: 6 * DAY_MS }), 300), passages);
    expect((back.eta - 7 * DAY_MS) / DAY_MS).toBeCloseTo(1, 5);
    expect(back.restMs).toBe(0);
  });

  test('a slow ship is expected to stay slow until the next call only, and to make good a part of it', () => {
    const slow = predictEta(way(5 * DAY_MS, so([15, 0]), 300), passages);
    const asUsual = 2.5 * DAY_MS + 3 * DAY_MS;
    expect(slow.pace).toBeGreaterThan(1.7);
    expect(slow.eta - 5 * DAY_MS).toBeGreaterThan(asUsual + DAY_MS);
    expect(slow.eta - 5 * DAY_MS).toBeLessThan(asUsual * slow.pace);
    // How much she makes good is what is least sure.
    expect(slow.eta - slow.low).toBeGreaterThan(0.12 * (slow.eta - 5 * DAY_MS));
  });

  test('another next port counts only where she may be on her way to it', () => {
    const other: HopTransit = {
      ...passage(5),
      arrivedAt: 20 * DAY_MS,
      calls: [{ portCode: 'C', arrivedAt: 9 * DAY_MS, departedAt: 10 * DAY_MS }],
    };
    expect(hopsAhead([...passages, other], so([10, 0]), 600)).toHaveLength(3);
    expect(hopsAhead([...passages, other], so([0, 10]), 900)).toHaveLength(1);
    // Off A both ways begin; her course tells them apart.
    const both = hopsAhead([...passages, other], so([0, 0]), 1200);
    expect(both).toHaveLength(4);
    expect(hopsAhead([...passages, other], so([0.1, 0], { course: 180 + 20 }), 1200).length).toBeLessThan(4);
  });

  test('without enough voyages with calls the distance left on the lane has to do', () => {
    const { calls: _unknown, ...bare } = passage(2);
    expect(hopsAhead([bare], so([10, 0]), 600)).toEqual([]);
    expect(predictEta(way(DAY_MS, so([10, 0]), 600), [passage(2)], undefined, 10)).toMatchObject({
      basis: 'speed',
      eta: DAY_MS + 60 * HOUR_MS,
      restMs: 0,
    });
    expect(hopsAhead(passages, so([10, 0], { called: ['X'] }), 600)).toEqual([]);
  });
});
