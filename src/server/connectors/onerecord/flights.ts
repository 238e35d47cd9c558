import { type FlightRun, noTimes, type Times } from '#domain/tracking/air/statement.ts';
import type { Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { codeAt, isOfType, type Node, nodesAt, textAt } from './json-ld.ts';
import type { Reader } from './reader.ts';

/** A flight of a consignment, with the times that are notified of it. */
export type Movement = { run: FlightRun; departs: Times; arrives: Times };

/** How sure a time is, by the enumerations `EventTimeType` and `MovementTimeType`. */
export const timeTypes: Readonly<Record<string, keyof Times>> = {
  ACTUAL: 'actual',
  ESTIMATED: 'estimated',
  EXPECTED: 'estimated',
  PLANNED: 'planned',
  SCHEDULED: 'planned',
  REQUESTED: 'planned',
};

/** Number, day and airports of a flight; its day is that of its departure, else `dayOf` gives it. */
function runOf(reader: Reader, node: Node, departs: Times, dayOf: () => string | null): FlightRun | null {
  const reported = textAt(node, 'transportIdentifier');
  const flight = /^([A-Z0-9]{2})0*(\d{1,4}[A-Z]?)$/.exec((reported ?? '').replaceAll(/[ -]/g, ''));
  if (flight === null) return reader.note('bad_reference', 'transportIdentifier', reported) ?? null;
  const from = reader.airport(node, 'departureLocation');
  const to = reader.airport(node, 'arrivalLocation');
  const left = departs.planned ?? departs.estimated ?? departs.actual;
  const zone = from === null ? undefined : reader.zoneOf(from);
  const day = textAt(node, 'flightDate') ?? (left === null ? dayOf() : toLocalText(left, zone ?? 'UTC').slice(0, 10));
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return reader.note('missing_field', 'movementTimes') ?? null;
  return { flight: `${flight[1]}${flight[2]}`, day, from, to };
}

/** The flight that an event names; null: it names none. `at` is when a thing happened with the flight, if it did. */
export function movementOf(reader: Reader, event: Node, at: Instant | null): Movement | null {
  const linked = ['transportMovementReference', 'eventFor', 'transportMovement'].flatMap((name) =>
    nodesAt(event, name, reader.nodes),
  );
  const movement = linked.find((node) => isOfType(node, 'TransportMovement'));
  // Of a flight that another server has, nothing is known but that there is one.
  if (movement === undefined || textAt(movement, 'transportIdentifier') === null) return null;
  const [departs, arrives]: [Times, Times] = [{ ...noTimes }, { ...noTimes }];
  for (const time of nodesAt(movement, 'movementTimes', reader.nodes)) {
    const kind = timeTypes[codeAt(time, 'movementTimeType') ?? codeAt(time, 'timeType') ?? ''];
    const direction = codeAt(time, 'direction');
    const moment = reader.moment(time, 'movementTimestamp');
    if (kind === undefined || moment === undefined) continue;
    if (direction === 'INBOUND') arrives[kind] = moment;
    else if (direction === 'OUTBOUND') departs[kind] = moment;
  }
  const dayOf = (): string | null => {
    const airport = reader.airport(event, 'eventLocation');
    const zone = airport === null ? undefined : reader.zoneOf(airport);
    return at === null ? null : toLocalText(at, zone ?? 'UTC').slice(0, 10);
  };
  const run = runOf(reader, movement, departs, dayOf);
  return run === null ? null : { run, departs, arrives };
}

/** The flights of the booking that a waybill refers to: events name no flight before the ontology of 2026. */
export function bookedMovements(reader: Reader, waybill: Node): Movement[] {
  const [booking] = nodesAt(waybill, 'referredBookingOption', reader.nodes);
  if (booking === undefined) return [];
  const segments = nodesAt(booking, 'bookingSegments', reader.nodes);
  const legs = [booking, ...segments].flatMap((node) => nodesAt(node, 'transportLegs', reader.nodes));
  return legs.slice(0, 50).flatMap((leg): Movement[] => {
    const departs = { ...noTimes, planned: reader.moment(leg, 'departureDate') ?? null };
    const arrives = { ...noTimes, planned: reader.moment(leg, 'arrivalDate') ?? null };
    const run = runOf(reader, leg, departs, () => null);
    return run === null ? [] : [{ run, departs, arrives }];
  });
}
