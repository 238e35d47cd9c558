import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
const pipeline = await startPipeline(database, { start });
const [mine, theirs] = [await buildTenant(database, { code: 'ACTA' }), await buildTenant(database, { code: 'ACTB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'actor', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'foreigner', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, foreigner] = [await signedIn('actor'), await signedIn('foreigner')];
const { voyage, stateOf, pullTaskOf } = createVoyages(database, pipeline, mine.id);

const subscriptionOf = async (id: number) =>
  (await database.query<Record<string, any>>('select * from subscription where id = $1', [id]))[0] ?? {};
const auditsOf = (id: number) =>
  database.query<Record<string, any>>(
    `select action, actor_code from audit_log where entity = 'subscription' and entity_id = $1 order by id`,
    [String(id)],
  );

describe('the remark of a subscription', () => {
  test('is saved, kept in the audit, and refused over a newer state', async () => {
    const { subscription } = await voyage();
    const body = { obmTkSubscribeId: String(subscription.id), remark: '  先联系船东 ', recordVersion: 1 };
    expect(await client.call('updateSubscriptionRemark', { body })).toMatchObject({ status: 1, msg: '保存成功' });
    expect(await subscriptionOf(subscription.id)).toMatchObject({ remark: '先联系船东', record_version: 2 });
    expect(await auditsOf(subscription.id)).toEqual([{ action: 'remark', actor_code: 'actor' }]);
    // The same form again, since its answer was lost, is no second change.
    expect(await client.call('updateSubscriptionRemark', { body })).toMatchObject({ status: 1 });
    expect(await auditsOf(subscription.id)).toHaveLength(1);
    expect(await client.call('updateSubscriptionRemark', { body: { ...body, remark: 'x' } })).toMatchObject({
      status: 0,
      msg: expect.stringMatching(/^数据已被 .+ 修改/),
      data: { stale: true, current: { remark: '先联系船东', recordVersion: 2 } },
    });
    const { recordVersion: _version, ...unversioned } = body;
    expect(await client.call('updateSubscriptionRemark', { body: { ...unversioned, remark: 'x' } })).toMatchObject({
      status: 0,
      msg: '没有说明修改的是数据的哪个版本，请刷新后重新保存',
    });
    expect(await subscriptionOf(subscription.id)).toMatchObject({ remark: '先联系船东' });
  });

  test('has at most 200 characters', async () => {
    const { subscription } = await voyage();
    const save = (remark: string) =>
      client.call('updateSubscriptionRemark', {
        body: { obmTkSubscribeId: subscription.id, remark, recordVersion: 1 },
      });
    expect((await save('船'.repeat(200))).status).toBe(1);
    expect(await save('船'.repeat(201))).toMatchObject({ status: 0, msg: '订阅备注不能超过 200 个字符' });
  });

  test('is none of another tenant', async () => {
    const { subscription } = await voyage();
    const body = { obmTkSubscribeId: subscription.id, remark: 'mine now', recordVersion: 1 };
    expect((await foreigner.call('updateSubscriptionRemark', { body })).status).toBe(0);
    expect(await subscriptionOf(subscription.id)).toMatchObject({ remark: null });
  });
});

describe('schedules of a subscription', () => {
  test('are its sources; a stopped one is asked no more until it is started', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const list = async () =>
      (await client.call('subscriptionSchedules', { query: { subscribeId: one.subscription.id } })).data;
    const [schedule] = await list();
    expect(schedule).toMatchObject({
      wlSchedulesId: String(one.target),
      scheduleStatus: 'Running',
      cronExpression: '0 0/15 * * * ?',
      packageName: '船公司标准接口（DCSA）',
      executeTime: expect.any(Number),
      jobId: expect.any(String),
    });
    const stop = () => client.call('stopSchedules', { body: [schedule.wlSchedulesId] });
    expect(await stop()).toMatchObject({ status: 1, msg: '已停止 1 个调度', data: { changed: 1 } });
    expect(await stop()).toMatchObject({ status: 1, msg: '所选调度已停止', data: { changed: 0 } });
    expect(await pullTaskOf(one)).toBeUndefined();
    const requested = one.source.asked.length;
    await pipeline.at(pipeline.clock.now() + 3 * 3_600_000);
    expect(one.source.asked.length).toBe(requested);
    expect((await list())[0]).toMatchObject({ scheduleStatus: 'Stopped', executeTime: null });
    // What a carrier pushes is still taken in, and plans nothing.
    await pipeline.schedulePushed([one.target]);
    await pipeline.at(pipeline.clock.now());
    expect(await stateOf(one)).toMatchObject({ next_pull_at: null });
    expect(await client.call('startSchedules', { body: { ids: [one.target] } })).toMatchObject({
      msg: '已启动 1 个调度',
    });
    await pipeline.at(pipeline.clock.now());
    expect(one.source.asked.length).toBeGreaterThan(requested);
    expect((await stateOf(one))['next_pull_at']).toBeGreaterThan(pipeline.clock.now());
    expect((await auditsOf(one.subscription.id)).map(({ action }) => action)).toEqual([
      'stopSchedule',
      'startSchedule',
    ]);
  });

  test('want to be chosen, exist, and be the own tenant’s', async () => {
    const one = await voyage();
    expect(await client.call('startSchedules', { body: [] })).toMatchObject({ status: 0, msg: '请至少选择一条记录' });
    expect((await foreigner.call('stopSchedules', { body: [one.target] })).status).toBe(0);
    expect(await stateOf(one)).toMatchObject({ stopped: false });
    expect(
      (await foreigner.call('subscriptionSchedules', { query: { subscribeId: one.subscription.id } })).status,
    ).toBe(0);
  });

  test('have plans: the next run, the last one, and every answer that was kept', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    await pipeline.at(pipeline.clock.now() + 20 * 60_000);
    const plans = (page: number, size: number) =>
      client.call('schedulePlans', { body: { scheduleId: one.target, currentPage: page, pageSize: size } });
    const { data } = await plans(1, 10);
    expect(data.totalRecord).toBe(3);
    expect(data.records.map((plan: any) => [plan.finishFlag, plan.planInfo.slice(0, 5)])).toEqual([
      [0, '下一次获取'],
      [1, '已获取，没'],
      [1, '获取到新数'],
    ]);
    const pages = [await plans(1, 2), await plans(2, 2)];
    expect(pages.flatMap((page) => page.data.records)).toEqual(data.records);
  });
});

describe('another booking for a subscription', () => {
  test('is chosen by a person and stays chosen when sources say something new', async () => {
    const [one, other] = [await voyage(), await voyage()];
    await pipeline.at(pipeline.clock.now());
    const found = await client.call('queryBkBySubscribe', { body: { blNo: other.bill.toLowerCase(), isBillNo: 1 } });
    expect(found.data.map((row: any) => row.unionFlag)).toEqual([1, 0]);
    const bkId = found.data[0].obmBkId;
    const link = (body: Record<string, unknown>) =>
      client.call('updateSubscribeInfo', { body: { obmTkSubscribeId: one.subscription.id, ...body } });
    expect(await link({})).toMatchObject({ status: 0, msg: '请选择一条bk记录' });
    expect(await link({ bkId })).toMatchObject({ status: 0, msg: '没有说明修改的是数据的哪个版本，请刷新后重新保存' });
    expect(await link({ bkId, recordVersion: 9 })).toMatchObject({
      status: 0,
      data: { stale: true, current: { recordVersion: 1 } },
    });
    const linked = { status: 1, data: { bkId, subscribeStatus: 1, recordVersion: 2 } };
    expect(await link({ bkId, recordVersion: 1 })).toMatchObject(linked);
    // Sent again, since the answer was lost.
    expect(await link({ bkId, recordVersion: 1 })).toMatchObject(linked);
    expect(await auditsOf(one.subscription.id)).toEqual([{ action: 'switchBooking', actor_code: 'actor' }]);
    one.notify(one.events.slice(0, 3));
    await pipeline.at(pipeline.clock.now() + 24 * 3_600_000);
    expect(await subscriptionOf(one.subscription.id)).toMatchObject({
      shipment_id: Number(bkId),
      shipment_chosen: true,
    });
    // The own booking again: the link is automatic once more.
    const own = await client.call('queryBkBySubscribe', { body: { blNo: one.bill } });
    await link({ bkId: own.data[0].obmBkId, recordVersion: 2 });
    expect(await subscriptionOf(one.subscription.id)).toMatchObject({ shipment_chosen: false });
  });

  test('is not offered and not taken once it is deleted; who was linked to it has the own one again, until undo', async () => {
    const [one, other] = [await voyage(), await voyage()];
    await pipeline.at(pipeline.clock.now());
    const ask = async () => (await client.call('queryBkBySubscribe', { body: { blNo: other.bill } })).data;
    const offered: string[] = (await ask()).map((row: any) => row.obmBkId);
    expect(offered).toHaveLength(2);
    const link = async (bkId: string) => {
      const { record_version: recordVersion } = await subscriptionOf(one.subscription.id);
      const body = { obmTkSubscribeId: one.subscription.id, bkId, recordVersion };
      return client.call('updateSubscribeInfo', { body });
    };
    const [fused, record] = offered as [string, string];
    const own = (await subscriptionOf(one.subscription.id))['shipment_id'];
    for (const bkId of [record, fused]) {
      expect(await link(bkId)).toMatchObject({ status: 1 });
      const deleted = await client.call('deleteBusinessData', { body: [bkId] });
      expect(deleted).toMatchObject({ status: 1 });
      expect(await ask()).toEqual([]);
      expect(await subscriptionOf(one.subscription.id)).toMatchObject({ shipment_id: own, shipment_chosen: false });
      for (const gone of offered) expect(await link(gone)).toMatchObject({ status: 0, msg: '跟踪数据不存在' });
      const trace = await client.call('getTrace', { query: { obmBkId: fused } });
      expect(trace.data.sources.map((source: any) => source.bkId)).toEqual([null]);
      await client.call('undoBusinessData', { body: { changeId: deleted.data.changeIds[0] } });
      expect(await subscriptionOf(one.subscription.id)).toMatchObject({
        shipment_id: Number(bkId),
        shipment_chosen: true,
      });
      expect((await ask()).map((row: any) => row.obmBkId)).toEqual(offered);
      // Both ways are in the audit of the subscription.
      const switched = await database.query<{ after: unknown }>(
        `select after from audit_log where entity = 'subscription' and entity_id = $1 and action = 'switchBooking' order by id desc limit 2`,
        [String(one.subscription.id)],
      );
      expect(switched).toEqual([{ after: { shipment_id: Number(bkId) } }, { after: { shipment_id: null } }]);
    }
  });

  test('of a container wants vessel and voyage; of another tenant there is none', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const ask = (body: Record<string, unknown>, who = client) => who.call('queryBkBySubscribe', { body });
    expect(await ask({})).toMatchObject({ status: 0 });
    expect(await ask({ ctnNo: exampleContainer })).toMatchObject({ status: 0, msg: '船名不能为空' });
    expect(await ask({ ctnNo: exampleContainer, vesselName: 'X' })).toMatchObject({ status: 0, msg: '航次不能为空' });
    expect((await ask({ blNo: one.bill }, foreigner)).data).toEqual([]);
    const { shipment_id: bkId } = await subscriptionOf(one.subscription.id);
    const body = { obmTkSubscribeId: one.subscription.id, bkId, recordVersion: 1 };
    expect((await foreigner.call('updateSubscribeInfo', { body })).status).toBe(0);
  });
});

describe('subscribing', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ isBillNo: 1, blNo: `IMP${index}`, carrierCode: 'MERI' }));

  test('warns of a carrier that no source answers for', async () => {
    const { data } = await client.call('importSubscriptions', { body: { rows: rows(1), dryRun: 1 } });
    expect(data.results[0]).toMatchObject({
      ok: true,
      errors: [],
      warnings: [{ field: 'noSource', msg: expect.stringMatching(/没有数据源可以回答/) }],
    });
  });

  test('takes right rows and names what is wrong with the others, cell by cell', async () => {
    const { source } = await voyage();
    await pipeline.addCarrier('MERI', source.baseUrl);
    await pipeline.reference.refresh();
    const body = [
      { isBillNo: '是', blNo: 'meri 77', carrierCode: 'meri' },
      { isBillNo: '', blNo: 'A', carrierCode: 'NOPE' },
      { isBillNo: 0, ctnNo: 'HELLO', carrierCode: 'MERI' },
      { isBillNo: 1, blNo: 'MERI77', carrierCode: 'MERI' },
      { isBillNo: 0, ctnNo: 'CSQU3054384', carrierCode: 'MERI' },
    ];
    const preview = await client.call('importSubscriptions', { body: { rows: body, dryRun: 1 } });
    expect(preview).toMatchObject({ msg: '可新增 2 条，3 条有误', data: { created: 2, failed: 3 } });
    const answer = await client.call('importSubscriptions', { body });
    expect(answer).toMatchObject({ status: 1, msg: '已新增 2 条订阅，3 条需要更正' });
    expect(answer.data.results.map((row: any) => row.errors.map((error: any) => error.field))).toEqual([
      [],
      ['isBillNo', 'carrierCode'],
      ['ctnNo'],
      ['blNo'],
      [],
    ]);
    expect(answer.data.results[3].errors[0].msg).toBe('与第 1 行重复');
    const sheet = [7, 9].map((row) => ({ row, isBillNo: 1, blNo: 'TWIN1', carrierCode: 'MERI' }));
    const twins = await client.call('importSubscriptions', { body: { rows: sheet, dryRun: 1 } });
    expect(twins.data.results[1].errors[0].msg).toBe('与第 7 行重复');
    expect(answer.data.results[4].warnings[0].msg).toContain('校验位');
    const id = Number(answer.data.results[0].obmTkSubscribeId);
    expect(await subscriptionOf(id)).toMatchObject({ bill_no: 'MERI77', channel: 'SHIPPING_TRACKING_WALI' });
    // It is really asked.
    const [target] = await database.query<{ id: number }>(
      'select id from subscription_source where subscription_id = $1',
      [id],
    );
    expect((await pipeline.queue.list({ kind: 'pull', limit: 1000 })).map((task) => task.singletonKey)).toContain(
      String(target?.id),
    );
    // A cell that is far too long stands against its own row only.
    const long = [
      { isBillNo: 1, blNo: 'Z'.repeat(5_000), carrierCode: 'MERI' },
      { isBillNo: 1, blNo: 'LONG1', carrierCode: 'MERI' },
    ];
    const mixed = await client.call('importSubscriptions', { body: { rows: long, dryRun: 1 } });
    expect(mixed).toMatchObject({ status: 1, data: { created: 1, failed: 1 } });
    expect(mixed.data.results[0].errors).toEqual([{ field: 'blNo', msg: '提单号不能超过 60 个字符' }]);
    const again = await client.call('importSubscriptions', { body: [body[0]] });
    expect(again).toMatchObject({ msg: '没有新增订阅，请更正后重试' });
    expect(again.data.results[0].errors[0].msg).toBe('该订阅已存在');
  });

  test("a forwarder's names of carriers are understood, and rows of one bill that contradict each other are reported", async () => {
    await database.execute(
      `insert into md_carrier (code, scac, name_en, name_cn, search_text) values ('FWDA', 'FWDA', 'Forward Lines', '远前航运', '')`,
    );
    await pipeline.reference.refresh();
    const names = ['Forward Lines Co., Ltd.', '远前航运有限公司', 'FWL', 'MERI', '#N/A'];
    const body = names.map((carrierCode, n) => ({
      row: n + 2,
      isBillNo: 1,
      blNo: `FWDA10000${n === 3 ? 0 : n}`,
      carrierCode,
    }));
    const { data } = await client.call('importSubscriptions', { body: { rows: body, dryRun: 1 } });
    const statement = (row: any) => [
      row.ok,
      ...row.warnings.filter(({ field }: any) => field !== 'noSource').map(({ msg }: any) => msg),
    ];
    expect(data.results.map(statement)).toEqual([
      [true],
      [true],
      [true, '没有这家船公司，按提单号识别：FWL → FWDA'],
      [true, '与第 2 行矛盾：同一提单的船公司为 FWDA'],
      // A cell that shows an error says nothing.
      [false],
    ]);
  });

  test('takes 1,000 rows of an import and 10 of a batch, and one by one', async () => {
    expect(await client.call('importSubscriptions', { body: [] })).toMatchObject({ status: 0 });
    expect((await client.call('importSubscriptions', { body: rows(1001) })).msg).toBe('一次最多订阅1000条');
    expect((await client.call('importSubscriptions', { body: rows(1000) })).data).toMatchObject({ created: 1000 });
    expect((await client.call('batchSubscribe', { body: rows(11) })).msg).toBe('一次最多订阅10条');
    const ten = rows(10).map((row) => ({ ...row, blNo: `BATCH${row.blNo}` }));
    expect((await client.call('batchSubscribe', { body: ten })).data).toMatchObject({ created: 10, failed: 0 });
    const single = { isBillNo: 0, ctnNo: 'CSQU3054383', carrierCode: 'MERI' };
    expect(await client.call('subscribe', { body: single })).toMatchObject({ status: 1, msg: '订阅成功' });
    expect(await client.call('subscribe', { body: single })).toMatchObject({ status: 0, msg: '该订阅已存在' });
  });

  test('twice at once, from two tabs, tracks everything once', async () => {
    const wanted = [
      ...rows(40).map((row) => ({ ...row, blNo: `TABS${row.blNo}` })),
      { isBillNo: 0, ctnNo: 'CSQU3054383', carrierCode: 'MERI', blNo: 'TABSCTN', vesselName: 'TABS', voyage: '1' },
    ];
    const answers = await Promise.all([
      client.call('importSubscriptions', { body: wanted }),
      client.call('importSubscriptions', { body: wanted.toReversed() }),
      client.call('batchSubscribe', { body: wanted.slice(0, 10) }),
    ]);
    for (const answer of answers) expect(answer.status, answer.text).toBe(1);
    expect(answers.reduce((sum, { data }) => sum + data.created, 0)).toBe(wanted.length);
    for (const { data } of answers) {
      expect(data.created + data.failed).toBe(data.results.length);
      const late = data.results.filter((row: any) => !row.ok);
      expect(new Set(late.map((row: any) => row.errors[0].msg))).toEqual(
        new Set(late.length > 0 ? ['该订阅已存在'] : []),
      );
    }
    const [counted] = await database.query<Record<string, number>>(
      `select count(*)::int as subscriptions, count(distinct coalesce(bill_no, container_no))::int as numbers,
         (select count(*)::int from subscription_source ss where ss.subscription_id = any(array_agg(s.id))) as targets,
         (select count(*)::int from audit_log a where a.entity = 'subscription' and a.action = 'subscribe'
            and a.entity_id = any(array_agg(s.id::text))) as audits,
         (select count(*)::int from task t join subscription_source ss on t.singleton_key = ss.id::text
            where t.kind = 'pull' and t.status = 'waiting' and ss.subscription_id = any(array_agg(s.id))) as pulls
       from subscription s where s.bill_no like 'TABS%'`,
    );
    const n = wanted.length;
    expect(counted).toEqual({ subscriptions: n, numbers: n, targets: n, audits: n, pulls: n });
  });

  test('is for the own tenants only', async () => {
    const body = { rows: rows(1), tenantCode: 'ACTA' };
    expect((await foreigner.call('importSubscriptions', { body })).http).toBe(403);
  });
});

// Last: from here on every carrier has this source.
describe('what is to be read again', () => {
  test('is awaited until the first answer; a source that is configured wrongly is reported to be', async () => {
    const { subscription } = await voyage();
    const { id: sourceId } = await database.system
      .insertInto('source')
      .values({
        code: 'ft-without-account',
        protocol: 'ft',
        source_type: 'FT',
        channel: 'CARRIER_DISTRIBUTE',
        name_cn: '聚合平台',
        name_en: 'Aggregator',
        base_url: 'http://127.0.0.1:9/ft',
        pull_interval_s: 1800,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await pipeline.subscribe({ ...subscription, tenantId: mine.id }, sourceId, pipeline.clock.now());
    const again = () => client.call('reinsertFt', { body: { obmTkSubscribeId: subscription.id } });
    expect(await again()).toMatchObject({ status: 0, msg: '数据处理中，请稍后重试' });
    await pipeline.at(pipeline.clock.now());
    expect(await again()).toMatchObject({ status: 0, msg: expect.stringMatching(/FT/) });
    const records = async (name: 'activatePullRecords' | 'queryPullRecords', headers = {}) =>
      (await client.call(name, { body: [String(subscription.id)], headers })).data as { lastError: string | null }[];
    await records('activatePullRecords');
    expect((await records('queryPullRecords')).map(({ lastError }) => lastError)).toContain('数据源配置错误');
    const english = await records('queryPullRecords', { 'x-lang': 'en' });
    expect(english.map(({ lastError }) => lastError)).toContain('The data source is not configured correctly');
  });
});
