import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyBooking } from '#domain/tracking/empty-content.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { seedSailingSources } from '#server/modules/network/sailing/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { refreshNext as refreshSchedules } from '../../network/sailing/refresh-schedules.ts';
import { followOrders } from '../order/work-out-orders.ts';

const now = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
const simulator = await startSimulator({ seed: 'sailings', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(async () => {
  reference.stop();
  await simulator.stop();
});
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
const menus = ['/oms-index', '/order-lines', '/trace-detail'];
await buildUser(database, { tenantId: mine.id, userCode: 'buyer', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [buyer, stranger] = [await signedIn('buyer'), await signedIn('stranger')];
const [carrier] = simulator.world.network.carriers;

beforeAll(async () => {
  const code = carrier?.code ?? '';
  const source = {
    carrierCode: code,
    baseUrl: `${simulator.baseUrl}/carriers/${code}`,
    credential: seal(`${code}-demo-key`, keys),
  };
  await seedSailingSources(database, [source], now);
  while (await refreshSchedules({ database, clock, log: silentLog, keys, reference: reference.current }));
}, 120_000);

/** Two ports that the same vessel calls at, one soon after the other. */
const lane = async () => {
  const [row] = await database.query<{ from: string; to: string }>(
    `select a.port_code as "from", b.port_code as "to" from sailing_call a join sailing_call b
       on b.imo = a.imo and b.service_code = a.service_code and b.port_code <> a.port_code
       and b.arrives_at > a.departs_at and b.arrives_at < a.departs_at + interval '20 days'
     where a.departs_at > $1 and a.departs_at < $1 + interval '9 days' and not a.omitted and not b.omitted
     order by a.id, b.id limit 1`,
    [new Date(now + 2 * DAY_MS)],
  );
  if (row === undefined) throw new Error('no lane');
  return row;
};

const expected = { ...emptyBooking, plannedArrival: now + 30 * DAY_MS, eta: now + 60 * DAY_MS };

async function ship(billNo: string, content: object): Promise<number> {
  const { id } = await buildSubscription(database, { tenantId: mine.id, billNo, carrierCode: carrier?.code ?? '' });
  const { rows } = await database.execute<{ id: number }>(
    `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
       planned_arrival, eta, content, content_hash, created_at, updated_at)
     values ($1, $2, true, 'CARRIER', 'fused', 'UNION', $3, $3, $4, $5, $6, $7, '\\x00', $3, $3) returning id`,
    [
      mine.id,
      id,
      new Date(now),
      billNo,
      new Date(now + 30 * DAY_MS),
      new Date(now + 60 * DAY_MS),
      JSON.stringify({ legs: [], events: [], containers: [], booking: expected, ...content }),
    ],
  );
  await database.execute('update subscription set shipment_id = $2 where id = $1', [id, rows[0]?.id]);
  return id;
}

const container = (containerNo: string) => ({
  containerNo,
  sealNo: null,
  sizeType: '45G1',
  quantity: null,
  grossWeightKg: null,
  volumeM3: null,
});
const compare = (who: typeof buyer, id: number) =>
  who.call('whatIfSailings', { query: { obmTkSubscribeId: String(id) } });

test('other sailings stand beside the booked one with cost and days late of each order line', async () => {
  const { from, to } = await lane();
  const id = await ship('WHATIF01', {
    booking: { ...expected, billNo: 'WHATIF01', portOfLoading: from, portOfDischarge: to },
    containers: [container('MSKU0000011'), container('MSKU0000027')],
  });
  const line = {
    tenantId: mine.id,
    orderNo: 'PO-9',
    lineNo: '10',
    supplier: 'Huada',
    productName: 'Pump',
    quantity: 1,
    unit: 'PCS',
    transportMode: 'sea',
    destinationCode: to,
    promisedOn: new Date(now + 40 * DAY_MS).toISOString().slice(0, 10),
    referenceNos: 'WHATIF01',
  };
  expect((await buyer.call('orderLine.insert', { body: line })).status).toBe(1);
  await followOrders({ database, clock, reference: reference.current });

  const first = (await compare(buyer, id)).data;
  expect(first).toMatchObject({ state: 'open', fromPort: from, toPort: to, agreedUsd: null });
  expect(first.containers).toEqual([{ containerType: '40HQ', count: 2 }]);
  expect(first.options.length).toBeGreaterThan(0);
  // As booked it arrives on day 60 and is delivered three days later; the promise ends with day 40 in the port's zone.
  expect(first.lines).toEqual([expect.objectContaining({ orderNo: 'PO-9', lineNo: '10' })]);
  const [{ lateDays: asBooked }] = first.lines;
  expect([22, 23]).toContain(asBooked);
  for (const option of first.options) {
    const days = Math.ceil((option.arrivalTime + 3 * DAY_MS - (now + 63 * DAY_MS)) / DAY_MS) + asBooked;
    expect(Math.abs(option.lateDays[0] - days)).toBeLessThanOrEqual(1);
    expect(option).toMatchObject({ totalUsd: null, priceOf: null, space: null });
  }

  const [option] = first.options;
  await database.execute(
    `insert into spot_offer (carrier_code, quoted_on, quoted_at, offer_ref, pol_code, pod_code, vessel_name, voyage, departs_at,
       arrives_at, space, container_type, currency, freight, price, total_usd)
     values ($1, '2026-05-04', $2, 'Q1', $3, $4, $5, $6, $7, $8, 'LIMITED', '40HQ', 'USD', 1000, '{}', 1234.56)`,
    [
      option.carrierCode,
      new Date(now),
      from,
      to,
      option.vessels[0].vesselName,
      option.vessels[0].voyage ?? '',
      new Date(option.departureTime),
      new Date(option.arrivalTime),
    ],
  );
  const [priced] = (await compare(buyer, id)).data.options;
  expect(priced).toMatchObject({ totalUsd: 2469.12, priceOf: 'spot', space: 'LIMITED' });
  expect((await compare(stranger, id)).data).toEqual({ notFound: true });
});

test('nothing can be chosen once the last vessel has left, or while nobody says the ports', async () => {
  const gone = await ship('WHATIF02', {
    booking: { ...expected, portOfLoading: 'CNSHA', portOfDischarge: 'USLAX', atd: now - DAY_MS },
  });
  expect((await compare(buyer, gone)).data).toMatchObject({ state: 'underWay', options: [] });
  const silent = await ship('WHATIF03', {});
  expect((await compare(buyer, silent)).data).toMatchObject({ state: 'unknown', options: [] });
});
