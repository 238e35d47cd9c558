import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';
import { planRuns } from './plan-runs.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 9) });
const [mine, theirs] = [await buildTenant(database, { code: 'SSA' }), await buildTenant(database, { code: 'SSB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'actor', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'foreigner', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await productApp(database, pipeline);
const [client, foreigner] = [await signedIn('actor'), await signedIn('foreigner')];
const { voyage } = createVoyages(database, pipeline, mine.id);

describe('schedules of a subscription', () => {
  test('are also those of processes that run for it: started, stopped, with what became of each run', async () => {
    const one = await voyage();
    const process = await buildProcess(database, { tenantId: mine.id });
    const body = {
      scheduleName: `for ${one.subscription.id}`,
      processesId: String(process.id),
      cronExpression: '0 * * * *',
      cronZone: 'Asia/Shanghai',
      subscribeId: one.subscription.id,
    };
    const made = await client.call('schedule.insert', { body });
    expect(made).toMatchObject({ status: 1 });
    const id = made.data.wlSchedulesId;
    const list = async () =>
      (await client.call('subscriptionSchedules', { query: { subscribeId: one.subscription.id } })).data;
    expect((await list()).map(({ kind }: any) => kind)).toEqual(['source', 'process']);
    expect((await list())[1]).toMatchObject({
      wlSchedulesId: id,
      scheduleStatus: 'Running',
      cronExpression: '0 * * * *',
      jobName: process.name,
      packageName: expect.stringMatching(/^PKG/),
      detailPackageName: expect.stringMatching(/^PKG\d+ 1\.0$/),
    });
    const plan = () => planRuns({ database, clock: pipeline.clock, log: silentLog });
    await plan();
    await pipeline.at(pipeline.clock.now() + 3_600_000);
    await plan();
    const plans = async () => (await client.call('schedulePlans', { body: { scheduleId: id } })).data;
    const first = await plans();
    expect(first.records.map((run: any) => [run.finishFlag, run.planInfo])).toEqual([
      [0, '下一次执行'],
      [0, '已执行；作业等待中'],
    ]);
    const { rows } = await database.execute<{ subscription_id: number }>(
      'select subscription_id from job where id = $1',
      [Number(first.records[1].targetJobId)],
    );
    expect(rows).toEqual([{ subscription_id: one.subscription.id }]);
    await database.execute(`update job set status = 'Successful'`);
    expect((await plans()).records[1]).toMatchObject({ finishFlag: 1, planInfo: '已执行；作业成功' });
    const failed = `update job set status = 'Faulted', error_code = $1, error_text = $2, error_params = $3::jsonb`;
    // Why it failed is stated in the language of the reader, anyone who found it.
    await database.execute(failed, ['failed', 'connect ECONNREFUSED 127.0.0.1:9', null]);
    expect((await plans()).records[1].planInfo).toBe('已执行；作业失败；对方拒绝连接：网站或服务没有运行，或端口不对');
    await database.execute(failed, [
      'timeLimit',
      '超过运行时限 9 秒 / Ran longer than its limit of 9 s',
      '{"seconds":9}',
    ]);
    expect((await plans()).records[1].planInfo).toBe('已执行；作业失败；超过运行时限 9 秒');
    await database.execute(`update job set status = 'Successful', error_code = null, error_text = null`);
    await database.execute(`update job set started_at = created_at, ended_at = created_at + interval '2 hours'`);
    expect((await list())[1]).toMatchObject({
      problem: null,
      scheduleInfo: expect.stringContaining('单次执行约需 2 小时，长于执行间隔 1 小时'),
    });
    const both = [String(one.target), id];
    expect(await client.call('stopSchedules', { body: both })).toMatchObject({ status: 1, data: { changed: 2 } });
    expect((await list()).map(({ scheduleStatus }: any) => scheduleStatus)).toEqual(['Stopped', 'Stopped']);
    expect((await plans()).records[0].planInfo).toBe('已执行；作业成功');
    expect(await client.call('startSchedules', { body: both })).toMatchObject({ status: 1, data: { changed: 2 } });
    await client.call('scheduleAct', { body: { ids: [id], act: 'pause', forMs: 3_600_000 } });
    expect((await list())[1].pausedUntil).toBe(pipeline.clock.now() + 3_600_000);
    expect(await client.call('startSchedules', { body: [id] })).toMatchObject({ status: 1, data: { changed: 1 } });
    expect((await list())[1].pausedUntil).toBeNull();
    for (const call of ['startSchedules', 'stopSchedules'] as const)
      expect((await foreigner.call(call, { body: [id] })).status).toBe(0);
    expect((await foreigner.call('schedulePlans', { body: { scheduleId: id } })).status).toBe(0);
  });

  test('do not include processes of a whole tenant or of another subscription', async () => {
    const process = await buildProcess(database, { tenantId: mine.id });
    const body = { processesId: String(process.id), cronExpression: '0 * * * *', cronZone: 'Asia/Shanghai' };
    const whole = (await client.call('schedule.insert', { body: { ...body, scheduleName: 'whole' } })).data;
    for (const call of ['startSchedules', 'stopSchedules'] as const)
      expect((await client.call(call, { body: [whole.wlSchedulesId] })).status).toBe(0);
    expect((await client.call('schedulePlans', { body: { scheduleId: whole.wlSchedulesId } })).status).toBe(0);
    expect(
      await client.call('schedule.insert', { body: { ...body, scheduleName: 'other', subscribeId: 999_999 } }),
    ).toMatchObject({ status: 0, msg: '该流程的租户没有编号为 999999 的订阅' });
  });
});

test('a calendar of a place says which days are worked there, to its tenant alone', async () => {
  const { data: made } = await client.call('calendar.insert', {
    body: { calendarName: 'Jeddah', tenantId: String(mine.id), freeWeekdays: '5', placeCode: 'sajed' },
  });
  await client.call('calendarDay.saveOrUpdate', {
    body: [{ calendarId: made.calendarId, tenantId: String(mine.id), day: '2026-01-06', dayName: 'Holiday' }],
  });
  const { workingDaysOf } = pipeline.reference.current().rules;
  expect(workingDaysOf?.(String(mine.id), 'SAJED')).toEqual({
    freeWeekdays: new Set([5]),
    days: new Map([['2026-01-06', 'free']]),
  });
  expect([...(workingDaysOf?.(String(theirs.id), 'SAJED').freeWeekdays ?? [])]).toEqual([5, 6]);
  const wrong = await client.call('calendar.insert', {
    body: { calendarName: 'Nowhere', tenantId: String(mine.id), placeCode: 'X1' },
  });
  expect(wrong.msg).toContain('应为 5 位 UN/LOCODE 或 2 位国家代码');
});
