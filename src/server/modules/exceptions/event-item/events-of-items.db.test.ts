import { describe, expect, test } from 'vitest';
import { roleMenus } from '#shared/reference/menus.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { conditions, eventItems, start, toRotterdam } from '#testing/event-items.ts';

const database = await testDatabase();
const {
  clerk,
  clock,
  definition,
  enable,
  eventsOf,
  inUse,
  item,
  mine,
  one,
  pipeline,
  planner,
  save,
  signedIn,
  stranger,
  theirs,
  work,
} = await eventItems(database);

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

  test('that the world brings about are reported to those whom the event item names, once', async () => {
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
    const reported = await database.query<{ name: string }>(
      `select case feedback_type when 'IN_APP' then address else feedback_name end as name from notification
       where cause_key like $1 order by 1`,
      [`event:${events[0].shipmentEventId}%`],
    );
    expect(reported.map(({ name }) => name).sort()).toEqual(['Listening', 'Named', 'clerk', 'looker']);
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
        for (const part of group.itemList) {
          const sumOf = (parts: { total: number }[]): number => parts.reduce((sum, { total: n }) => sum + n, 0);
          expect([sumOf(part.ageList), sumOf(part.tenantList)]).toEqual([part.total, part.total]);
          expect(part.tenantList.map(({ tenantCode }: any) => tenantCode)).toEqual([mine.code]);
          expect(part.dayList).toHaveLength(14);
          expect(part.worstList).toHaveLength(Math.min(3, part.total));
          const rankOf = ({ severity, dueTime }: any): number =>
            ['high', 'medium', 'low'].indexOf(severity) * 1e14 + dueTime;
          const ranks: number[] = part.worstList.map(rankOf);
          expect(ranks).toEqual(ranks.toSorted((rank, next) => rank - next));
        }
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
