import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { Estimate } from '../network/estimates.ts';
import type { Sailing } from '../network/sailing.ts';
import type { Sailings } from '../network/sailings.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { RouteOutcome } from '../shipments/route.ts';
import type { CargoGroup, LegPlan, Milestone, RouteLeg, ShipmentPlan } from '../shipments/types.ts';
import type { PlantedCause } from './causes.ts';

const DELAY_MS = 48 * HOUR_MS;
/** Free time the truth reckons with, in days after discharge and after gate-out. */
const FREE_DAYS = 7;

function find(milestones: readonly Milestone[], code: string, group = 0): Milestone | undefined {
  return milestones.find((one) => one.code === code && one.group === group);
}

/** Whether the estimates told since the booking moved by 3 days in all, or by a day within a day. */
function hasSlipped(planned: Instant, estimates: readonly Estimate[], since: Instant): boolean {
  const told: Estimate[] = [{ knownAt: since, value: planned }];
  for (const estimate of estimates) if (estimate.knownAt > since) told.push(estimate);
  return told.some(
    (late, i) =>
      late.value - planned >= 3 * DAY_MS ||
      told.some((early, j) => j < i && late.knownAt - early.knownAt <= DAY_MS && late.value - early.value >= DAY_MS),
  );
}

/** What a late ship means for the cargo on one leg, as far as it can be seen. */
function causesOfShip(sailings: Sailings, plan: LegPlan, leg: RouteLeg, of: ShipmentPlan): PlantedCause[] {
  const sailing: Sailing = sailings.sailing(plan.service, plan.week);
  const { trouble } = sailing;
  if (trouble === undefined) return [];
  const start = startOf(sailings, plan);
  const end = endOf(sailings, plan);
  const isFirst = leg.sequence === 1;
  const isLast = leg.sequence === of.legs.length;
  const told = trouble.reveals[0]?.at ?? start.plannedDeparture;
  if (trouble.kind === 'vesselChange') {
    return told > of.confirmedAt && told < start.actualDeparture && plan.from < sailing.calls.length
      ? [{ kind: 'vesselChange', codes: [], from: told, to: null, leg: leg.sequence }]
      : [];
  }
  if (trouble.kind === 'skippedPort') return [];
  const departsLate = start.actualDeparture - start.plannedDeparture > DELAY_MS;
  const arrivesLate = end.actualArrival - end.plannedArrival > DELAY_MS;
  const slips = hasSlipped(end.plannedArrival, end.arrivalEstimates, of.confirmedAt);
  const codes = [
    ...(departsLate && isFirst ? ['DEPART_DELAY'] : []),
    ...(arrivesLate && isLast ? ['ARRIVE_DELAY'] : []),
    ...(slips && isLast ? ['ETA_SLIP'] : []),
  ];
  const departureSlips = hasSlipped(start.plannedDeparture, start.departureEstimates, of.confirmedAt);
  // A late ship on another leg is felt by the connection only: told, but no exception of the booking.
  if (codes.length === 0 && !departsLate && !arrivesLate && !slips && !departureSlips) return [];
  const from = codes[0] === 'DEPART_DELAY' ? start.plannedDeparture + DELAY_MS : Math.max(told, of.confirmedAt);
  return [{ kind: trouble.kind, codes, from, to: null, leg: leg.sequence }];
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
    const last = versions[versions.length - 1] as RouteLeg['versions'][number];
    causes.push(...causesOfShip(sailings, last.plan, leg, plan));
    for (const [i, version] of versions.entries()) {
      const before = versions[i - 1]?.plan;
      if (before === undefined) continue;
      if (before.to !== version.plan.to) {
        causes.push({ kind: 'skippedPort', codes: ['ROUTE_CHANGED'], from: version.knownAt, to: null, leg: leg.sequence });
      } else if (leg.sequence === 1 && startOf(sailings, before).skipped) {
        causes.push({ kind: 'skippedPort', codes: ['ROLLED'], from: version.knownAt, to: null, leg: 1 });
      }
    }
  }
  if (outcome.missed !== undefined) {
    const leg = group.legs[outcome.missed] as RouteLeg;
    const from = (leg.versions[leg.versions.length - 1] as RouteLeg['versions'][number]).knownAt;
    causes.push({ kind: 'missedConnection', codes: ['TRANSSHIP_DWELL'], from: from + 5 * DAY_MS, to: null, leg: leg.sequence });
  }
  if (outcome.dwelt !== undefined) {
    const box = milestones.find((one) => one.code === 'TSDC' && one.group === index);
    const loaded = milestones.find((one) => one.code === 'TSLB' && one.group === index);
    causes.push({
      kind: 'longDwell',
      codes: ['TRANSSHIP_DWELL'],
      from: (box?.actual ?? 0) + 7 * DAY_MS,
      to: loaded?.actual ?? null,
      leg: outcome.dwelt + 1,
    });
  }
  return causes;
}

function causesOfCargo(plan: ShipmentPlan, groups: readonly CargoGroup[], milestones: readonly Milestone[]): PlantedCause[] {
  const at = (leg: RouteLeg | undefined): Instant => leg?.versions[leg.versions.length - 1]?.knownAt ?? plan.confirmedAt;
  const containerNo = plan.containers[0]?.number;
  switch (plan.disorder.cargo) {
    case 'rolled':
      return [{ kind: 'rolled', codes: ['ROLLED'], from: at(groups[0]?.legs[0]), to: null, leg: 1 }];
    case 'splitCargo':
      return groups.length > 1
        ? [{ kind: 'splitCargo', codes: ['SPLIT_CARGO', 'ROLLED'], from: at(groups[1]?.legs[0]), to: null, leg: 1 }]
        : [];
    case 'customsHold': {
      const hold = find(milestones, 'CUIP');
      const release = milestones.findLast((one) => one.code === 'PASS' && one.container === hold?.container);
      return hold === undefined
        ? []
        : [{ kind: 'customsHold', codes: ['HOLD'], from: hold.actual + 2 * DAY_MS, to: release?.actual ?? null, containerNo }];
    }
    case 'demurrage': {
      const discharged = find(milestones, 'DSCH')?.actual ?? 0;
      const out = find(milestones, 'STCS')?.actual ?? null;
      return [{ kind: 'demurrage', codes: ['DEMURRAGE_RISK'], from: discharged + (FREE_DAYS - 1) * DAY_MS, to: out, containerNo }];
    }
    case 'detention': {
      const out = find(milestones, 'STCS')?.actual ?? 0;
      const back = find(milestones, 'RCVE')?.actual ?? null;
      return [{ kind: 'detention', codes: ['DETENTION_RISK'], from: out + (FREE_DAYS - 1) * DAY_MS, to: back, containerNo }];
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
  const causes = groups.flatMap((group, i) =>
    causesOfRoute(sailings, plan, group, i, outcomes[i] as RouteOutcome, milestones),
  );
  return [...causes, ...causesOfCargo(plan, groups, milestones)];
}
