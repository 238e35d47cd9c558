import type { ShipmentPart } from '#contract/exceptions/exception.ts';
import type { z } from 'zod';
import type { bookingRow, containerRow, documentRow, legRow, statusRow } from '#contract/wire/rows.ts';
import { eventKey } from '#domain/intake/fusion/paths.ts';
import {
  type ShownEvent,
  type ShownLeg,
  type ShownShipment,
  shownAt,
  shownBooking,
  shownOnward,
  shownRecord,
  shownShipment,
} from '#domain/tracking/estimates.ts';
import type { ContainerContent, ShipmentContent } from '#domain/tracking/model.ts';
import { operatorIn, placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { cutoffFields } from '#shared/reference/cutoff-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';

/** What a shipment row must hold to be shown as `obmBk` and its children. */
export type PresentableShipment = {
  id: number;
  subscription_id: number;
  fused: boolean;
  source_type: string;
  source_code: string;
  channel: string;
  container_no: string | null;
  direction: string | null;
  ended: boolean;
  ended_at: Instant | null;
  content: ShipmentContent;
  record_version?: number;
};

/** What a shipment row must hold to be shown as `obmBk` alone: of what is fused all, of a record its booking. */
export type PresentableBooking = Omit<PresentableShipment, 'content'> & {
  content: Omit<ShipmentContent, 'legs' | 'containers' | 'events'> &
    Partial<Pick<ShipmentContent, 'legs' | 'containers' | 'events'>>;
};

const nothingInside = { legs: [], containers: [], events: [] };

const isWhole = (content: PresentableBooking['content']): content is ShipmentContent =>
  content.legs !== undefined && content.containers !== undefined && content.events !== undefined;

/** What is fused as it is shown at a moment, its booking and the way onward alone; a record says what its source says. */
const shownHead = (shipment: PresentableBooking, now: Instant): Pick<ShownShipment, 'booking' | 'onward'> => {
  const { fused, content } = shipment;
  const at = shownAt(shipment, now);
  // The very content, as what its containers do is worked out once for each.
  const whole = isWhole(content) ? content : { ...nothingInside, ...content };
  if (!fused) return shownRecord(whole);
  return {
    booking: shownBooking(whole, at),
    ...(content.onward && { onward: shownOnward(content.onward, at) }),
  };
};

const placeFields = (prefix: string, code: string | null, reference: ReferenceSnapshot) => {
  const port = code === null ? undefined : placeIn(reference, code);
  return {
    [`${prefix}Code`]: code,
    [`${prefix}Name`]: port?.name ?? null,
    [`${prefix}NameCn`]: port?.nameCn ?? null,
    [`${prefix}NameDesc`]: port?.description ?? null,
    [`${prefix}Lon`]: port?.lon ?? null,
    [`${prefix}Lat`]: port?.lat ?? null,
    [`${prefix}Zone`]: port?.zone ?? null,
  };
};

const localText = (instant: Instant | null, zone: string | null | undefined): string | null =>
  instant === null ? null : placeTimeStr(instant, zone);

const timeFields = (name: string, instant: Instant | null, zone: string | null | undefined) => ({
  [name]: instant,
  [`${name}Str`]: localText(instant, zone),
});

/** An estimate; what has passed without the event is none and stands apart as overdue. */
const estimateFields = (
  name: string,
  estimate: Instant | null,
  overdue: Instant | null | undefined,
  zone: string | null | undefined,
) => ({ ...timeFields(name, estimate, zone), ...(overdue != null && { [`${name}Overdue`]: overdue }) });

const zoneOfPort = (code: string | null, reference: ReferenceSnapshot): string | null =>
  code === null ? null : (placeIn(reference, code)?.zone ?? null);

/** Placeholders of a carrier's page are filled; anything but http(s) is dropped. */
export function carrierUrl(
  template: string | null | undefined,
  billNo: string | null,
  containerNo: string | null,
): string | null {
  if (template == null || !/^https?:\/\//i.test(template)) return null;
  return template
    .replaceAll('{blNo}', encodeURIComponent(billNo ?? ''))
    .replaceAll('{ctnNo}', encodeURIComponent(containerNo ?? ''));
}

/** What experts enter counts as fused on the wire: it is shown as it is. Whole fusions are of the channel UNION. */
const unionFlagOf = (shipment: PresentableBooking): 0 | 1 =>
  shipment.fused || shipment.source_type === 'EXPERT' ? 1 : 0;

const cutoffOf = (content: PresentableBooking['content'], code: string): Instant | null =>
  content.cutoffs?.find((cutoff) => cutoff.code === code)?.time ?? null;

/** The way from the port of discharge to the destination. */
function onwardFields(
  { booking, onward }: Pick<ShownShipment, 'booking' | 'onward'>,
  reference: ReferenceSnapshot,
): Record<string, unknown> {
  const out = zoneOfPort(booking.portOfDischarge, reference);
  const there = zoneOfPort(booking.finalDestination, reference);
  return {
    vesselDestination: onward?.vesselName ?? null,
    voyageDestination: onward?.voyage ?? null,
    ...timeFields('loadedTimeDestination', onward?.loaded ?? null, out),
    ...estimateFields('etdDestination', onward?.etd ?? null, onward?.overdue.departure, out),
    ...timeFields('atdDestination', onward?.atd ?? null, out),
    ...estimateFields('etaDestination', onward?.eta ?? null, onward?.overdue.arrival, there),
    ...timeFields('ataDestination', onward?.ata ?? null, there),
  };
}

/** A shipment as `obmBk`. */
export function presentBooking(
  shipment: PresentableBooking,
  subject: 'bill' | 'container',
  reference: ReferenceSnapshot,
  now: Instant,
): z.output<typeof bookingRow> {
  const shown = shownHead(shipment, now);
  const { booking } = shown;
  const { overdue } = booking;
  const carrier = booking.carrierCode === null ? undefined : reference.carriers.get(booking.carrierCode);
  const named = operatorIn(reference, booking.carrierCode);
  const polZone = zoneOfPort(booking.portOfLoading, reference);
  const podZone = zoneOfPort(booking.portOfDischarge, reference);
  const { mode } = shipment.content;
  return {
    obmBkId: String(shipment.id),
    ...(mode !== undefined && { mode }),
    blNo: booking.billNo,
    ctnNo: shipment.container_no,
    refrenceNo: booking.bookingNo,
    unionFlag: unionFlagOf(shipment),
    processType: shipment.channel,
    bizSourceType: shipment.source_type,
    endFlag: shipment.ended ? 1 : 0,
    endTime: shipment.ended_at,
    carrierCode: booking.carrierCode,
    carrierName: named?.nameCn ?? named?.nameEn ?? null,
    carrierUrl: carrierUrl(carrier?.urlTemplate, booking.billNo, shipment.container_no),
    custVessel: booking.vesselName,
    custVoyage: booking.voyage,
    inOutFlag: shipment.direction,
    isBillNo: subject === 'bill' ? 1 : 0,
    packageVersion: shipment.source_type === 'EXPERT' && !shipment.fused ? '1.0.0' : null,
    businessNo: shipment.content.businessNo ?? null,
    ...Object.assign(
      {},
      ...cutoffFields.map(([name, code]) => timeFields(name, cutoffOf(shipment.content, code), polZone)),
    ),
    ...placeFields('por', booking.placeOfReceipt, reference),
    ...placeFields('pol', booking.portOfLoading, reference),
    ...placeFields('pod', booking.portOfDischarge, reference),
    ...placeFields('deliveryPlace', booking.placeOfDelivery, reference),
    ...placeFields('destination', booking.finalDestination, reference),
    ...expectedFields(
      'custEtd',
      booking.etd,
      { planned: booking.plannedDeparture, overdue: overdue.departure },
      polZone,
    ),
    ...timeFields('atd', booking.atd, polZone),
    ...expectedFields('custEta', booking.eta, { planned: booking.plannedArrival, overdue: overdue.arrival }, podZone),
    ...timeFields('ata', booking.ata, podZone),
    ...onwardFields(shown, reference),
  } as z.output<typeof bookingRow>;
}

/**
 * An estimate, or the plan where nobody estimates; stated to be planned as long as the two are one. What has passed without the
 * event is no estimate and stands apart as overdue.
 */
function expectedFields(
  name: 'custEtd' | 'custEta',
  estimated: Instant | null,
  { planned, overdue }: { planned: Instant | null; overdue: Instant | null },
  zone: string | null,
) {
  const expected = estimated ?? (overdue === null ? planned : null);
  return {
    ...estimateFields(name, expected, overdue, zone),
    ...(expected !== null && expected === planned && { [`${name}Planned`]: 1 }),
  };
}

/** The bill of lading of a shipment as `obmDoc`. */
const presentDocument = (shipment: PresentableShipment): z.output<typeof documentRow> => ({
  obmDocId: String(shipment.id),
  obmBkId: String(shipment.id),
  blNo: shipment.content.booking.billNo,
  carrierCode: shipment.content.booking.carrierCode,
  processType: shipment.channel,
  bizSourceType: shipment.source_type,
  unionFlag: unionFlagOf(shipment),
});

/** A leg as `obmMultiVessel`; its id is the booking's id and its number. */
function presentLeg(
  shipment: PresentableShipment,
  leg: ShownLeg,
  reference: ReferenceSnapshot,
): z.output<typeof legRow> {
  const polZone = zoneOfPort(leg.portOfLoading, reference);
  const podZone = zoneOfPort(leg.portOfDischarge, reference);
  return {
    obmMultiVesseId: `${shipment.id}-${leg.sequence}`,
    obmBkId: String(shipment.id),
    sequence: leg.sequence,
    vesselEn: leg.vesselName,
    voyage: leg.voyage,
    ...estimateFields('etd', leg.etd, leg.overdue.departure, polZone),
    ...timeFields('atd', leg.atd, polZone),
    ...estimateFields('eta', leg.eta, leg.overdue.arrival, podZone),
    ...timeFields('ata', leg.ata, podZone),
    ...placeFields('pol', leg.portOfLoading, reference),
    ...placeFields('pod', leg.portOfDischarge, reference),
  } as z.output<typeof legRow>;
}

/** A container as `obmDocActualContainer`; its id is the booking's id and the number. */
const presentContainer = (
  shipment: PresentableShipment,
  container: ContainerContent,
): z.output<typeof containerRow> => ({
  obmDocActualContainerId: `${shipment.id}-${container.containerNo}`,
  obmDocId: String(shipment.id),
  bcId: String(shipment.id),
  ctnNo: container.containerNo,
  sealNo: container.sealNo,
  sizeType: container.sizeType,
  quantity: container.quantity,
  grossWeight: container.grossWeightKg,
  cube: container.volumeM3,
  rowStatus: 1,
  bizSourceType: shipment.source_type,
  processType: shipment.channel,
  unionFlag: unionFlagOf(shipment),
});

/** A milestone as `mdStatusRecord`; its id is the booking's id and the milestone's key. */
function presentEvent(
  shipment: PresentableShipment,
  event: ShownEvent,
  reference: ReferenceSnapshot,
): z.output<typeof statusRow> {
  const status = reference.statuses.get(event.statusCode);
  const port = event.portCode === null ? undefined : placeIn(reference, event.portCode);
  const zone = event.zone ?? port?.zone ?? null;
  const expected = event.estimated ?? (event.overdue === null ? event.planned : null);
  const shown = event.actual ?? expected;
  return {
    mdStatusRecordId: `${shipment.id}-${eventKey(event)}`,
    containerNo: event.containerNo,
    operationDocumentNo: shipment.content.booking.billNo,
    isActive: 1,
    portCode: event.portCode,
    statusCode: event.statusCode,
    statusNameCn: status?.nameCn ?? null,
    statusNameEn: status?.nameEn ?? null,
    statusSequence: status?.statusSequence ?? null,
    stageCode: status?.stageCode ?? null,
    stageName: status?.stageNameCn ?? null,
    stageSequence: status?.stageSequence ?? null,
    eventTime: shown,
    eventTimeStr: localText(shown, zone),
    estiEventTime: expected,
    estiEventTimeStr: localText(expected, zone),
    planEventTime: event.planned,
    planEventTimeStr: localText(event.planned, zone),
    isEsti: event.actual === null ? 1 : 0,
    ...(event.overdue !== null && { eventTimeOverdue: event.overdue }),
    vesselName: event.vesselName,
    voyage: event.voyage,
    eventPlace: port?.name ?? event.place,
    eventPlaceDesc: port?.nameCn ?? event.place,
    eventTimeZone: zone,
  };
}

/** A shipment as `obmBk` with the version it is saved against. */
export const presentVersioned = (
  shipment: PresentableBooking,
  subject: 'bill' | 'container',
  reference: ReferenceSnapshot,
  now: Instant,
) => ({ ...presentBooking(shipment, subject, reference, now), recordVersion: shipment.record_version ?? null });

/** A shipment with all its children, as the wire has them. */
export function presentShipment(
  shipment: PresentableShipment,
  subject: 'bill' | 'container',
  reference: ReferenceSnapshot,
  now: Instant,
) {
  const { content, fused } = shipment;
  const { legs, events } = fused ? shownShipment(content, shownAt(shipment, now)) : shownRecord(content);
  return {
    obmBk: presentVersioned(shipment, subject, reference, now),
    obmDoc: presentDocument(shipment),
    obmMultiVessel: legs.map((leg) => presentLeg(shipment, leg, reference)),
    obmDocActualContainerList: content.containers.map((container) => presentContainer(shipment, container)),
    mdStatusRecordList: events.map((event) => presentEvent(shipment, event, reference)),
  };
}

/** No shipment, or one of which nothing is wanted. */
export const emptyShipment = {
  obmBk: null,
  obmDoc: null,
  obmMultiVessel: [],
  obmDocActualContainerList: [],
  mdStatusRecordList: [],
};

/** The wanted parts of a shipment; the others are null or empty. */
export function pickParts(shipment: ReturnType<typeof presentShipment>, parts: readonly string[]) {
  const wants = (part: ShipmentPart): boolean => parts.includes(part);
  return {
    obmBk: wants('obmBk') ? shipment.obmBk : null,
    obmDoc: wants('obmDoc') ? shipment.obmDoc : null,
    obmMultiVessel: wants('obmMultiVessel') ? shipment.obmMultiVessel : [],
    obmDocActualContainerList: wants('obmDocActualContainerList') ? shipment.obmDocActualContainerList : [],
    mdStatusRecordList: wants('mdStatusRecordList') ? shipment.mdStatusRecordList : [],
  };
}
