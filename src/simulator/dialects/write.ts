import { createHash } from 'node:crypto';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText, zoneOffsetMs } from '#shared/time/zone.ts';
import { asRecord, isRecord } from '#shared/values/objects.ts';
import { type DcsaEvent, toDcsaEvent } from '../reports/dcsa-wire.ts';
import type { CarrierRecord } from '../reports/types.ts';
import type { Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';
import type { DialectOptions } from './types.ts';

type Fields = Record<string, unknown>;
type Reported = { world: World; shipment: Shipment; record: CarrierRecord; ways: DialectOptions };

/** How long after a move it is reported again. */
const AGAIN_MS = 3 * HOUR_MS;

const digest = (text: string): string => createHash('sha384').update(text).digest('hex').slice(0, 48);
const billAs = (bill: string, { shortBills }: DialectOptions): string => (shortBills === true ? bill.slice(4) : bill);

/** What an estimate or plan is about; a newer one of the same is one that replaces it. */
const subjectOf = ({ type, code, container, group, portCode, leg }: CarrierRecord): string =>
  [type, code, container, group, portCode, leg?.index].join(' ');

/** The records that the carrier still shows, oldest first: estimates that were overtaken are gone. */
export function shownRecords(
  records: readonly CarrierRecord[],
  { estimatesVanish }: DialectOptions,
): readonly CarrierRecord[] {
  if (estimatesVanish !== true) return records;
  const lastOf = new Map(
    records.flatMap((one) => (one.classifier === 'PLN' ? [] : [[subjectOf(one), one.serial] as const])),
  );
  return records.filter((one) => one.classifier !== 'EST' || lastOf.get(subjectOf(one)) === one.serial);
}

/** Numbers of documents as the carrier writes them. */
function withNumbers(event: Fields, { shipment, record, ways }: Reported): void {
  const asWritten = (value: unknown): unknown => {
    if (value === shipment.billNo) return billAs(shipment.billNo, ways);
    return value === shipment.bookingNo && ways.hashedBookings === true ? digest(shipment.bookingNo) : value;
  };
  if (record.type === 'SHIPMENT') event['documentID'] = asWritten(event['documentID']);
  const documents = event['documentReferences'];
  if (Array.isArray(documents))
    event['documentReferences'] = documents.map(asRecord).map((one) => ({
      ...one,
      documentReferenceValue: asWritten(one['documentReferenceValue']),
    }));
}

function withTimes(event: Fields, { record, ways }: Reported): void {
  if (ways.localZ !== true || record.type === 'SHIPMENT') return;
  const { zone } = record.port;
  // Who takes a local time for UTC in a system that writes local times is off by the same hours.
  const at = record.eventAt + (record.localAsUtc === true ? zoneOffsetMs(record.eventAt, zone) : 0);
  event['eventDateTime'] = `${toLocalText(at, zone).replace(' ', 'T')}Z`;
}

function withId(event: Fields, { shipment, record, ways }: Reported): void {
  if (ways.idsByTime !== true) return;
  const { classifier, eventAt, port } = record;
  const local = toLocalText(eventAt, port.zone).replace(' ', 'T');
  const container = shipment.containers[record.container]?.number ?? shipment.bookingNo;
  event['eventID'] =
    `${classifier}${local}:00${offsetLabel(eventAt, port.zone)}-${record.code}-${record.portCode}-${container}`;
}

const placeNames = ['eventLocation', 'location'] as const;

function withPlacesAsText(part: Fields): void {
  for (const name of placeNames) {
    const location = part[name];
    if (isRecord(location)) part[name] = String(location['locationName']).toUpperCase();
  }
}

const sideOf = (shipment: Shipment, { portCode }: CarrierRecord): string => {
  const ends = shipment.milestones.filter(({ code }) => code === 'DLPT' || code === 'BDAR');
  if (ends[0]?.port.code === portCode) return 'POL';
  return ends.some(({ code, port }) => code === 'BDAR' && port.code === portCode) ? 'POD' : 'PTS';
};

/** Turns the parts of an event into what the carrier makes of them. */
function withParts(event: Fields, { shipment, record, ways }: Reported): Fields {
  const call = isRecord(event['transportCall']) ? { ...event['transportCall'] } : undefined;
  if (call !== undefined) event['transportCall'] = call;
  if (ways.paddedVoyages === true && call !== undefined)
    for (const name of ['carrierVoyageNumber', 'exportVoyageNumber', 'importVoyageNumber'])
      if (typeof call[name] === 'string') call[name] = call[name].replace(/(?=[A-Z]$)/, '   ');
  const id = call?.['transportCallID'];
  if (ways.hashedBookings === true && call !== undefined && typeof id === 'string')
    call['transportCallID'] = id.replace(shipment.bookingNo, digest(shipment.bookingNo));
  if (ways.placesAsText === true) for (const part of [event, call ?? {}]) withPlacesAsText(part);
  if (ways.containersInReferences === true && record.type === 'TRANSPORT')
    event['references'] = (shipment.groups[record.group]?.containers ?? []).map((index) => ({
      referenceType: 'EQ',
      referenceValue: shipment.containers[index]?.number,
    }));
  if (ways.ownPart === true && record.leg !== undefined)
    event['carrierSpecificData'] = { shipmentLocationType: sideOf(shipment, record) };
  if (ways.exchangedType === true && record.code === 'PICK') {
    event['eventType'] = 'GTOT';
    event['equipmentEventTypeCode'] = 'EMPTY';
    delete event['emptyIndicatorCode'];
  }
  if (ways.noCall === true && record.type === 'TRANSPORT' && call !== undefined) {
    const { location, ...beside } = call;
    delete event['transportCall'];
    return { ...event, eventLocation: location, ...beside };
  }
  return event;
}

/** Names, words and what is left not stated, at any depth. */
function rewritten(value: unknown, ways: DialectOptions): unknown {
  if (typeof value === 'string') return ways.words?.[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => rewritten(one, ways));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => ways.unstated?.includes(name) !== true)
      .map(([name, one]) => [ways.names?.[name] ?? name, rewritten(one, ways)]),
  );
}

const withNulls = (part: Fields, names: readonly string[] | undefined): Fields => ({
  ...Object.fromEntries((names ?? []).map((name) => [name, null])),
  ...Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)),
});

function nullsIn(event: Fields, { nulls }: DialectOptions): Fields {
  if (nulls === undefined) return event;
  const call = event['transportCall'];
  if (!isRecord(call)) return withNulls(event, nulls.event);
  const vessel = isRecord(call['vessel']) ? withNulls(call['vessel'], nulls.vessel) : undefined;
  return withNulls({ ...event, transportCall: withNulls({ ...call, vessel }, nulls.call) }, nulls.event);
}

/** The move of a container reported again: under another id, later, and with another name of its place. */
function again(event: DcsaEvent, { record }: Reported): DcsaEvent {
  const call = asRecord(event['transportCall']);
  const created = new Date(record.createdAt + AGAIN_MS).toISOString().replace('.000', '');
  return {
    ...event,
    eventID: event.eventID.replace('-a', '-b'),
    eventCreatedDateTime: created,
    transportCall: { ...call, otherFacility: String(call['otherFacility']).toUpperCase() },
  };
}

/** Writes a record as the carrier does, twice where it tells it twice; `now`: nothing is reported before its time. */
export function writeRecord(reported: Reported, now: Instant): Fields[] {
  const { world, shipment, record, ways } = reported;
  const event = toDcsaEvent(world, shipment, record);
  const isRepeated =
    ways.repeatsEvery !== undefined &&
    record.type === 'EQUIPMENT' &&
    record.classifier === 'ACT' &&
    record.serial % ways.repeatsEvery === 0 &&
    record.createdAt + AGAIN_MS <= now;
  return (isRepeated ? [event, again(event, reported)] : [event]).map((one) => {
    const fields: Fields = { ...one };
    withNumbers(fields, reported);
    withTimes(fields, reported);
    withId(fields, reported);
    return nullsIn(asRecord(rewritten(withParts(fields, reported), ways)), ways);
  });
}

const listOfType: Readonly<Record<string, string>> = {
  SHIPMENT: 'shipmentEvent',
  TRANSPORT: 'transportEvent',
  EQUIPMENT: 'equipmentEvent',
};

/** Events in lists by kind, each numbered by itself, with their calls beside them. */
export function inLists(events: readonly Fields[], shipment: Shipment | undefined): Fields {
  const lists: Record<string, Fields[]> = { shipmentEvent: [], transportEvent: [], equipmentEvent: [] };
  const calls = new Map<unknown, Fields>();
  for (const { transportCall, ...event } of events) {
    const list = lists[listOfType[String(event['eventType']).toUpperCase()] ?? ''] ?? [];
    const call = asRecord(transportCall);
    const { transportCallID: id, modeOfTransport, location } = call;
    if (id !== undefined) calls.set(id, call);
    list.push({
      ...event,
      eventID: String(list.length + 1),
      ...(id !== undefined && { transportCall: { transportCallID: id, modeOfTransport, location } }),
    });
  }
  return {
    shipment: shipment === undefined ? null : { carrierBookingReference: shipment.bookingNo },
    ...lists,
    transportCall: [...calls.values()],
  };
}
