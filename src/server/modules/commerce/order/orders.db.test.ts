import { expect, test } from 'vitest';
import { emptyBooking } from '#domain/tracking/empty-content.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { followOrders } from './work-out-orders.ts';

let now: Instant = Date.UTC(2026, 4, 10, 4);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database, { code: 'ALPHA' }), await buildTenant(database)];
const menus = ['/oms-index', '/order-lines', '/oms-movement-detail'];
await buildUser(database, { tenantId: mine.id, userCode: 'buyer', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/feedback'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [buyer, stranger, plain] = [await signedIn('buyer'), await signedIn('stranger'), await signedIn('plain')];
const reference = await readReference(database);
const deps = { database, clock, log: silentLog, reference: () => reference };

const lineOf = (values: Record<string, unknown> = {}) => ({
  tenantId: mine.id,
  orderNo: 'PO-1',
  lineNo: '10',
  supplier: '恒达机械',
  productName: 'Pump',
  quantity: 100,
  unit: 'PCS',
  transportMode: 'sea',
  destinationCode: 'USLAX',
  promisedOn: '2026-05-24',
  ...values,
});
const add = (values: Record<string, unknown> = {}) => buyer.call('orderLine.insert', { body: lineOf(values) });
const listed = async (client: typeof buyer, body: object = {}, lang: Lang = 'zh') =>
  (await client.call('order.list', { body, headers: { 'x-lang': lang } })).data;
const orderOf = async (orderNo: string, lang: Lang = 'zh') =>
  (await listed(buyer, { orderNo: [orderNo] }, lang)).records[0];

const noContent = { booking: emptyBooking, legs: [], events: [] };

/** A shipment that the tenant follows, with what is known of it. */
async function ship(billNo: string, content: Record<string, unknown>, tenantId = mine.id): Promise<number> {
  const { id } = await buildSubscription(database, { tenantId, billNo });
  await notify(id, billNo, content);
  return id;
}

async function notify(subscriptionId: number, billNo: string, content: Record<string, unknown>): Promise<void> {
  const { tenant_id: tenantId } = await database.system
    .selectFrom('subscription')
    .select('tenant_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  const at = new Date(now);
  const { rows } = await database.execute<{ id: number }>(
    `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
       vessel_name, atd, planned_arrival, eta, ata, container_nos, content, content_hash, created_at, updated_at)
     select $1, $2, true, 'CARRIER', 'fused', 'UNION', $3, $3, $4, r.vessel_name, r.atd, r.planned_arrival, r.eta, r.ata,
       coalesce(r.container_nos, '{}'), r.content, '\\x00', $3, $3
     from jsonb_to_record($5::jsonb) as r(vessel_name text, atd timestamptz, planned_arrival timestamptz, eta timestamptz,
       ata timestamptz, container_nos text[], content jsonb) returning id`,
    [tenantId, subscriptionId, at, billNo, JSON.stringify({ content: { ...noContent, containers: [] }, ...content })],
  );
  const shipmentId = rows[0]?.id;
  await database.execute('update subscription set shipment_id = $2 where id = $1', [subscriptionId, shipmentId]);
  await change(shipmentId as number, {});
}

/** What became known of a shipment. */
async function change(shipmentId: number, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [column, value] of Object.entries(values))
    await database.execute(`update shipment set ${column} = $2 where id = $1`, [shipmentId, value]);
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes) select tenant_id, id, $2, '[]' from shipment where id = $1`,
    [shipmentId, new Date(now)],
  );
}

const iso = (days: number): string => new Date(now + days * DAY_MS).toISOString();

test('an order that was just received is not late before its shipments were looked for', async () => {
  expect((await add({ orderNo: 'PO-NEW', referenceNos: 'NEVER0001', promisedOn: '2026-05-01' })).status).toBe(1);
  await followOrders(deps);
  expect(await orderOf('PO-NEW')).toMatchObject({ risk: 'unknown', lateDays: null });
  now += 61_000;
  await followOrders(deps);
  expect(await orderOf('PO-NEW')).toMatchObject({ risk: 'late' });
  now -= 61_000;
});

test('an order follows the shipments of its references, and says in a sentence why it comes late', async () => {
  expect((await add({ referenceNos: 'meri0001', promisedOn: '2026-05-23' })).status).toBe(1);
  expect((await add({ lineNo: '20', referenceNos: '', shipBy: '2026-05-20' })).status).toBe(1);
  await followOrders(deps);
  expect(await orderOf('PO-1')).toMatchObject({ stage: 'waiting', lines: 2, waitingLines: 2, supplier: '恒达机械' });
  // The bill is tracked later than the order was known.
  await ship('MERI0001', { vessel_name: 'AMBER TIDE', atd: iso(-9), planned_arrival: iso(10), eta: iso(10) });
  await followOrders(deps);
  expect(await orderOf('PO-1')).toMatchObject({ transitLines: 1, waitingLines: 1, mode: 'sea' });
  const { id } = await database.system
    .selectFrom('shipment')
    .select('id')
    .where('bill_no', '=', 'MERI0001')
    .executeTakeFirstOrThrow();
  await change(id, { eta: iso(13) });
  await followOrders(deps);
  expect(await orderOf('PO-1')).toMatchObject({
    risk: 'late',
    lateDays: 2,
    reason: '第 10 行：船舶“AMBER TIDE”晚 3 天，缓冲 1 天，预计比承诺晚 2 天交付',
  });
  expect(await orderOf('PO-1', 'en')).toMatchObject({
    reason: 'Line 10: vessel AMBER TIDE 3 days late, buffer 1 day: delivery 2 days after the promise',
  });
});

test('a container of a bill carries its line too; what was delivered no longer says what the order is promised for', async () => {
  const id = await ship('MERI0002', { container_nos: ['CSQU3054383'], atd: iso(-1), eta: iso(5) });
  await add({ orderNo: 'PO-2', referenceNos: 'CSQU 3054383' });
  await followOrders(deps);
  expect(await orderOf('PO-2')).toMatchObject({ transitLines: 1, risk: 'onTime' });
  await database.execute('update subscription set ended = true, ended_at = $2 where id = $1', [id, iso(5)]);
  await followOrders(deps);
  expect(await orderOf('PO-2')).toMatchObject({ deliveredLines: 1, risk: 'done' });
  await add({ orderNo: 'PO-2', lineNo: '20', promisedOn: '2026-09-30' });
  await followOrders(deps);
  expect(await orderOf('PO-2')).toMatchObject({ promisedOn: '2026-09-30', deliveredLines: 1, waitingLines: 1 });
});

test('orders, and shipments of the same number, belong to their tenant alone', async () => {
  await ship('MERI0003', { eta: iso(5) }, other.id);
  await add({ orderNo: 'PO-3', referenceNos: 'MERI0003' });
  await followOrders(deps);
  expect(await orderOf('PO-3')).toMatchObject({ stage: 'waiting' });
  expect(await listed(stranger)).toMatchObject({ totalRecord: 0, tabs: { all: 0 } });
  expect((await stranger.call('orderLine.query', { body: {} })).data.totalRecord).toBe(0);
  expect((await plain.call('order.list', { body: {} })).http).toBe(403);
  expect((await stranger.call('orderLine.insert', { body: lineOf({ orderNo: 'PO-X' }) })).status).not.toBe(1);
});

test('tabs, modes and days find what they say', async () => {
  await add({ orderNo: 'PO-4', transportMode: 'air', promisedOn: '2026-08-01' });
  await followOrders(deps);
  const { tabs, totalRecord } = await listed(buyer);
  expect(tabs.all).toBe(totalRecord);
  expect((await listed(buyer, { tab: 'late' })).records.map((row: { risk: string }) => row.risk)).toEqual(
    Array.from({ length: tabs.late }, () => 'late'),
  );
  const numbers = async (body: object) =>
    (await listed(buyer, body)).records.map((row: { orderNo: string }) => row.orderNo);
  expect(await numbers({ mode: ['air'] })).toEqual(['PO-4']);
  // A day in Los Angeles.
  const range = { promisedTimeFrom: Date.UTC(2026, 7, 1, 7), promisedTimeTo: Date.UTC(2026, 7, 2, 7) - 1 };
  expect(await numbers(range)).toEqual(['PO-4']);
});

test('claims above what was ordered are refused at their cell, and nothing of the file is half-written', async () => {
  const inserted = await add({ orderNo: 'PO-5', shippedQuantity: 120 });
  expect(inserted).toMatchObject({ status: 0, msg: '已发数量 120 超过订购数量 100' });
  const opened = await buyer.call('importOpen', {
    body: { entity: 'orderLine', fileName: 'orders.xlsx', total: 3, clientKey: 'orders-1' },
  });
  const row = (lineNo: string, more: object = {}) => ({ ...lineOf({ orderNo: 'PO-5', lineNo }), ...more });
  const { importId } = opened.data;
  const judged = await buyer.call('importRows', {
    body: {
      importId,
      first: 1,
      rows: [row('10'), row('20', { shippedQuantity: 120 }), row('30', { promisedOn: 'soon' })],
    },
  });
  expect(judged.data).toMatchObject([
    { row: 1, plan: 'insert', problems: [] },
    { row: 2, plan: 'refused', problems: [{ field: 'shippedQuantity' }] },
    { row: 3, plan: 'refused', problems: [{ field: 'promisedOn' }] },
  ]);
  await followOrders(deps);
  expect(await orderOf('PO-5')).toBeUndefined();
});

test('lines that claim more packages than their shipment carries are named with both numbers', async () => {
  const content = { ...noContent, containers: [{ containerNo: 'MSKU0000001', quantity: 24 }] };
  await ship('MERI0006', { eta: iso(5), content });
  await add({ orderNo: 'PO-6', referenceNos: 'MERI0006', packages: 20 });
  await add({ orderNo: 'PO-7', referenceNos: 'MERI0006', packages: 4 });
  await followOrders(deps);
  expect(await orderOf('PO-6')).toMatchObject({ problem: null });
  await add({ orderNo: 'PO-7', lineNo: '20', referenceNos: 'MERI0006', packages: 6 });
  await followOrders(deps);
  expect(await orderOf('PO-7')).toMatchObject({ problem: 'MERI0006 只有 24 件，订单行共申报 30 件' });
});

test('an order without lines is gone from the list', async () => {
  const { data } = await add({ orderNo: 'PO-8' });
  await followOrders(deps);
  expect(await orderOf('PO-8')).toBeDefined();
  const [found] = (await buyer.call('orderLine.query', { body: { keyword: 'PO-8' } })).data.records;
  expect(data).toBeDefined();
  const removed = await buyer.call('orderLine.delete', {
    body: { orderLineId: found.orderLineId, recordVersion: found.recordVersion },
  });
  expect(removed.status).toBe(1);
  await followOrders(deps);
  expect(await orderOf('PO-8')).toBeUndefined();
});

test('time alone makes an order late', async () => {
  await add({ orderNo: 'PO-9', promisedOn: '2026-05-12', shipBy: '2026-05-11' });
  await followOrders(deps);
  expect(await orderOf('PO-9')).toMatchObject({ risk: 'atRisk' });
  now += 5 * DAY_MS;
  await followOrders(deps);
  expect(await orderOf('PO-9')).toMatchObject({ risk: 'late', reason: '第 10 行：已过承诺日 2 天，仍未交付' });
});

const orderIdOf = async (orderNo: string): Promise<string> => (await orderOf(orderNo)).orderId;
const detail = async (orderId: string, client = buyer) => client.call('orderGet', { query: { orderId } });

test('a shipment is tied and untied by hand, and stays so whatever the references say; both are audited', async () => {
  await ship('MERI0010', { atd: iso(-2), eta: iso(1) });
  await add({ orderNo: 'PO-10', referenceNos: 'MERI0010' });
  await followOrders(deps);
  const orderId = await orderIdOf('PO-10');
  const [line] = (await detail(orderId)).data.lines;
  expect(line).toMatchObject({ stage: 'transit', ties: [{ referenceNo: 'MERI0010', byHand: 0, undone: 0 }] });
  const { orderTieId } = line.ties[0];
  expect((await stranger.call('orderUntie', { body: { orderTieId } })).status).toBe(0);
  expect((await buyer.call('orderUntie', { body: { orderTieId } })).status).toBe(1);
  expect((await detail(orderId)).data).toMatchObject({ movements: [], lines: [{ stage: 'waiting' }] });
  await database.execute(`update cargo_order set due_at = 'epoch'`);
  await followOrders(deps);
  expect((await detail(orderId)).data.movements).toEqual([]);
  const { orderLineId } = line;
  const tie = (referenceNo: string, client = buyer) => client.call('orderTie', { body: { orderLineId, referenceNo } });
  expect((await tie('MERI0010', stranger)).status).toBe(0);
  expect((await tie('NOBODY1')).msg).toBe('没有跟踪单证号为 NOBODY1 的货物，请先订阅');
  expect((await tie(' ')).msg).toBe('请输入单证号');
  expect((await tie('meri0010')).status).toBe(1);
  expect((await tie('MERI0010')).msg).toBe('MERI0010 已关联到该行');
  expect((await detail(orderId)).data).toMatchObject({ movements: [{ referenceNo: 'MERI0010', lineNos: ['10'] }] });
  const audited = await database.system
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'in', ['tie', 'untie'])
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['untie', 'tie']);
});

test('an order shows its shipments over all modes in the order of leaving, and containers with the lines in them', async () => {
  const leg = (values: object) => ({
    sequence: 1,
    vesselName: 'AMBER TIDE',
    vesselImo: null,
    voyage: '101W',
    portOfLoading: 'CNSHA',
    portOfDischarge: 'USLAX',
    etd: null,
    atd: null,
    eta: null,
    ata: null,
    ...values,
  });
  const container = (containerNo: string) => ({
    containerNo,
    sealNo: null,
    sizeType: '45G1',
    quantity: null,
    grossWeightKg: null,
    volumeM3: null,
  });
  const content = (legs: object[], containers: object[], more: object = {}) => ({
    content: { ...noContent, legs, containers, ...more },
  });
  const units = ['CSQU3054383', 'MSKU1234565'];
  await ship('MERI0011', { container_nos: units, ...content([leg({ etd: now + DAY_MS })], units.map(container)) });
  const air = leg({ vesselName: 'CZ461', portOfLoading: 'PVG', portOfDischarge: 'FRA', atd: now - DAY_MS });
  await ship('784-12345675', content([air], [], { mode: 'air' }));
  await database.execute(`update subscription set mode = 'air' where bill_no = '784-12345675'`);
  await add({ orderNo: 'PO-11', referenceNos: 'MSKU1234565', batchNo: 'B7' });
  await add({ orderNo: 'PO-11', lineNo: '20', referenceNos: 'MERI0011, 784-12345675' });
  await followOrders(deps);
  const { data } = await detail(await orderIdOf('PO-11'));
  expect(data.movements).toMatchObject([
    { mode: 'air', referenceNo: '784-12345675', lineNos: ['20'] },
    {
      mode: 'sea',
      referenceNo: 'MERI0011',
      lineNos: ['10', '20'],
      units: [
        { unitNo: 'CSQU3054383', lineNos: ['20'], batchNos: [] },
        { unitNo: 'MSKU1234565', sizeType: '40HQ', lineNos: ['10', '20'], batchNos: ['B7'] },
      ],
    },
  ]);
  expect(data.movements[1].track[0].remaining.length).toBeGreaterThan(1);
  expect(await orderOf('PO-11')).toMatchObject({ mode: 'multi' });
  expect((await detail(data.orderId, stranger)).status).toBe(0);
});

test('the vessels of an order are those that carry its goods now; a shipment without one is named', async () => {
  const id = await ship('MERI0012', { atd: iso(-2), eta: iso(3) });
  await ship('MERI0013', { eta: iso(9) });
  await database.execute(
    `insert into voyage_watch (subscription_id, sequence, tenant_id, mmsi, vessel_name, from_port, to_port, leg, state)
     values ($1, 1, $2, 413000001, 'AMBER TIDE', 'CNSHA', 'USLAX', '{}', 'underway')`,
    [id, mine.id],
  );
  await add({ orderNo: 'PO-12', referenceNos: 'MERI0012, MERI0013' });
  await followOrders(deps);
  const query = { orderId: await orderIdOf('PO-12') };
  expect((await buyer.call('orderVessels', { query })).data).toEqual({
    orderNo: 'PO-12',
    vessels: [
      {
        mmsi: '413000001',
        vesselName: 'AMBER TIDE',
        state: 'underway',
        from: { zh: '上海', en: 'Shanghai' },
        to: { zh: '洛杉矶', en: 'Los Angeles' },
        referenceNos: ['MERI0012'],
        lineNos: ['10'],
        heardTime: null,
        heardBy: null,
      },
    ],
    now: expect.any(Number),
    unseen: ['MERI0013'],
  });
  const heardAt = Date.UTC(2026, 0, 2);
  await database.execute(
    `insert into ais_vessel (mmsi, fix_at, lon, lat, fix_feed, memory) values (413000001, $1, 1, 2, 'tcp://quay:4001', '{}')`,
    [new Date(heardAt)],
  );
  const { data: heard } = await buyer.call('orderVessels', { query });
  expect(heard.vessels).toMatchObject([{ heardTime: heardAt, heardBy: 'tcp://quay:4001' }]);
  expect((await stranger.call('orderVessels', { query })).status).toBe(0);
});

test('documents are attached, given back byte for byte as files, and removed; odd ones are refused', async () => {
  await add({ orderNo: 'PO-13' });
  await followOrders(deps);
  const orderId = await orderIdOf('PO-13');
  const pdf = '%PDF-1.7 packing list';
  const attach = (fileName: string, body: string, client = buyer) =>
    client.call('orderDocumentUpload', {
      query: { orderId, fileName },
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const { data, status } = await attach('装箱单.pdf', pdf);
  expect({ data, status }).toMatchObject({ status: 1, data: { fileName: '装箱单.pdf', sizeBytes: pdf.length } });
  expect((await attach('装箱单.pdf', pdf)).msg).toBe('装箱单.pdf 已上传过');
  expect((await attach('a.pdf.exe', pdf)).msg).toBe('文件名带有可执行文件的扩展名，不能上传');
  expect((await attach('a.png', pdf)).msg).toBe('文件内容与扩展名不符，不能上传');
  expect((await attach('b.pdf', '%PDF'.repeat(2_500_001))).msg).toBe('文件超过 10 MB');
  expect((await attach('b.pdf', pdf, stranger)).status).toBe(0);
  const { orderDocumentId } = data;
  expect((await detail(orderId)).data.documents).toMatchObject([{ orderDocumentId, uploaderName: 'buyer' }]);
  const query = { orderDocumentId };
  const file = await buyer.call('orderDocumentDownload', { query });
  expect(file.headers['content-type']).toBe('application/octet-stream');
  expect(file.headers['content-disposition']).toContain('attachment');
  expect(file.text).toBe(pdf);
  expect((await stranger.call('orderDocumentDownload', { query })).status).toBe(0);
  expect((await stranger.call('orderDocumentRemove', { body: query })).status).toBe(0);
  expect((await buyer.call('orderDocumentRemove', { body: query })).status).toBe(1);
  expect((await detail(orderId)).data.documents).toEqual([]);
  const audited = await database.system
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'orderDocument')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['upload', 'delete']);
});
