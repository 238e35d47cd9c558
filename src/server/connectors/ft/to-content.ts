import { milestones } from '#domain/tracking/model.ts';
import type {
  BookingContent,
  ContainerContent,
  CutoffContent,
  EventContent,
  LegContent,
  ShipmentContent,
} from '#domain/tracking/model.ts';
import { currentLeg } from '../current-leg.ts';
import { openWarnings } from './freightower-warnings.ts';
import type { FtContainer, FtNode, FtRecord } from './types.ts';

/** Milestones of the ship: the aggregator repeats them for every container, for us they concern the bill. */
const ofShip: ReadonlySet<string> = new Set([
  milestones.departed,
  milestones.transhipmentArrived,
  milestones.transhipmentDeparted,
  milestones.arrived,
  milestones.berthed,
]);

type Reported = { containerNo: string | null; node: FtNode };

function legsOf(record: FtRecord): LegContent[] {
  return record.legs
    .toSorted((a, b) => a.order - b.order)
    .map((leg, index) => ({
      sequence: index + 1,
      vesselName: leg.vesselName,
      vesselImo: leg.vesselImo,
      voyage: leg.voyage,
      portOfLoading: leg.pol.portCode,
      portOfDischarge: leg.pod.portCode,
      etd: leg.etd,
      atd: leg.atd,
      eta: leg.eta,
      ata: leg.ata,
    }));
}

/** What makes two tellings of a ship's milestone one: all containers on the ship share it. */
const reportingOf = ({ node }: Reported): string =>
  [node.statusCode, node.place.portCode ?? '', node.at, node.isEstimate, node.vesselName ?? '', node.voyage ?? ''].join(
    '|',
  );

/** Ships' milestones once for the bill; if the containers are on several ships, for each container as reported. */
function reportings(containers: readonly FtContainer[]): Reported[] {
  const all = containers.flatMap(({ containerNo, nodes }) => nodes.map((node): Reported => ({ containerNo, node })));
  const ships = new Map<string, Set<string>>();
  for (const { node } of all) {
    if (!ofShip.has(node.statusCode)) continue;
    const call = `${node.statusCode}|${node.place.portCode ?? ''}`;
    const names = ships.get(call) ?? new Set();
    ships.set(call, names.add(`${node.vesselName ?? ''}|${node.voyage ?? ''}`));
  }
  const seen = new Set<string>();
  return all.flatMap((reported) => {
    const { statusCode, place } = reported.node;
    if (!ofShip.has(statusCode) || (ships.get(`${statusCode}|${place.portCode ?? ''}`)?.size ?? 0) > 1)
      return [reported];
    const key = reportingOf(reported);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ containerNo: null, node: reported.node }];
  });
}

function compareReported(a: Reported, b: Reported): number {
  const [first, second] = [reportingOf(a), reportingOf(b)];
  return a.node.at - b.node.at || (first < second ? -1 : first > second ? 1 : 0);
}

function eventsOf(record: FtRecord): EventContent[] {
  const groups = Map.groupBy(
    reportings(record.containers),
    ({ containerNo, node }) => `${containerNo ?? ''}|${node.statusCode}|${node.place.portCode ?? ''}`,
  );
  const events = [...groups.values()].flatMap((group): EventContent[] => {
    const facts = group.filter(({ node }) => !node.isEstimate).sort(compareReported);
    const estimates = group.filter(({ node }) => node.isEstimate).sort(compareReported);
    const estimate = estimates[estimates.length - 1];
    const shown = facts.length > 0 ? facts : estimate === undefined ? [] : [estimate];
    return shown.map(({ containerNo, node }, index) => ({
      containerNo,
      statusCode: node.statusCode,
      portCode: node.place.portCode,
      occurrence: index + 1,
      planned: null,
      estimated: index === 0 ? (estimate?.node.at ?? null) : null,
      actual: node.isEstimate ? null : node.at,
      vesselName: node.vesselName,
      voyage: node.voyage,
      zone: node.place.zone,
      place: node.place.name,
    }));
  });
  const key = (event: EventContent): string => `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}`;
  const time = (event: EventContent): number => event.actual ?? event.estimated ?? 0;
  return events.sort(
    (a, b) => time(a) - time(b) || (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.occurrence - b.occurrence),
  );
}

function containersOf(record: FtRecord): ContainerContent[] {
  const byNumber = new Map(record.containers.map((container) => [container.containerNo, container]));
  return [...byNumber.values()].map(({ containerNo, sizeType, sealNo }) => ({
    containerNo,
    sealNo,
    sizeType,
    quantity: null,
    grossWeightKg: null,
    volumeM3: null,
  }));
}

/** Each kind once, in the order of the codes. */
function cutoffsOf({ cutoffs }: FtRecord): CutoffContent[] {
  const times = new Map(cutoffs.map(({ code, time }) => [code, time]));
  return [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, time]) => ({ code, time }));
}

/** Makes the record of one shipment of a checked record of the aggregator. */
export function toContent(record: FtRecord, carrierCode: string): ShipmentContent {
  const legs = legsOf(record);
  const [first, last] = [legs[0], legs[legs.length - 1]];
  const current = currentLeg(legs);
  const booking: BookingContent = {
    billNo: record.billNo,
    bookingNo: record.bookingNo,
    carrierCode,
    vesselName: current?.vesselName ?? null,
    vesselImo: current?.vesselImo ?? null,
    voyage: current?.voyage ?? null,
    serviceCode: null,
    placeOfReceipt: null,
    portOfLoading: record.pol.portCode ?? first?.portOfLoading ?? null,
    portOfDischarge: record.pod.portCode ?? last?.portOfDischarge ?? null,
    placeOfDelivery: null,
    finalDestination: null,
    plannedDeparture: null,
    etd: first?.etd ?? null,
    atd: first?.atd ?? null,
    plannedArrival: null,
    eta: last?.eta ?? null,
    ata: last?.ata ?? null,
  };
  const cutoffs = cutoffsOf(record);
  const events = eventsOf(record);
  const warnings = openWarnings(record.warnings, events);
  return {
    booking,
    legs,
    containers: containersOf(record),
    events,
    ...(cutoffs.length > 0 && { cutoffs }),
    ...(warnings.length > 0 && { warnings }),
  };
}
