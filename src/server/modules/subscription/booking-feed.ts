import { z } from 'zod';
import type { Logger } from 'pino';
import type { Clock } from '#server/platform/clock/clock.ts';
import { insertRefusals } from '#server/modules/collection/index.ts';
import { tallyRefusals } from '#server/modules/refusal/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { insertSubscriptions } from './create-subscriptions.ts';
import type { NewSubscription } from './create-subscriptions.ts';

/** Numbers and names as the lists look for them: without blanks around, in capitals. */
const code = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.trim().toUpperCase())
    .refine((text) => text !== '');
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);
const moment = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
  .refine((value) => value > earliest && value < latest);

const booking = z
  .object({
    orderNo: z.string().max(100).nullish(),
    billNo: code(60),
    containerNos: z.array(code(20)).max(500).default([]),
    carrierCode: code(20),
    byContainer: z.boolean().default(false),
    /** Whose data the tenant wants to go by. */
    dataType: z.enum(['CARRIER', 'FT', 'RPA', 'EDI']).default('CARRIER'),
    vesselName: code(100).nullish(),
    voyage: code(50).nullish(),
    inOutFlag: z.enum(['E', 'I']).nullish(),
    bookedAt: moment,
  })
  .refine((one) => !one.byContainer || one.containerNos.length > 0, { path: ['containerNos'] });
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

/** What was refused, short and without signs that cannot be stored. */
const sampleOf = (raw: unknown): string => (JSON.stringify(raw) ?? '').replaceAll('\\u0000', '').slice(0, 200);

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
  const refused = parsed.flatMap((item, index) => {
    const issue = item.error?.issues[0];
    return issue === undefined ? [] : [{ index, field: issue.path.join('.') || null, raw: body.bookings[index] }];
  });
  const wanted = parsed.flatMap((item) => (item.success ? toSubscriptions(item.data, tenant.id) : []));
  const next = body.next ?? cursor;
  await deps.database.transaction(async () => {
    const { pulls } = await insertSubscriptions(deps.database, wanted, deps.clock.now());
    await deps.schedulePulls(pulls);
    await insertRefusals(
      deps.database,
      refused.map(({ index, field, raw }) => ({
        tenantId: tenant.id,
        sourceId: null,
        subscriptionId: null,
        via: 'feed',
        reason: 'malformed_event',
        detail: { index, eventId: null, field },
        sample: sampleOf(raw),
      })),
      deps.clock.now(),
    );
    // An order system without any booking yet gives no place to go on from.
    if (next === null) return;
    await deps.database.execute(
      `insert into app_state (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value, updated_at = now()`,
      [cursorKey(tenant.code), next],
    );
  });
  return { next, full: body.bookings.length >= pageSize };
}

/** A page that cannot be read at all is counted; a system that does not answer is none. */
async function countUnreadPage({ database, clock }: BookingFeedDeps, tenantId: number, error: unknown): Promise<void> {
  const reason = error instanceof SyntaxError ? 'unreadable' : error instanceof z.ZodError ? 'malformed_event' : null;
  if (reason === null) return;
  const tallied = { tenantId, sourceId: null, sender: '', via: 'feed' as const, reason, field: '', n: 1, sample: null };
  await tallyRefusals(database, [tallied], clock.now());
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
      await countUnreadPage(deps, tenant.id, error);
    }
  }
}
