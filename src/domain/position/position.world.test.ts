import { beforeAll, describe, expect, test } from 'vitest';
import { interpolateGreatCircle } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import type { SailingCall } from '#simulator/network/sailing.ts';
import { isNewMark, learnErrors, predictEta } from './eta.ts';
import type { EtaBasis, EtaError, EtaErrors, LaneMark, Passage } from './eta.ts';
import { progressOn, toLane } from './lane.ts';
import type { Lane } from './lane.ts';

type Trip = Passage & { lane: Lane; laneKey: string; since: LaneMark[] };

const world = createWorld({ seed: 'eta' });
const lanes = new Map<string, Lane>();

function laneOf(from: SailingCall, to: SailingCall): Lane {
  const key = `${from.port.code} ${to.port.code}`;
  let lane = lanes.get(key);
  if (lane === undefined) {
    lane = toLane(findSeaRoute(from.port.position, to.port.position)?.line ?? [from.port.position, to.port.position]);
    lanes.set(key, lane);
  }
  return lane;
}

/** Where the vessel of a sailing is, as seen from outside: steady between ports, still inside them. */
function track(calls: readonly SailingCall[]): { at: number; point: LonLat; leaves: boolean }[] {
  const points: { at: number; point: LonLat; leaves: boolean }[] = [];
  for (const [index, call] of calls.entries()) {
    points.push({ at: call.actualArrival, point: call.port.position, leaves: false });
    points.push({ at: call.actualDeparture, point: call.port.position, leaves: true });
    const next = calls[index + 1];
    if (next === undefined) continue;
    const hop = laneOf(call, next);
    for (let share = 0.05; share < 1; share += 0.05) {
      const nm = share * hop.distanceNm;
      const place = hop.sums.findIndex((sum) => sum > nm) - 1;
      const [a, b] = [hop.line[place] as LonLat, hop.line[place + 1] as LonLat];
      const within =
        (nm - (hop.sums[place] as number)) / ((hop.sums[place + 1] as number) - (hop.sums[place] as number));
      points.push({
        at: call.actualDeparture + share * (next.actualArrival - call.actualDeparture),
        point: interpolateGreatCircle(a, b, within),
        leaves: false,
      });
    }
  }
  return points;
}

function tripsOf(service: number, week: number): Trip[] {
  const sailing = world.sailings.sailing(service, week);
  const calls = sailing.calls.filter(({ skipped }) => !skipped);
  const seen = track(calls);
  const trips: Trip[] = [];
  for (let from = 0; from < calls.length; from += 3) {
    for (let to = from + 1; to < calls.length; to += 2) {
      const [a, b] = [calls[from] as SailingCall, calls[to] as SailingCall];
      if (a.port.code === b.port.code) continue;
      const lane = laneOf(a, b);
      const marks: LaneMark[] = [];
      const since: LaneMark[] = [];
      let left: LaneMark = { at: a.actualDeparture, leftNm: lane.distanceNm };
      for (const { at, point, leaves } of seen) {
        if (at < a.actualDeparture || at > b.actualArrival) continue;
        const mark = { at, leftNm: progressOn(lane, point).leftNm };
        if (leaves) left = mark;
        if (!isNewMark(marks, mark, lane.distanceNm)) continue;
        marks.push(mark);
        since.push(left);
      }
      trips.push({
        mmsi: Number(sailing.vessel.mmsi),
        departedAt: a.actualDeparture,
        arrivedAt: b.actualArrival,
        marks,
        since,
        lane,
        laneKey: `${a.port.code} ${b.port.code}`,
      });
    }
  }
  return trips;
}

type Tried = EtaError & { basis: EtaBasis; inside: boolean; widthMs: number };

function tryTrip(trip: Trip, before: readonly Passage[], errors?: EtaErrors): Tried[] {
  return trip.marks.flatMap((mark, index) => {
    if (index % 6 !== 3 || mark.leftNm < 20) return [];
    const way = { mmsi: trip.mmsi, at: mark.at, leftNm: mark.leftNm, since: trip.since[index] ?? null };
    const { eta, low, high, basis } = predictEta(way, before, errors);
    return [
      {
        basis,
        remainingMs: eta - mark.at,
        errorMs: trip.arrivedAt - eta,
        inside: trip.arrivedAt >= low && trip.arrivedAt <= high,
        widthMs: high - low,
      },
    ];
  });
}

describe('own ETA in the simulated world', () => {
  const services = [0, 5, 11, 19, 27, 36, 44];
  const firstWeek = 60;
  let tried: Tried[];

  beforeAll(() => {
    const weeks = (from: number, to: number): Map<string, Trip[]>[] =>
      Array.from({ length: to - from }, (_, n) =>
        Map.groupBy(
          services.flatMap((service) => tripsOf(service, firstWeek + from + n)),
          ({ laneKey }) => laneKey,
        ),
      );
    const history = new Map<string, Trip[]>();
    const errors: Tried[] = [];
    tried = [];
    for (const [n, week] of weeks(0, 24).entries()) {
      // A service's ships of ten weeks are learned from first; then predictions are kept, then judged.
      const learned = n >= 16 ? learnErrors(errors) : undefined;
      for (const [key, trips] of week) {
        const before = history.get(key) ?? [];
        const found = n < 8 ? [] : trips.flatMap((trip) => tryTrip(trip, before, learned));
        if (n >= 16) tried.push(...found);
        else errors.push(...found);
      }
      for (const [key, trips] of week) history.set(key, [...(history.get(key) ?? []), ...trips]);
    }
  });

  test('the band holds about four of five arrivals', () => {
    const share = tried.filter(({ inside }) => inside).length / tried.length;
    const sorted = tried.map(({ errorMs }) => Math.abs(errorMs)).toSorted((a, b) => a - b);
    const median = (sorted[Math.floor(sorted.length / 2)] as number) / HOUR_MS;
    const widths = tried.map(({ widthMs }) => widthMs).toSorted((a, b) => a - b);
    const width = (widths[Math.floor(widths.length / 2)] as number) / HOUR_MS;
    console.info(
      `own ETA: ${tried.length} predictions, ${Math.round(share * 1000) / 10} % inside the 80 % band, median error ${Math.round(median * 10) / 10} h, median band ${Math.round(width * 10) / 10} h`,
    );
    expect(tried.length).toBeGreaterThan(500);
    expect(share).toBeGreaterThan(0.74);
    expect(share).toBeLessThan(0.9);
    expect(median).toBeLessThan(12);
  });

  test('is made from what was learned on the lane', () => {
    const learned = tried.filter(({ basis }) => basis !== 'speed').length / tried.length;
    expect(learned).toBeGreaterThan(0.95);
  });
});
