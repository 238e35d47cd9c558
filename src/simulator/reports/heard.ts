import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { PlantedCause } from '../disorder/causes.ts';
import type { Sailings } from '../network/sailings.ts';
import type { WorldPort, WorldVessel } from '../network/types.ts';
import { finalPlan } from '../shipments/milestones.ts';
import type { Milestone, MilestoneCode, RouteLeg, Shipment } from '../shipments/types.ts';
import { planAt } from './carrier-report.ts';
import type { Silence } from './report-disorder.ts';

/** What aggregators are kept from: silence and events it never hears of. */
export type Hearing = { silence: Silence | undefined; unheard: 'DISC' | 'LOAD' | undefined };

/** Plans and estimates reach the aggregator so much later than the carrier's customers. */
const LAG_MS = 4 * HOUR_MS;
/** On shorter legs a time moved by two days would pass the other end. */
const SHORT_LEG_MS = 100 * HOUR_MS;

type Hears = { milestone: Milestone; at: Instant; heardAt: Instant };

/** When the aggregator hears of something: 1 to 12 hours after it happened, at the end of a silence if in it. */
function hearingTime(knownAt: Instant, share: number, silence: Silence | undefined): Instant {
  const heard = knownAt + (60 + Math.round(share * 660)) * MINUTE_MS;
  return silence !== undefined && heard > silence.from && heard <= silence.to
    ? silence.to + Math.round(share * 60) * MINUTE_MS
    : heard;
}

function shortestLegMs(shipment: Shipment): number {
  const ships = shipment.milestones.filter(({ container, group }) => container < 0 && group === 0);
  return Math.min(...ships.map(({ actual }, i) => (i % 2 === 0 ? (ships[i + 1]?.actual ?? 0) - actual : Infinity)));
}

function listen(seed: string, shipment: Shipment, { silence, unheard }: Hearing) {
  const random = createRandom(`${seed}/aggregator/${shipment.billNo}`);
  const heard: Hears[] = shipment.milestones.map((milestone) => ({
    milestone,
    at: milestone.actual + random.int(-15, 15) * MINUTE_MS,
    heardAt: hearingTime(milestone.actual + 15 * MINUTE_MS, random.next(), silence),
  }));
  const causes: PlantedCause[] = [];
  if (shipment.disorder.aggregator === 'timesDiffer') {
    const code = random.chance(0.5) ? 'DLPT' : 'BDAR';
    const one = heard.find(({ milestone }) => milestone.code === code);
    // Later than the truth by more than a day, but reported only when that moment has passed.
    if (one !== undefined && shortestLegMs(shipment) > SHORT_LEG_MS) {
      one.at += random.int(27, 50) * HOUR_MS * (code === 'DLPT' ? 1 : -1);
      one.heardAt = Math.max(one.heardAt, one.at + HOUR_MS);
      causes.push({ kind: 'timesDiffer', codes: ['TIME_CONFLICT'], from: one.heardAt, to: null });
    }
  }
  const kept = heard.filter(({ milestone: { code } }) =>
    unheard === 'DISC'
      ? code !== 'DSCH' && code !== 'TSDC'
      : unheard !== 'LOAD' || (code !== 'LOBD' && code !== 'TSLB'),
  );
  return { heard: kept, causes, startsAt: hearingTime(shipment.confirmedAt, random.next(), silence) };
}

/** When an aggregator hears something new of a bill after a moment; undefined when it has heard all. */
export function nextHearing(seed: string, shipment: Shipment, hearing: Hearing, after: Instant): Instant | undefined {
  const { heard, startsAt } = listen(seed, shipment, hearing);
  const estimates = shipment.milestones.flatMap((one) => one.estimates).map(({ knownAt }) => knownAt + LAG_MS);
  const moments = [startsAt, ...heard.map(({ heardAt }) => heardAt), ...estimates].filter((at) => at > after);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** One leg as an aggregator has heard of it. */
export type HeardLeg = {
  sequence: number;
  vessel: WorldVessel;
  voyage: string;
  pol: WorldPort;
  pod: WorldPort;
  etd: Instant;
  atd: Instant | undefined;
  eta: Instant;
  ata: Instant | undefined;
};

/** One thing that happened to a container, as an aggregator has heard of it; a ship where it happened with one. */
export type HeardMove = {
  code: MilestoneCode;
  at: Instant;
  heardAt: Instant;
  port: WorldPort;
  /** Index of the leg, -1 on land. */
  leg: number;
  vessel: WorldVessel | undefined;
  voyage: string | undefined;
};

/** One container with what happened to it, in that order. */
export type HeardContainer = {
  number: string;
  isoCode: string;
  sealNo: string;
  /** It travels on the legs that are known of the bill; split cargo does not. */
  onLegs: boolean;
  moves: HeardMove[];
};

/** What an aggregator knows of a bill at a moment, before it is written down in anybody's form. */
export type Heard = {
  legs: HeardLeg[];
  containers: HeardContainer[];
  /** When something was heard last. */
  updatedAt: Instant;
  /** All containers came back empty. */
  ended: boolean;
  causes: PlantedCause[];
};

/** What aggregators know at a moment; undefined before they have heard of the bill. */
export function hear(
  sailings: Sailings,
  seed: string,
  shipment: Shipment,
  hearing: Hearing,
  at: Instant,
): Heard | undefined {
  const { heard, causes, startsAt } = listen(seed, shipment, hearing);
  if (startsAt > at) return undefined;
  const { silence } = hearing;
  const isSilent = silence !== undefined && at > silence.from && at <= silence.to;
  // What is known is a few hours old; in a silence it stands still.
  const knownAt = isSilent ? silence.from : at - LAG_MS;
  const known = heard.filter(({ heardAt }) => heardAt <= at);
  const { legs } = itemAt(shipment.groups, 0);
  const wrongName = shipment.disorder.aggregator === 'vesselNameDiffers';
  if (wrongName)
    causes.push({ kind: 'vesselNameDiffers', codes: ['VESSEL_MISMATCH'], from: startsAt, to: null, leg: 1 });
  const reported = legs.map((leg): HeardLeg => {
    const one = heardLeg(sailings, shipment, leg, known, Math.max(knownAt, shipment.confirmedAt));
    return wrongName && leg.sequence === 1 ? { ...one, vessel: otherShip(sailings, leg) ?? one.vessel } : one;
  });
  const containers = shipment.containers.map(({ number, isoCode, sealNumber }, index): HeardContainer => ({
    number,
    isoCode,
    sealNo: sealNumber,
    onLegs: shipment.groups[0]?.containers.includes(index) === true,
    moves: movesOf(sailings, shipment, known, index, reported),
  }));
  if (shipment.disorder.identity === 'containerSet') {
    causes.push({ kind: 'containerSet', codes: ['CTN_COUNT'], from: startsAt, to: null });
    alterSet(containers, shipment);
  }
  const estimates = shipment.milestones.flatMap((one) => one.estimates).filter((one) => one.knownAt <= knownAt);
  const changes = [startsAt, ...known.map(({ heardAt }) => heardAt), ...estimates.map((one) => one.knownAt + LAG_MS)];
  const ended = shipment.containers.every((_, index) =>
    known.some(({ milestone }) => milestone.code === 'RCVE' && milestone.container === index),
  );
  return { legs: reported, containers, updatedAt: Math.max(...changes), ended, causes };
}

function heardLeg(
  sailings: Sailings,
  shipment: Shipment,
  leg: RouteLeg,
  known: readonly Hears[],
  knownAt: Instant,
): HeardLeg {
  const index = leg.sequence - 1;
  const own = shipment.milestones.filter((one) => one.group === 0 && one.container < 0 && one.leg === index);
  const ship = (codes: readonly string[]): Milestone =>
    itemAt(
      own.filter(({ code }) => codes.includes(code)),
      0,
    );
  const departure = ship(['DLPT', 'TSDP']);
  const arrival = ship(['TSBA', 'BDAR']);
  const actualOf = (milestone: Milestone): Instant | undefined => known.find((one) => one.milestone === milestone)?.at;
  const expected = (milestone: Milestone): Instant =>
    milestone.estimates.findLast((one) => one.knownAt <= knownAt)?.value ?? milestone.planned;
  const departed = actualOf(departure);
  const plan = departed === undefined ? planAt(leg, knownAt) : finalPlan(leg);
  const sailing = sailings.sailing(plan.service, plan.week);
  const renamed = sailing.vesselKnownAt <= knownAt;
  const vessel = renamed ? sailing.vessel : sailing.plannedVessel;
  const outbound = plan.from < sailing.service.turn;
  return {
    sequence: leg.sequence,
    vessel,
    voyage: outbound ? sailing.outbound : sailing.inbound,
    pol: sailings.call(plan.service, plan.week, plan.from).port,
    pod: sailings.call(plan.service, plan.week, plan.to).port,
    etd: expected(departure),
    atd: departed,
    eta: expected(arrival),
    ata: actualOf(arrival),
  };
}

/** A ship that did not sail it. */
function otherShip(sailings: Sailings, leg: RouteLeg): WorldVessel | undefined {
  const { service, week } = finalPlan(leg);
  const { fleet } = sailings.serviceAt(service);
  const spare = sailings.network.services[(service + 1) % sailings.network.services.length]?.fleet[0];
  return fleet.length > 1 ? fleet[(week + 1) % fleet.length] : spare;
}

function movesOf(
  sailings: Sailings,
  shipment: Shipment,
  known: readonly Hears[],
  container: number,
  legs: readonly HeardLeg[],
): HeardMove[] {
  const group = shipment.groups.findIndex((one) => one.containers.includes(container));
  return known
    .filter(
      ({ milestone }) => milestone.group === group && (milestone.container < 0 || milestone.container === container),
    )
    .toSorted((a, b) => a.milestone.actual - b.milestone.actual)
    .map(({ milestone: { code, port, leg: index }, at, heardAt }): HeardMove => {
      const leg = shipment.groups[group]?.legs[index];
      const plan = leg === undefined ? undefined : finalPlan(leg);
      const sailing = plan === undefined ? undefined : sailings.sailing(plan.service, plan.week);
      const first = group === 0 ? legs[index] : undefined;
      const voyage = plan && sailing && (plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound);
      return {
        code,
        at,
        heardAt,
        port,
        leg: index,
        vessel: first?.vessel ?? sailing?.vessel,
        voyage: first?.voyage ?? voyage,
      };
    });
}

/** One container too many for a single one, else one too few. */
function alterSet(containers: HeardContainer[], shipment: Shipment): void {
  const [first] = containers;
  if (containers.length > 1 || first === undefined) {
    containers.pop();
    return;
  }
  const digits = first.number.slice(4, 10);
  const swapped = digits.split('').toReversed().join('');
  const serial = swapped === digits ? String((Number(digits) + 1) % 1_000_000).padStart(6, '0') : swapped;
  containers.push({
    ...first,
    number: buildContainerNumber(first.number.slice(0, 4), Number(serial)),
    sealNo: shipment.orderNo,
  });
}
