import { expect } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import {
  bodyOf,
  exampleBill,
  exampleReference,
  type ExampleShip,
  transportEvent,
  type WireEvent,
} from '#server/connectors/dcsa/event-builders.ts';
import { parseEvents } from '#server/connectors/dcsa/parse.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;

/** What these events make of the example's bill; nothing of them is refused. */
export function contentOf(events: readonly WireEvent[]): ShipmentContent {
  const { content, refusals } = parseEvents([bodyOf(events)], about, exampleReference);
  expect(refusals).toEqual([]);
  return content as ShipmentContent;
}

/** Every milestone in one short line: box or bill, status, port, and which time it is. */
export const shown = ({ events }: ShipmentContent): string[] =>
  events.map(
    (event) =>
      `${event.containerNo ?? 'bill'} ${event.statusCode} ${event.portCode}${event.occurrence > 1 ? ` #${event.occurrence}` : ''}`,
  );

/** A leg as it was planned at a time: its departure and its arrival. */
export const planOf = (
  id: string,
  ship: ExampleShip,
  from: string,
  to: string,
  start: string,
  end: string,
  createdAt: string,
): WireEvent[] => [
  transportEvent({ id: `${id}-out`, code: 'DEPA', classifier: 'PLN', port: from, at: start, createdAt, ship }),
  transportEvent({ id: `${id}-in`, code: 'ARRI', classifier: 'PLN', port: to, at: end, createdAt, ship }),
];
