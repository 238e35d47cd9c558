import { httpModule } from '#server/module/index.ts';
import { describe, expect, test } from 'vitest';
import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { tablePage } from '#testing/connectors/rpa/samples.ts';
import { rpa } from '#server/modules/intake/rpa/index.ts';
import { exampleResult } from '#server/connectors/ft/freightower-builders.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { replays } from '#testing/replays.ts';

const minuteMs = 60_000;
const database = await testDatabase();
const {
  act,
  aggregator,
  client,
  clock,
  mine,
  outsider,
  pipeline,
  pullTaskOf,
  rowsOf,
  stateOf,
  states,
  voyage,
  withFt,
} = await replays(database);

describe('pull records', () => {
  test('go pending, are really pulled by the workers, and say by whom and when', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    const id = one.subscription.id;
    expect((await act('queryPullRecords', [id])).data).toEqual([]);
    const before = one.source.asked.length;
    const activated = await act('activatePullRecords', [id]);
    expect(activated).toMatchObject({ status: 1, msg: '已重新激活 1 条记录' });
    expect(activated.data[0]).toMatchObject({
      tenantCode: 'REPA',
      tkSourceId: String(one.carrier),
      dataType: 0,
      createTime: clock.now(),
      regainTime: null,
      handlerCode: 'replayer',
    });
    expect(await act('activatePullRecords', [id])).toMatchObject({ status: 1, msg: '已是待拉取', data: [] });
    await pipeline.at(clock.now() + minuteMs);
    expect(one.source.asked.length).toBe(before + 1);
    const { data } = await act('queryPullRecords', [id]);
    expect(data).toMatchObject([{ dataType: 1, regainTime: clock.now(), handlerCode: 'replayer' }]);
    expect(states(await act('activatePullRecords', [id]))).toEqual([0]);
  });

  test('are cancelled only while pending; then the source is queried when it is due, not before', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    const id = one.subscription.id;
    expect(await act('cancelPullRecords', [id])).toMatchObject({ msg: '不是待拉取记录', data: [] });
    await act('activatePullRecords', [id]);
    expect(states(await act('cancelPullRecords', [id]))).toEqual([2]);
    expect((await pullTaskOf(one))?.runAt).toBe((await stateOf(one))['next_pull_at']);
    const before = one.source.asked.length;
    await pipeline.at(clock.now() + minuteMs);
    expect(one.source.asked.length).toBe(before);
    expect(states(await act('queryPullRecords', [id]))).toEqual([2]);
  });

  test('bring even an ended subscription and a stopped schedule one answer, and no more', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    await database.execute('update subscription set ended = true where id = $1', [one.subscription.id]);
    await database.execute('update subscription_source set next_pull_at = null, stopped = true where id = $1', [
      one.target,
    ]);
    one.source.respond(() => ({ status: 503 }));
    await act('activatePullRecords', [one.subscription.id]);
    await pipeline.at(clock.now() + minuteMs);
    expect((await act('queryPullRecords', [one.subscription.id])).data).toMatchObject([
      { dataType: 0, lastError: expect.stringMatching(/[\u4e00-\u9fff]/) },
    ]);
    one.notify();
    await pipeline.at(clock.now() + 2 * 3_600_000);
    expect(states(await act('queryPullRecords', [one.subscription.id]))).toEqual([1]);
    expect(await stateOf(one)).toMatchObject({ next_pull_at: null });
    expect(await pullTaskOf(one)).toBeUndefined();
  });

  test('are of sources that can be queried: who brings messages unasked has neither record nor schedule', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    const [partner] = (
      await database.execute<{ id: number }>(
        `insert into source (code, protocol, source_type, channel, name_cn, name_en, base_url, pull_interval_s, asked)
         values ('edi:REPLAY', 'edifact', 'TERMINAL', 'SHIPPING_TRACKING', '码头', 'Terminal', '', 900, false) returning id`,
      )
    ).rows;
    const [brought] = (
      await database.execute<{ id: number }>(
        `insert into subscription_source (tenant_id, subscription_id, source_id) values ($1, $2, $3) returning id`,
        [mine.id, one.subscription.id, partner?.id],
      )
    ).rows;
    const { data } = await act('activatePullRecords', [one.subscription.id]);
    expect(data.map((record: any) => record.tkSourceId)).toEqual([String(one.carrier)]);
    const schedules = await client.call('subscriptionSchedules', { query: { subscribeId: one.subscription.id } });
    expect(schedules.data.map((schedule: any) => schedule.wlSchedulesId)).toEqual([String(one.target)]);
    expect(await client.call('startSchedules', { body: [brought?.id] })).toMatchObject({ status: 0 });
    await pipeline.at(clock.now() + minuteMs);
    expect(await stateOf({ ...one, target: brought?.id ?? 0 })).toMatchObject({
      last_pull_at: null,
      consecutive_failures: 0,
    });
  });

  test('are of the own tenants, and of some subscription', async () => {
    const one = await voyage();
    for (const name of ['activatePullRecords', 'cancelPullRecords', 'queryPullRecords'] as const) {
      expect(await act(name, [one.subscription.id], outsider)).toMatchObject({ status: 0 });
      expect(await act(name, [])).toMatchObject({ status: 0, msg: '请至少选择一条记录' });
    }
    expect(await rowsOf('pull_record', one)).toEqual([]);
  });
});

describe('FT and RPA', () => {
  test('a request is sent by a worker and its outcome is there to see; while it runs it is not sent twice', async () => {
    const one = await withFt();
    const request = () => client.call('requestFt', { query: { obmTkSubscribeId: one.id }, also: true });
    const requested = aggregator.asked.length;
    const first = await request();
    expect(first).toMatchObject({ status: 1, msg: 'FT 请求成功，正在获取数据', data: { state: 'running', joined: 0 } });
    expect(await request()).toMatchObject({ status: 1, data: { runId: first.data.runId, joined: 1 } });
    expect(aggregator.asked.length).toBe(requested);
    await pipeline.at(clock.now() + minuteMs);
    expect(aggregator.asked.length).toBe(requested + 1);
    const runs = () => client.call('replayRuns', { query: { obmTkSubscribeId: one.id } });
    expect((await runs()).data).toMatchObject([
      { runId: first.data.runId, state: 'done', handlerName: '赵重放', outcome: expect.stringContaining('1 个已应答') },
    ]);
    const audits = await database.query<{ n: number }>(
      `select count(*) as n from audit_log where action = 'ask' and entity_id = $1`,
      [String(one.id)],
    );
    expect(Number(audits[0]?.n)).toBe(1);
    aggregator.respond(() => ({ status: 500 }));
    await request();
    await pipeline.at(clock.now() + minuteMs);
    expect((await runs()).data[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/[\u4e00-\u9fff]/) });
    expect((await request()).data).toMatchObject({ state: 'running', joined: 0 });
  });

  test('stored answers are read again without a new request', async () => {
    const one = await withFt();
    const requested = aggregator.asked.length;
    await database.execute(
      `update shipment set content_hash = '\\x00', content = '{"booking":{},"legs":[],"containers":[],"events":[]}'
      where subscription_id = $1 and source_code = 'ft'`,
      [one.id],
    );
    const state = await stateOf({ subscription: one.subscription, target: one.ftTarget });
    const answer = await client.call('reinsertFt', { body: { obmTkSubscribeId: one.id } });
    expect(answer).toMatchObject({ status: 1, msg: 'FT 数据补录成功', data: { state: 'done', total: 1 } });
    expect(aggregator.asked.length).toBe(requested);
    const record = (await rowsOf('shipment', one)).find((row) => row['source_code'] === 'ft');
    expect(record?.['content'].booking.billNo).toBe(one.bill);
    // The source itself has stated nothing.
    expect(await stateOf({ subscription: one.subscription, target: one.ftTarget })).toEqual(state);
  });

  test('the newest record is shown as received, laid out for reading', async () => {
    const one = await withFt();
    const { data } = await client.call('latestFtRecord', { query: { obmTkSubscribeId: one.id } });
    expect(JSON.parse(data.record).data.result).toEqual(
      JSON.parse(JSON.stringify(exampleResult()).replaceAll(exampleBill, one.bill)),
    );
    expect(data).toMatchObject({ sourceName: '聚合平台', via: 'pull', receiveTime: expect.any(Number) });
    // The same content again: the times of question and answer move, the time of the last change does not.
    await pipeline.schedulePulls([{ subscriptionSourceId: one.ftTarget, at: clock.now() + 3_600_000 }]);
    await pipeline.at(clock.now() + 3_600_000);
    const { data: again } = await client.call('latestFtRecord', { query: { obmTkSubscribeId: one.id } });
    expect(again.receiveTime).toBe(data.receiveTime);
    expect([again.askTime, again.answerTime]).toEqual([clock.now(), clock.now()]);
    aggregator.respond(() => ({ body: { statusCode: 20_001, message: '', data: null } }));
    await pipeline.schedulePulls([{ subscriptionSourceId: one.ftTarget, at: clock.now() }]);
    await pipeline.at(clock.now());
    expect((await client.call('latestFtRecord', { query: { obmTkSubscribeId: one.id } })).data).toBeNull();
    const other = await voyage();
    expect(await client.call('latestFtRecord', { query: { obmTkSubscribeId: other.subscription.id } })).toMatchObject({
      status: 1,
      data: null,
    });
  });

  test('a robot is instructed to look again, and its stored page is read again', async () => {
    const { anonymous } = await testApp(database, {
      clock,
      queue: pipeline.queue,
      modules: [httpModule(rpa, { reference: pipeline.reference.current, queue: pipeline.queue })],
    });
    await database.execute(
      `insert into robot_key (name, prefix, key_hash, created_at, created_by) values ('robot', 'prk_repl', $1, now(), 'test')`,
      [hashToken('prk_replay')],
    );
    const headers = { 'api-key': 'prk_replay', source: 'WaliRobot' };
    const [bill, container] = ['WILL000077001', buildContainerNumber('WBLU', 77_001)];
    const { id } = await buildSubscription(database, { tenantId: mine.id, billNo: bill, carrierCode: 'WILL' });
    const bring = async () => {
      const about = { carrierCode: 'WILL', subject: 'bill', subjectNo: bill, collectedAt: clock.now() };
      const robot = {
        robotId: 'wali',
        jobId: `job-${clock.now()}`,
        contentType: 'html',
        body: tablePage(bill, container),
      };
      expect(await anonymous.call('rpaAnswer', { body: { ...about, ...robot }, headers })).toMatchObject({ status: 1 });
      await pipeline.at(clock.now());
    };
    const wanted = async () =>
      (
        await anonymous.call('rpaRequests', { body: { robotId: 'wali', carrierCode: 'WILL', limit: 10 }, headers })
      ).data.map((request: any) => request.subjectNo);
    await bring();
    expect(await wanted()).not.toContain(bill);
    const request = () => client.call('requestRpa', { query: { obmTkSubscribeId: id }, also: true });
    expect(await request()).toMatchObject({ status: 1, msg: expect.stringMatching(/^RPA 请求成功/) });
    expect(await request()).toMatchObject({ data: { joined: 1 } });
    await pipeline.at(clock.now() + 1);
    const runs = async () => (await client.call('replayRuns', { query: { obmTkSubscribeId: id } })).data;
    expect(await runs()).toMatchObject([
      { kind: 'ask', sourceType: 'RPA', state: 'done', outcome: expect.any(String) },
    ]);
    expect(await wanted()).toContain(bill);
    clock.advance(minuteMs);
    await bring();
    expect((await act('queryPullRecords', [id])).data).toMatchObject([{ dataType: 1, handlerCode: 'replayer' }]);
    await database.execute(
      `update shipment set content_hash = '\\x00', content = $2 where subscription_id = $1 and not fused`,
      [id, { booking: {}, legs: [], containers: [], events: [] }],
    );
    const answer = await client.call('reinsertRpa', { body: { obmTkSubscribeId: id } });
    expect(answer).toMatchObject({ status: 1, msg: 'RPA 数据补录成功', data: { state: 'done', total: 1 } });
    const [record] = await database.query<any>(
      'select content from shipment where subscription_id = $1 and not fused',
      [id],
    );
    expect(record.content.containers).toMatchObject([{ containerNo: container }]);
    expect(await wanted()).not.toContain(bill);
  });

  test('without such a source the answer says so', async () => {
    const { subscription } = await voyage();
    const input = { body: { obmTkSubscribeId: subscription.id } };
    expect(await client.call('requestRpa', input)).toMatchObject({
      status: 0,
      msg: '该订阅没有 RPA 数据源，无法发送请求',
    });
    expect(await client.call('requestFt', input)).toMatchObject({ status: 0 });
    expect(await client.call('reinsertRpa', input)).toMatchObject({ status: 0 });
    expect(await client.call('requestFt', {})).toMatchObject({ status: 0, msg: '入参不能为空' });
    expect(await outsider.call('requestFt', input)).toMatchObject({ status: 0, msg: '订阅不存在' });
  });
});

describe('fusing again', () => {
  test('drops expert values, says how many, and brings them back with one call', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    const id = one.subscription.id;
    const { shipment_id: bkId } = (
      await database.query<any>('select shipment_id from subscription where id = $1', [id])
    )[0];
    const eta = async () => (await client.call('getTrace', { query: { obmBkId: bkId } })).data.booking.custEtaStr;
    const automatic = await eta();
    const entry = { tableName: 'OBM_BK', tableKeyId: bkId, columnName: 'CUST_ETA', newValue: '2026-03-01 08:00:00' };
    expect(await client.call('saveOverride', { body: entry })).toMatchObject({ status: 1 });
    expect(await eta()).toBe('2026-03-01 08:00:00');
    const again = await client.call('refuse', { query: { obmTkSubscribeId: id }, also: true });
    expect(again).toMatchObject({
      status: 1,
      msg: '重新融合完成，已移除 1 个专家值，可在历史中一键恢复',
      data: { state: 'done', dropped: 1, changed: 1 },
    });
    expect(await eta()).toBe(automatic);
    const [run] = (await client.call('replayRuns', { query: { obmTkSubscribeId: id } })).data;
    expect(run).toMatchObject({ dropped: 1, restorable: 1 });
    const restore = { obmTkSubscribeId: id, runId: run.runId };
    expect(await client.call('restoreOverrides', { body: restore })).toMatchObject({ data: { restored: 1 } });
    expect(await eta()).toBe('2026-03-01 08:00:00');
    expect(await client.call('restoreOverrides', { body: restore })).toMatchObject({ status: 0 });
    expect((await client.call('replayRuns', { query: { obmTkSubscribeId: id } })).data[0].restorable).toBe(0);
  });

  test('without expert values changes nothing', async () => {
    const one = await voyage();
    await pipeline.at(clock.now());
    const before = await rowsOf('shipment', one);
    const { data } = await client.call('refuse', { body: { obmTkSubscribeId: one.subscription.id } });
    expect(data).toMatchObject({ changed: 0, dropped: 0 });
    expect(await rowsOf('shipment', one)).toEqual(before);
  });
});
