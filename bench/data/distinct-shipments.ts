import { connectors } from '#server/connectors/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { createWorld } from '#simulator/index.ts';
import { toDcsaEvent } from '#simulator/reports/dcsa-wire.ts';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { detectAll, findingsOf, presentOf } from '#domain/exceptions/detect.ts';
import { settingsLookup } from '#domain/exceptions/settings.ts';
import type { Finding } from '#domain/exceptions/types.ts';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import type { ShipmentContent, SourceRecord, SourceType } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';

const dayMs = 86_400_000;
const seed = 'bench';
/** Far enough apart that few shipments live at two of them. */
const stepMs = 100 * dayMs;
const firstAt = Date.UTC(2023, 0, 15, 8);

/** One shipment of the simulated world as the product makes it, with what the rules find in it. */
export type DistinctShipment = {
  subject: 'bill' | 'container';
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  vesselName: string | null;
  voyage: string | null;
  direction: 'E' | 'I';
  content: ShipmentContent;
  findings: (Finding & { code: string })[];
};

export type World = ReturnType<typeof createWorld>;
export type WorldShipment = ReturnType<World['shipmentsAlive']>[number];

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** What the carrier answers about a shipment at a moment, as it goes over the wire. */
export const carrierAnswer = (world: World, shipment: WorldShipment, at: Instant): Uint8Array =>
  bytes(
    world
      .reportsOf(shipment.carrier.code, { type: 'bill', value: shipment.billNo }, at)
      .map((record) => toDcsaEvent(world, shipment, record)),
  );

/** What a carrier and an aggregator tell of a shipment by a moment, as the product reads it. */
function recordsOf(world: World, shipment: WorldShipment, at: Instant, reference: ReferenceSnapshot): SourceRecord[] {
  const reported = world.aggregatorRecord(shipment, at);
  const answers = [
    { protocol: 'dcsa' as const, sourceType: 'CARRIER' as SourceType, body: carrierAnswer(world, shipment, at) },
    ...(reported === undefined ? [] : [{ protocol: 'ft' as const, sourceType: 'FT' as SourceType, body: bytes({ statusCode: 20_000, data: { result: reported } }) }]),
  ];
  const about = {
    subject: 'bill' as const,
    billNo: shipment.billNo,
    containerNo: null,
    carrierCode: shipment.carrier.code,
    receivedAt: at,
  };
  return answers.flatMap(({ protocol, sourceType, body }, index) => {
    const { content, observedAt } = connectors[protocol].parse([body], about, reference.rules);
    return content === null
      ? []
      : [{ id: String(index), sourceType, channel: 'SHIPPING_TRACKING', sourceCode: protocol, observedAt, content: deriveContent(content) }];
  });
}

function toDistinct(world: World, shipment: WorldShipment, at: Instant, reference: ReferenceSnapshot): DistinctShipment | undefined {
  const records = recordsOf(world, shipment, at, reference);
  if (records.length === 0) return undefined;
  const fused = fuse(records, [], defaultPrecedence);
  const subscription = {
    id: '1',
    tenantId: '1',
    subject: shipment.byContainer ? ('container' as const) : ('bill' as const),
    billNo: shipment.byContainer ? null : shipment.billNo,
    containerNo: shipment.byContainer ? (shipment.containers[0]?.number ?? null) : null,
    carrierCode: shipment.carrier.code,
    subscribedAt: shipment.bookedAt,
    ended: false,
  };
  const view = { subscription, fused, records, etaHistory: [], departureHistory: [], routeHistory: [], shipHistory: [], sources: [] };
  const scope = { tenantId: '1', carrierCode: shipment.carrier.code, lane: null };
  const detections = detectAll(view, at, {
    rules: exceptionRules,
    reference: reference.rules,
    ...settingsLookup(exceptionRules, [], scope),
  });
  const { booking } = fused.content;
  return {
    subject: subscription.subject,
    billNo: shipment.billNo,
    containerNo: subscription.containerNo,
    carrierCode: shipment.carrier.code,
    vesselName: booking.vesselName,
    voyage: booking.voyage,
    direction: shipment.direction,
    content: fused.content,
    findings: presentOf(findingsOf(detections, view)).map(({ code, finding }) => ({ ...finding, code })),
  };
}

/** Up to `count` shipments of the simulated world at several moments, parsed and fused as the product does it; always the same ones. */
export function* distinctShipments(reference: ReferenceSnapshot, count: number): Generator<DistinctShipment> {
  const world = createWorld({ seed });
  const seen = new Set<string>();
  for (let at = firstAt; seen.size < count; at += stepMs) {
    for (const shipment of world.shipmentsAlive(at)) {
      if (seen.size >= count) return;
      if (seen.has(shipment.billNo)) continue;
      const distinct = toDistinct(world, shipment, at, reference);
      if (distinct === undefined) continue;
      seen.add(shipment.billNo);
      yield distinct;
    }
  }
}

/** The records that a carrier and an aggregator make of shipments of the simulated world; only of those both speak about. */
export function* worldRecords(
  reference: ReferenceSnapshot,
  count: number,
): Generator<{ shipment: WorldShipment; records: SourceRecord[] }> {
  const world = createWorld({ seed });
  const seen = new Set<string>();
  for (let at = firstAt; seen.size < count; at += stepMs) {
    for (const shipment of world.shipmentsAlive(at)) {
      if (seen.size >= count) return;
      if (seen.has(shipment.billNo)) continue;
      const records = recordsOf(world, shipment, at, reference);
      if (records.length < 2) continue;
      seen.add(shipment.billNo);
      yield { shipment, records };
    }
  }
}
