import { describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { conditions, eventItems, toRotterdam } from '#testing/event-items.ts';

const database = await testDatabase();
const { definition, enable, item, mine, one, planner, ruleOf, save, stranger, theirs, tried } =
  await eventItems(database);

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
      { field: 'ETA', operator: 'known', values: [] },
    );
    const requested = { eventItemId: row.eventItemId, rule, referenceNo: ` ${one.bill.toLowerCase()} ` };
    expect(await planner.call('eventRuleTest', { body: requested })).toMatchObject({
      status: 1,
      data: {
        referenceNo: one.bill,
        found: 0,
        inScope: 1,
        conditionList: [
          { field: 'POD', value: 'NLRTM', met: 1, zone: null },
          { field: 'CONTAINERS', value: expect.any(Number), met: 0, zone: null },
          { field: 'ETA', value: expect.any(Number), met: 1, zone: 'Europe/Amsterdam' },
        ],
      },
    });
    expect(await planner.call('eventRuleTest', { body: { ...requested, rule: toRotterdam } })).toMatchObject({
      data: { found: 1 },
    });
    // A shipment of another tenant is not found.
    expect(await planner.call('eventRuleTest', { body: { ...requested, referenceNo: 'FOREIGN1' } })).toMatchObject({
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

test('whom an event item tells is reported by name, in its list, its history and its file', async () => {
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
