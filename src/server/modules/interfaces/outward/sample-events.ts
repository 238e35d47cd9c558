import { randomUUID } from 'node:crypto';
import { shownShipment } from '#domain/tracking/estimates.ts';
import { writeEvents } from '#server/connectors/dcsa/index.ts';
import { stagedConnector, stepAt } from '#server/connectors/staged/index.ts';
import { testCarrier, testBill, testContainer, type TestStory } from '#shared/ids/test-reference.ts';
import type { WebhookKind } from '#shared/reference/webhooks.ts';
import type { Instant } from '#shared/time/instant.ts';
import { toWire, type WireEvent } from './query-events.ts';

/** Which story has an event of a kind, and the code that is shown. */
const shownBy: Readonly<Record<WebhookKind, { story: TestStory; code: string }>> = {
  SHIPMENT: { story: 'held', code: 'HOLD' },
  TRANSPORT: { story: 'arrived', code: 'ARRI' },
  EQUIPMENT: { story: 'arrived', code: 'DISC' },
};

const places = new Map([
  ['CNSHA', { name: 'Shanghai', lat: 31.23, lon: 121.49, zone: 'Asia/Shanghai' }],
  ['NLRTM', { name: 'Rotterdam', lat: 51.92, lon: 4.48, zone: 'Europe/Amsterdam' }],
]);

/**
 * An event of a kind as a receiver gets it: that of a test shipment, read and written by the same code as events of real ones. It is kept
 * nowhere: its id names no event.
 */
export function sampleEvent(kind: WebhookKind, now: Instant): WireEvent {
  const { story, code } = shownBy[kind];
  const reference = { story, run: '0000', subject: 'container' } as const;
  const { events } = stepAt(reference, { start: now, now, seconds: 60 });
  const about = {
    subject: 'container' as const,
    billNo: testBill(reference),
    containerNo: testContainer(reference),
    carrierCode: testCarrier,
    receivedAt: now,
  };
  const { content } = stagedConnector.parse([new TextEncoder().encode(JSON.stringify(events))], about, {
    resolvePort: (port) => (places.has(port) ? port : undefined),
    zoneOf: (port) => places.get(port)?.zone,
  });
  const drafts =
    content === null
      ? []
      : writeEvents(shownShipment(content, now), { customerReference: null, placeOf: (port) => places.get(port) });
  const draft = drafts.find((one) => one.type === kind && one.code === code) ?? drafts.find((one) => one.type === kind);
  if (draft === undefined) throw new Error(`the sample has no event of the kind ${kind}`);
  return toWire({ event_id: randomUUID(), created_at: now, body: draft.body });
}
