import { createRandom } from '#shared/random/prng.ts';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import type { AirStatus, Consignment } from './consignments.ts';
import type { Flight } from './flights.ts';

const code = (value: string) => ({ '@type': 'cargo:CodeListElement', 'cargo:code': value });
const place = (airport: string) => ({ '@type': 'cargo:Location', 'cargo:locationCodes': [code(airport)] });
const moment = (at: Instant) => ({ '@value': toIsoText(at), '@type': 'xsd:dateTime' });
const weight = (kilograms: number) => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@value': String(kilograms), '@type': 'xsd:double' },
  'cargo:unit': code('KGM'),
});

const movement = ({ flight, day, from, to, departure, arrival }: Flight) => ({
  '@type': 'cargo:TransportMovement',
  'cargo:transportIdentifier': flight,
  'cargo:flightDate': day,
  'cargo:departureLocation': place(from),
  'cargo:arrivalLocation': place(to),
  'cargo:movementTimes': [
    {
      'cargo:direction': code('OUTBOUND'),
      'cargo:timeType': code('PLANNED'),
      'cargo:movementTimestamp': moment(departure),
    },
    {
      'cargo:direction': code('INBOUND'),
      'cargo:timeType': code('PLANNED'),
      'cargo:movementTimestamp': moment(arrival),
    },
  ],
});

const eventOf = (id: string, serial: number, consignment: Consignment, status: AirStatus) => ({
  '@id': `${id}/logistics-events/${serial}`,
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventCode': { '@id': `https://onerecord.iata.org/ns/coreCodeLists#StatusCode_${status.code}` },
  'cargo:eventDate': moment(status.at),
  'cargo:creationDate': moment(status.publishedAt),
  'cargo:eventTimeType': code(status.isPlan ? 'PLANNED' : 'ACTUAL'),
  'cargo:eventLocation': place(status.airport),
  'cargo:partialEventIndicator': status.pieces < consignment.pieces,
  'cargo:pieceCount': status.pieces,
  'cargo:grossWeight': weight(status.pieces * consignment.kgPerPiece),
  ...(status.discrepancy !== null && { 'cargo:discrepancyCode': code(status.discrepancy) }),
  ...(status.flight !== null && { 'cargo:eventFor': movement(status.flight) }),
});

/** A consignment as its airline's ONE Record server tells it now: newest events first, one in fifteen twice. */
export function toLogisticsObject(seed: string, base: string, consignment: Consignment, now: Instant): object {
  const id = `${base}/logistics-objects/waybill-${consignment.waybill}`;
  const random = createRandom(`${seed}/one-record/${consignment.waybill}`);
  const events = consignment.statuses
    .map((status, serial) => ({ status, serial, twice: random.chance(1 / 15) }))
    .filter(({ status }) => status.publishedAt <= now)
    .flatMap(({ status, serial, twice }) => {
      const event = eventOf(id, serial, consignment, status);
      return twice ? [event, event] : [event];
    })
    .toReversed();
  const [prefix, number] = consignment.waybill.split('-');
  return {
    '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#', xsd: 'http://www.w3.org/2001/XMLSchema#' },
    '@id': id,
    '@type': ['cargo:Waybill', 'cargo:LogisticsObject'],
    'cargo:waybillPrefix': prefix,
    'cargo:waybillNumber': number,
    'cargo:departureLocation': place(consignment.origin),
    'cargo:arrivalLocation': place(consignment.destination),
    'cargo:shipment': {
      '@type': 'cargo:Shipment',
      'cargo:totalPieceCount': consignment.pieces,
      'cargo:totalGrossWeight': weight(consignment.pieces * consignment.kgPerPiece),
    },
    'cargo:events': events,
  };
}
