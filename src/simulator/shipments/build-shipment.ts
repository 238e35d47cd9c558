import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { causesOfTravel } from '../disorder/cargo-causes.ts';
import type { Sailings } from '../network/sailings.ts';
import { liveGroup } from './milestones.ts';
import { type BookedPlan, planBooked, planShipment } from './plan.ts';
import { type RouteOutcome, travel } from './route.ts';
import type { CargoGroup, Shipment, ShipmentKey, ShipmentPlan } from './types.ts';

/** How long a shipment stays in the world after its last container came back empty. */
const ALIVE_AFTER_RETURN_MS = 20 * DAY_MS;

/** Splits off the last containers when the cargo is to be split. */
function containersByGroup(plan: ShipmentPlan): number[][] {
  const all = plan.containers.map((_, i) => i);
  const split = plan.disorder.cargo === 'splitCargo' && all.length > 1;
  const first = Math.ceil(all.length / 2);
  return split ? [all.slice(0, first), all.slice(first)] : [all];
}

/** Builds a shipment with its whole true life; the same (seed, key) gives the same shipment. */
export function buildShipment(sailings: Sailings, seed: string, key: ShipmentKey, booked?: BookedPlan): Shipment {
  const plan = booked === undefined ? planShipment(sailings, seed, key) : planBooked(sailings, seed, key, booked);
  const random = createRandom(`${seed}/life/${key.service}/${key.week}/${key.seq}`);
  const outcomes: RouteOutcome[] = [];
  const groups = containersByGroup(plan).map((containers, i): CargoGroup => {
    const outcome = travel(
      sailings,
      plan,
      {
        rolled: plan.disorder.cargo === 'rolled' || i > 0,
        longDwell: plan.disorder.cargo === 'longDwell' && plan.legs.length > 1,
      },
      random.fork(`route:${i}`),
    );
    outcomes.push(outcome);
    return { containers, legs: outcome.legs };
  });
  const milestones = groups.flatMap((group, i) => liveGroup(sailings, plan, group, i, random.fork(`life:${i}`)));
  const returned = Math.max(...milestones.map(({ actual }) => actual));
  return {
    ...plan,
    groups,
    milestones,
    causes: causesOfTravel(sailings, plan, groups, outcomes, milestones),
    aliveFrom: plan.bookedAt,
    aliveTo: returned + ALIVE_AFTER_RETURN_MS,
  };
}
