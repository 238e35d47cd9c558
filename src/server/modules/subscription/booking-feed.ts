import { z } from 'zod';
import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { insertSubscriptions } from './create-subscriptions.ts';
import type { NewSubscription } from './create-subscriptions.ts';

const booking = z.object({
  orderNo: z.string().nullish(),
  billNo: z.string().min(1),
  containerNos: z.array(z.string()).default([]),
  carrierCode: z.string().min(1),
  byContainer: z.boolean().default(false),
  vesselName: z.string().nullish(),
  voyage: z.string().nullish(),
  inOutFlag: z.enum(['E', 'I']).nullish(),
  bookedAt: z.union([z.string(), z.number()]),
});
const page = z.object({ bookings: z.array(z.unknown()), next: z.union([z.string(), z.null()]).optional() });

/** What the feed of bookings works with. */
export type BookingFeedDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Base address of the tenants' order systems. */
  baseUrl: string;
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: number }[]) => Promise<void>;
};

const pageSize = 500;
const maxPages = 20;
const timeoutMs = 20_000;

function toSubscriptions(raw: z.output<typeof booking>, tenantId: number): NewSubscription[] {
  const base = {
    tenantId,
    carrierCode: raw.carrierCode,
    direction: raw.inOutFlag ?? null,
    orderNo: raw.orderNo ?? null,
    channel: 'SHIPPING_TRACKING',
    sourceType: 'CARRIER',
    subscribedAt: typeof raw.bookedAt === 'number' ? raw.bookedAt : Date.parse(raw.bookedAt),
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

const cursorKey = (tenantCode: string): string => `booking_feed_${tenantCode}`;

async function readCursor(database: Database, tenantCode: string): Promise<string | null> {
  const row = await database.system
    .selectFrom('app_state')
    .select('value')
    .where('key', '=', cursorKey(tenantCode))
    .executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : null;
}

async function takePage(
  deps: BookingFeedDeps,
  tenant: { id: number; code: string },
  cursor: string | null,
): Promise<{ next: string | null; full: boolean }> {
  const url = new URL(`${deps.baseUrl}/shippers/${encodeURIComponent(tenant.code)}/bookings`);
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== null) url.searchParams.set('after', cursor);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (response.status === 404) return { next: cursor, full: false };
  if (!response.ok) throw new Error(`the order system of ${tenant.code} answered ${response.status}`);
  const body = page.parse(await response.json());
  const parsed = body.bookings.map((item) => booking.safeParse(item));
  const refused = parsed.filter((item) => !item.success).length;
  if (refused > 0) deps.log.warn({ tenant: tenant.code, refused }, 'bookings of an order system could not be read');
  const wanted = parsed.flatMap((item) => (item.success ? toSubscriptions(item.data, tenant.id) : []));
  const next = body.next ?? cursor;
  await deps.database.transaction(async () => {
    const { pulls } = await insertSubscriptions(deps.database, wanted, deps.clock.now());
    await deps.schedulePulls(pulls);
    await deps.database.execute(
      `insert into app_state (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value, updated_at = now()`,
      [cursorKey(tenant.code), next],
    );
  });
  return { next, full: body.bookings.length >= pageSize };
}

/**
 * Subscribes what the tenants' order systems have booked since the last time. A tenant whose system does
 * not answer is tried again later and holds up no other.
 */
export async function takeBookings(deps: BookingFeedDeps): Promise<void> {
  const tenants = await deps.database.system
    .selectFrom('tenant')
    .select(['id', 'code'])
    .where('active', '=', true)
    .execute();
  for (const tenant of tenants) {
    try {
      let cursor = await readCursor(deps.database, tenant.code);
      for (let count = 0; count < maxPages; count += 1) {
        const { next, full } = await takePage(deps, tenant, cursor);
        cursor = next;
        if (!full) break;
      }
    } catch (error) {
      deps.log.warn({ err: error, tenant: tenant.code }, 'bookings could not be taken over');
    }
  }
}
