import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { insertSubscriptions } from './create-subscriptions.ts';
import type { NewSubscription } from './create-subscriptions.ts';
import { feedCode, feedMoment } from './order-system-fields.ts';
import { type FeedDeps, followOrderSystems, type OrderSystemList, readItems } from './order-systems.ts';

const booking = z
  .object({
    mode: z.enum(modes).default('sea'),
    orderNo: z.string().max(100).nullish(),
    billNo: feedCode(60),
    containerNos: z.array(feedCode(20)).max(500).default([]),
    carrierCode: feedCode(20),
    byContainer: z.boolean().default(false),
    /** Whose data the tenant wants to go by. */
    dataType: z.enum(['CARRIER', 'FT', 'RPA', 'EDI']).default('CARRIER'),
    vesselName: feedCode(100).nullish(),
    voyage: feedCode(50).nullish(),
    inOutFlag: z.enum(['E', 'I']).nullish(),
    bookedAt: feedMoment,
  })
  .refine((one) => !one.byContainer || one.containerNos.length > 0, { path: ['containerNos'] });
/** What the feed of bookings works with. */
export type BookingFeedDeps = FeedDeps & {
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: number }[]) => Promise<void>;
};

function toSubscriptions(raw: z.output<typeof booking>, tenantId: number): NewSubscription[] {
  const base = {
    tenantId,
    mode: raw.mode,
    carrierCode: raw.carrierCode,
    direction: raw.inOutFlag ?? null,
    orderNo: raw.orderNo ?? null,
    channel: 'SHIPPING_TRACKING',
    sourceType: raw.dataType,
    subscribedAt: raw.bookedAt,
  };
  if (!raw.byContainer) {
    return [{ ...base, subject: 'bill', billNo: raw.billNo, containerNo: null, vesselName: null, voyage: null }];
  }
  return raw.containerNos.map((containerNo) => ({
    ...base,
    subject: 'container' as const,
    billNo: null,
    containerNo,
    vesselName: raw.vesselName ?? null,
    voyage: raw.voyage ?? null,
    channel: 'SHIPPING_TRACKING_WALI',
  }));
}

/** Lists of bookings of an order system, each with a cursor of its own; the longest, that by sea, comes last: pulls are made in this order. */
const feeds = ['air-bookings', 'rail-bookings', 'road-bookings', 'courier-bookings', 'bookings'] as const;
type Feed = (typeof feeds)[number];

const bookingList = (deps: BookingFeedDeps, feed: Feed): OrderSystemList => ({
  path: feed,
  items: 'bookings',
  cursorKey: (tenantCode) =>
    feed === 'bookings' ? `booking_feed_${tenantCode}` : `booking_feed_${tenantCode}/${feed}`,
  take: async (items, tenant) => {
    const { read, refused } = readItems(booking, items);
    const wanted = read.flatMap(({ value }) => toSubscriptions(value, tenant.id));
    const { pulls } = await insertSubscriptions(deps.database, wanted, deps.clock.now());
    await deps.schedulePulls(pulls);
    return refused;
  },
});

/** Subscribes what the tenants' order systems have booked since the last time. */
export const takeBookings = (deps: BookingFeedDeps): Promise<void> =>
  followOrderSystems(
    deps,
    feeds.map((feed) => bookingList(deps, feed)),
  );
