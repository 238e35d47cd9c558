import type { UnderWay } from '#domain/network/position/eta.ts';
import type { CallsSoFar } from '#domain/network/position/hops.ts';
import { isNewMark } from '#domain/network/position/passage.ts';
import type { LaneMark, HopTransit } from '#domain/network/position/passage.ts';
import { progressOn, toLane } from '#domain/network/position/lane.ts';
import type { Lane } from '#domain/network/position/lane.ts';
import { initialBearing, interpolateGreatCircle } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import type { World } from '../simulator/index.ts';
import type { Sailing, SailingCall } from '../simulator/network/sailing.ts';

/** A voyage of the simulated world from port to port as positions show it, with what is true of it. */
export type Trip = HopTransit & {
  lane: Lane;
  laneKey: string;
  /** For each mark what was known of her then. */
  ways: UnderWay[];
  /** For each mark the index of the call she is on her way to. */
  hop: number[];
  sailing: Sailing;
  from: SailingCall;
  to: SailingCall;
};

const lanes = new Map<string, Lane>();
const places = new Map<string, LonLat>();

function laneBetween(from: string, to: string): Lane {
  const key = `${from} ${to}`;
  let lane = lanes.get(key);
  if (lane === undefined) {
    const [a, b] = [places.get(from) as LonLat, places.get(to) as LonLat];
    lane = toLane(findSeaRoute(a, b)?.line ?? [a, b]);
    lanes.set(key, lane);
  }
  return lane;
}

function laneOf(from: SailingCall, to: SailingCall): Lane {
  for (const { port } of [from, to]) places.set(port.code, port.position);
  return laneBetween(from.port.code, to.port.code);
}

/** Where the vessel of a sailing is, as seen from outside: steady between ports, still inside them. */
type Seen = { at: number; point: LonLat; course: number | null; leaves: number | null };

function track(calls: readonly SailingCall[]): Seen[] {
  const points: Seen[] = [];
  for (const [index, call] of calls.entries()) {
    points.push({ at: call.actualArrival, point: call.port.position, course: null, leaves: null });
    points.push({ at: call.actualDeparture, point: call.port.position, course: null, leaves: index });
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
        course: initialBearing(a, b),
        leaves: null,
      });
    }
  }
  return points;
}

/** One voyage of a sailing, as far as positions show it. */
function tripOf(
  sailing: Sailing,
  calls: readonly SailingCall[],
  seen: readonly Seen[],
  from: number,
  to: number,
): Trip {
  const [a, b] = [calls[from] as SailingCall, calls[to] as SailingCall];
  const lane = laneOf(a, b);
  const mmsi = Number(sailing.vessel.mmsi);
  const marks: LaneMark[] = [];
  const ways: UnderWay[] = [];
  const hop: number[] = [];
  let last = from;
  let since: LaneMark = { at: a.actualDeparture, leftNm: lane.distanceNm };
  for (const { at, point, course, leaves } of seen) {
    if (at < a.actualDeparture || at > b.actualArrival) continue;
    const mark = { at, leftNm: progressOn(lane, point).leftNm };
    if (leaves !== null) [last, since] = [leaves, mark];
    if (!isNewMark(marks, mark)) continue;
    marks.push(mark);
    hop.push(last);
    const called = calls.slice(from + 1, last + 1).map(({ port }) => port.code);
    const so: CallsSoFar = {
      fromPort: a.port.code,
      toPort: b.port.code,
      called,
      leftAt: since.at,
      point,
      course,
      laneBetween,
    };
    ways.push({ mmsi, departedAt: a.actualDeparture, at, leftNm: mark.leftNm, since, calls: so });
  }
  return {
    mmsi,
    departedAt: a.actualDeparture,
    arrivedAt: b.actualArrival,
    marks,
    calls: calls.slice(from + 1, to).map((call) => ({
      portCode: call.port.code,
      arrivedAt: call.actualArrival,
      departedAt: call.actualDeparture,
    })),
    ways,
    hop: hop.map((index) => (calls[index + 1] ?? b).index),
    lane,
    laneKey: `${a.port.code} ${b.port.code}`,
    sailing,
    from: a,
    to: b,
  };
}

/** Voyages of one sailing of the world between every third and every second port behind it. */
export function tripsOf(world: World, service: number, week: number): Trip[] {
  const sailing = world.sailings.sailing(service, week);
  const calls = sailing.calls.filter(({ skipped }) => !skipped);
  const seen = track(calls);
  const trips: Trip[] = [];
  for (let from = 0; from < calls.length; from += 3)
    for (let to = from + 1; to < calls.length; to += 2)
      if (calls[from]?.port.code !== calls[to]?.port.code) trips.push(tripOf(sailing, calls, seen, from, to));
  return trips;
}
