import type { Instant } from '#shared/time/instant.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import type { Sailings } from '../network/sailings.ts';
import { buildShipment } from './build-shipment.ts';
import { type BookedPlan, bookingsOf } from './plan.ts';
import type { Shipment, ShipmentKey } from './types.ts';

/** Sailings whose shipments' life spans are known: the window around now is about 1,500 of them. */
const SPANS_KEPT = 4_000;
/** Shipments held: somewhat more than are alive at a time. */
const SHIPMENTS_KEPT = 2_800;

/** When each booking of a sailing is alive; kept for far more sailings than their shipments are. */
type Spans = readonly { from: Instant; to: Instant }[];

/** All shipments of the world, built when requested. */
export type Registry = {
  /** The shipment of a key, undefined when its sailing has no such booking. */
  get(key: ShipmentKey): Shipment | undefined;
  /** The shipments of a sailing that are alive at any time from `from` to `to`. */
  alive(service: number, week: number, from: Instant, to: Instant): Shipment[];
  counts(): { spans: number; shipments: number };
};

/** Makes the shipments of a seed. */
export function createRegistry(
  sailings: Sailings,
  seed: string,
  bookedBy: (key: ShipmentKey) => BookedPlan | undefined = () => undefined,
): Registry {
  const spans = createBoundedCache<Spans>('world_spans', SPANS_KEPT, 1_500);
  const shipments = createBoundedCache<Shipment>('world_shipments', SHIPMENTS_KEPT, 12_000);
  const build = (key: ShipmentKey): Shipment => buildShipment(sailings, seed, key);
  const nameOf = ({ service, week, seq }: ShipmentKey): string => `${service}:${week}:${seq}`;
  const keysOf = (service: number, week: number): ShipmentKey[] =>
    Array.from({ length: bookingsOf(sailings.serviceAt(service), seed, week) }, (_, seq) => ({
      service,
      week,
      seq,
    }));
  /** What customers booked has the last numbers of its sailing, after those that the world books itself. */
  const booked = (key: ShipmentKey): Shipment | undefined => {
    const plan = bookedBy(key);
    return plan === undefined
      ? undefined
      : shipments.get(`${nameOf(key)}:${plan.isoCodes.join()}`, () => buildShipment(sailings, seed, key, plan));
  };
  return {
    get: (key) =>
      key.seq < bookingsOf(sailings.serviceAt(key.service), seed, key.week)
        ? shipments.get(nameOf(key), () => build(key))
        : booked(key),
    alive(service, week, from, to) {
      const isAlive = (span: { from: Instant; to: Instant }): boolean => span.from <= to && span.to > from;
      const found: Shipment[] = [];
      const held = spans.get(`${service}:${week}`, () =>
        keysOf(service, week).map((key) => {
          const shipment = build(key);
          const span = { from: shipment.aliveFrom, to: shipment.aliveTo };
          // Only the living are worth keeping: three of four on the sailings in sight are over or far ahead.
          if (isAlive(span)) shipments.get(nameOf(key), () => shipment);
          return span;
        }),
      );
      for (const [seq, span] of held.entries()) {
        const key = { service, week, seq };
        if (isAlive(span)) found.push(shipments.get(nameOf(key), () => build(key)));
      }
      return found;
    },
    counts: () => ({ spans: spans.count, shipments: shipments.count }),
  };
}
