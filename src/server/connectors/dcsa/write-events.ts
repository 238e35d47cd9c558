import { createHash } from 'node:crypto';
import type { ContainerContent, EventContent, LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import type { Classifier, EventType } from './codes.ts';
import { wireStatuses, type WireStatus } from './wire-statuses.ts';

/** A place as events name it; coordinates in degrees. */
export type WirePlace = { name: string; lat: number | null; lon: number | null; zone: string | null };

/** What writing needs besides the shipment. */
export type WriteReference = {
  placeOf: (code: string) => WirePlace | undefined;
  /** Reference of the consignee or shipper for the shipment, such as the order number. */
  customerReference: string | null;
};

/** An event of Track & Trace 2.2 without its id and time of creation, with what queries select it by. */
export type WireEventDraft = {
  /** Equal for equal events, and only for them. */
  key: string;
  type: EventType;
  code: string;
  classifier: Classifier;
  documentType: string | null;
  at: Instant;
  billNo: string | null;
  bookingNo: string | null;
  containerNos: readonly string[];
  locationCode: string | null;
  vesselImo: string | null;
  voyage: string | null;
  serviceCode: string | null;
  transportCallId: string | null;
  body: Record<string, unknown>;
};

/** One time of one milestone, with all containers that share it. */
type Moment = {
  status: WireStatus;
  statusCode: string;
  classifier: Classifier;
  at: Instant;
  event: Pick<EventContent, 'portCode' | 'vesselName' | 'voyage' | 'zone' | 'place' | 'occurrence'>;
  containerNos: string[];
};

const cut = (text: string | null, length: number): string | undefined =>
  text === null || text.trim() === '' ? undefined : text.trim().slice(0, length);

const unLocation = (code: string | null): string | undefined =>
  code !== null && /^[A-Z]{2}[A-Z2-9]{3}$/.test(code) ? code : undefined;

function timesOf(event: EventContent): [Classifier, Instant][] {
  const times: [Classifier, Instant | null][] = [
    ['PLN', event.planned],
    ['EST', event.estimated],
    ['ACT', event.actual],
  ];
  return times.filter((time): time is [Classifier, Instant] => time[1] !== null);
}

/** Times that a leg knows and no milestone tells. */
function legEvents(leg: LegContent, legs: readonly LegContent[], reported: ReadonlySet<string>): EventContent[] {
  const ends = [
    { code: leg.sequence === 1 ? 'DLPT' : 'TSDP', port: leg.portOfLoading, est: leg.etd, act: leg.atd },
    { code: leg.sequence === legs.length ? 'BDAR' : 'TSBA', port: leg.portOfDischarge, est: leg.eta, act: leg.ata },
  ];
  return ends.flatMap(({ code, port, est, act }) =>
    port === null || reported.has(`${code} ${port}`)
      ? []
      : [
          {
            containerNo: null,
            statusCode: code,
            portCode: port,
            occurrence: 1,
            planned: null,
            estimated: est,
            actual: act,
            vesselName: leg.vesselName,
            voyage: leg.voyage,
            zone: null,
            place: null,
          },
        ],
  );
}

/** Events of ships and documents are reported once for all containers, those of containers one by one. */
function momentsOf(content: ShipmentContent): Moment[] {
  const reported = new Set(content.events.map(({ statusCode, portCode }) => `${statusCode} ${portCode ?? ''}`));
  const all = [...content.events, ...content.legs.flatMap((leg) => legEvents(leg, content.legs, reported))];
  const moments = new Map<string, Moment>();
  for (const event of all) {
    const status = wireStatuses[event.statusCode];
    if (status === undefined) continue;
    for (const [classifier, at] of timesOf(event)) {
      const own = status.type === 'EQUIPMENT' ? (event.containerNo ?? '') : '';
      const parts = [event.statusCode, classifier, at, event.portCode, event.vesselName, event.voyage, own];
      const key = JSON.stringify([...parts, status.type === 'EQUIPMENT' ? event.occurrence : 1]);
      const known = moments.get(key);
      if (known === undefined) {
        const containerNos = event.containerNo === null ? [] : [event.containerNo];
        moments.set(key, { status, statusCode: event.statusCode, classifier, at, event, containerNos });
      } else if (event.containerNo !== null && !known.containerNos.includes(event.containerNo)) {
        known.containerNos.push(event.containerNo);
      }
    }
  }
  return [...moments.values()];
}

function imoOf(content: ShipmentContent, vesselName: string | null): string | null {
  if (vesselName === null) return null;
  const leg = content.legs.find((one) => one.vesselName === vesselName && one.vesselImo !== null);
  if (leg !== undefined) return leg.vesselImo;
  return content.booking.vesselName === vesselName ? content.booking.vesselImo : null;
}

function locationOf(code: string | null, place: WirePlace | undefined): Record<string, unknown> | undefined {
  const known = unLocation(code);
  if (known === undefined && place === undefined) return undefined;
  return {
    locationName: cut(place?.name ?? null, 100),
    latitude: place?.lat == null ? undefined : place.lat.toFixed(5),
    longitude: place?.lon == null ? undefined : place.lon.toFixed(5),
    UNLocationCode: known,
  };
}

function transportCall(content: ShipmentContent, moment: Moment, reference: WriteReference) {
  const { status, event } = moment;
  const isShip = status.mode === 'VESSEL' || status.mode === 'BARGE';
  const imo = isShip ? imoOf(content, event.vesselName) : null;
  const who = isShip ? [imo ?? event.vesselName ?? '', event.voyage ?? ''] : [content.booking.billNo ?? ''];
  const id = [...who, moment.statusCode.slice(0, isShip ? 0 : 4), event.portCode ?? event.place ?? '']
    .filter((part) => part !== '')
    .join('-');
  const place = event.portCode === null ? undefined : reference.placeOf(event.portCode);
  return {
    transportCallID: id.slice(0, 100) || 'unknown',
    carrierServiceCode: isShip ? cut(content.booking.serviceCode, 5) : undefined,
    carrierVoyageNumber: isShip ? cut(event.voyage, 50) : undefined,
    exportVoyageNumber: isShip ? cut(event.voyage, 50) : undefined,
    UNLocationCode: unLocation(event.portCode),
    facilityTypeCode: status.facility,
    otherFacility: cut(event.place, 50),
    modeOfTransport: status.mode,
    location: locationOf(event.portCode, place),
    vessel: imo === null ? undefined : { vesselIMONumber: imo, vesselName: cut(event.vesselName, 35) },
  };
}

const documentReferences = ({ booking }: ShipmentContent) =>
  [
    { documentReferenceType: 'BKG', documentReferenceValue: booking.bookingNo },
    { documentReferenceType: 'TRD', documentReferenceValue: booking.billNo },
  ].filter(({ documentReferenceValue }) => documentReferenceValue !== null);

/** The containers that a moment concerns: what is of no single one is of all of the bill. */
const containersOf = (content: ShipmentContent, { containerNos }: Moment): string[] =>
  containerNos.length > 0 ? containerNos.toSorted() : content.containers.map(({ containerNo }) => containerNo);

/** An event that a question for a container finds names this container: equipment events by an attribute, others by a reference. */
const references = (content: ShipmentContent, moment: Moment, reference: WriteReference) => [
  ...(reference.customerReference === null
    ? []
    : [{ referenceType: 'CR', referenceValue: reference.customerReference.slice(0, 100) }]),
  ...(moment.status.type === 'EQUIPMENT' && moment.containerNos.length > 0
    ? []
    : containersOf(content, moment).map((containerNo) => ({ referenceType: 'EQ', referenceValue: containerNo }))),
];

const sealsOf = (container: ContainerContent | undefined) =>
  container?.sealNo == null ? undefined : [{ sealNumber: container.sealNo.slice(0, 15), sealType: 'BLT' }];

/** The date and time of a place with its offset, as in 2026-03-01T08:00:00+08:00. */
function wireTime(at: Instant, zone: string | null): string {
  const known = zone ?? 'UTC';
  return `${toLocalText(at, known).replace(' ', 'T')}${offsetLabel(at, known)}`;
}

function partsOf(content: ShipmentContent, moment: Moment, reference: WriteReference) {
  const { status } = moment;
  if (status.type === 'SHIPMENT') {
    const id = status.documentType === 'BKG' || status.documentType === 'CBR' ? content.booking.bookingNo : null;
    return {
      shipmentEventTypeCode: status.code,
      documentID: id ?? content.booking.billNo ?? content.booking.bookingNo ?? 'unknown',
      documentTypeCode: status.documentType,
      references: references(content, moment, reference),
    };
  }
  const common = {
    transportCall: transportCall(content, moment, reference),
    documentReferences: documentReferences(content),
    references: references(content, moment, reference),
  };
  if (status.type === 'TRANSPORT') return { transportEventTypeCode: status.code, ...common };
  const container = content.containers.find(({ containerNo }) => containerNo === moment.containerNos[0]);
  return {
    equipmentEventTypeCode: status.code,
    equipmentReference: cut(moment.containerNos[0] ?? null, 15),
    ISOEquipmentCode: cut(container?.sizeType ?? null, 4),
    emptyIndicatorCode: status.empty ?? 'LADEN',
    eventLocation: common.transportCall.location,
    ...common,
    seals: status.empty === 'EMPTY' || moment.classifier !== 'ACT' ? undefined : sealsOf(container),
  };
}

function draftOf(content: ShipmentContent, moment: Moment, reference: WriteReference): WireEventDraft {
  const { status, event, classifier, at } = moment;
  const place = event.portCode === null ? undefined : reference.placeOf(event.portCode);
  const parts = partsOf(content, moment, reference);
  const call = 'transportCall' in parts ? parts.transportCall : undefined;
  // Through JSON, so that what is undefined is left out.
  const body = JSON.parse(
    JSON.stringify({
      eventType: status.type,
      eventDateTime: wireTime(at, place?.zone ?? event.zone),
      eventClassifierCode: classifier,
      ...parts,
    }),
  ) as Record<string, unknown>;
  return {
    key: createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32),
    type: status.type,
    code: status.code,
    classifier,
    documentType: status.documentType ?? null,
    at,
    billNo: content.booking.billNo,
    bookingNo: content.booking.bookingNo,
    containerNos: containersOf(content, moment),
    locationCode: call?.UNLocationCode ?? null,
    vesselImo: call?.vessel?.vesselIMONumber ?? null,
    voyage: call?.exportVoyageNumber ?? null,
    serviceCode: call?.carrierServiceCode ?? null,
    transportCallId: call?.transportCallID ?? null,
    body,
  };
}

/**
 * Writes what is known of a shipment as events of DCSA Track & Trace 2.2, in the order they happen; milestones that the
 * standard has no event for are left out.
 */
export function writeEvents(content: ShipmentContent, reference: WriteReference): WireEventDraft[] {
  const drafts = momentsOf(content).map((moment) => draftOf(content, moment, reference));
  const unique = new Map(drafts.map((draft) => [draft.key, draft]));
  return [...unique.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}
