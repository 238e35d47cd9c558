import type { ParseReference } from '../types.ts';

/** An event as a carrier writes it; any attribute may be overwritten to break it. */
export type WireEvent = Record<string, unknown>;

/** A ship of the examples: name, IMO number, voyage. */
export type ExampleShip = { name: string; imo: string; voyage: string };

/** Ships of the examples. */
export const ships = {
  first: { name: 'Amber Tide', imo: '9321483', voyage: '101W' },
  second: { name: 'Birch Wake', imo: '9074729', voyage: '207W' },
  other: { name: 'Cedar Gale', imo: '9300001', voyage: '102W' },
} as const satisfies Record<string, ExampleShip>;

const zones: Readonly<Record<string, string>> = {
  CNSHA: 'Asia/Shanghai',
  SGSIN: 'Asia/Singapore',
  MYPKG: 'Asia/Kuala_Lumpur',
  NLRTM: 'Europe/Amsterdam',
  BEANR: 'Europe/Brussels',
  DEDUI: 'Europe/Berlin',
};

/** Look-ups of the examples: six ports, and CNSGH as another code of CNSHA. */
export const exampleReference: ParseReference = {
  resolvePort: (code) => (code === 'CNSGH' ? 'CNSHA' : zones[code] === undefined ? undefined : code),
  zoneOf: (code) => zones[code],
};

/** Bill, booking and container of the examples. */
export const exampleBill = 'MERI123456789';
export const exampleBooking = 'BK55001';
export const exampleContainer = 'CSQU3054383';
export const otherContainer = 'MSKU6011672';

/** What an example event says; times are ISO text with offset. */
export type EventOptions = {
  id: string;
  code: string;
  classifier?: 'PLN' | 'EST' | 'ACT';
  port: string;
  at: string;
  createdAt?: string;
  ship?: ExampleShip;
  container?: string;
  empty?: boolean;
  more?: WireEvent;
};

function common({ id, classifier = 'ACT', at, createdAt = at }: EventOptions, eventType: string): WireEvent {
  return {
    eventID: id,
    eventType,
    eventCreatedDateTime: createdAt,
    eventDateTime: at,
    eventClassifierCode: classifier,
    documentReferences: [
      { documentReferenceType: 'BKG', documentReferenceValue: exampleBooking },
      { documentReferenceType: 'TRD', documentReferenceValue: exampleBill },
    ],
  };
}

function callOf({ port, ship }: EventOptions): WireEvent {
  if (ship === undefined) return { UNLocationCode: port, modeOfTransport: 'TRUCK', otherFacility: `${port} Depot` };
  return {
    UNLocationCode: port,
    modeOfTransport: 'VESSEL',
    carrierServiceCode: 'AE7',
    carrierVoyageNumber: ship.voyage,
    location: { locationName: `${port} Terminal`, UNLocationCode: port },
    vessel: { vesselIMONumber: ship.imo, vesselName: ship.name },
  };
}

/** A TRANSPORT event: ARRI or DEPA of a ship. */
export function transportEvent(options: EventOptions): WireEvent {
  return {
    ...common(options, 'TRANSPORT'),
    transportEventTypeCode: options.code,
    transportCall: callOf(options),
    ...options.more,
  };
}

/** An EQUIPMENT event of a container; on land unless a ship is given. */
export function equipmentEvent(options: EventOptions): WireEvent {
  return {
    ...common(options, 'EQUIPMENT'),
    equipmentEventTypeCode: options.code,
    equipmentReference: options.container ?? exampleContainer,
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: options.empty === true ? 'EMPTY' : 'LADEN',
    seals: options.empty === true ? [] : [{ sealNumber: 'SL778', sealSource: 'SHI' }],
    transportCall: callOf(options),
    ...options.more,
  };
}

/** A SHIPMENT event about a document. */
export function documentEvent(
  options: Omit<EventOptions, 'port'> & { document: string; documentId?: string },
): WireEvent {
  const { documentReferences: _, ...fields } = common({ ...options, port: '' }, 'SHIPMENT');
  return {
    ...fields,
    shipmentEventTypeCode: options.code,
    documentTypeCode: options.document,
    documentID: options.documentId ?? 'CN-1',
    ...options.more,
  };
}

/** A container from Shanghai to Rotterdam on one ship, from empty pick-up to empty return. */
export function directVoyage(ship: ExampleShip = ships.first): WireEvent[] {
  return [
    documentEvent({ id: 'd1', code: 'CONF', document: 'BKG', documentId: exampleBooking, at: '2026-01-01T08:00:00Z' }),
    transportEvent({
      id: 't1',
      code: 'DEPA',
      classifier: 'PLN',
      port: 'CNSHA',
      at: '2026-01-10T12:00:00+08:00',
      createdAt: '2026-01-01T08:05:00Z',
      ship,
    }),
    transportEvent({
      id: 't2',
      code: 'ARRI',
      classifier: 'PLN',
      port: 'NLRTM',
      at: '2026-02-09T06:00:00+01:00',
      createdAt: '2026-01-01T08:05:00Z',
      ship,
    }),
    transportEvent({
      id: 't3',
      code: 'DEPA',
      classifier: 'EST',
      port: 'CNSHA',
      at: '2026-01-10T18:00:00+08:00',
      createdAt: '2026-01-08T00:00:00Z',
      ship,
    }),
    equipmentEvent({ id: 'e1', code: 'PICK', port: 'CNSHA', at: '2026-01-05T09:00:00+08:00', empty: true }),
    equipmentEvent({ id: 'e2', code: 'STUF', port: 'CNSHA', at: '2026-01-06T09:00:00+08:00' }),
    equipmentEvent({ id: 'e3', code: 'GTIN', port: 'CNSHA', at: '2026-01-08T09:00:00+08:00' }),
    documentEvent({ id: 'd2', code: 'RELS', document: 'CUS', at: '2026-01-08T12:00:00Z' }),
    equipmentEvent({ id: 'e4', code: 'LOAD', port: 'CNSHA', at: '2026-01-10T02:00:00+08:00', ship }),
    transportEvent({
      id: 't4',
      code: 'DEPA',
      port: 'CNSHA',
      at: '2026-01-10T19:30:00+08:00',
      createdAt: '2026-01-10T12:00:00Z',
      ship,
    }),
    transportEvent({
      id: 't5',
      code: 'ARRI',
      classifier: 'EST',
      port: 'NLRTM',
      at: '2026-02-10T06:00:00+01:00',
      createdAt: '2026-02-01T00:00:00Z',
      ship,
    }),
    transportEvent({
      id: 't6',
      code: 'ARRI',
      port: 'NLRTM',
      at: '2026-02-10T07:15:00+01:00',
      createdAt: '2026-02-10T07:00:00Z',
      ship,
    }),
    equipmentEvent({ id: 'e5', code: 'DISC', port: 'NLRTM', at: '2026-02-10T15:00:00+01:00', ship }),
    documentEvent({ id: 'd3', code: 'RELS', document: 'SRM', documentId: exampleBill, at: '2026-02-11T10:00:00Z' }),
    equipmentEvent({ id: 'e6', code: 'GTOT', port: 'NLRTM', at: '2026-02-12T10:00:00+01:00' }),
    equipmentEvent({ id: 'e7', code: 'STRP', port: 'DEDUI', at: '2026-02-13T10:00:00+01:00' }),
    equipmentEvent({ id: 'e8', code: 'DROP', port: 'NLRTM', at: '2026-02-14T10:00:00+01:00', empty: true }),
  ];
}

/** A body as it comes over the wire. */
export function bodyOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
