import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { fromLocalText, toLocalText } from '#shared/time/zone.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { WorldPort } from '../network/types.ts';
import { cutOffsBefore } from '../shipments/cut-offs.ts';
import type { Shipment } from '../shipments/types.ts';
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
import type { Heard, HeardLeg, HeardMove } from './heard.ts';

/** Old codes the aggregator keeps for some ports. */
const oldCodes: Readonly<Record<string, string>> = { CNTAO: 'CNQIN', CNXMN: 'CNXAM', CNDLC: 'CNDAL' };

/** The code of a port as aggregators write it. */
export const codeOf = ({ code }: WorldPort): string => oldCodes[code] ?? code;

/** Zones are written as hours ahead of UTC, as they are in winter. */
function writtenZone({ zone }: WorldPort): string {
  const winter = Date.UTC(2026, 0, 15);
  const minutes = Math.round(((fromLocalText(toLocalText(winter, 'UTC'), zone) ?? winter) - winter) / -MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Writes what is known of a bill in Freightower's form. */
export function toAggregatorRecord(
  shipment: Shipment,
  { legs, containers: units, updatedAt, ended }: Heard,
): AggregatorRecord {
  const containers = units.map(({ number, isoCode, sealNo, moves }): AggregatorContainer => {
    const status = moves.map(toNode);
    const last = status.at(-1);
    const group = tradeNames[isoCode] ?? isoCode;
    return {
      containerNo: number,
      containerType: group.slice(2),
      containerSize: group.slice(0, 2),
      containerTypeGroup: group,
      sealNo,
      currentStatusCode: last?.eventCode ?? null,
      currentStatusDescriptionCn: last?.descriptionCn ?? null,
      currentStatusDescriptionEn: last?.descriptionEn ?? null,
      offLoadOfCarrier: false,
      serviceType: 'FCL',
      status,
    };
  });
  const updateTime = toLocalText(updatedAt, OWN_ZONE);
  const first = itemAt(legs, 0);
  const { carrier } = shipment;
  const current = containers.flatMap(({ status }) => status.at(-1) ?? []);
  return {
    billNo: shipment.billNo,
    containerNo: null,
    isBillNo: true,
    billCategory: 'BL',
    statusCategory: ended ? 'COMPLETE' : 'TRACKING',
    statusDescription: ended ? '跟踪结束' : '跟踪中',
    updateTime,
    endTime: ended ? updateTime : null,
    carrier: { code: carrier.code, scac: carrier.scac, nameCn: null, nameEn: carrier.name, url: null },
    firstVessel: { ...shipOf(first), routeCode: null },
    currentStatus: current[0] ?? null,
    places: placesOf(legs),
    routes: legs.map(toRoute),
    terminalPlan: planOf(first),
    containers,
  };
}

const shipOf = ({ vessel, voyage }: HeardLeg): { vessel: string; voyage: string } => ({
  vessel: vessel.name,
  voyage,
});

function toNode({ code, at, port, leg, vessel, voyage }: HeardMove): AggregatorNode {
  const [eventCode, descriptionCn, descriptionEn] = nodesOfMilestones[code];
  return {
    eventCode,
    eventTime: toLocalText(at, port.zone),
    isEsti: 'N',
    eventPlace: port.name,
    eventPlaceOrigin: port.name.toUpperCase(),
    portCode: codeOf(port),
    portTimeZone: writtenZone(port),
    descriptionCn,
    descriptionEn,
    transportMode: leg < 0 ? 'TRUCK' : 'VESSEL',
    vslName: vessel?.name ?? null,
    voy: voyage ?? null,
    terminalName: null,
    source: 1,
  };
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

const local = (instant: Instant | undefined, { zone }: WorldPort): string | null =>
  instant === undefined ? null : toLocalText(instant, zone);

function toRoute(leg: HeardLeg): AggregatorRoute {
  const { sequence, pol, pod, etd, atd, eta, ata } = leg;
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
      ...shipOf(leg),
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
function placesOf(legs: readonly HeardLeg[]): AggregatorPlace[] {
  const place = (
    type: AggregatorPlace['type'],
    port: WorldPort,
    arriving?: HeardLeg,
    leaving?: HeardLeg,
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
    vessel: (leaving ?? arriving)?.vessel.name ?? null,
    voyage: (leaving ?? arriving)?.voyage ?? null,
  });
  const first = itemAt(legs, 0);
  const last = lastItem(legs);
  return [
    place(placeTypes.portOfLoading, first.pol, undefined, first),
    ...legs.slice(1).map((leg, index) => place(placeTypes.transhipment, leg.pol, legs[index], leg)),
    place(placeTypes.portOfDischarge, last.pod, last),
  ];
}

function planOf(leg: HeardLeg): AggregatorTerminalPlan {
  const { pol, etd, atd } = leg;
  const cutOffs = new Map(cutOffsBefore(etd).map(({ code, at }) => [code, at]));
  return {
    portCode: codeOf(pol),
    portTimeZone: writtenZone(pol),
    ...shipOf(leg),
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
