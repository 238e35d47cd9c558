import { beforeEach, describe, expect, test } from 'vitest';
import { createJob, theProduct } from '#server/modules/execution/job/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { nextCronRuns } from '#shared/time/cron.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { fillNormalCron } from './tasks.ts';
import { planDue, planRuns } from './plan-runs.ts';

const database = await testDatabase();
await seedTestDictionary(database);
// Monday, 5 January 2026, 00:00 in Shanghai.
const monday = Date.UTC(2026, 0, 4, 16);
const clock = manualClock(monday);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const tenant = await buildTenant(database, { code: 'SCH' });
const other = await buildTenant(database, { code: 'OTH' });
await buildUser(database, {
  tenantId: tenant.id,
  userCode: 'planner',
  menus: ['/schedule', '/calendar', '/occurrence'],
});
await buildUser(database, {
  tenantId: other.id,
  userCode: 'stranger',
  menus: ['/schedule', '/calendar', '/occurrence'],
});
const planner = await signedIn('planner');
const stranger = await signedIn('stranger');
const process = await buildProcess(database, { tenantId: tenant.id });
const foreign = await buildProcess(database, { tenantId: other.id });
const deps = { database, clock, log: silentLog };

let serial = 0;
const scheduleOf = async (values: Record<string, unknown> = {}): Promise<string> => {
  serial += 1;
  const body = {
    scheduleName: `S${serial}`,
    processesId: String(process.id),
    cronExpression: '0 * * * *',
    cronZone: 'Asia/Shanghai',
    ...values,
  };
  const { status, msg, data } = await planner.call('schedule.insert', { body });
  if (status !== 1) throw new Error(msg);
  return data.wlSchedulesId;
};
const recordsOf = async (id: string) =>
  [...(await planner.call('occurrenceQuery', { body: { wlSchedulesId: id, pageSize: 500 } })).data.records].reverse();
const reported = async (id: string): Promise<string[]> =>
  (await recordsOf(id)).map(({ runTime, outcome }) => `${(runTime - monday) / HOUR_MS} ${outcome}`);
const act = (ids: string[], name: 'start' | 'stop' | 'pause' | 'resume', until?: Instant) =>
  planner.call('scheduleAct', { body: { ids, act: name, until } });
const endJobs = () => database.execute(`update job set status = 'Successful' where status <> 'Successful'`);
const plan = () => planRuns(deps);

beforeEach(async () => {
  await database.execute('delete from job');
  await database.execute('delete from occurrence');
  await database.execute('delete from schedule');
  clock.set(monday);
});

test('an expression is kept as it was written and in normal form; the form follows a change, and old rows get it', async () => {
  const id = await scheduleOf({ cronExpression: '0 8 * * 1-5' });
  const kept = async () =>
    (await database.query('select own_cron, cron_normal from schedule where id = $1', [Number(id)]))[0];
  expect(await kept()).toEqual({ own_cron: '0 8 * * 1-5', cron_normal: '0 0 8 * * 2,3,4,5,6 *' });
  const row = (await planner.call('schedule.get', { query: { wlSchedulesId: id } })).data;
  await planner.call('schedule.update', { body: { ...row, cronExpression: '0 0 8 ? * SUN' } });
  expect(await kept()).toEqual({ own_cron: '0 0 8 ? * SUN', cron_normal: '0 0 8 * * 1 *' });
  await database.execute('update schedule set cron_normal = null where id = $1', [Number(id)]);
  expect(await fillNormalCron(database)).toBe(true);
  expect(await kept()).toMatchObject({ cron_normal: '0 0 8 * * 1 *' });
});

describe('a schedule', () => {
  test('makes a job for each of its runs, with its input; a page says what ran', async () => {
    const id = await scheduleOf({ input: '{"port":"CNSHA"}', priority: 70 });
    await plan();
    expect(await recordsOf(id)).toEqual([]);
    clock.set(monday + HOUR_MS);
    await plan();
    const [record] = await recordsOf(id);
    expect(record).toMatchObject({ outcome: 'ran', reasonText: null, jobStatus: 'Pending', processName: process.name });
    const [job] = await database.query('select input, priority, source, occurrence_id from job');
    expect(job).toEqual({
      input: { port: 'CNSHA' },
      priority: 70,
      source: 'TimeTrigger',
      occurrence_id: Number(record?.occurrenceId),
    });
    await plan();
    expect(await recordsOf(id)).toHaveLength(1);
    // The page of the job leads back to the schedule.
    const { schedule } = (await planner.call('jobGet', { query: { jobId: record.jobId } })).data;
    expect(schedule).toEqual({
      scheduleId: id,
      scheduleName: expect.stringMatching(/^S\d+$/),
      runTime: monday + HOUR_MS,
    });
  });

  test('does not overlap unless it may; what waited runs when the one before has ended', async () => {
    const skips = await scheduleOf();
    const queues = await scheduleOf({ overlapPolicy: 'queue' });
    const allows = await scheduleOf({ overlapPolicy: 'allow' });
    for (const hour of [1, 2, 3]) {
      clock.set(monday + hour * HOUR_MS);
      await plan();
    }
    expect(await reported(skips)).toEqual(['1 ran', '2 skipped', '3 skipped']);
    expect(await reported(allows)).toEqual(['1 ran', '2 ran', '3 ran']);
    expect(await reported(queues)).toEqual(['1 ran', '2 queued', '3 queued']);
    await endJobs();
    await plan();
    expect(await reported(queues)).toEqual(['1 ran', '2 ran', '3 queued']);
    await act([queues], 'stop');
    expect(await reported(queues)).toEqual(['1 ran', '2 ran', '3 skipped']);
  });

  test('is stopped, started, paused and resumed; runs until then are decided first, and each act is audited', async () => {
    const id = await scheduleOf();
    clock.set(monday + 90 * MINUTE_MS);
    expect((await act([id], 'stop')).data).toEqual({ changed: 1 });
    expect((await act([id], 'stop')).data).toEqual({ changed: 0 });
    clock.set(monday + 3 * HOUR_MS + 1);
    await plan();
    expect(await reported(id)).toEqual(['1 ran']);
    await act([id], 'start');
    await endJobs();
    expect((await act([id], 'pause', monday)).status).toBe(0);
    await act([id], 'pause', monday + 5 * HOUR_MS);
    clock.set(monday + 5 * HOUR_MS);
    await plan();
    expect(await reported(id)).toEqual(['1 ran', '4 skipped', '5 ran']);
    await endJobs();
    await act([id], 'pause', monday + 9 * HOUR_MS);
    clock.set(monday + 6 * HOUR_MS);
    await act([id], 'resume');
    clock.set(monday + 7 * HOUR_MS);
    await plan();
    expect((await reported(id)).slice(3)).toEqual(['6 skipped', '7 ran']);
    const history = (await planner.call('schedule.history', { query: { wlSchedulesId: id } })).data;
    expect(history.map((entry: { action: string }) => entry.action)).toEqual([
      'resumeSchedule',
      'pauseSchedule',
      'pauseSchedule',
      'startSchedule',
      'stopSchedule',
      'insert',
    ]);
  });

  test('a changed expression counts from the change on; what was due before ran by the old one', async () => {
    const id = await scheduleOf();
    clock.set(monday + HOUR_MS + 1);
    const { data } = await planner.call('schedule.get', { query: { wlSchedulesId: id } });
    await planner.call('schedule.update', {
      body: { wlSchedulesId: id, cronExpression: '30 * * * *', recordVersion: data.recordVersion },
    });
    await endJobs();
    clock.set(monday + 2 * HOUR_MS);
    await plan();
    expect(await reported(id)).toEqual(['1 ran', '1.5 ran']);
  });

  test('is deleted after what is due is decided; its records stay', async () => {
    const id = await scheduleOf();
    clock.set(monday + HOUR_MS);
    expect((await planner.call('schedule.delete', { body: { wlSchedulesId: id } })).status).toBe(1);
    expect(await recordsOf(id)).toMatchObject([{ outcome: 'ran', scheduleName: null, processName: process.name }]);
  });

  test('does not run on days off of its calendar, but on those worked in their place', async () => {
    const { data: made } = await planner.call('calendar.insert', {
      body: { calendarName: 'CN', tenantId: String(tenant.id), freeWeekdays: '6,7' },
    });
    await planner.call('calendarDay.saveOrUpdate', {
      body: [
        { calendarId: made.calendarId, tenantId: String(tenant.id), day: '2026-01-06', dayName: 'Holiday' },
        { calendarId: made.calendarId, tenantId: String(tenant.id), day: '2026-01-10', workingFlag: 1 },
      ],
    });
    const id = await scheduleOf({ cronExpression: '0 12 * * *', calendarId: made.calendarId, overlapPolicy: 'allow' });
    for (let day = 1; day <= 7; day += 1) {
      clock.set(monday + day * DAY_MS - 12 * HOUR_MS);
      await plan();
    }
    expect((await recordsOf(id)).map(({ outcome }) => outcome)).toEqual([
      'ran',
      'skipped',
      'ran',
      'ran',
      'ran',
      'ran',
      'skipped',
    ]);
    expect((await recordsOf(id))[1]?.reasonText).toBe('工作日历中的休息日');
  });

  test('one that cannot be read any more says so and holds up no other', async () => {
    const broken = await scheduleOf();
    const sound = await scheduleOf();
    await database.execute(`update schedule set cron_zone = 'Mars/Base' where id = $1`, [Number(broken)]);
    clock.set(monday + HOUR_MS);
    await plan();
    expect(await reported(sound)).toEqual(['1 ran']);
    const { data } = await planner.call('schedule.get', { query: { wlSchedulesId: broken } });
    expect(data).toMatchObject({ problem: expect.stringContaining('Mars/Base'), nextRunTime: null });
  });

  test('belongs to its tenant: strangers neither see nor steer it, nor give it a foreign process', async () => {
    const id = await scheduleOf();
    clock.set(monday + HOUR_MS);
    await plan();
    expect((await stranger.call('occurrenceQuery', { body: {} })).data.records).toEqual([]);
    expect((await stranger.call('scheduleAct', { body: { ids: [id], act: 'stop' } })).status).toBe(0);
    await expect(scheduleOf({ processesId: String(foreign.id) })).rejects.toThrow();
  });
});

describe('the next 24 hours of all schedules', () => {
  test('say what would run and where it would queue, for the schedules of the caller alone', async () => {
    await database.execute(
      `insert into robot (robot_name, machine_type, state, slots) values ('r1', 'WALI_ROBOT', 'Available', 1) on conflict do nothing`,
    );
    const job = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct });
    await database.execute(
      `update job set status = 'Successful', started_at = created_at, ended_at = created_at + interval '20 minutes' where id = $1`,
      [job.id],
    );
    const first = await scheduleOf();
    const second = await scheduleOf({ cronExpression: '10 */6 * * *' });
    const stopped = await scheduleOf();
    await act([stopped], 'stop');
    const { data } = await planner.call('scheduleOutlook');
    expect(data).toMatchObject({ schedules: 2, seen: 2, from: monday });
    expect(data.environments).toMatchObject([{ capacity: 1, runs: 28 }]);
    const [{ buckets, schedules }] = data.environments;
    expect(buckets).toHaveLength(24);
    type Shown = { wlSchedulesId: string; waits: number; starts: number[]; longestWaitMs: number };
    const of = (id: string): Shown | undefined => schedules.find((one: Shown) => one.wlSchedulesId === id);
    expect(of(first)).toMatchObject({ waits: 0 });
    expect(of(second)).toMatchObject({ waits: 3, longestWaitMs: 10 * MINUTE_MS });
    expect(of(second)?.starts.filter((count) => count > 0)).toHaveLength(4);
    expect((await stranger.call('scheduleOutlook')).data).toMatchObject({ schedules: 0, environments: [] });
  });
});

describe('a preview', () => {
  const draft = {
    processesId: String(process.id),
    cronExpression: '0 * * * *',
    cronZone: 'Asia/Shanghai',
  };

  /** A robot with one place, and a job of the process that took so many minutes. */
  const jobTook = async (minutes: number): Promise<void> => {
    await database.execute(
      `insert into robot (robot_name, machine_type, state, slots) values ('r1', 'WALI_ROBOT', 'Available', 1) on conflict do nothing`,
    );
    const job = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct });
    await database.execute(
      `update job set status = 'Successful', started_at = created_at, ended_at = created_at + make_interval(secs => $2) where id = $1`,
      [job.id, minutes * 60],
    );
  };

  test('says the next five runs, how long jobs take, and what waits for robots', async () => {
    await jobTook(90);
    const { data } = await planner.call('schedulePreview', { body: draft });
    expect(data).toMatchObject({
      runs: 24,
      starts: 24,
      intervalMs: HOUR_MS,
      durationMs: 90 * MINUTE_MS,
      overlaps: true,
      capacity: 1,
      firstWaitAt: monday + 2 * HOUR_MS,
    });
    expect(data.next.map(({ at }: { at: number }) => (at - monday) / HOUR_MS)).toEqual([1, 2, 3, 4, 5]);
    expect(data.buckets).toHaveLength(96);
    expect(data.overlapText).toBe('单次执行约需 1.5 小时，长于执行间隔 1 小时：后一次到期时前一次尚未结束');
    // Anyone who saves or lists it is reported as well, also of one that runs less than twice a day.
    const problemOf = async (cronExpression: string): Promise<(string | null)[]> => {
      const id = await scheduleOf({ cronExpression });
      const { records } = (await planner.call('schedule.query', { body: { pageSize: 100 } })).data;
      const { data: got } = await planner.call('schedule.get', { query: { wlSchedulesId: id } });
      const listed = records.find((row: { wlSchedulesId: string }) => row.wlSchedulesId === id);
      return [got.problem, listed.problem];
    };
    expect(await problemOf('0 * * * *')).toEqual([data.overlapText, data.overlapText]);
    expect(await problemOf('0 */2 * * *')).toEqual([null, null]);
    await jobTook(26 * 60);
    await jobTook(26 * 60);
    expect((await problemOf('0 8 * * *'))[0]).toContain('26 小时，长于执行间隔 24 小时');
  });

  test('says of which schedules it does not know how long they run; a trial is no run', async () => {
    await database.execute(`update job set status = 'Faulted' where status = 'Successful'`);
    await jobTook(5);
    await database.execute(`update job set trial_of = id where status = 'Successful'`);
    await scheduleOf({ cronExpression: '* * * * *' });
    const { data } = await planner.call('schedulePreview', { body: draft });
    expect(data).toMatchObject({ durationMs: null, assumedMs: 2 * MINUTE_MS, others: 1, othersAssumed: 1 });
    const outlook = (await planner.call('scheduleOutlook')).data;
    expect(outlook).toMatchObject({ assumedMs: 2 * MINUTE_MS, environments: [{ schedules: [{ assumed: true }] }] });
    await database.execute(`update job set trial_of = null where status = 'Successful'`);
    expect((await planner.call('schedulePreview', { body: draft })).data).toMatchObject({
      durationMs: 5 * MINUTE_MS,
      othersAssumed: 0,
    });
  });

  test('reckons with other schedules until the end of the day, also with those that run every minute', async () => {
    await jobTook(0.5);
    await scheduleOf({ cronExpression: '* * * * *' });
    const { data } = await planner.call('schedulePreview', { body: draft });
    expect(data.others).toBe(1);
    const idle = data.buckets.filter(
      (bucket: { others: number; waiting: number }) => bucket.others + bucket.waiting === 0,
    );
    expect(idle).toEqual([]);
  });

  test('tells how many of the runs of a day were looked at', async () => {
    const { data } = await planner.call('schedulePreview', { body: { ...draft, cronExpression: '* * * * * *' } });
    expect(data).toMatchObject({ runs: 2_000, runsInAll: 86_400 });
    expect(data.buckets.at(-1)?.own).toBeGreaterThan(0);
    const hourly = await planner.call('schedulePreview', { body: { ...draft, cronExpression: '0 * * * *' } });
    expect(hourly.data).toMatchObject({ runs: 24, runsInAll: 24 });
  });

  test('refuses what cannot be read', async () => {
    const { status, msg } = await planner.call('schedulePreview', { body: { ...draft, cronExpression: '61 * * * *' } });
    expect([status, msg]).toEqual([0, 'Cron 表达式的“分”不正确：61']);
  });
});

describe('the law: every theoretical run has exactly one record', () => {
  test('with two planners, ends in the middle of a batch, a clock that goes back, and outages', async () => {
    const ids: string[] = [];
    for (const [cronExpression, missedPolicy, overlapPolicy] of [
      ['*/10 * * * *', 'all', 'queue'],
      ['*/15 * * * *', 'latest', 'skip'],
      ['5 * * * *', 'skip', 'allow'],
      ['0,20 9-18 * * *', 'latest', 'allow'],
    ])
      ids.push(await scheduleOf({ cronExpression, missedPolicy, overlapPolicy }));
    const begin = clock.now();
    let furthest = begin;
    let killed = 0;
    /** A planner whose process ends after its work and before its commit. */
    const dying = () =>
      database
        .transaction(async () => {
          await planDue(deps);
          killed += 1;
          throw new Error('killed');
        })
        .catch(() => {});
    const moves = [3, 11, -30, 45, 200, -90, 7, 60, 400, -10, 25, 1, 1, 90];
    for (const [turn, minutes] of moves.entries()) {
      clock.advance(minutes * MINUTE_MS);
      furthest = Math.max(furthest, clock.now());
      await dying();
      // The one that dies may hold all schedules while the others look: every other turn it leaves them to the others.
      await Promise.all(turn % 2 === 0 ? [plan(), plan(), dying()] : [plan(), plan()]);
      if (turn % 3 === 0) await endJobs();
    }
    expect(killed).toBeGreaterThan(20);
    const crons = await database.query<{ id: number; cron_expression: string }>(
      'select id, cron_expression from schedule',
    );
    for (const { id, cron_expression: cron } of crons) {
      const theory = nextCronRuns(cron, 'Asia/Shanghai', begin, 500).filter((at) => at <= furthest);
      expect((await recordsOf(String(id))).map(({ runTime }) => runTime)).toEqual(theory);
    }
    const jobs = await database.query<{ n: number }>('select count(*)::int as n from job group by occurrence_id');
    expect(jobs.every(({ n }) => n === 1)).toBe(true);
    const [ran] = await database.query<{ n: number; jobs: number }>(
      `select count(*)::int as n, count(job_id)::int as jobs from occurrence where outcome = 'ran'`,
    );
    expect(ran?.n).toBe(ran?.jobs);
    expect(ran?.n).toBe(jobs.length);
  });
});
