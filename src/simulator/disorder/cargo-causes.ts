import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { Estimate } from '../network/estimates.ts';
import type { Sailing } from '../network/sailing.ts';
import type { Sailings } from '../network/sailings.ts';
import { finalPlan } from '../shipments/milestones.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { RouteOutcome } from '../shipments/route.ts';
import type { CargoGroup, LegPlan, Milestone, RouteLeg, ShipmentPlan } from '../shipments/types.ts';
import type { PlantedCause } from './causes.ts';

const DELAY_MS = 48 * HOUR_MS;
/** A container that lies longer than this between two ships is forgotten or stuck. */
const DWELL_MS = 7 * DAY_MS;
/** Free time the truth reckons with, in days after discharge and after gate-out. */
const FREE_DAYS = 7;

function find(milestones: readonly Milestone[], code: string, group = 0): Milestone | undefined {
  return milestones.find((one) => one.code === code && one.group === group);
}

/** Whether the estimates reported since the booking moved by 3 days in all, or by a day within a day. */
function hasSlipped(planned: Instant, estimates: readonly Estimate[], since: Instant): boolean {
  const reported: Estimate[] = [{ knownAt: since, value: planned }];
  for (const estimate of estimates) if (estimate.knownAt > since) reported.push(estimate);
  return reported.some(
    (late, i) =>
      late.value - planned >= 3 * DAY_MS ||
      reported.some(
        (early, j) => j < i && late.knownAt - early.knownAt <= DAY_MS && late.value - early.value >= DAY_MS,
      ),
  );
}

/** What a late ship means for the cargo on one leg, as far as it can be seen. */
function causesOfShip(sailings: Sailings, plan: LegPlan, leg: RouteLeg, of: ShipmentPlan): PlantedCause[] {
  const sailing: Sailing = sailings.sailing(plan.service, plan.week);
  const { service } = sailing;
  const start = startOf(sailings, plan);
  const end = endOf(sailings, plan);
  const isFirst = leg.sequence === 1;
  const isLast = leg.sequence === of.legs.length;
  const change = sailing.trouble?.kind === 'vesselChange' ? sailing.trouble.reveals[0]?.at : undefined;
  const causes: PlantedCause[] = [];
  if (change !== undefined && change > of.confirmedAt && change < start.actualDeparture) {
    causes.push({ kind: 'vesselChange', codes: [], from: change, to: null, leg: leg.sequence });
  }
  // A leg that ends at home ends in the ship's next round, whose trouble it shares.
  const next = plan.to >= service.calls.length ? sailings.sailing(plan.service, plan.week + service.weeks) : undefined;
  const trouble = [sailing.trouble, next?.trouble].find((one) => one !== undefined && one.hours > 0);
  if (trouble === undefined) return causes;
  const reported = trouble.reveals[0]?.at ?? start.plannedDeparture;
  const departsLate = start.actualDeparture - start.plannedDeparture > DELAY_MS;
  const arrivesLate = end.actualArrival - end.plannedArrival > DELAY_MS;
  const slips = hasSlipped(end.plannedArrival, end.arrivalEstimates, of.confirmedAt);
  const codes = [
    ...(departsLate && isFirst ? ['DEPART_DELAY'] : []),
    ...(arrivesLate && isLast ? ['ARRIVE_DELAY'] : []),
    ...(slips && isLast ? ['ETA_SLIP'] : []),
  ];
  const departureSlips = hasSlipped(start.plannedDeparture, start.departureEstimates, of.confirmedAt);
  // A late ship on another leg is felt by the connection only: reported, but no exception of the booking.
  if (codes.length === 0 && !departsLate && !arrivesLate && !slips && !departureSlips) return causes;
  const from = codes[0] === 'DEPART_DELAY' ? start.plannedDeparture + DELAY_MS : Math.max(reported, of.confirmedAt);
  return [...causes, { kind: trouble.kind, codes, from, to: null, leg: leg.sequence }];
}

/** Containers that lie at a transhipment port: on purpose, because a ship was missed, or because the next one is late. */
function causesOfDwell(
  group: CargoGroup,
  index: number,
  outcome: RouteOutcome,
  milestones: readonly Milestone[],
): PlantedCause[] {
  const causes: PlantedCause[] = [];
  for (let leg = 1; leg < group.legs.length; leg += 1) {
    const discharged = milestones.filter((one) => one.code === 'TSDC' && one.group === index && one.leg === leg - 1);
    const loaded = milestones.filter((one) => one.code === 'TSLB' && one.group === index && one.leg === leg);
    const long = discharged.findIndex((one, i) => (loaded[i]?.actual ?? 0) - one.actual > DWELL_MS);
    const isMissed = outcome.missed === leg;
    if (long < 0 && !isMissed) continue;
    const from = (discharged[Math.max(0, long)]?.actual ?? 0) + (long < 0 ? DAY_MS : DWELL_MS);
    const kind = outcome.dwelt === leg ? 'longDwell' : isMissed ? 'missedConnection' : 'lateDeparture';
    const to = Math.max(...loaded.map(({ actual }) => actual));
    causes.push({ kind, codes: long < 0 ? [] : ['TRANSSHIP_DWELL'], from, to, leg: leg + 1 });
  }
  return causes;
}

function causesOfRoute(
  sailings: Sailings,
  plan: ShipmentPlan,
  group: CargoGroup,
  index: number,
  outcome: RouteOutcome,
  milestones: readonly Milestone[],
): PlantedCause[] {
  const causes: PlantedCause[] = [];
  for (const leg of group.legs) {
    const versions = leg.versions;
    causes.push(...causesOfShip(sailings, finalPlan(leg), leg, plan));
    for (const [i, version] of versions.entries()) {
      const before = versions[i - 1]?.plan;
      if (before === undefined) continue;
      if (before.to !== version.plan.to) {
        causes.push({
          kind: 'skippedPort',
          codes: ['ROUTE_CHANGED'],
          from: version.knownAt,
          to: null,
          leg: leg.sequence,
        });
      } else if (leg.sequence === 1 && startOf(sailings, before).skipped) {
        causes.push({ kind: 'skippedPort', codes: ['ROLLED'], from: version.knownAt, to: null, leg: 1 });
      }
    }
  }
  causes.push(...causesOfDwell(group, index, outcome, milestones));
  return causes;
}

function causesOfCargo(
  plan: ShipmentPlan,
  groups: readonly CargoGroup[],
  milestones: readonly Milestone[],
): PlantedCause[] {
  const at = (leg: RouteLeg | undefined): Instant =>
    leg?.versions[leg.versions.length - 1]?.knownAt ?? plan.confirmedAt;
  const containerNo = plan.containers[0]?.number;
  switch (plan.disorder.cargo) {
    case 'rolled':
      return [{ kind: 'rolled', codes: ['ROLLED'], from: at(groups[0]?.legs[0]), to: null, leg: 1 }];
    case 'splitCargo':
      return groups.length > 1
        ? [
            {
              kind: 'splitCargo',
              codes: ['SPLIT_CARGO', 'ROLLED'],
              from: at(groups[1]?.legs[0]),
              to: null,
              leg: 1,
            },
          ]
        : [];
    case 'customsHold': {
      const hold = find(milestones, 'CUIP');
      const release = milestones.findLast((one) => one.code === 'PASS' && one.container === hold?.container);
      return hold === undefined
        ? []
        : [
            {
              kind: 'customsHold',
              codes: ['HOLD'],
              from: hold.actual + 2 * DAY_MS,
              to: release?.actual ?? null,
              containerNo,
            },
          ];
    }
    case 'demurrage': {
      const discharged = find(milestones, 'DSCH')?.actual ?? 0;
      const out = find(milestones, 'STCS')?.actual ?? null;
      return [
        {
          kind: 'demurrage',
          codes: ['DEMURRAGE_RISK'],
          from: discharged + (FREE_DAYS - 1) * DAY_MS,
          to: out,
          containerNo,
        },
      ];
    }
    case 'detention': {
      const out = find(milestones, 'STCS')?.actual ?? 0;
      const back = find(milestones, 'RCVE')?.actual ?? null;
      return [
        {
          kind: 'detention',
          codes: ['DETENTION_RISK'],
          from: out + (FREE_DAYS - 1) * DAY_MS,
          to: back,
          containerNo,
        },
      ];
    }
    default:
      return [];
  }
}

/** Everything planted in the true life of a shipment (its reports have causes of their own). */
export function causesOfTravel(
  sailings: Sailings,
  plan: ShipmentPlan,
  groups: readonly CargoGroup[],
  outcomes: readonly RouteOutcome[],
  milestones: readonly Milestone[],
): PlantedCause[] {
  const causes = groups.flatMap((group, i) => causesOfRoute(sailings, plan, group, i, itemAt(outcomes, i), milestones));
  return [...causes, ...causesOfCargo(plan, groups, milestones)];
}
