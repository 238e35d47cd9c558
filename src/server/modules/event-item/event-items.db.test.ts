import { beforeAll, describe, expect, test } from 'vitest';
import { nothingConfigured } from '#server/modules/notification/index.ts';
import { roleMenus } from '#shared/reference/menus.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import type { TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

const start = Date.UTC(2026, 0, 2);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start, sourceTimeoutMs: 20_000, delivery: nothingConfigured });
const [mine, theirs] = [await buildTenant(database, { code: 'EVTA' }), await buildTenant(database, { code: 'EVTB' })];
const menus = ['/event-item-index', '/event-index', '/event-board-index', '/event-field-index'];
await buildUser(database, { tenantId: mine.id, userCode: 'planner', name: '周计划', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', name: '吴跟单', menus });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus });
await pipeline.reference.refresh();
const { signedIn } = await productApp(database, pipeline);
const [planner, clerk, stranger] = [await signedIn('planner'), await signedIn('clerk'), await signedIn('stranger')];
const { clock } = pipeline;
const { voyage } = createVoyages(database, pipeline, mine.id);
const one = await voyage();
await buildSubscription(database, {
  tenantId: theirs.id,
  billNo: 'FOREIGN1',
  carrierCode: one.code,
  subscribedAt: start,
});
beforeAll(() => pipeline.at(start + HOUR_MS));

const work = () => pipeline.at(clock.now());
const conditions = (...list: object[]) => JSON.stringify({ match: 'all', conditions: list });
const toRotterdam = conditions({ field: 'POD', operator: 'is', values: ['nlrtm'] });
const typeId = async () =>
  (await planner.call('eventItemType.getAll', { body: {} })).data.find((type: any) => type.typeCode === 'DELAY')
    .eventItemTypeId as string;

async function definition(tenantId: number, name: string, events: string | null = null): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into feedback (tenant_id, feedback_name, feedback_type, trigger_events, feedback_addr, active)
     values ($1, $2, 'EMAIL', $3, 'duty@forwarder.example', true) returning id`,
    [tenantId, name, events],
  );
  return Number(rows[0]?.id);
}

let serial = 0;
const item = async (values: object = {}) => {
  const { data, msg, status } = await planner.call('eventItem.insert', {
    body: {
      tenantId: String(mine.id),
      itemCode: `ITEM${(serial += 1)}`,
      itemName: '到鹿特丹',
      itemNameEn: 'To Rotterdam',
      typeId: await typeId(),
      severity: 'high',
      dueHours: 4,
      ...values,
    },
  });
  expect([status, msg]).toEqual([1, expect.any(String)]);
  return data as any;
};
const save = (row: any, rule: string, who: TestClient = planner) =>
  who.call('eventRuleSave', { body: { eventItemId: row.eventItemId, recordVersion: row.recordVersion, rule } });
const ruleOf = async (row: any) =>
  (await planner.call('eventRule', { query: { eventItemId: row.eventItemId } })).data as any;
const enable = async (row: any, enabled: 0 | 1, who: TestClient = planner) =>
  who.call('eventItemEnable', {
    body: { eventItemId: row.eventItemId, recordVersion: (await ruleOf(row)).recordVersion, enabled },
  });
const tried = async (row: any) => {
  await planner.call('eventRuleTry', { body: { eventItemId: row.eventItemId, days: 30 } });
  await work();
  return (await ruleOf(row)).run;
};
const inUse = async (rule: string, values: object = {}) => {
  const row = await item(values);
  await save(row, rule);
  await tried(row);
  expect((await enable(row, 1)).status).toBe(1);
  await work();
  return row;
};
const eventsOf = async (row: any, who: TestClient = planner) =>
  (await who.call('shipmentEvent.list', { body: { itemId: [row.eventItemId] } })).data.records as any[];

describe('the rule of an event item', () => {
  test.each([
    ['not json', '规则无法读取'],
    [conditions(), '请至少添加一个条件'],
    [conditions({ field: 'NOTHING', operator: 'known' }), '第 1 个条件：字段不存在或已停用'],
    [conditions({ field: 'POD', operator: 'gt', values: [1] }), '第 1 个条件：该字段不支持这个比较方式'],
    [conditions({ field: 'ARRIVAL_DELAY', operator: 'gt', values: ['x'] }), '第 1 个条件：请填写数字'],
    [conditions({ field: 'ATA', operator: 'known' }, { field: 'POD', operator: 'is' }), '第 2 个条件：请填写比较值'],
  ])('%s is refused in words', async (rule, msg) => {
    expect(await save(await item(), rule)).toMatchObject({ status: 0, msg });
  });

  test('is tested on a shipment before it is saved, with the values that its conditions see', async () => {
    const row = await item();
    const rule = conditions(
      { field: 'POD', operator: 'is', values: ['NLRTM'] },
      { field: 'CONTAINERS', operator: 'gt', values: [50] },
    );
    const asked = { eventItemId: row.eventItemId, rule, referenceNo: ` ${one.bill.toLowerCase()} ` };
    expect(await planner.call('eventRuleTest', { body: asked })).toMatchObject({
      status: 1,
      data: {
        referenceNo: one.bill,
        found: 0,
        inScope: 1,
        conditionList: [
          { field: 'POD', value: 'NLRTM', met: 1 },
          { field: 'CONTAINERS', value: expect.any(Number), met: 0 },
        ],
      },
    });
    expect(await planner.call('eventRuleTest', { body: { ...asked, rule: toRotterdam } })).toMatchObject({
      data: { found: 1 },
    });
    // A shipment of another tenant is not found.
    expect(await planner.call('eventRuleTest', { body: { ...asked, referenceNo: 'FOREIGN1' } })).toMatchObject({
      status: 0,
      msg: '没有找到这个单号的票',
    });
  });

  test('is tried on history before it can be switched on, and is changed only while it is off', async () => {
    const row = await item();
    expect(await enable(row, 1)).toMatchObject({ status: 0, msg: '请先保存规则' });
    expect((await save(row, toRotterdam)).status).toBe(1);
    expect(await save(row, toRotterdam)).toMatchObject({ status: 0 });
    expect(await enable(row, 1)).toMatchObject({ status: 0, msg: '启用前请先在历史数据上试运行当前规则' });
    expect(await tried(row)).toMatchObject({
      state: 'done',
      total: 1,
      events: 1,
      shipments: 1,
      failures: 0,
      current: 1,
      exampleList: [{ referenceNo: one.bill, firstTime: expect.any(Number) }],
    });
    // With another rule it would have to be tried again.
    const other = await ruleOf(row);
    await save(other, conditions({ field: 'POD', operator: 'is', values: ['DEHAM'] }));
    expect((await ruleOf(row)).run).toMatchObject({ current: 0 });
    expect((await enable(row, 1)).status).toBe(0);
    await save(await ruleOf(row), toRotterdam);
    expect((await enable(row, 1)).msg).toContain('已启用');
    expect(await save(await ruleOf(row), toRotterdam)).toMatchObject({
      status: 0,
      msg: expect.stringContaining('先停用'),
    });
    const { recordVersion } = await ruleOf(row);
    const change = (values: object) =>
      planner.call('eventItem.update', { body: { eventItemId: row.eventItemId, recordVersion, ...values } });
    expect(await change({ podCodes: 'DEHAM' })).toMatchObject({ status: 0, msg: expect.stringContaining('先停用') });
    expect(await change({ itemName: '另一个名称' })).toMatchObject({ status: 1 });
  });

  test('is of its tenant alone', async () => {
    const row = await item();
    for (const answer of [
      await stranger.call('eventRule', { query: { eventItemId: row.eventItemId } }),
      await save(row, toRotterdam, stranger),
      await enable(row, 1, stranger),
      await stranger.call('eventRuleTry', { body: { eventItemId: row.eventItemId } }),
      await stranger.call('eventRuleTest', {
        body: { eventItemId: row.eventItemId, rule: toRotterdam, referenceNo: one.bill },
      }),
    ])
      expect(answer).toMatchObject({ status: 0 });
  });

  test('names people and carriers that there are', async () => {
    const row = await item();
    const change = (values: object) =>
      planner.call('eventItem.update', { body: { eventItemId: row.eventItemId, recordVersion: 1, ...values } });
    expect(await change({ notifyUsers: 'clerk, stranger' })).toMatchObject({ status: 0, msg: '找不到用户：stranger' });
    expect(await change({ carrierCodes: 'NOBODY' })).toMatchObject({ status: 0, msg: '找不到船公司：NOBODY' });
    expect(await change({ notifyUsers: 'clerk, planner' })).toMatchObject({ status: 1 });
    const foreign = await definition(theirs.id, 'Theirs');
    const again = (values: object) =>
      planner.call('eventItem.update', { body: { eventItemId: row.eventItemId, recordVersion: 2, ...values } });
    expect((await again({ notifyUsers: `feedback:${foreign}` })).msg).toContain('没有的反馈定义');
    expect((await again({ notifyUsers: 'role:nobody' })).msg).toContain('没有的角色');
    expect(await again({ notifyUsers: 'role:viewer, clerk' })).toMatchObject({ status: 1 });
  });
});

test('people, roles and feedback definitions of the own tenants can be chosen', async () => {
  const own = await definition(mine.id, 'Duty mailbox');
  const foreign = await definition(theirs.id, 'Foreign mailbox');
  const find = async (keyword: string, chosen = '') =>
    (await planner.call('eventRecipients', { query: { keyword, chosen } })).data.map(({ value }: any) => value);
  const all = await find('');
  expect(all).toEqual(expect.arrayContaining(['clerk', 'planner', 'role:viewer', `feedback:${own}`]));
  expect(all).not.toContain('stranger');
  expect(all).not.toContain(`feedback:${foreign}`);
  expect(await find('吴', 'role:pricing')).toEqual(['clerk', 'role:pricing']);
});

test('whom an event item tells is told by name, in its list, its history and its file', async () => {
  const mailbox = await definition(mine.id, 'Night mailbox');
  const row = await item({ notifyUsers: 'clerk' });
  const notifyUsers = `planner, role:viewer, feedback:${mailbox}`;
  const { eventItemId } = row;
  await planner.call('eventItem.update', { body: { eventItemId, recordVersion: 1, notifyUsers } });
  const headers = { 'x-lang': 'en' };
  const query = { query: { eventItemId }, headers };
  expect((await planner.call('eventItem.get', query)).data).toMatchObject({
    notifyUsers,
    notifyNames: '周计划, Tracking, reading only, Night mailbox',
  });
  const [change] = (await planner.call('eventItem.history', query)).data as any[];
  expect([change.before.notifyNames, change.after.notifyNames]).toEqual([
    '吴跟单',
    '周计划, Tracking, reading only, Night mailbox',
  ]);
});

describe('events', () => {
  test('are there within a minute after their event item was switched on, and gone after it was switched off', async () => {
    const at = clock.now();
    const row = await inUse(toRotterdam);
    const [event] = await eventsOf(row);
    expect(event).toMatchObject({
      state: 'new',
      severity: 'high',
      referenceNo: one.bill,
      itemNameEn: 'To Rotterdam',
      typeCode: 'DELAY',
      portCode: expect.any(String),
      dueTime: event.openTime + 4 * HOUR_MS,
      overdue: 0,
    });
    expect(event.openTime - at).toBeLessThanOrEqual(MINUTE_MS);
    expect(await eventsOf(row, stranger)).toEqual([]);
    expect((await enable(row, 0)).status).toBe(1);
    await work();
    expect(await eventsOf(row)).toMatchObject([{ state: 'closed' }]);
    const { data } = await planner.call('shipmentEventGet', { query: { shipmentEventId: event.shipmentEventId } });
    expect(data).toMatchObject({
      resolution: '检测规则已停用，系统自动关闭',
      valueList: [{ field: 'POD', value: 'NLRTM', fieldName: '目的港', fieldType: 'port' }],
      noteList: [{ kind: 'resolved' }, { kind: 'opened' }],
    });
  });

  test('that the world brings about are told to those whom the event item names, once', async () => {
    await buildUser(database, { tenantId: mine.id, userCode: 'looker', menus: [...roleMenus.viewer] });
    await buildUser(database, { tenantId: theirs.id, userCode: 'far.looker', menus: [...roleMenus.viewer] });
    const named = await definition(mine.id, 'Named');
    await definition(mine.id, 'Listening', 'EVENT_OPENED');
    await definition(mine.id, 'Silent');
    await definition(theirs.id, 'Elsewhere', 'EVENT_OPENED');
    const row = await inUse(conditions({ field: 'STAGE', operator: 'isNot', values: ['beforeDeparture'] }), {
      notifyUsers: `clerk, role:viewer, feedback:${named}`,
    });
    expect(await eventsOf(row)).toEqual([]);
    await pipeline.at(start + 20 * DAY_MS);
    await pipeline.at(start + 20 * DAY_MS + MINUTE_MS);
    const events = await eventsOf(row);
    expect(events).toMatchObject([{ state: 'new', referenceNo: one.bill }]);
    const told = await database.query<{ name: string }>(
      `select case feedback_type when 'IN_APP' then address else feedback_name end as name from notification
       where cause_key like $1 order by 1`,
      [`event:${events[0].shipmentEventId}%`],
    );
    expect(told.map(({ name }) => name).sort()).toEqual(['Listening', 'Named', 'clerk', 'looker']);
    const messages = (await clerk.call('inboxQuery', { query: {} })).data.messages as any[];
    expect(messages.filter(({ link }) => link.includes(one.bill))).toHaveLength(1);
    expect((await planner.call('inboxQuery', { query: {} })).data.messages).toEqual([]);
  });

  test('are confirmed, commented on, closed and opened again; what people closed stays closed', async () => {
    const row = await inUse(toRotterdam);
    const [{ shipmentEventId }] = (await eventsOf(row)) as [any];
    const read = async () => (await clerk.call('shipmentEventGet', { query: { shipmentEventId } })).data as any;
    const act = async (name: string, comment?: string, who = clerk, recordVersion?: number) =>
      who.call('shipmentEventAct', {
        body: { shipmentEventId, recordVersion: recordVersion ?? (await read()).recordVersion, act: name, comment },
      });
    expect((await act('comment', ' ')).msg).toBe('请填写备注');
    expect(await act('confirm', undefined, clerk, 99)).toMatchObject({ status: 0 });
    expect((await act('confirm')).msg).toBe('事件已确认');
    expect((await act('comment', '已联系船公司')).status).toBe(1);
    expect(await read()).toMatchObject({ state: 'confirmed', ownerName: '吴跟单', acts: ['close', 'comment'] });
    expect(await act('confirm')).toMatchObject({ status: 0 });
    expect((await act('close', '无需处理')).status).toBe(1);
    await pipeline.at(clock.now() + 3 * HOUR_MS);
    expect(await read()).toMatchObject({ state: 'closed', closeTime: expect.any(Number), acts: ['reopen', 'comment'] });
    expect((await act('reopen')).status).toBe(1);
    const after = await read();
    expect(after.noteList.map(({ kind, text }: any) => [kind, text])).toEqual([
      ['reopen', null],
      ['close', '无需处理'],
      ['comment', '已联系船公司'],
      ['confirm', null],
      ['opened', null],
    ]);
    expect(await act('close', undefined, stranger)).toMatchObject({ status: 0 });
    const audits = await database.query<{ action: string }>(
      `select action from audit_log where entity = 'shipmentEvent' and entity_id = $1 order by id`,
      [shipmentEventId],
    );
    expect(audits.map(({ action }) => action)).toEqual(['confirm', 'comment', 'close', 'reopen']);
  });

  test('at the stop of a truck name the site of their own tenant, in the list and on their page', async () => {
    const row = await inUse(toRotterdam);
    const [{ shipmentEventId }] = (await eventsOf(row)) as [any];
    for (const [tenant, name] of [
      [theirs.id, 'Their yard'],
      [mine.id, 'Our warehouse'],
    ])
      await database.execute(
        `insert into road_site (tenant_id, code, name_cn, name_en, lon, lat, radius_m, zone)
         values ($1, 'SITE7', '仓库', $2, 120, 30, 200, 'Asia/Shanghai')`,
        [tenant, name],
      );
    await database.execute(`update shipment_event set mode = 'road', port_code = 'SITE7' where id = $1`, [
      shipmentEventId,
    ]);
    const shown = { portCode: 'SITE7', portName: 'Our warehouse', portNameCn: '仓库', portZone: 'Asia/Shanghai' };
    expect(await eventsOf(row)).toMatchObject([shown]);
    const { data } = await planner.call('shipmentEventGet', { query: { shipmentEventId } });
    expect(data).toMatchObject(shown);
  });

  test('on a container say which one, and are found by it', async () => {
    const [event] = (await planner.call('shipmentEvent.list', { body: { pageSize: 1 } })).data.records as any[];
    expect(event.containerNo).toBeNull();
    const id = event.obmTkSubscribeId;
    await database.execute(
      `update subscription set subject = 'container', container_no = 'CSQU3054383' where id = $1`,
      [id],
    );
    const { data } = await planner.call('shipmentEvent.list', { body: { referenceNo: ['CSQU3054383'] } });
    const expected = { obmTkSubscribeId: id, containerNo: 'CSQU3054383', referenceNo: event.referenceNo };
    expect(data.records).toContainEqual(expect.objectContaining(expected));
    await database.execute(`update subscription set subject = 'bill', container_no = null where id = $1`, [id]);
  });

  test('are counted on the board exactly, with those whose time is over, for the own tenants', async () => {
    const board = async (body: object, who = planner) => (await who.call('eventBoard', { body })).data as any;
    const list = async (body: object) =>
      (await planner.call('shipmentEvent.list', { body })).data.totalRecord as number;
    await pipeline.at(clock.now() + 6 * HOUR_MS);
    for (const by of ['stage', 'type']) {
      const { total, overdue, groupList } = await board({ by });
      expect(total).toBe(await list({ open: 1 }));
      expect(overdue).toBe(await list({ overdue: 1 }));
      expect(overdue).toBeGreaterThan(0);
      for (const group of groupList) {
        const filter = by === 'stage' ? { stage: [group.code] } : { typeCode: [group.code] };
        expect([group.code, group.total]).toEqual([group.code, await list({ ...filter, open: 1 })]);
        expect(group.total).toBe(group.high + group.medium + group.low);
        expect(group.total).toBe(group.itemList.reduce((sum: number, part: any) => sum + part.total, 0));
      }
      expect(groupList.reduce((sum: number, group: any) => sum + group.total, 0)).toBe(total);
    }
    expect(await board({ carrierCode: ['NOBODY'] })).toMatchObject({ total: 0, groupList: expect.any(Array) });
    expect(await board({ carrierCode: [one.code], podCode: ['NLRTM'] })).toMatchObject({ shipments: 1 });
    expect(await board({ tenantId: [String(theirs.id), 'x'] })).toMatchObject({ total: 0 });
    expect(await board({}, stranger)).toMatchObject({ total: 0 });
  });
});

test('a field of the catalogue has the type and unit of its path, and stays while a rule uses it', async () => {
  await buildUser(database, { tenantId: mine.id, userCode: 'keeper', userType: 'admin', allTenants: true });
  const keeper = await signedIn('keeper');
  const added = await keeper.call('eventField.insert', {
    body: {
      fieldCode: 'SINCE_LOADED',
      fieldName: '装船后',
      fieldNameEn: 'Since loading',
      dataPath: 'milestone.LOBD.hoursSince',
      enabled: 1,
    },
  });
  expect(added).toMatchObject({ status: 1, data: { fieldType: 'number', unit: 'hours' } });
  const row = await item();
  await save(row, conditions({ field: 'SINCE_LOADED', operator: 'gt', values: [2], unit: 'days' }));
  const { eventFieldId } = added.data;
  expect(await keeper.call('eventField.delete', { body: { eventFieldId } })).toMatchObject({
    status: 0,
    msg: expect.stringContaining(row.itemCode),
  });
  const body = { fieldCode: 'WRONG', fieldName: '错', fieldNameEn: 'Wrong', dataPath: 'booking.secret', enabled: 1 };
  expect(await keeper.call('eventField.insert', { body })).toMatchObject({
    status: 0,
    msg: '行程模型中没有“booking.secret”',
  });
});
