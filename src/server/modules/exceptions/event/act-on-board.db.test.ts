import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const now = Date.UTC(2026, 4, 4, 3);
const database = await testDatabase();
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock: manualClock(now) });
const menus = ['/event-board-index', '/event-index'];
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'planner', name: '周计划', menus });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'reader', menus: ['/event-index'] });
const [planner, stranger, reader] = [await signedIn('planner'), await signedIn('stranger'), await signedIn('reader')];
const { rows: types } = await database.execute<{ id: number }>(
  `insert into event_item_type (code, name_cn, name_en, sort_order, enabled)
   values ('BOARD', '看板', 'Board', 1, true) returning id`,
);

async function addItem(tenantId: number, code: string): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into event_item (tenant_id, code, name_cn, name_en, type_id, severity, due_hours, enabled)
     values ($1, $2, $2, $2, $3, 'high', 4, true) returning id`,
    [tenantId, code, types[0]?.id],
  );
  return rows[0]?.id as number;
}
let serial = 0;
async function addEvent(
  tenantId: number,
  itemId: number,
  values: { stage?: string; carrier?: string; status?: number },
) {
  const billNo = `BOARD${(serial += 1)}`;
  const { id } = await buildSubscription(database, { tenantId, billNo });
  await database.execute(
    `insert into shipment_event (tenant_id, subscription_id, item_id, severity, handle_status, stage, place, reference_no, bill_no,
       carrier_code, mode, params, evidence, opened_at, due_at, updated_at)
     values ($1, $2, $3, 'high', $4, $5, 'arrival', $6, $6, $7, 'sea', '{}', '[]', $8, $9, $8)`,
    [
      tenantId,
      id,
      itemId,
      values.status ?? 0,
      values.stage ?? 'underWay',
      billNo,
      values.carrier ?? 'AAAA',
      new Date(now - HOUR_MS),
      new Date(now + HOUR_MS),
    ],
  );
}

const [first, second, foreign] = [
  await addItem(mine.id, 'FIRST'),
  await addItem(mine.id, 'SECOND'),
  await addItem(theirs.id, 'FOREIGN'),
];
beforeEach(async () => {
  for (const table of ['audit_log', 'shipment_event_note', 'shipment_event'])
    await database.execute(`delete from ${table}`);
  await addEvent(mine.id, first, {});
  await addEvent(mine.id, first, { carrier: 'BBBB' });
  await addEvent(mine.id, first, { status: 1 });
  await addEvent(mine.id, first, { stage: 'delivered' });
  await addEvent(mine.id, second, {});
  await addEvent(theirs.id, foreign, {});
});

const act = (body: object, who = planner) => who.call('eventBoardAct', { body: { by: 'stage', ...body } });
const states = async () =>
  (
    await database.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from shipment_event group by state order by state',
    )
  ).map(({ state, n }) => `${state} ${n}`);

test('the new events behind one number are confirmed together, each with its note and its entry in the audit', async () => {
  const { data } = await planner.call('eventBoard', { body: {} });
  const group = data.groupList.find(({ code }: { code: string }) => code === 'underWay');
  expect(group.itemList).toMatchObject([
    { eventItemIds: [String(first)], total: 3, fresh: 2 },
    { eventItemIds: [String(second)], total: 1, fresh: 1 },
  ]);
  const done = await act({ act: 'confirm', code: 'underWay', eventItemIds: [String(first)] });
  expect(done).toMatchObject({ status: 1, msg: '已确认 2 个事件', data: { count: 2 } });
  expect(await states()).toEqual(['confirmed 3', 'new 3']);
  const written = await database.query(
    `select n.kind, n.actor_name, e.owner_name, e.record_version,
       (select count(*)::int from audit_log a where a.entity = 'shipmentEvent' and a.entity_id = e.id::text) as audited
     from shipment_event_note n join shipment_event e on e.id = n.event_id`,
  );
  const one = { kind: 'confirm', actor_name: '周计划', owner_name: '周计划', record_version: 2, audited: 1 };
  expect(written).toEqual([one, one]);
  // Twice it does nothing twice.
  expect(await act({ act: 'confirm', code: 'underWay', eventItemIds: [String(first)] })).toMatchObject({
    data: { count: 0 },
  });
});

test('event items of one code and name are one card with the tenants as parts, for people who see several', async () => {
  const twin = await addItem(theirs.id, 'FIRST');
  await addEvent(theirs.id, twin, {});
  await buildUser(database, {
    tenantId: mine.id,
    userCode: 'both',
    menus: ['/event-board-index'],
    alsoTenants: [theirs.id],
  });
  // The other application of this file began before its tenants were there.
  const app = await testApp(database, { modules: await testProductModules(database), clock: manualClock(now) });
  const both = await app.signedIn('both');
  const cards = async (who: typeof both) => {
    const { data } = await who.call('eventBoard', { body: {} });
    return data.groupList.find(({ code }: { code: string }) => code === 'underWay').itemList;
  };
  const [card] = await cards(both);
  expect(card).toMatchObject({ eventItemIds: [String(first), String(twin)], total: 4, fresh: 3 });
  expect(card.tenantList.map(({ total }: { total: number }) => total)).toEqual([3, 1]);
  expect((await cards(planner))[0]).toMatchObject({ eventItemIds: [String(first)], total: 3 });
  const ids = card.eventItemIds;
  expect(await act({ act: 'confirm', code: 'underWay', eventItemIds: ids }, planner)).toMatchObject({
    data: { count: 2 },
  });
});

test('a stage or a type is closed as a whole, within the filters of the board', async () => {
  expect(await act({ act: 'close', code: 'underWay', carrierCode: ['BBBB'] })).toMatchObject({ data: { count: 1 } });
  expect(await states()).toEqual(['closed 1', 'confirmed 1', 'new 4']);
  expect(await act({ act: 'close', by: 'type', code: 'BOARD' })).toMatchObject({ data: { count: 4 } });
  expect(await states()).toEqual(['closed 5', 'new 1']);
});

test('events of other tenants are left alone, and who may not open the board does not act on it', async () => {
  expect(await act({ act: 'close', code: 'underWay', eventItemIds: [String(first)] }, stranger)).toMatchObject({
    data: { count: 0 },
  });
  expect(await act({ act: 'close', code: 'underWay' }, reader)).toMatchObject({ http: 403 });
  expect(await act({ act: 'delete', code: 'underWay' })).toMatchObject({ status: 0 });
  expect(await states()).toEqual(['confirmed 1', 'new 5']);
});
