import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { takeOrders } from './take-orders.ts';
import { followOrders } from './work-out-orders.ts';

const now = Date.UTC(2026, 4, 10, 4);
const clock = { now: () => now, realMsUntil: () => 0 };
const database = await testDatabase();
await seedMasterData(database);
const mine = await buildTenant(database, { code: 'ALPHA' });
await buildUser(database, { tenantId: mine.id, userCode: 'buyer', menus: ['/oms-index', '/order-lines'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const buyer = await signedIn('buyer');
const reference = await readReference(database);
const lines = () => database.query<{ line_no: string }>('select line_no from order_line order by order_no, line_no');

/** The order system of a tenant, with the orders of each test. */
let orders: object[] = [];
const system = createServer((_request, response) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ orders, next: null })),
);
await new Promise<void>((done) => system.listen(0, '127.0.0.1', done));
afterAll(() => void system.close());
const deps = { database, clock, log: silentLog, reference: () => reference };
const baseUrl = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;

const line = (values: object = {}) => ({
  lineNo: '10',
  productName: 'Pump',
  quantity: 100,
  promisedOn: '2026-06-30',
  ...values,
});

test('an order that claims more than was shipped, or makes no sense, is refused whole with its field; others are taken', async () => {
  const order = (orderNo: string, ...own: object[]) => ({ orderNo, supplier: 'Works', lines: own });
  orders = [
    order('GOOD', line(), line({ lineNo: '20', shippedQuantity: 100 })),
    order('CLAIMS', line(), line({ lineNo: '20', shippedQuantity: 100.001 })),
    order('NEGATIVE', line(), line({ lineNo: '20', quantity: -1 })),
    order('HUGE', line({ quantity: 1e300 })),
    order('TWICE', line(), line()),
    order('LATE', line({ shipBy: '2026-07-01' })),
    order('MODE', line({ mode: 'balloon' })),
    order('DAY', line({ promisedOn: '2026-02-30' })),
    order('NOTHING'),
  ];
  await takeOrders({ ...deps, baseUrl });
  expect(await lines()).toEqual([{ line_no: '10' }, { line_no: '20' }]);
  const refused = await database.query<{ field: string; about: string }>(
    `select detail ->> 'field' as field, substring(sample from '"orderNo":"([A-Z]+)"') as about from refusal where via = 'feed' order by id`,
  );
  expect(refused.map(({ field, about }) => [about, field])).toEqual([
    ['CLAIMS', 'lines.1.shippedQuantity'],
    ['NEGATIVE', 'lines.1.quantity'],
    ['HUGE', 'lines.0.quantity'],
    ['TWICE', 'lines'],
    ['LATE', 'lines.0.shipBy'],
    ['MODE', 'lines.0.mode'],
    ['DAY', 'lines.0.promisedOn'],
    ['NOTHING', 'lines'],
  ]);
  await followOrders(deps);
  const { data } = await buyer.call('order.list', { body: {} });
  expect(data.records).toMatchObject([{ orderNo: 'GOOD', lines: 2 }]);
});

test('a line that is entered or changed beyond its bounds is refused at its field, and stays as it was', async () => {
  const wanted = {
    tenantId: mine.id,
    orderNo: 'PO-1',
    supplier: 'Works',
    unit: 'PCS',
    transportMode: 'sea',
    ...line(),
  };
  const { data } = await buyer.call('orderLine.insert', { body: wanted });
  const before = await database.query(`select to_jsonb(l) as l from order_line l order by id`);
  const tooMany = Array.from({ length: 60 }, (_, index) => `MERI${index}`).join(',');
  for (const [values, field] of [
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -5 }, 'quantity'],
    [{ quantity: 1e12 }, 'quantity'],
    [{ shippedQuantity: 100.5 }, 'shippedQuantity'],
    [{ packages: -1 }, 'packages'],
    [{ transportMode: 'balloon' }, 'transportMode'],
    [{ promisedOn: '2026-13-01' }, 'promisedOn'],
    [{ shipBy: '2026-07-01' }, 'shipBy'],
    [{ referenceNos: tooMany }, 'referenceNos'],
  ] as const) {
    const refusal = { status: 0, msg: expect.stringMatching(/\p{Script=Han}/u), data: { fields: [{ field }] } };
    expect(await buyer.call('orderLine.insert', { body: { ...wanted, lineNo: '99', ...values } })).toMatchObject(
      refusal,
    );
    expect(await buyer.call('orderLine.update', { body: { ...data, ...values } })).toMatchObject(refusal);
  }
  expect(await database.query(`select to_jsonb(l) as l from order_line l order by id`)).toEqual(before);
});
