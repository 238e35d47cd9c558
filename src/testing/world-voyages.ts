import { isNewMark } from '#domain/position/eta.ts';
import type { LaneMark, Passage } from '#domain/position/eta.ts';
import { progressOn, toLane } from '#domain/position/lane.ts';
import type { Lane } from '#domain/position/lane.ts';
import { interpolateGreatCircle } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import type { World } from '../simulator/index.ts';
import type { Sailing, SailingCall } from '../simulator/network/sailing.ts';

/** A voyage of the simulated world from port to port as positions show it, with what is true of it. */
export type Trip = Passage & {
  lane: Lane;
  laneKey: string;
  /** For each mark where she left the last port. */
  since: LaneMark[];
  sailing: Sailing;
  from: SailingCall;
  to: SailingCall;
};

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

/** Voyages of one sailing of the world between every third and every second port behind it. */
export function tripsOf(world: World, service: number, week: number): Trip[] {
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
        if (!isNewMark(marks, mark)) continue;
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
        sailing,
        from: a,
        to: b,
      });
    }
  }
  return trips;
}
