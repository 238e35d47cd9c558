import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isSilent } from '../../src/simulator/ais/transmitter.ts';
import { createShipFinder, listShips } from '../../src/simulator/ais/vessels.ts';
import type { Ship } from '../../src/simulator/ais/vessels.ts';
import type { ShipmentTruth, World } from '../../src/simulator/index.ts';
import { endOf, startOf } from '../../src/simulator/shipments/route.ts';

const longestHours = 240;

type Air = { ships: ReadonlyMap<string, Ship>; finder: ReturnType<typeof createShipFinder> };
const airs = new WeakMap<World, Air>();

function airOf(world: World): Air {
  const known = airs.get(world) ?? {
    ships: new Map(listShips(world).map((ship) => [ship.vessel.mmsi, ship])),
    finder: createShipFinder(world),
  };
  airs.set(world, known);
  return known;
}

/** For how many hours the ship that carries a shipment at the moment has not been heard; 0 while none carries it. */
export function silentHours(world: World, shipment: ShipmentTruth['shipment'], now: Instant): number {
  for (const { legs } of shipment.groups)
    for (const { versions } of legs) {
      const plan = versions.at(-1)?.plan;
      if (plan === undefined) continue;
      const left = startOf(world.sailings, plan).actualDeparture;
      if (left > now || endOf(world.sailings, plan).actualArrival <= now) continue;
      const { vessel, plannedVessel } = world.sailings.sailing(plan.service, plan.week);
      // Ships that sail in place of another have no transmitter in the world.
      if (vessel !== plannedVessel) return longestHours;
      const { ships, finder } = airOf(world);
      const ship = ships.get(vessel.mmsi);
      const isHeard = (at: Instant): boolean =>
        ship !== undefined && !isSilent(world.seed, vessel.mmsi, at) && finder.placeOf(ship, at) !== undefined;
      let hours = 0;
      while (hours < longestHours && !isHeard(now - hours * HOUR_MS)) hours += 1;
      return hours;
    }
  return 0;
}
