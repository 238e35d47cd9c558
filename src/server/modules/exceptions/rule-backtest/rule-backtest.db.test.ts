import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ts } from '#server/platform/db/instants.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';
import { countConcerned } from './run-queries.ts';
import { ruleRuns } from './work-runs.ts';
import { pipelineDeps } from '#server/parts.ts';
import { findRun, workRun } from '#server/platform/run/index.ts';

const start = Date.UTC(2026, 1, 3);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start, delivery: testDelivery });
const [mine, theirs] = [await buildTenant(database, { code: 'RULA' }), await buildTenant(database, { code: 'RULB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'tuner', name: '孙调优', menus: menuCodes });
await buildUser(database, { tenantId: mine.id, userCode: 'colleague', name: '李同事', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await buildUser(database, { tenantId: mine.id, userCode: 'platform', userType: 'admin', allTenants: true });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [tuner, colleague, stranger, platform] = [
  await signedIn('tuner'),
  await signedIn('colleague'),
  await signedIn('stranger'),
  await signedIn('platform'),
];
const { voyage, exceptionsOf } = createVoyages(database, pipeline, mine.id);
const { clock } = pipeline;
const ruleCode = 'NO_DATA';

// A carrier that knows nothing of two subscriptions: NO_DATA after a day.
const own = await voyage();
own.source.respond(() => ({ body: [] }));
const subscription = await buildSubscription(database, {
  tenantId: theirs.id,
  billNo: 'FOREIGN1',
  carrierCode: own.code,
  subscribedAt: start,
});
const foreign = { subscription, target: await pipeline.subscribe(subscription, own.carrier, start) };
beforeAll(() => pipeline.at(start + 30 * HOUR_MS));

const settingsOf = async (who = tuner) => (await who.call('ruleSettings', { query: { ruleCode } })).data as any[];
const insert = (body: object, who = tuner) => who.call('ruleSettingInsert', { body: { ruleCode, ...body } });
const remove = (ruleSettingId: string, who = tuner) => who.call('ruleSettingDelete', { body: { ruleSettingId } });
const work = () => pipeline.at(clock.now());
const tried = async (body: object, who = tuner) => {
  const { data } = await who.call('ruleTry', { body: { ruleCode, days: 3, ...body } });
  await work();
  return (await who.call('ruleRun', { query: { runId: data.runId } })).data as any;
};

describe('settings', () => {
  test('of a tenant move its open exceptions and nobody else, and are undone', async () => {
    expect([await exceptionsOf(own), await exceptionsOf(foreign)]).toEqual([['NO_DATA open'], ['NO_DATA open']]);
    const added = await insert({ tenantId: String(mine.id), values: { thresholdHours: 48 } });
    expect(added).toMatchObject({ status: 1, data: { shipments: 1, setting: { level: 'tenant', writable: 1 } } });
    await work();
    expect([await exceptionsOf(own), await exceptionsOf(foreign)]).toEqual([['NO_DATA closed'], ['NO_DATA open']]);
    const run = (await tuner.call('ruleRun', { query: { runId: added.data.runId } })).data;
    expect(run).toMatchObject({ kind: 'detect', state: 'done', done: 1, changed: { opened: 0, resolved: 1 } });
    const [entry] = (await tuner.call('ruleSettingHistory', { query: { ruleCode } })).data;
    expect(entry).toMatchObject({ action: 'insert', userName: '孙调优', before: null, after: { level: 'tenant' } });
    expect(await tuner.call('ruleSettingRestore', { body: { auditId: entry.auditId } })).toMatchObject({
      status: 1,
      data: { setting: null },
    });
    await work();
    expect(await exceptionsOf(own)).toEqual(['NO_DATA open']);
    expect(await settingsOf()).toEqual([]);
  });

  test('tell nobody of what they open and close, for it is no news of the shipment, and no regression', async () => {
    const notify = (code: string, match: string | null) =>
      database.execute(
        `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, trigger_status, trigger_events, trigger_match_info, active)
         values ($1, $2, 'IN_APP', 'tuner', 'Faulted', 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED', $3, true)`,
        [mine.id, code, match],
      );
    await notify('all', null);
    await notify('named', `$.exceptionType == ${ruleCode}`);
    for (const change of [{ values: { thresholdHours: 48 } }, { enabled: 0 }, { values: { highHours: 25 } }]) {
      const added = await insert({ tenantId: String(mine.id), ...change });
      await work();
      await remove(added.data.setting.ruleSettingId);
      await work();
    }
    const rows = await database.query(
      'select open, regressions, reason from shipment_exception where subscription_id = $1',
      [own.subscription.id],
    );
    expect(rows).toMatchObject([{ open: true, regressions: 0, reason: expect.not.stringMatching('regressed') }]);
    expect(await database.query('select id from notification where tenant_id = $1', [mine.id])).toEqual([]);
    await database.execute('delete from feedback where tenant_id = $1', [mine.id]);
  });

  test('that switch a rule off close what it has opened, with the reason', async () => {
    const added = await insert({ tenantId: String(mine.id), enabled: 0 });
    await work();
    const [row] = await database.query('select open, resolution from shipment_exception where subscription_id = $1', [
      own.subscription.id,
    ]);
    expect(row).toEqual({ open: false, resolution: 'switchedOff' });
    await remove(added.data.setting.ruleSettingId);
    await work();
    expect(await exceptionsOf(own)).toEqual(['NO_DATA open']);
  });

  test('concern ended shipments too that have had an exception of the rule', async () => {
    const exception = {
      tenant_id: mine.id,
      subscription_id: own.subscription.id,
      type_code: 'CTN_INVALID',
      subject: 'bill' as const,
      created_at: ts(start),
      updated_at: ts(start),
    };
    await database.system.insertInto('shipment_exception').values(exception).execute();
    await database.execute('update subscription set ended = true where id = $1', [own.subscription.id]);
    const counts = await Promise.all(
      ['CTN_INVALID', 'LEG_BREAK'].map((code) =>
        countConcerned(database, code, { tenantIds: [mine.id], carrierCode: null, lane: null }),
      ),
    );
    expect(counts).toEqual([1, 0]);
    await database.execute(`delete from shipment_exception where type_code = 'CTN_INVALID'`);
    await database.execute('update subscription set ended = false where id = $1', [own.subscription.id]);
    await work();
  });

  test('are refused outside of their range, on no level, twice, and on an older state', async () => {
    const bad = async (body: object) => (await insert(body)).msg;
    const tenantId = String(mine.id);
    expect(await bad({ tenantId, values: { thresholdHours: 5000 } })).toBe('阈值应在 0 到 2160 之间');
    expect(await bad({ tenantId, values: { thresholdHours: 1.5 } })).toBe('阈值应为 1 的倍数');
    expect(await bad({ tenantId, values: { thresholdDays: 1 } })).toBe('规则没有阈值 thresholdDays');
    expect(await bad({ tenantId, lane: 'CNSHA-NLRTM', enabled: 1 })).toBe('按航线设置时须同时指定租户和船公司');
    expect(await bad({ tenantId })).toBe('请设置开关或至少一个阈值');
    // What is meant for fewer never becomes a setting for all.
    expect(await bad({ tenantCode: 'RULA', enabled: 0 })).toBe('不支持的参数：tenantCode');
    expect(await bad({ tenantId, carrierCode: 'zzza', enabled: 1 })).toBe('未知的船公司：ZZZA');
    const unknown = { tenantId, carrierCode: 'MERI', lane: 'CNSHA-ZZZZZ', enabled: 1 };
    expect(await bad(unknown)).toBe('未知的港口：ZZZZZ');
    expect((await tuner.call('ruleTry', { body: { ruleCode, days: 3, ...unknown } })).msg).toBe('未知的港口：ZZZZZ');
    const sailed = { tenantId, carrierCode: 'meri', lane: 'NLRTM-CNSHA' };
    const { data } = await insert({ ...sailed, values: { thresholdHours: 30 } });
    expect(data.setting).toMatchObject({ level: 'tenantCarrierLane', carrierCode: 'MERI', lane: 'NLRTM-CNSHA' });
    expect(await bad({ ...sailed, enabled: 1 })).toBe('这一层级已有设置，请直接修改');
    const { ruleSettingId, recordVersion } = data.setting;
    const change = (who: typeof tuner, thresholdHours: number) =>
      who.call('ruleSettingUpdate', { body: { ruleSettingId, recordVersion, values: { thresholdHours } } });
    expect((await change(colleague, 31)).status).toBe(1);
    expect(await change(tuner, 32)).toMatchObject({ status: 0, data: { stale: true, who: '李同事' } });
    await remove(ruleSettingId);
  });

  test('of everyone are changed by the platform, those of a tenant by its own people', async () => {
    expect((await insert({ values: { thresholdHours: 36 } })).msg).toBe('对所有租户生效的设置只能由平台人员修改');
    expect(await insert({ tenantId: String(theirs.id), enabled: 0 })).toMatchObject({ data: { notFound: true } });
    const { data } = await insert({ tenantId: String(mine.id), values: { thresholdHours: 25 } });
    const { ruleSettingId } = data.setting;
    expect(await settingsOf(stranger)).toEqual([]);
    expect(await remove(ruleSettingId, stranger)).toMatchObject({ data: { notFound: true } });
    expect((await stranger.call('ruleSettingHistory', { query: { ruleCode } })).data).toEqual([]);
    const shared = await insert({ values: { thresholdHours: 36 } }, platform);
    expect(shared.data).toMatchObject({ setting: { level: 'default' }, shipments: 2 });
    await work();
    expect([await exceptionsOf(own), await exceptionsOf(foreign)]).toEqual([['NO_DATA open'], ['NO_DATA closed']]);
    expect(await settingsOf(stranger)).toMatchObject([{ level: 'default', writable: 0 }]);
    expect((await settingsOf(platform)).map(({ level }) => level)).toEqual(['default', 'tenant']);
    expect((await remove(shared.data.setting.ruleSettingId, stranger)).status).toBe(0);
    await remove(shared.data.setting.ruleSettingId, platform);
    await remove(ruleSettingId);
    await work();
    expect(await exceptionsOf(foreign)).toEqual(['NO_DATA open']);
  });
});

describe('a trial', () => {
  test('counts what the tried threshold would have opened, beside the present one', async () => {
    const run = await tried({ values: { thresholdHours: 48 } });
    expect(run).toMatchObject({ state: 'done', total: 1, done: 1, actorName: '孙调优' });
    expect(run.result).toMatchObject({
      present: { total: 1, atStart: 0, shipments: 1, open: 1 },
      tried: { total: 0 },
      gone: { undecided: 1 },
      days: [{ day: '2026-02-04', present: 1, tried: 0 }],
      listed: 1,
    });
    const { curve } = run.result;
    // What people did with them is reported for every value, so that moving the threshold needs no other run.
    expect(curve[0]).toMatchObject({ total: 1, undecided: 1, confirmed: 0, unseen: 0 });
    expect(curve.at(-1)).toMatchObject({ total: 0, undecided: 0 });
    expect(curve.filter((point: any) => point.total === 1).map((point: any) => point.value)).toEqual(
      curve.map((point: any) => point.value).filter((hours: number) => hours <= 30),
    );
    const { data } = await tuner.call('ruleRunProblems', { body: { runId: run.runId } });
    expect(data).toMatchObject({
      totalRecord: 1,
      records: [
        { outcome: 'gone', blNo: own.bill, firstTime: start + 24 * HOUR_MS, goneTime: null, handleStatus: '0' },
      ],
    });
    expect(data.records[0].text).toContain('开始跟踪已 24 小时');
  });

  test('tells what people did with what it would leave out', async () => {
    await database.execute('update shipment_exception set handle_status = 3 where subscription_id = $1', [
      own.subscription.id,
    ]);
    expect((await tried({ values: { thresholdHours: 48 } })).result.gone).toMatchObject({ dismissed: 1, undecided: 0 });
    await database.execute('update shipment_exception set handle_status = 0 where subscription_id = $1', [
      own.subscription.id,
    ]);
  });

  test('sees the own tenants only, and is seen by them only', async () => {
    const run = await tried({ values: { thresholdHours: 12 } }, stranger);
    expect(run).toMatchObject({ total: 1, result: { tried: { total: 1 }, present: { total: 1 } } });
    expect((await tuner.call('ruleRun', { query: { runId: run.runId } })).data).toMatchObject({ notFound: true });
    const all = await tried({ values: { thresholdHours: 12 } }, platform);
    expect(all).toMatchObject({ total: 2, result: { tried: { total: 2 } } });
    for (const who of [tuner, stranger])
      expect((await who.call('ruleRunProblems', { body: { runId: all.runId } })).data).toMatchObject({
        notFound: true,
      });
  });

  test('judges rules at present whose past is not kept', async () => {
    const { data } = await tuner.call('ruleTry', {
      body: { ruleCode: 'SOURCE_FAILING', days: 3, values: { failures: 1 } },
    });
    await work();
    const run = (await tuner.call('ruleRun', { query: { runId: data.runId } })).data;
    expect(run).toMatchObject({ state: 'done', result: { tried: { total: 0 }, failures: 0 } });
  });

  test('is called off, and one whose worker was killed goes on where it came to', async () => {
    const { data } = await tuner.call('ruleTry', { body: { ruleCode, days: 3, values: { thresholdHours: 12 } } });
    const cancelled = await tuner.call('ruleRunCancel', { body: { runId: data.runId } });
    expect(cancelled).toMatchObject({ status: 1, data: { state: 'cancelled' } });
    await work();
    expect(await findRun(database, Number(data.runId))).toMatchObject({ state: 'cancelled', done: 0 });
    expect((await tuner.call('ruleRunCancel', { body: { runId: data.runId } })).msg).toBe('运行已结束，无法取消');

    const next = await platform.call('ruleTry', { body: { ruleCode, days: 3, values: { thresholdHours: 12 } } });
    const runId = Number(next.data.runId);
    const parts = {
      database,
      queue: pipeline.queue,
      clock,
      log: pipeline.queue.log,
      reference: pipeline.reference,
      keys: pipeline.keys,
    };
    const runs = ruleRuns({ pipeline: pipelineDeps(parts), clock, databaseUrl: null });
    const killed = AbortSignal.abort(new Error('killed'));
    await expect(workRun({ ...parts, runs }, runId, killed)).rejects.toThrow('killed');
    expect(await findRun(database, runId)).toMatchObject({ state: 'running', done: 0 });
    // Half of it had been noted when the worker was killed.
    await database.execute(
      `update run set done = 1, cursors = array[$2::bigint], outcome = jsonb_build_object('tally', jsonb_build_object('present', '{"total":5,"atStart":0,"shipments":1,"open":0}'::jsonb,
         'tried', '{"total":7,"atStart":0,"shipments":1,"open":0}'::jsonb, 'same', '{}'::jsonb, 'added', '{}'::jsonb, 'gone', '{}'::jsonb,
         'days', '{}'::jsonb, 'curve', '[]'::jsonb, 'failures', 0, 'listed', 0)) where id = $1`,
      [runId, Math.min(own.subscription.id, foreign.subscription.id)],
    );
    await work();
    expect(await findRun(database, runId)).toMatchObject({
      state: 'done',
      done: 2,
      outcome: { tally: { present: { total: 6 }, tried: { total: 8 } } },
    });
  });

  test('is kept in the list of runs', async () => {
    const { data } = await tuner.call('ruleRuns', { body: { kind: ['trial'], pageSize: 2 } });
    expect(data.totalRecord).toBeGreaterThan(2);
    expect(data.records.map((run: any) => run.state)).toContain('cancelled');
  });
});

describe('the rules', () => {
  test('are listed with how they are set and what became of what they found', async () => {
    const { data } = await tuner.call('detectionRules');
    const rule = data.find((one: any) => one.ruleCode === ruleCode);
    expect(rule).toMatchObject({
      nameCn: '无数据',
      enabled: 1,
      values: { thresholdHours: 24, highHours: 72 },
      openNow: 1,
      opened30: 1,
      dismissed: 0,
      replayable: 1,
      evidence: ['source.lastError', 'subscription.followedSince', 'subscription.subscribedAt'],
    });
    expect(rule.thresholds[0]).toMatchObject({ name: 'thresholdHours', unit: 'hours', main: 1, defaultValue: 24 });
  });
});

afterAll(async () => {
  await database.execute('delete from run');
});
