import { expect, test } from 'vitest';
import { handoversOf } from '#domain/commerce/order/handover.ts';
import { emptyBooking } from '#domain/tracking/empty-content.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { followOrders } from './work-out-orders.ts';

const now = Date.UTC(2026, 4, 10, 4);
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
const menus = ['/oms-index', '/order-lines', '/oms-movement-detail'];
await buildUser(database, { tenantId: mine.id, userCode: 'buyer', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [buyer, stranger] = [await signedIn('buyer'), await signedIn('stranger')];
const reference = await readReference(database);
const deps = { database, clock, log: silentLog, reference: () => reference };

const orderIdOf = async (orderNo: string): Promise<string> =>
  (await buyer.call('order.list', { body: { orderNo: [orderNo] } })).data.records[0].orderId;
const detail = (client: typeof buyer, orderId: string) => client.call('orderGet', { query: { orderId } });

test('goods that go by truck, rail, sea, air and courier are one journey with its handovers', async () => {
  const way = [
    ['RO0000001', 'road', 'HZHY', 'YTGT', -90, -88],
    ['RWB000000001', 'rail', 'CNSIA', 'DEHBG', -80, -40],
    ['MERI0099', 'sea', 'DEHAM', 'GBFXT', -20, 10],
    ['784-00000022', 'air', 'LHR', 'JFK', 20, 28],
    ['SF0000000000001', 'courier', 'JFK', 'BOS', 40, 60],
  ] as const;
  for (const [billNo, mode, from, to, leaves, comes] of way) {
    const [left, came] = [now + leaves * HOUR_MS, now + comes * HOUR_MS];
    const leg = {
      sequence: 1,
      vesselName: null,
      vesselImo: null,
      voyage: null,
      portOfLoading: from,
      portOfDischarge: to,
      etd: left,
      atd: leaves < 0 ? left : null,
      eta: came,
      ata: comes < 0 ? came : null,
    };
    const { id } = await buildSubscription(database, { tenantId: mine.id, billNo });
    const content = { booking: emptyBooking, containers: [], events: [], legs: [leg], ...(mode !== 'sea' && { mode }) };
    const provenance = {
      speakers: [['1', 'CARRIER', 'MERI', now]],
      items: { booking: { eta: [0, 0, came] }, 'leg[1]': { etd: [0, 0, left], ata: [0, 0, null] } },
    };
    const [row] = (
      await database.execute<{ id: number }>(
        `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at,
           bill_no, content, provenance, eta, content_hash, created_at, updated_at)
         values ($1, $2, true, 'CARRIER', 'fused', 'UNION', $3, $3, $4, $5, $6, $7, '\\x00', $3, $3) returning id`,
        [mine.id, id, new Date(now), billNo, JSON.stringify(content), JSON.stringify(provenance), new Date(came)],
      )
    ).rows;
    await database.execute('update subscription set mode = $2, shipment_id = $3 where id = $1', [id, mode, row?.id]);
  }
  const line = {
    tenantId: mine.id,
    orderNo: 'PO-5',
    lineNo: '10',
    supplier: '恒达机械',
    productName: 'Pump',
    quantity: 100,
    unit: 'PCS',
    transportMode: 'sea',
    destinationCode: 'USLAX',
    promisedOn: '2026-05-24',
    referenceNos: way.map(([billNo]) => billNo).join(', '),
  };
  expect((await buyer.call('orderLine.insert', { body: line })).status).toBe(1);
  await followOrders(deps);
  const { data } = await detail(buyer, await orderIdOf('PO-5'));
  expect(data.movements.map(({ mode }: { mode: string }) => mode)).toEqual(way.map(([, mode]) => mode));
  expect(handoversOf(data.movements).map(({ state, hours, toPlace }) => [state, hours, toPlace])).toEqual([
    ['done', 8, 'CNSIA'],
    ['done', 20, 'DEHAM'],
    ['planned', 10, 'LHR'],
    ['planned', 12, 'JFK'],
  ]);
  expect((await detail(stranger, data.orderId)).status).toBe(0);

  // Every value names which source reported it: times the carrier, what was ordered the person who entered it.
  const carrier = { source: 'MERI', time: now };
  const person = { source: '用户 buyer', time: expect.any(Number) };
  expect(data.movements[0].said).toEqual({ 'leg[1].etd': carrier });
  expect(data.said).toMatchObject({ expectedTime: carrier, reason: carrier, supplier: person });
  expect(data.lines[0].said).toEqual(person);
  const { said: statement } = (await buyer.call('order.list', { body: { orderNo: ['PO-5'] } })).data.records[0];
  expect(statement).toEqual(data.said);
});

test('the page of an order is judged at the moment it is requested, as its lines are', async () => {
  const orderId = await orderIdOf('PO-5');
  await database.execute('update subscription set ended = true, ended_at = $1 where tenant_id = $2', [
    new Date(now),
    mine.id,
  ]);
  const { data } = await detail(buyer, orderId);
  expect(data.lines.map((line: { stage: string }) => line.stage)).toEqual(data.lines.map(() => 'delivered'));
  expect(data).toMatchObject({ stage: 'delivered', risk: 'done' });
  // The order is there when the last of its lines is.
  const times = data.lines.map((line: { expectedTime: number | null }) => line.expectedTime);
  expect(data.expectedTime).toBe(Math.max(...times));
  // The list follows within seconds.
  expect((await buyer.call('order.list', { body: {} })).data.records[0].risk).not.toBe('done');
  await followOrders(deps);
  expect((await buyer.call('order.list', { body: {} })).data.records[0].risk).toBe('done');
});
