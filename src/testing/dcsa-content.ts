import { expect } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import {
  bodyOf,
  exampleBill,
  exampleReference,
  type ExampleShip,
  ships,
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

/** Every milestone in one short line: container or bill, status, port, and which time it is. */
export const shown = ({ events }: ShipmentContent): string[] =>
  events.map(
    (event) =>
      `${event.containerNo ?? 'bill'} ${event.statusCode} ${event.portCode}${event.occurrence > 1 ? ` #${event.occurrence}` : ''}`,
  );

type Call = readonly [port: string, at: string];

/** A leg as it was planned on 1 January 2026: its departure and its arrival. */
export function planOf(id: string, ship: ExampleShip, [from, start]: Call, [to, end]: Call): WireEvent[] {
  const plan = { classifier: 'PLN' as const, createdAt: '2026-01-01T00:00:00Z', ship };
  return [
    transportEvent({ id: `${id}-out`, code: 'DEPA', port: from, at: start, ...plan }),
    transportEvent({ id: `${id}-in`, code: 'ARRI', port: to, at: end, ...plan }),
  ];
}

/** When a ship is expected to leave a port or to reach it, as reported at `createdAt`. */
export const estimated = (
  id: string,
  code: 'DEPA' | 'ARRI',
  [port, at]: Call,
  createdAt: string,
  ship: ExampleShip = ships.first,
): WireEvent => transportEvent({ id, code, classifier: 'EST', port, at, createdAt, ship });
