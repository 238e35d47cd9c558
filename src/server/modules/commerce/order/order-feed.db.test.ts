import { afterAll, expect, test } from 'vitest';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { takeOrders } from './take-orders.ts';
import { followOrders } from './work-out-orders.ts';

const now = Date.UTC(2026, 4, 10, 4);
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database, { code: 'ALPHA' }), await buildTenant(database)];
const menus = ['/oms-index', '/order-lines'];
await buildUser(database, { tenantId: mine.id, userCode: 'buyer', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [buyer, stranger] = [await signedIn('buyer'), await signedIn('stranger')];
const reference = await readReference(database);
const deps = { database, clock, log: silentLog, reference: () => reference };

const listed = async (client: typeof buyer, body: object = {}, lang: 'zh' | 'en' = 'zh') =>
  (await client.call('order.list', { body, headers: { 'x-lang': lang } })).data;

const simulator = await startSimulator({ seed: 'orders', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(() => simulator.stop());

test('orders come from the order system once, with lines of several modes; a second look changes nothing', async () => {
  const feed = { ...deps, baseUrl: simulator.baseUrl };
  await takeOrders(feed);
  while ((await database.query('select from cargo_order where due_at = $1', [new Date(0)])).length > 0)
    await followOrders(deps);
  const { totalRecord } = await listed(buyer);
  expect(totalRecord).toBeGreaterThan(100);
  expect((await listed(buyer, { mode: ['multi'] })).totalRecord).toBeGreaterThan(0);
  const versions = () =>
    database.query<{ n: number; sum: number }>(
      'select count(*)::int as n, sum(record_version)::int as sum from order_line',
    );
  const [first] = await versions();
  await database.execute(`delete from app_state where key = 'order_feed_ALPHA'`);
  await takeOrders(feed);
  expect(await versions()).toEqual([first]);
  expect(await database.query(`select from refusal where via = 'feed'`)).toEqual([]);
  expect((await listed(stranger)).totalRecord).toBe(0);
});

test('what the order system wrote names it, until a person changes the line', async () => {
  const [line] = (await buyer.call('orderLine.query', { body: {} })).data.records;
  const reported = async (client: typeof buyer) =>
    (await client.call('orderLine.writers', { body: { ids: [line.orderLineId] } })).data;
  expect(await reported(buyer)).toEqual([{ id: line.orderLineId, source: '订单系统', time: expect.any(Number) }]);
  // Who ties a shipment to a line has not written the line.
  await database.execute(
    `insert into audit_log (at, tenant_id, actor_code, origin, entity, entity_id, action)
     values (now(), $1, 'buyer', 'Manual', 'orderLine', $2, 'tie')`,
    [mine.id, line.orderLineId],
  );
  expect(await reported(buyer)).toMatchObject([{ source: '订单系统' }]);
  const { records } = await listed(buyer, { orderNo: [line.orderNo] }, 'en');
  expect(records[0].said.supplier.source).toBe('Order system');
  expect((await buyer.call('orderLine.update', { body: { ...line, remark: 'checked' } })).status).toBe(1);
  expect(await reported(buyer)).toMatchObject([{ source: '用户 buyer' }]);
  expect(await reported(stranger)).toEqual([]);
});
