import { initialBearing, pointAtDistance, wrapLongitude } from '#shared/geo/geodesy.ts';
import { cumulativeNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { createRandom } from '#shared/random/prng.ts';
import { WEEK_MS, sailingStart, weekOf } from '../network/calendar.ts';
import { berthedAt } from '../network/berth-wait.ts';
import { roadsOf } from '../network/roads.ts';
import type { SailingCall } from '../network/sailing.ts';
import type { Service, WorldVessel } from '../network/types.ts';
import type { World } from '../world.ts';

/** Where a ship of the world is at a moment. */
export type ShipPlace = {
  lon: number;
  lat: number;
  /** Knots over ground; 0 in port. */
  speed: number;
  course: number;
  moored: boolean;
  /** Lies at anchor in the roads of the port. */
  anchored: boolean;
  /** Next port and when she will be there; her own while she lies in it. */
  next: SailingCall;
};

/** A ship of the world with her place in its fleets. */
export type Ship = { vessel: WorldVessel; service: Service; slot: number };

type Lane = { line: readonly LonLat[]; sums: readonly number[]; nm: number };

/** Usual and largest share by which weather, currents and orders of the owner change a ship's speed, by half waves on her way. */
const paceWaves = [
  { usual: 0.05, max: 0.1 },
  { usual: 0.03, max: 0.06 },
  { usual: 0.03, max: 0.06 },
] as const;

/** How much of her way a ship has made after a share of its time, and how many times her mean speed she goes: none goes evenly. */
function paceAt(seed: string, mmsi: string, departure: Instant, share: number): { done: number; speed: number } {
  const random = createRandom(`${seed}/pace/${mmsi}/${departure}`);
  let [done, speed] = [share, 1];
  for (const [index, { usual, max }] of paceWaves.entries()) {
    const wave = (index + 1) * Math.PI;
    const size = Math.min(max, Math.max(-max, random.normal(0, usual)));
    done += (size * Math.sin(wave * share)) / wave;
    speed += size * Math.cos(wave * share);
  }
  return { done, speed };
}

/** All ships that sail, each once, in the order of services. */
export function listShips(world: World): Ship[] {
  const seen = new Set<string>();
  return world.network.services.flatMap((service) =>
    service.fleet.flatMap((vessel, slot) => {
      if (seen.has(vessel.mmsi)) return [];
      seen.add(vessel.mmsi);
      return [{ vessel, service, slot }];
    }),
  );
}

/** Finds ships: a pure function of world time, lanes are remembered. */
export function createShipFinder(world: World) {
  const lanes = new Map<string, Lane>();
  const laneOf = (from: SailingCall, to: SailingCall): Lane => {
    const key = `${from.port.code} ${to.port.code}`;
    let lane = lanes.get(key);
    if (lane === undefined) {
      const line = findSeaRoute(from.port.position, to.port.position)?.line ?? [from.port.position, to.port.position];
      const sums = cumulativeNm(line);
      lane = { line, sums, nm: sums.at(-1) ?? 0 };
      lanes.set(key, lane);
    }
    return lane;
  };

  /** Calls she really makes around a moment, with the one before and after. */
  function callsAround({ service, slot }: Ship, at: Instant): SailingCall[] {
    const fleet = service.fleet.length;
    const first = Math.max(0, weekOf(at - (service.weeks + 1) * WEEK_MS) - 1);
    const last = weekOf(at) + 2;
    const calls: SailingCall[] = [];
    for (let week = first; week <= last; week += 1) {
      if (week % fleet !== slot || sailingStart(service, week) > at + 3 * WEEK_MS) continue;
      const sailing = world.sailings.sailing(service.index, week);
      // The spare ship sails this round: nobody hears the one that lies in the yard.
      if (sailing.vessel !== sailing.plannedVessel) continue;
      calls.push(...sailing.calls.filter(({ skipped }) => !skipped));
    }
    return calls;
  }

  return {
    /** Where a ship is; undefined while she is out of service. */
    placeOf(ship: Ship, at: Instant): ShipPlace | undefined {
      const calls = callsAround(ship, at);
      const index = calls.findLastIndex(({ actualArrival }) => actualArrival <= at);
      const call = calls[index];
      if (call === undefined) return undefined;
      if (at < call.actualDeparture) {
        const anchored = at < berthedAt(world.seed, ship.vessel.mmsi, call);
        const [lon, lat] = anchored ? roadsOf(call.port, ship.vessel.mmsi) : call.port.position;
        return { lon, lat, speed: 0, course: (ship.slot * 37) % 360, moored: !anchored, anchored, next: call };
      }
      const next = calls[index + 1];
      if (next === undefined || next.actualArrival - call.actualDeparture > 8 * WEEK_MS) return undefined;
      const lane = laneOf(call, next);
      const hours = (next.actualArrival - call.actualDeparture) / HOUR_MS;
      const share = (at - call.actualDeparture) / HOUR_MS / hours;
      const pace = paceAt(world.seed, ship.vessel.mmsi, call.actualDeparture, share);
      const { point, index: leg } = pointAtDistance(lane.line, lane.nm * pace.done, lane.sums);
      const end = lane.line[leg + 1] ?? next.port.position;
      return {
        lon: wrapLongitude(point[0]),
        lat: point[1],
        speed: Math.min(40, (lane.nm / Math.max(1, hours)) * pace.speed),
        course: initialBearing(point, end),
        moored: false,
        anchored: false,
        next,
      };
    },
    /** Moments between two times at which she arrives, comes to her berth, or leaves. */
    changeTimesOf(ship: Ship, from: Instant, to: Instant): Instant[] {
      const found = new Set<Instant>();
      for (let at = from; at <= to + WEEK_MS; at += WEEK_MS)
        for (const call of callsAround(ship, at)) {
          for (const turn of [call.actualArrival, berthedAt(world.seed, ship.vessel.mmsi, call), call.actualDeparture])
            if (turn >= from && turn <= to) found.add(turn);
        }
      return [...found].toSorted((a, b) => a - b);
    },
  };
}
