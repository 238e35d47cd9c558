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
  type AggregatorContainer,
  type AggregatorNode,
  type AggregatorPlace,
  type AggregatorRecord,
  type AggregatorRoute,
  type AggregatorTerminalPlan,
  nodesOfMilestones,
  placeTypes,
} from './aggregator-types.ts';
import { planAt } from './carrier-report.ts';
import type { Silence } from './report-disorder.ts';

/** What the aggregator is kept from: silence and events it never hears of. */
export type Hearing = { silence: Silence | undefined; unheard: 'DISC' | 'LOAD' | undefined };

/** Old codes the aggregator keeps for some ports. */
const oldCodes: Readonly<Record<string, string>> = { CNTAO: 'CNQIN', CNXMN: 'CNXAM', CNDLC: 'CNDAL' };

const codeOf = ({ code }: WorldPort): string => oldCodes[code] ?? code;

/** Zones are written as hours ahead of UTC, as they are in winter. */
function writtenZone({ zone }: WorldPort): string {
  const winter = Date.UTC(2026, 0, 15);
  const minutes = Math.round(((fromLocalText(toLocalText(winter, 'UTC'), zone) ?? winter) - winter) / -MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
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

/** When the aggregator hears something new of a bill after a moment; undefined when it has heard all. */
export function nextHearing(seed: string, shipment: Shipment, hearing: Hearing, after: Instant): Instant | undefined {
  const { heard, startsAt } = listen(seed, shipment, hearing);
  const estimates = shipment.milestones.flatMap((one) => one.estimates).map(({ knownAt }) => knownAt + LAG_MS);
  const moments = [startsAt, ...heard.map(({ heardAt }) => heardAt), ...estimates].filter((at) => at > after);
  return moments.length === 0 ? undefined : Math.min(...moments);
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
  const told = legs.map((leg): ReportedLeg => {
    const one = toldLeg(sailings, shipment, leg, known, Math.max(knownAt, shipment.confirmedAt));
    return wrongName && leg.sequence === 1
      ? { ...one, vessel: { ...one.vessel, vessel: otherShip(sailings, leg) } }
      : one;
  });
  const containers = shipment.containers.map((container, index): AggregatorContainer => {
    const status = nodesOf(sailings, shipment, known, index, told);
    const last = status.at(-1);
    const group = tradeNames[container.isoCode] ?? container.isoCode;
    return {
      containerNo: container.number,
      containerType: group.slice(2),
      containerSize: group.slice(0, 2),
      containerTypeGroup: group,
      sealNo: container.sealNumber,
      currentStatusCode: last?.eventCode ?? null,
      currentStatusDescriptionCn: last?.descriptionCn ?? null,
      currentStatusDescriptionEn: last?.descriptionEn ?? null,
      offLoadOfCarrier: false,
      serviceType: 'FCL',
      status,
    };
  });
  if (shipment.disorder.identity === 'containerSet') {
    causes.push({ kind: 'containerSet', codes: ['CTN_COUNT'], from: startsAt, to: null });
    alterSet(containers, shipment);
  }
  const estimates = shipment.milestones.flatMap((one) => one.estimates).filter((one) => one.knownAt <= knownAt);
  const changes = [startsAt, ...known.map(({ heardAt }) => heardAt), ...estimates.map((one) => one.knownAt + LAG_MS)];
  const updateTime = toLocalText(Math.max(...changes), OWN_ZONE);
  const first = itemAt(told, 0);
  const ended = shipment.containers.every((_, index) =>
    known.some(({ milestone }) => milestone.code === 'RCVE' && milestone.container === index),
  );
  const { carrier } = shipment;
  const current = containers.flatMap(({ status }) => status.at(-1) ?? []);
  const record: AggregatorRecord = {
    billNo: shipment.billNo,
    containerNo: null,
    isBillNo: true,
    billCategory: 'BL',
    statusCategory: ended ? 'COMPLETE' : 'TRACKING',
    statusDescription: ended ? '跟踪结束' : '跟踪中',
    updateTime,
    endTime: ended ? updateTime : null,
    carrier: { code: carrier.code, scac: carrier.scac, nameCn: null, nameEn: carrier.name, url: null },
    firstVessel: { ...first.vessel, routeCode: null },
    currentStatus: current[0] ?? null,
    places: placesOf(told),
    routes: told.map(toRoute),
    terminalPlan: planOf(first),
    containers,
  };
  return { record, causes };
}

/** The aggregator writes the time of its last change in its own zone. */
const OWN_ZONE = 'Asia/Shanghai';

const tradeNames: Readonly<Record<string, string>> = {
  '22G1': '20GP',
  '42G1': '40GP',
  '45G1': '40HQ',
  L5G1: '45HQ',
  '22R1': '20RF',
  '45R1': '40RH',
  '22U1': '20OT',
};

/** One leg as the aggregator has heard of it. */
type ReportedLeg = {
  sequence: number;
  vessel: { vessel: string; voyage: string };
  pol: WorldPort;
  pod: WorldPort;
  etd: Instant;
  atd: Instant | undefined;
  eta: Instant;
  ata: Instant | undefined;
};

const local = (instant: Instant | undefined, { zone }: WorldPort): string | null =>
  instant === undefined ? null : toLocalText(instant, zone);

function toRoute({ sequence, vessel, pol, pod, etd, atd, eta, ata }: ReportedLeg): AggregatorRoute {
  return {
    route: sequence,
    polCode: codeOf(pol),
    polName: pol.name,
    polOrigin: pol.name.toUpperCase(),
    polZone: writtenZone(pol),
    podCode: codeOf(pod),
    podName: pod.name,
    podOrigin: pod.name.toUpperCase(),
    podZone: writtenZone(pod),
    transportMode: 'VESSEL',
    modeDetails: {
      ...vessel,
      routeCode: null,
      polStd: null,
      polEtd: local(etd, pol),
      polAtd: local(atd, pol),
      polAtdAis: null,
      podSta: null,
      podEta: local(eta, pod),
      podEtaFt: null,
      podAta: local(ata, pod),
      podAtaAis: null,
      podAtbAis: null,
    },
  };
}

/** Every port of the route once, with the arrival there and the departure from there. */
function placesOf(legs: readonly ReportedLeg[]): AggregatorPlace[] {
  const place = (
    type: AggregatorPlace['type'],
    port: WorldPort,
    arriving?: ReportedLeg,
    leaving?: ReportedLeg,
  ): AggregatorPlace => ({
    type,
    code: codeOf(port),
    name: port.name,
    nameCn: null,
    nameOrigin: port.name.toUpperCase(),
    lat: port.position[1],
    lon: port.position[0],
    portTimeZone: writtenZone(port),
    sta: null,
    eta: local(arriving?.eta, port),
    eta_ft: null,
    ata: local(arriving?.ata, port),
    ata_ais: null,
    atb_ais: null,
    disc: null,
    std: null,
    etd: local(leaving?.etd, port),
    load: null,
    atd: local(leaving?.atd, port),
    atd_ais: null,
    terminalName: null,
    vessel: (leaving ?? arriving)?.vessel.vessel ?? null,
    voyage: (leaving ?? arriving)?.vessel.voyage ?? null,
  });
  const first = itemAt(legs, 0);
  const last = lastItem(legs);
  return [
    place(placeTypes.portOfLoading, first.pol, undefined, first),
    ...legs.slice(1).map((leg, index) => place(placeTypes.transhipment, leg.pol, legs[index], leg)),
    place(placeTypes.portOfDischarge, last.pod, last),
  ];
}

function planOf({ vessel, pol, etd, atd }: ReportedLeg): AggregatorTerminalPlan {
  const cutOffs = new Map(cutOffsBefore(etd).map(({ code, at }) => [code, at]));
  return {
    portCode: codeOf(pol),
    portTimeZone: writtenZone(pol),
    ...vessel,
    open: null,
    close: local(cutOffs.get('FCO'), pol),
    portClose: local(cutOffs.get('DCO'), pol),
    customsClose: local(cutOffs.get('CCO'), pol),
    etd: local(etd, pol),
    atd: local(atd, pol),
    eta: null,
    ata: null,
  };
}

function toldLeg(
  sailings: Sailings,
  shipment: Shipment,
  leg: RouteLeg,
  known: readonly Heard[],
  knownAt: Instant,
): ReportedLeg {
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
    vessel: { vessel: vessel.name, voyage: outbound ? sailing.outbound : sailing.inbound },
    pol: sailings.call(plan.service, plan.week, plan.from).port,
    pod: sailings.call(plan.service, plan.week, plan.to).port,
    etd: expected(departure),
    atd: departed,
    eta: expected(arrival),
    ata: actualOf(arrival),
  };
}

/** Name of a ship that did not sail it. */
function otherShip(sailings: Sailings, leg: RouteLeg): string {
  const { service, week } = finalPlan(leg);
  const { fleet } = sailings.serviceAt(service);
  const spare = sailings.network.services[(service + 1) % sailings.network.services.length]?.fleet[0];
  const other = fleet.length > 1 ? fleet[(week + 1) % fleet.length] : spare;
  return other?.name ?? '';
}

function nodesOf(
  sailings: Sailings,
  shipment: Shipment,
  known: readonly Heard[],
  container: number,
  legs: readonly ReportedLeg[],
): AggregatorNode[] {
  const group = shipment.groups.findIndex((one) => one.containers.includes(container));
  return known
    .filter(
      ({ milestone }) => milestone.group === group && (milestone.container < 0 || milestone.container === container),
    )
    .toSorted((a, b) => a.milestone.actual - b.milestone.actual)
    .map(({ milestone, at }): AggregatorNode => {
      const leg = shipment.groups[group]?.legs[milestone.leg];
      const plan = leg === undefined ? undefined : finalPlan(leg);
      const sailing = plan === undefined ? undefined : sailings.sailing(plan.service, plan.week);
      const first = group === 0 ? legs[milestone.leg]?.vessel : undefined;
      const voyage = plan && sailing && (plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound);
      const [eventCode, descriptionCn, descriptionEn] = nodesOfMilestones[milestone.code];
      return {
        eventCode,
        eventTime: toLocalText(at, milestone.port.zone),
        isEsti: 'N',
        eventPlace: milestone.port.name,
        eventPlaceOrigin: milestone.port.name.toUpperCase(),
        portCode: codeOf(milestone.port),
        portTimeZone: writtenZone(milestone.port),
        descriptionCn,
        descriptionEn,
        transportMode: milestone.leg < 0 ? 'TRUCK' : 'VESSEL',
        vslName: first?.vessel ?? sailing?.vessel.name ?? null,
        voy: first?.voyage ?? voyage ?? null,
        terminalName: null,
        source: 1,
      };
    });
}

/** One container too many for a single one, else one too few. */
function alterSet(containers: AggregatorContainer[], shipment: Shipment): void {
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
