import type { Random } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { SailingCall } from '../network/sailing.ts';
import type { Sailings } from '../network/sailings.ts';
import { WEEK_MS, weekOf } from '../network/calendar.ts';
import type { LegPlan, LegVersion, RouteLeg, ShipmentPlan } from './types.ts';

/** Least time planned between arrival and the departure of the next ship. */
const SHORTEST_CONNECTION_MS = 44 * HOUR_MS;
/** Least time between true arrival and the true departure of the next ship. */
const CATCHABLE_MS = 20 * HOUR_MS;
/** A transhipment longer than this is a long one on purpose. */
const LONG_DWELL_MS = 8.6 * 24 * HOUR_MS;

/** What befalls the route of one group of containers. */
export type RouteFate = { rolled: boolean; longDwell: boolean };

/** What came of a route besides its legs. */
export type RouteOutcome = {
  legs: RouteLeg[];
  /** Index of the leg whose ship was missed because the one before came late. */
  missed: number | undefined;
  /** Index of the leg before which the cargo lay long by plan of the world. */
  dwelt: number | undefined;
};

/** The week of the first sailing that can take cargo which arrives at the instant. */
export function firstDepartureAfter(sailings: Sailings, service: number, call: number, arrival: Instant): number {
  const earliest = arrival + SHORTEST_CONNECTION_MS;
  const ahead = Math.ceil((sailings.serviceAt(service).calls[call]?.departureHours ?? 0) / 168);
  let week = weekOf(earliest) - ahead - 1;
  while (sailings.call(service, week, call).plannedDeparture < earliest) week += 1;
  return week;
}

/** First and last of the legs of a way, which has at least one. */
export const endLegs = (legs: readonly LegPlan[]): readonly [first: LegPlan, last: LegPlan] => [
  itemAt(legs, 0),
  lastItem(legs),
];

/** The call a leg starts at. */
export function startOf(sailings: Sailings, plan: LegPlan): SailingCall {
  return sailings.call(plan.service, plan.week, plan.from);
}

/** The call a leg ends at. */
export function endOf(sailings: Sailings, plan: LegPlan): SailingCall {
  return sailings.call(plan.service, plan.week, plan.to);
}

function knownSkip(sailings: Sailings, plan: LegPlan, call: number): Instant {
  const count = sailings.serviceAt(plan.service).calls.length;
  const week = call >= count ? plan.week + sailings.serviceAt(plan.service).weeks : plan.week;
  return sailings.sailing(plan.service, week).trouble?.reveals[0]?.at ?? 0;
}

/** The first leg: as booked, on the next sailing if its port was left out, a week later if rolled. */
function firstLeg(sailings: Sailings, plan: ShipmentPlan, rolled: boolean, random: Random): LegVersion[] {
  const booked = itemAt(plan.legs, 0);
  const versions: LegVersion[] = [{ plan: booked, knownAt: plan.confirmedAt }];
  let now = booked;
  while (startOf(sailings, now).skipped) {
    const knownAt = Math.max(plan.confirmedAt + HOUR_MS, knownSkip(sailings, now, now.from));
    now = { ...now, week: now.week + 1 };
    versions.push({ plan: now, knownAt });
  }
  if (rolled) {
    const call = startOf(sailings, now);
    const knownAt = Math.min(call.plannedDeparture, call.actualDeparture) - random.int(14, 40) * HOUR_MS;
    now = { ...now, week: now.week + 1 };
    while (startOf(sailings, now).skipped) now = { ...now, week: now.week + 1 };
    versions.push({ plan: now, knownAt });
  }
  return versions;
}

/** If the last port is left out, the cargo goes on to the next one. */
function followSkips(sailings: Sailings, versions: LegVersion[]): void {
  const last = lastItem(versions);
  let plan = last.plan;
  while (endOf(sailings, plan).skipped) {
    const knownAt = Math.max(last.knownAt + HOUR_MS, knownSkip(sailings, plan, plan.to));
    plan = { ...plan, to: plan.to + 1 };
    versions.push({ plan, knownAt });
  }
}

function laterLeg(
  sailings: Sailings,
  booked: LegPlan,
  before: readonly LegVersion[],
  longDwell: boolean,
): { versions: LegVersion[]; missed: boolean; dwelt: boolean } {
  const versions: LegVersion[] = [];
  let now = booked;
  for (const version of before) {
    const arrival = endOf(sailings, version.plan).plannedArrival;
    const week = firstDepartureAfter(sailings, booked.service, booked.from, arrival);
    now = { ...booked, week: versions.length === 0 ? booked.week : week };
    if (versions[versions.length - 1]?.plan.week === now.week) continue;
    versions.push({ plan: now, knownAt: version.knownAt });
  }
  now = lastItem(versions).plan;
  const carried = lastItem(before).plan;
  const arrival = endOf(sailings, carried).actualArrival;
  const reported = (): Instant =>
    Math.max(arrival, startOf(sailings, now).actualDeparture - 20 * HOUR_MS) + 2 * HOUR_MS;
  let missed = false;
  while (startOf(sailings, now).actualDeparture < arrival + CATCHABLE_MS) {
    const knownAt = reported();
    now = { ...now, week: now.week + 1 };
    versions.push({ plan: now, knownAt });
    missed = true;
  }
  if (longDwell) {
    const knownAt = Math.max(arrival + 3 * HOUR_MS, startOf(sailings, now).actualDeparture - 8 * HOUR_MS);
    const earliest = arrival + LONG_DWELL_MS;
    const left = earliest - startOf(sailings, now).actualDeparture;
    const weeks = Math.max(1, Math.ceil(left / WEEK_MS));
    versions.push({ plan: { ...now, week: now.week + weeks }, knownAt });
  }
  return { versions, missed, dwelt: longDwell };
}

/** Sends a group of containers along the planned legs and tells how the plan changed on the way. */
export function travel(sailings: Sailings, plan: ShipmentPlan, fate: RouteFate, random: Random): RouteOutcome {
  const legs: RouteLeg[] = [];
  let missed: number | undefined;
  let dwelt: number | undefined;
  let before = firstLeg(sailings, plan, fate.rolled, random);
  if (plan.legs.length === 1) followSkips(sailings, before);
  legs.push({ sequence: 1, versions: before });
  for (let i = 1; i < plan.legs.length; i += 1) {
    const booked = itemAt(plan.legs, i);
    const leg = laterLeg(sailings, booked, before, fate.longDwell && i === 1);
    if (leg.missed) missed = i;
    if (leg.dwelt) dwelt = i;
    before = leg.versions;
    if (i === plan.legs.length - 1) followSkips(sailings, before);
    legs.push({ sequence: i + 1, versions: before });
  }
  return { legs, missed, dwelt };
}
