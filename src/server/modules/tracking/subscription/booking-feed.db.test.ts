import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildSource } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';
import { takeBookings } from './booking-feed.ts';

const database = await testDatabase();
const clock = manualClock(Date.UTC(2026, 2, 1));
const orders = await startScriptedSource();
const [alpha, beta] = [await buildTenant(database, { code: 'FEEDA' }), await buildTenant(database, { code: 'FEEDB' })];
const carrier = await buildSource(database, { carrierCode: 'MERI' });
await buildSource(database, { carrierCode: 'BORE' });
const planned: number[] = [];
const take = () =>
  takeBookings({
    database,
    clock,
    log: pino({ level: 'silent' }),
    baseUrl: orders.baseUrl,
    schedulePulls: async (pulls) => {
      planned.push(...pulls.map(({ subscriptionSourceId }) => subscriptionSourceId));
    },
  });

type Booking = Record<string, unknown>;
const booking = (serial: number, values: Booking = {}): Booking => ({
  orderNo: `PO-${serial}`,
  billNo: `MERI${1000 + serial}`,
  containerNos: ['MERU1234567', 'MERU7654321'],
  carrierCode: 'MERI',
  byContainer: false,
  vesselName: null,
  voyage: null,
  inOutFlag: 'E',
  bookedAt: '2026-02-28T10:00:00Z',
  ...values,
});

/** An order system that gives its bookings by cursors, `pageSize` at a time at most. */
function serve(lists: Record<string, Booking[]>, pageSize = 500): void {
  orders.respond((url) => {
    const tenant = url.pathname.split('/')[2] ?? '';
    const list = lists[tenant];
    if (list === undefined || !url.pathname.endsWith('/bookings')) return { status: 404 };
    const after = Number(url.searchParams.get('after') ?? 0);
    const page = list.slice(after, after + Math.min(pageSize, Number(url.searchParams.get('limit'))));
    return {
      body: { tenantCode: tenant, bookings: page, next: list.length === 0 ? null : String(after + page.length) },
    };
  });
}
const subscriptionsOf = (tenantId: number) =>
  database.query<Record<string, any>>('select * from subscription where tenant_id = $1 order by id', [tenantId]);
const cursors = () =>
  database.query<{ key: string; value: string }>(
    `select key, value from app_state where key like 'booking_feed_%' order by key`,
  );

test('bookings become subscriptions by bill or by container, asked from every source that may know them', async () => {
  serve({
    FEEDA: [
      booking(1),
      booking(2, { dataType: 'FT', byContainer: true, vesselName: 'Meridian Pine', voyage: '101w', inOutFlag: 'I' }),
    ],
    FEEDB: [],
  });
  await take();
  expect(await subscriptionsOf(alpha.id)).toMatchObject([
    {
      subject: 'bill',
      source_type: 'CARRIER',
      bill_no: 'MERI1001',
      container_no: null,
      direction: 'E',
      order_no: 'PO-1',
      channel: 'SHIPPING_TRACKING',
      subscribed_at: Date.UTC(2026, 1, 28, 10),
    },
    {
      subject: 'container',
      source_type: 'FT',
      bill_no: null,
      container_no: 'MERU1234567',
      vessel_name: 'MERIDIAN PINE',
      voyage: '101W',
      direction: 'I',
      order_no: 'PO-2',
    },
    { subject: 'container', container_no: 'MERU7654321' },
  ]);
  expect(await subscriptionsOf(beta.id)).toEqual([]);
  const targets = await database.query<Record<string, any>>('select * from subscription_source order by id');
  expect(targets.map((target) => target['source_id'])).toEqual([carrier.id, carrier.id, carrier.id]);
  expect(planned).toEqual(targets.map((target) => target['id']));
  expect(await cursors()).toEqual([{ key: 'booking_feed_FEEDA', value: '2' }]);
});

test('it goes on where it stopped, and what is subscribed already stays as it is', async () => {
  const before = await subscriptionsOf(alpha.id);
  orders.asked.length = 0;
  serve({ FEEDA: [booking(1), booking(2), booking(1, { orderNo: 'again' }), booking(3)], FEEDB: [booking(1)] });
  await take();
  const bySea = orders.asked.filter((url) => url.pathname.endsWith('/bookings'));
  expect(bySea[0]?.searchParams.get('after')).toBe('2');
  expect(await subscriptionsOf(alpha.id)).toMatchObject([...before, { bill_no: 'MERI1003' }]);
  expect(await subscriptionsOf(beta.id)).toHaveLength(1);
  expect(await cursors()).toEqual([
    { key: 'booking_feed_FEEDA', value: '4' },
    { key: 'booking_feed_FEEDB', value: '1' },
  ]);
});

test('a stop in the middle of many pages loses and doubles nothing', async () => {
  const many = Array.from({ length: 1300 }, (_, index) => booking(5000 + index));
  let pages = 0;
  const whole = [...Array.from({ length: 4 }, (_, index) => booking(index)), ...many];
  orders.respond((url) => {
    if (!url.pathname.endsWith('/bookings')) return { status: 404 };
    if (!url.pathname.includes('FEEDA')) return { status: 404 };
    pages += 1;
    if (pages === 2) return { status: 500 };
    const after = Number(url.searchParams.get('after') ?? 0);
    const page = whole.slice(after, after + 500);
    return { body: { bookings: page, next: String(after + page.length) } };
  });
  const before = (await subscriptionsOf(alpha.id)).length;
  await take();
  expect((await subscriptionsOf(alpha.id)).length).toBe(before + 500);
  await take();
  expect((await subscriptionsOf(alpha.id)).length).toBe(before + 1300);
});

test('a booking that makes no sense is refused, is seen, and holds up no other', async () => {
  const bad: [Booking | unknown, string | null][] = [
    [booking(1, { billNo: '' }), 'billNo'],
    [booking(1, { billNo: 7 }), 'billNo'],
    [booking(1, { bookedAt: 'yesterday' }), 'bookedAt'],
    [booking(1, { bookedAt: 1e20 }), 'bookedAt'],
    [booking(1, { inOutFlag: 'X' }), 'inOutFlag'],
    [booking(1, { byContainer: true, containerNos: [] }), 'containerNos'],
    [booking(1, { carrierCode: '  ' }), 'carrierCode'],
    [booking(1, { orderNo: 'x'.repeat(5000) }), 'orderNo'],
    ['nonsense\u0000', null],
    [null, null],
  ];
  const before = (await subscriptionsOf(beta.id)).length;
  serve({ FEEDB: [booking(1), ...bad.map(([item]) => item as Booking), booking(77, { billNo: ' meri-77 ' })] });
  await take();
  expect((await subscriptionsOf(beta.id)).slice(before)).toMatchObject([{ bill_no: 'MERI-77' }]);
  const refusals = await database.query<Record<string, any>>(
    `select tenant_id, via, reason, detail, sample from refusal where via = 'feed' order by id`,
  );
  expect(refusals.map((row) => row['detail'].field)).toEqual(bad.map(([, field]) => field));
  for (const row of refusals) {
    expect(row).toMatchObject({ tenant_id: beta.id, reason: 'malformed_event' });
    expect(row['sample'].length).toBeLessThanOrEqual(200);
  }
});

test.each<[string, unknown]>([
  ['no JSON', 'hello'],
  ['no page', { items: [] }],
])('an answer that is %s changes nothing and holds up no other tenant', async (_name, body) => {
  const before = await cursors();
  const count = (await subscriptionsOf(beta.id)).length;
  orders.respond((url) => {
    if (!url.pathname.endsWith('/bookings')) return { status: 404 };
    if (url.pathname.includes('FEEDA')) return { body };
    const after = Number(url.searchParams.get('after') ?? 0);
    return { body: { bookings: [booking(9000 + after)], next: String(after + 1) } };
  });
  await take();
  expect((await cursors())[0]).toEqual(before[0]);
  expect((await subscriptionsOf(beta.id)).length).toBe(count + 1);
});
