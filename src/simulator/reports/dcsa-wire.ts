import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import type { WorldPort, WorldVessel } from '../network/types.ts';
import type { World } from '../world.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import type { CarrierRecord } from './types.ts';

/** An event in the form of DCSA Track & Trace 2.2. */
export type DcsaEvent = Record<string, unknown> & {
  eventID: string;
  eventType: CarrierRecord['type'];
  eventCreatedDateTime: string;
  eventDateTime: string;
  eventClassifierCode: CarrierRecord['classifier'];
};

/** Version of the contract the carriers' servers speak. */
export const DCSA_VERSION = '2.2.0';

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}

/** A mark derived from two numbers, so that ids look as unalike as they are unique. */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

/** The id of an event: a UUID that carries the shipment and the number of the record in it. */
function eventId(shipment: Shipment, record: CarrierRecord): string {
  const index = shipmentIndex(shipment.key);
  const mark = mix(index, record.serial);
  const tail = hex(mix(record.serial, index), 8);
  return `${hex(index, 8)}-${hex(record.serial, 4)}-4${hex(mark & 0xfff, 3)}-a${hex((mark >>> 12) & 0xfff, 3)}-${hex(mark >>> 24, 4)}${tail}`;
}

/** The shipment and the record an event id stands for, undefined when it has another shape. */
export function parseEventId(id: string): { index: number; serial: number } | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  if (match === null) return undefined;
  return { index: Number.parseInt(match[1] ?? '', 16), serial: Number.parseInt(match[2] ?? '', 16) };
}

function localIso(instant: Instant, zone: string, asUtc: boolean): string {
  const text = toLocalText(instant, zone).replace(' ', 'T');
  return `${text}${asUtc ? '+00:00' : offsetLabel(instant, zone)}`;
}

function locationOf(port: WorldPort, code: string, name = port.name): object {
  const [longitude, latitude] = port.position;
  return {
    locationName: name,
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
    UNLocationCode: code,
  };
}

const landPlaces: Readonly<Record<string, readonly [string, string]>> = {
  PICK: ['DEPO', 'Empty Depot'],
  STUF: ['CLOC', 'Container Freight Station'],
  GTIN: ['POTE', 'Container Terminal'],
  GTOT: ['POTE', 'Container Terminal'],
  STRP: ['CLOC', 'Consignee Warehouse'],
  DROP: ['DEPO', 'Empty Depot'],
};

function vesselOf(vessel: WorldVessel, operator: string): object {
  return {
    vesselIMONumber: vessel.imo,
    vesselName: vessel.name,
    vesselFlag: vessel.flag,
    vesselCallSignNumber: vessel.callSign,
    vesselOperatorCarrierCode: operator,
    vesselOperatorCarrierCodeListProvider: 'NMFTA',
  };
}

function vesselCall(world: World, record: CarrierRecord): object | undefined {
  const { leg } = record;
  if (leg === undefined) return undefined;
  const { plan, atEnd } = leg;
  const sailing = world.sailings.sailing(plan.service, plan.week);
  const { service } = sailing;
  const position = atEnd ? plan.to : plan.from;
  const voyage = plan.from < service.turn ? sailing.outbound : sailing.inbound;
  const next = world.sailings.sailing(plan.service, plan.week + service.weeks);
  const before = world.sailings.sailing(plan.service, plan.week - service.weeks);
  const departing =
    position < service.turn ? sailing.outbound : position < service.calls.length ? sailing.inbound : next.outbound;
  const arriving = position < service.turn ? before.inbound : sailing.outbound;
  const changed = sailing.vesselKnownAt <= record.createdAt;
  return {
    transportCallID: `${service.code}-${plan.week}-${position}`,
    carrierServiceCode: service.code,
    carrierVoyageNumber: voyage,
    exportVoyageNumber: atEnd ? departing : voyage,
    importVoyageNumber: atEnd ? voyage : arriving,
    transportCallSequenceNumber: position + 1,
    UNLocationCode: record.portCode,
    facilityTypeCode: 'POTE',
    otherFacility: `${record.port.name} Container Terminal`.slice(0, 50),
    modeOfTransport: 'VESSEL',
    location: locationOf(record.port, record.portCode),
    vessel: vesselOf(changed ? sailing.vessel : sailing.plannedVessel, service.carrier.scac),
  };
}

function landCall(shipment: Shipment, record: CarrierRecord): object {
  const [type, name] = landPlaces[record.code] ?? ['POTE', 'Container Terminal'];
  return {
    transportCallID: `${shipment.bookingNo}-${record.code}-${record.portCode}`,
    UNLocationCode: record.portCode,
    facilityTypeCode: type,
    otherFacility: `${record.port.name} ${name}`.slice(0, 50),
    modeOfTransport: 'TRUCK',
    location: locationOf(record.port, record.portCode, `${record.port.name} ${name}`),
  };
}

function shipmentPart(shipment: Shipment, record: CarrierRecord): object {
  return {
    shipmentEventTypeCode: record.code,
    documentID: record.document?.id,
    documentTypeCode: record.document?.type,
    reason: record.remark,
    references: [{ referenceType: 'CR', referenceValue: shipment.orderNo }],
  };
}

function documentReferences(shipment: Shipment): object[] {
  return [
    { documentReferenceType: 'BKG', documentReferenceValue: shipment.bookingNo },
    { documentReferenceType: 'TRD', documentReferenceValue: shipment.billNo },
  ];
}

function movementPart(world: World, shipment: Shipment, record: CarrierRecord): object {
  const common = {
    transportCall: vesselCall(world, record) ?? landCall(shipment, record),
    documentReferences: documentReferences(shipment),
    references: [{ referenceType: 'CR', referenceValue: shipment.orderNo }],
  };
  if (record.type === 'TRANSPORT') {
    return {
      transportEventTypeCode: record.code,
      delayReasonCode: record.delayReason,
      changeRemark: record.remark,
      ...common,
    };
  }
  const container = shipment.containers[record.container];
  return {
    equipmentEventTypeCode: record.code,
    equipmentReference: container?.number,
    ISOEquipmentCode: container?.isoCode,
    emptyIndicatorCode: record.empty === true ? 'EMPTY' : 'LADEN',
    eventLocation: locationOf(record.port, record.portCode),
    ...common,
    seals:
      record.empty === true || record.code === 'STRP' || record.classifier !== 'ACT'
        ? []
        : [{ sealNumber: container?.sealNumber, sealSource: 'SHI', sealType: 'BLT' }],
  };
}

/** Writes a record down as an event of the standard, times in the offset of their place. */
export function toDcsaEvent(world: World, shipment: Shipment, record: CarrierRecord): DcsaEvent {
  const created = toIsoText(record.createdAt);
  return {
    eventID: eventId(shipment, record),
    eventType: record.type,
    eventCreatedDateTime: created,
    // The standard wants both times of a document's event to be the same.
    eventDateTime:
      record.type === 'SHIPMENT' ? created : localIso(record.eventAt, record.port.zone, record.localAsUtc === true),
    eventClassifierCode: record.classifier,
    ...(record.type === 'SHIPMENT' ? shipmentPart(shipment, record) : movementPart(world, shipment, record)),
  };
}
