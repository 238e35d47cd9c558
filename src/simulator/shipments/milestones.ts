import type { Random } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { Estimate } from '../network/estimates.ts';
import type { SailingCall } from '../network/sailing.ts';
import type { Sailings } from '../network/sailings.ts';
import type { WorldPort } from '../network/types.ts';
import { endOf, startOf } from './route.ts';
import type { CargoGroup, LegPlan, Milestone, MilestoneCode, RouteLeg, ShipmentPlan } from './types.ts';

/** A leg with the calls it was booked with and those that came true. */
type LivedLeg = { bookedStart: SailingCall; bookedEnd: SailingCall; start: SailingCall; end: SailingCall };

/** The version of a leg that was reported first. */
export function bookedPlan(leg: RouteLeg): LegPlan {
  return itemAt(leg.versions, 0).plan;
}

/** The version of a leg that came true. */
export function finalPlan(leg: RouteLeg): LegPlan {
  return lastItem(leg.versions).plan;
}

function lived(sailings: Sailings, leg: RouteLeg): LivedLeg {
  const booked = bookedPlan(leg);
  const plan = finalPlan(leg);
  return {
    bookedStart: startOf(sailings, booked),
    bookedEnd: endOf(sailings, booked),
    start: startOf(sailings, plan),
    end: endOf(sailings, plan),
  };
}

function toMinute(instant: Instant): Instant {
  return Math.round(instant / 60_000) * 60_000;
}

/**
 * Estimates of a time, over all versions of a leg: each version tells its plan when it becomes known and
 * its sailing's estimates until the next version.
 */
function estimatesOverVersions(sailings: Sailings, leg: RouteLeg, side: 'departure' | 'arrival'): Estimate[] {
  const reported: Estimate[] = [];
  for (const [i, { plan, knownAt }] of leg.versions.entries()) {
    const call = side === 'departure' ? startOf(sailings, plan) : endOf(sailings, plan);
    const until = leg.versions[i + 1]?.knownAt ?? Number.POSITIVE_INFINITY;
    const planned = side === 'departure' ? call.plannedDeparture : call.plannedArrival;
    const estimates = side === 'departure' ? call.departureEstimates : call.arrivalEstimates;
    const before = estimates.filter((one) => one.knownAt <= knownAt);
    const latest = before[before.length - 1]?.value ?? planned;
    if (i > 0 || latest !== planned) reported.push({ knownAt: knownAt + 5 * 60_000, value: latest });
    reported.push(...estimates.filter((one) => one.knownAt > knownAt && one.knownAt < until));
  }
  return reported;
}

type Draft = { code: MilestoneCode; leg: number; port: WorldPort; planned: Instant; actual: Instant };

/** What happens to one container before the first ship. */
function exportDrafts(first: LivedLeg, random: Random): Draft[] {
  const { port, plannedDeparture } = first.bookedStart;
  const { start } = first;
  const stay = start.actualDeparture - start.actualArrival;
  const loaded = start.actualArrival + stay * random.between(0.35, 0.85);
  const picked = plannedDeparture - random.between(108, 156) * HOUR_MS;
  const gateIn = Math.min(plannedDeparture - random.between(30, 66) * HOUR_MS, loaded - 6 * HOUR_MS);
  const stuffed = Math.min(picked + random.between(10, 30) * HOUR_MS, gateIn - 3 * HOUR_MS);
  const passed = Math.min(gateIn + random.between(3, 14) * HOUR_MS, loaded - 2 * HOUR_MS);
  const bookedStay = plannedDeparture - first.bookedStart.plannedArrival;
  const draft = (code: MilestoneCode, plannedHours: number, actual: Instant): Draft => ({
    code,
    leg: -1,
    port,
    planned: plannedDeparture - plannedHours * HOUR_MS,
    actual,
  });
  return [
    draft('STSP', 132, picked),
    draft('STUF', 108, stuffed),
    draft('GITM', 48, gateIn),
    draft('PASS', 40, passed),
    {
      code: 'LOBD',
      leg: 0,
      port: start.port,
      planned: first.bookedStart.plannedArrival + bookedStay * 0.6,
      actual: loaded,
    },
  ];
}

/** What happens to one container between two ships. */
function transhipDrafts(before: LivedLeg, after: LivedLeg, leg: number, random: Random): Draft[] {
  const discharged = before.end.actualArrival + random.between(3, 12) * HOUR_MS;
  const stay = after.start.actualDeparture - after.start.actualArrival;
  const loaded = Math.max(
    discharged + HOUR_MS,
    Math.min(after.start.actualArrival + stay * random.between(0.35, 0.85), after.start.actualDeparture - HOUR_MS),
  );
  return [
    {
      code: 'TSDC',
      leg: leg - 1,
      port: before.end.port,
      planned: before.bookedEnd.plannedArrival + 8 * HOUR_MS,
      actual: discharged,
    },
    {
      code: 'TSLB',
      leg,
      port: after.start.port,
      planned: after.bookedStart.plannedDeparture - 8 * HOUR_MS,
      actual: loaded,
    },
  ];
}

/** What happens to one container after the last ship. */
function importDrafts(plan: ShipmentPlan, last: LivedLeg, leg: number, random: Random): Draft[] {
  const { cargo } = plan.disorder;
  const { port, actualArrival } = last.end;
  const stay = last.end.actualDeparture - actualArrival;
  const discharged = actualArrival + Math.min(stay * 0.8, random.between(2, 14) * HOUR_MS);
  const held = discharged + random.between(4, 18) * HOUR_MS;
  const released = held + random.between(110, 170) * HOUR_MS;
  const onHold = cargo === 'customsHold';
  const available = onHold ? released + 3 * HOUR_MS : discharged + random.between(6, 18) * HOUR_MS;
  const waits = cargo === 'demurrage' ? random.between(200, 320) : random.between(22, 58);
  const gateOut = Math.max(available + random.between(2, 8) * HOUR_MS, onHold ? 0 : discharged + waits * HOUR_MS);
  const stripped = gateOut + random.between(5, 30) * HOUR_MS;
  const keeps = cargo === 'detention' ? random.between(220, 340) : random.between(8, 40);
  const arrival = last.bookedEnd.plannedArrival;
  const draft = (code: MilestoneCode, plannedHours: number, actual: Instant, on = -1): Draft => ({
    code,
    leg: on,
    port,
    planned: arrival + plannedHours * HOUR_MS,
    actual,
  });
  const drafts = [draft('DSCH', 10, discharged, leg)];
  if (onHold) drafts.push(draft('CUIP', 18, held), draft('PASS', 30, released));
  drafts.push(
    draft('AVPU', 24, available),
    draft('STCS', 60, gateOut),
    draft('STRP', 80, stripped),
    draft('RCVE', 110, stripped + keeps * HOUR_MS),
  );
  return drafts;
}

function vesselMilestones(
  sailings: Sailings,
  group: CargoGroup,
  index: number,
  legs: readonly LivedLeg[],
): Milestone[] {
  const count = legs.length;
  return legs.flatMap((leg, i): Milestone[] => {
    const route = itemAt(group.legs, i);
    return [
      {
        code: i === 0 ? 'DLPT' : 'TSDP',
        group: index,
        container: -1,
        leg: i,
        port: leg.start.port,
        planned: leg.bookedStart.plannedDeparture,
        estimates: estimatesOverVersions(sailings, route, 'departure'),
        actual: leg.start.actualDeparture,
      },
      {
        code: i === count - 1 ? 'BDAR' : 'TSBA',
        group: index,
        container: -1,
        leg: i,
        port: leg.end.port,
        planned: leg.bookedEnd.plannedArrival,
        estimates: estimatesOverVersions(sailings, route, 'arrival'),
        actual: leg.end.actualArrival,
      },
    ];
  });
}

/** The whole true life of one group of containers, ships first, then container by container. */
export function liveGroup(
  sailings: Sailings,
  plan: ShipmentPlan,
  group: CargoGroup,
  index: number,
  random: Random,
): Milestone[] {
  const legs = group.legs.map((leg) => lived(sailings, leg));
  const [first, last] = [itemAt(legs, 0), lastItem(legs)];
  const milestones = vesselMilestones(sailings, group, index, legs);
  for (const container of group.containers) {
    const drafts = [
      ...exportDrafts(first, random),
      ...legs.slice(1).flatMap((leg, i) => transhipDrafts(itemAt(legs, i), leg, i + 1, random)),
      ...importDrafts(plan, last, legs.length - 1, random),
    ];
    for (const draft of drafts) {
      if (plan.domestic && draft.code === 'PASS') continue;
      milestones.push({
        ...draft,
        group: index,
        container,
        planned: toMinute(draft.planned),
        actual: toMinute(draft.actual),
        estimates: [],
      });
    }
  }
  return milestones;
}
