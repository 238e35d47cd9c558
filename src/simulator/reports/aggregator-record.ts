import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { fromLocalText, toLocalText } from '#shared/time/zone.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { PlantedCause } from '../disorder/causes.ts';
import type { Sailings } from '../network/sailings.ts';
import type { WorldPort } from '../network/types.ts';
import { cutOffsBefore } from '../shipments/cut-offs.ts';
import { finalPlan } from '../shipments/milestones.ts';
import type { Milestone, RouteLeg, Shipment } from '../shipments/types.ts';
import {
  type AggregatorNode,
  type AggregatorPlace,
  type AggregatorRecord,
  type AggregatorVessel,
  nodeNames,
} from './aggregator-types.ts';
import { planAt } from './carrier-report.ts';
import type { Silence } from './report-disorder.ts';

/** What the aggregator is kept from: silence and events it never hears of. */
export type Hearing = { silence: Silence | undefined; unheard: 'DISC' | 'LOAD' | undefined };

/** Old codes the aggregator keeps for some ports. */
const oldCodes: Readonly<Record<string, string>> = { CNTAO: 'CNQIN', CNXMN: 'CNXAM', CNDLC: 'CNDAL' };

function place(port: WorldPort): AggregatorPlace {
  return { portCd: oldCodes[port.code] ?? port.code, portName: port.name, timeZone: port.zone };
}

/** Plans and estimates reach the aggregator so much later than the carrier's customers. */
const LAG_MS = 4 * HOUR_MS;
/** On shorter legs a time moved by two days would pass the other end. */
const SHORT_LEG_MS = 100 * HOUR_MS;

type Heard = { milestone: Milestone; at: Instant; heardAt: Instant };

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
  const heard: Heard[] = shipment.milestones.map((milestone) => ({
    milestone,
    at: milestone.actual + random.int(-15, 15) * MINUTE_MS,
    heardAt: hearingTime(milestone.actual + 15 * MINUTE_MS, random.next(), silence),
  }));
  const causes: PlantedCause[] = [];
  if (shipment.disorder.aggregator === 'timesDiffer') {
    const code = random.chance(0.5) ? 'DLPT' : 'BDAR';
    const one = heard.find(({ milestone }) => milestone.code === code);
    // Later than the truth by more than a day, but told only when that moment has passed.
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

/** Builds what the aggregator tells at a moment; undefined before it has heard of the bill. */
export function buildAggregatorRecord(
  sailings: Sailings,
  seed: string,
  shipment: Shipment,
  hearing: Hearing,
  at: Instant,
): { record: AggregatorRecord; causes: PlantedCause[] } | undefined {
  const { heard, causes, startsAt } = listen(seed, shipment, hearing);
  if (startsAt > at) return undefined;
  const { silence } = hearing;
  const isSilent = silence !== undefined && at > silence.from && at <= silence.to;
  // What it knows is a few hours old; in a silence it stands still.
  const knownAt = isSilent ? silence.from : at - LAG_MS;
  const known = heard.filter(({ heardAt }) => heardAt <= at);
  const { legs } = itemAt(shipment.groups, 0);
  const wrongName = shipment.disorder.aggregator === 'vesselNameDiffers';
  if (wrongName)
    causes.push({ kind: 'vesselNameDiffers', codes: ['VESSEL_MISMATCH'], from: startsAt, to: null, leg: 1 });
  const vessels = legs.map((leg): AggregatorVessel => {
    const told = vesselLeg(sailings, shipment, leg, known, Math.max(knownAt, shipment.confirmedAt));
    return wrongName && leg.sequence === 1 ? { ...told, ...otherShip(sailings, leg) } : told;
  });
  const containers = shipment.containers.map((container, index) => ({
    containerNo: container.number,
    containerType: container.isoCode,
    sealNo: container.sealNumber,
    nodes: nodesOf(sailings, shipment, known, index, vessels),
  }));
  if (shipment.disorder.identity === 'containerSet') {
    causes.push({ kind: 'containerSet', codes: ['CTN_COUNT'], from: startsAt, to: null });
    alterSet(containers, shipment);
  }
  const told = shipment.milestones.flatMap(({ estimates }) => estimates).filter((one) => one.knownAt <= knownAt);
  const changes = [startsAt, ...known.map(({ heardAt }) => heardAt), ...told.map((one) => one.knownAt + LAG_MS)];
  const first = itemAt(vessels, 0);
  const last = lastItem(vessels);
  const ended = shipment.containers.every((_, index) =>
    known.some(({ milestone }) => milestone.code === 'RCVE' && milestone.container === index),
  );
  const record: AggregatorRecord = {
    billNo: shipment.billNo,
    bookingNo: shipment.bookingNo,
    carrierCd: shipment.carrier.code,
    pol: first.pol,
    pod: last.pod,
    vessels,
    containers,
    cutOffs: cutOffsOf(first),
    endFlag: ended ? 'Y' : 'N',
    updateTime: toLocalText(Math.max(...changes), 'Asia/Shanghai'),
  };
  return { record, causes };
}

function cutOffsOf({ etd, pol }: AggregatorVessel): AggregatorRecord['cutOffs'] {
  const departure = etd === null ? undefined : fromLocalText(etd, pol.timeZone);
  if (departure === undefined) return [];
  return cutOffsBefore(departure).map(({ code, at }) => ({
    cutOffCd: code,
    cutOffTime: toLocalText(at, pol.timeZone),
  }));
}

function vesselLeg(
  sailings: Sailings,
  shipment: Shipment,
  leg: RouteLeg,
  known: readonly Heard[],
  knownAt: Instant,
): AggregatorVessel {
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
  const pol = sailings.call(plan.service, plan.week, plan.from).port;
  const pod = sailings.call(plan.service, plan.week, plan.to).port;
  const local = (instant: Instant | undefined, zone: string): string | null =>
    instant === undefined ? null : toLocalText(instant, zone);
  return {
    seq: leg.sequence,
    vesselName: vessel.name,
    imo: vessel.imo,
    voyageNo: outbound ? sailing.outbound : sailing.inbound,
    pol: place(pol),
    pod: place(pod),
    etd: local(expected(departure), pol.zone),
    atd: local(departed, pol.zone),
    eta: local(expected(arrival), pod.zone),
    ata: local(actualOf(arrival), pod.zone),
  };
}

function otherShip(sailings: Sailings, leg: RouteLeg): { vesselName: string; imo: string } {
  const { service, week } = finalPlan(leg);
  const { fleet } = sailings.serviceAt(service);
  const spare = sailings.network.services[(service + 1) % sailings.network.services.length]?.fleet[0];
  const other = fleet.length > 1 ? fleet[(week + 1) % fleet.length] : spare;
  return { vesselName: other?.name ?? '', imo: other?.imo ?? '' };
}

function nodesOf(
  sailings: Sailings,
  shipment: Shipment,
  known: readonly Heard[],
  container: number,
  vessels: readonly AggregatorVessel[],
): AggregatorNode[] {
  const group = shipment.groups.findIndex((one) => one.containers.includes(container));
  return known
    .filter(
      ({ milestone }) => milestone.group === group && (milestone.container < 0 || milestone.container === container),
    )
    .toSorted((a, b) => a.milestone.actual - b.milestone.actual)
    .map(({ milestone, at }) => {
      const leg = shipment.groups[group]?.legs[milestone.leg];
      const plan = leg === undefined ? undefined : finalPlan(leg);
      const sailing = plan === undefined ? undefined : sailings.sailing(plan.service, plan.week);
      const first = group === 0 ? vessels[milestone.leg] : undefined;
      const voyage = plan && sailing && (plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound);
      const [nodeName, nodeNameEn] = nodeNames[milestone.code];
      return {
        nodeCd: milestone.code,
        nodeName,
        nodeNameEn,
        ...place(milestone.port),
        occurTime: toLocalText(at, milestone.port.zone),
        isEst: 'N' as const,
        vesselName: first?.vesselName ?? sailing?.vessel.name ?? null,
        voyageNo: first?.voyageNo ?? voyage ?? null,
      };
    });
}

/** One container too many for a single one, else one too few. */
function alterSet(containers: AggregatorRecord['containers'], shipment: Shipment): void {
  const [first] = containers;
  if (containers.length > 1 || first === undefined) {
    containers.pop();
    return;
  }
  const digits = first.containerNo.slice(4, 10);
  const swapped = digits.split('').toReversed().join('');
  const serial = swapped === digits ? String((Number(digits) + 1) % 1_000_000).padStart(6, '0') : swapped;
  containers.push({
    ...first,
    containerNo: buildContainerNumber(first.containerNo.slice(0, 4), Number(serial)),
    sealNo: shipment.orderNo,
  });
}
