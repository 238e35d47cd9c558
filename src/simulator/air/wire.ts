import { createRandom } from '#shared/random/prng.ts';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import type { AirStatus, Consignment } from './consignments.ts';
import type { Flight } from './flights.ts';

/** A node of JSON-LD. */
export type Written = Readonly<Record<string, unknown>>;

const CODES = 'https://onerecord.iata.org/ns/code-lists';
/** Names of the ontologies that answers are written in. */
export const context = {
  cargo: 'https://onerecord.iata.org/ns/cargo#',
  api: 'https://onerecord.iata.org/ns/api#',
} as const;

const moment = (at: Instant) => ({
  '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
  '@value': toIsoText(at),
});
const place = (airport: string) => ({
  '@type': 'cargo:Location',
  'cargo:locationType': 'AIRPORT',
  'cargo:locationCodes': [{ '@type': 'cargo:CodeListElement', 'cargo:code': airport }],
});
const weight = (kilograms: number) => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': String(kilograms) },
  'cargo:unit': { '@id': `${CODES}/MeasurementUnitCode#KGM` },
});
const revision = { 'api:hasRevision': 1, 'api:hasLatestRevision': 1 } as const;

/** Addresses of the objects of a consignment on the server of its airline. */
const addressesOf = (base: string, { waybill }: Consignment) => ({
  waybill: `${base}/logistics-objects/waybill-${waybill}`,
  shipment: `${base}/logistics-objects/shipment-${waybill}`,
  piece: (serial: number) => `${base}/logistics-objects/piece-${waybill}-${serial}`,
});

/** The address of the object that events hang on. */
export const shipmentAddress = (base: string, consignment: Consignment): string =>
  addressesOf(base, consignment).shipment;

const flightTime = (direction: string, at: Instant) => ({
  '@type': 'cargo:MovementTime',
  'cargo:direction': { '@id': `cargo:${direction}` },
  'cargo:movementTimeType': { '@id': 'cargo:SCHEDULED' },
  'cargo:movementTimestamp': moment(at),
});

const flightAddress = (base: string, { flight, day }: Flight): string =>
  `${base}/logistics-objects/flight-${flight}-${day}`;

/** A flight as the object that events refer to. */
export const movementOf = (base: string, flight: Flight): Written => ({
  '@context': context,
  ...movement(base, flight),
});

const movement = (base: string, run: Flight) => ({
  '@id': flightAddress(base, run),
  '@type': 'cargo:TransportMovement',
  ...revision,
  ...timesOf(run),
});

const timesOf = ({ flight, from, to, departure, arrival }: Flight) => ({
  'cargo:transportIdentifier': flight,
  'cargo:departureLocation': place(from),
  'cargo:arrivalLocation': place(to),
  'cargo:movementTimes': [flightTime('OUTBOUND', departure), flightTime('INBOUND', arrival)],
});

/** The list has one code for each discrepancy. */
const codeOf = ({ code, discrepancy }: AirStatus): string => (discrepancy === null ? code : `${code}_${discrepancy}`);

function eventOf(base: string, id: string, consignment: Consignment, status: AirStatus): Written {
  // A booking is an event when it is made; when the flight leaves is a time of the flight.
  const happenedAt = status.isPlan ? status.publishedAt : status.at;
  return {
    '@id': id,
    '@type': ['cargo:StatusUpdateEvent', 'cargo:LogisticsEvent'],
    'cargo:eventCode': { '@id': `${CODES}/StatusCode#${codeOf(status)}` },
    'cargo:eventDate': moment(happenedAt),
    'cargo:creationDate': moment(status.publishedAt),
    'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
    'cargo:eventLocation': place(status.airport),
    'cargo:eventFor': { '@id': shipmentAddress(base, consignment), '@type': 'cargo:Shipment' },
    'cargo:partialEventIndicator': status.pieces < consignment.pieces,
    'cargo:recordedPieceCount': status.pieces,
    'cargo:recordedWeight': weight(status.pieces * consignment.kgPerPiece),
    ...(status.flight !== null && {
      'cargo:transportMovementReference': {
        '@id': flightAddress(base, status.flight),
        '@type': 'cargo:TransportMovement',
      },
    }),
  };
}

/** An event of the shipment of a consignment, with the facts by which events are filtered and sorted. */
export type WrittenEvent = { code: string; createdAt: Instant; happenedAt: Instant; node: Written };

/** The events of a shipment that are known by now, newest first; one in fifteen was recorded twice. */
export function eventsOf(seed: string, base: string, consignment: Consignment, now: Instant): WrittenEvent[] {
  const address = shipmentAddress(base, consignment);
  const random = createRandom(`${seed}/one-record/${consignment.waybill}`);
  return consignment.statuses
    .map((status, serial) => ({ status, serial, twice: random.chance(1 / 15) }))
    .filter(({ status }) => status.publishedAt <= now)
    .flatMap(({ status, serial, twice }) =>
      (twice ? [`${serial}`, `${serial}-again`] : [`${serial}`]).map((id): WrittenEvent => ({
        code: codeOf(status),
        createdAt: status.publishedAt,
        happenedAt: status.isPlan ? status.publishedAt : status.at,
        node: eventOf(base, `${address}/logistics-events/${id}`, consignment, status),
      })),
    )
    .toReversed();
}

/** Events as an answer of `/logistics-events`: one is not in a list, and of none only the number is reported. */
export function collectionOf(address: string, events: readonly WrittenEvent[], total = events.length): Written {
  const nodes = events.map(({ node }) => node);
  return {
    '@context': context,
    '@id': `${address}/logistics-events`,
    '@type': 'api:Collection',
    'api:hasTotalItems': total,
    ...(nodes.length > 0 && { 'api:hasItem': nodes.length === 1 ? nodes[0] : nodes }),
  };
}

/** A logistics object of a consignment: its waybill, its shipment, or a piece; `isEmbedded` puts objects in place of links to them. */
export function toLogisticsObject(
  base: string,
  consignment: Consignment,
  kind: 'waybill' | 'shipment' | number,
  isEmbedded: boolean,
): Written {
  const { pieces, kgPerPiece, origin, destination, waybill } = consignment;
  const ids = addressesOf(base, consignment);
  const [prefix, number] = waybill.split('-');
  const link = (id: string, type: string): Written => ({ '@id': id, '@type': `cargo:${type}` });
  const piece = (serial: number): Written => ({
    ...link(ids.piece(serial), 'Piece'),
    ...revision,
    'cargo:grossWeight': weight(kgPerPiece),
    'cargo:ofShipment': link(ids.shipment, 'Shipment'),
  });
  const shipment: Written = {
    ...link(ids.shipment, 'Shipment'),
    ...revision,
    'cargo:pieces': Array.from({ length: pieces }, (_none, index) => link(ids.piece(index + 1), 'Piece')),
    'cargo:totalGrossWeight': weight(pieces * kgPerPiece),
    'cargo:waybill': link(ids.waybill, 'Waybill'),
  };
  const node = {
    waybill: (): Written => ({
      ...link(ids.waybill, 'Waybill'),
      ...revision,
      'cargo:waybillType': { '@id': 'cargo:DIRECT' },
      'cargo:waybillPrefix': prefix,
      'cargo:waybillNumber': number,
      'cargo:departureLocation': place(origin),
      'cargo:arrivalLocation': place(destination),
      'cargo:shipment': isEmbedded ? shipment : link(ids.shipment, 'Shipment'),
    }),
    shipment: () => shipment,
  };
  return { '@context': context, ...(typeof kind === 'number' ? piece(kind) : node[kind]()) };
}

/** Everything that the server of an airline tells of a consignment now: its waybill with its shipment, the events of that, and the flights. */
export function toGraph(seed: string, base: string, consignment: Consignment, now: Instant): Written {
  const events = eventsOf(seed, base, consignment, now);
  const flights = new Map(
    consignment.statuses.flatMap(({ flight }) => (flight === null ? [] : [[flightAddress(base, flight), flight]])),
  );
  return {
    '@graph': [
      toLogisticsObject(base, consignment, 'waybill', true),
      collectionOf(shipmentAddress(base, consignment), events),
      ...[...flights.values()].map((flight) => movementOf(base, flight)),
    ],
  };
}
