import { afterEach, expect, test, vi } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { followDatabaseTime } from '#server/platform/clock/machine-time.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testRobots } from '#testing/robots.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';
import { moveLimits } from './watch-jobs.ts';
import { watchJobs } from './watch-jobs.ts';

// A clock that is set back or forward while jobs run: nobody is lost by it, and nothing runs on until a time far away.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const { place, robotIn } = testRobots(await signedIn('boss'));
const deps = { database, clock: realClock, log: silentLog };

async function runningJob() {
  const environmentId = await place();
  const robot = await robotIn(environmentId, { lostAfterS: 10 });
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: environmentId, time_limit_s: 30, stop_limit_s: 20, retry_limit: 0 },
  });
  const { id } = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct });
  await robot.lease();
  return { id, robot };
}

async function limits(id: number) {
  const [row] = await database.query<Record<'lease' | 'run' | 'stop', number | null> & { status: string }>(
    `select status, extract(epoch from lease_until - now())::float8 as lease, extract(epoch from run_until - now())::float8 as run,
       extract(epoch from stop_until - now())::float8 as stop from job where id = $1`,
    [id],
  );
  return row;
}

let stop: (() => void) | undefined;
afterEach(() => stop?.());

test('limits that end too late because the clock was set back are shortened', async () => {
  const { id } = await runningJob();
  await database.execute(
    `update job set status = 'Stopping', lease_until = now() + interval '1 hour', run_until = now() + interval '2 hours',
       stop_until = now() + interval '3 hours' where id = $1`,
    [id],
  );
  await watchJobs(deps);
  const now = await limits(id);
  expect(now?.lease).toBeLessThanOrEqual(10.5);
  expect(now?.run).toBeLessThanOrEqual(30.5);
  expect(now?.stop).toBeLessThanOrEqual(20.5);
});

test('limits as they should be stay', async () => {
  const { id } = await runningJob();
  await watchJobs(deps);
  const [before] = await database.query<{ until: number }>('select run_until as until from job where id = $1', [id]);
  await watchJobs(deps);
  const [after] = await database.query<{ until: number }>('select run_until as until from job where id = $1', [id]);
  expect(after).toEqual(before);
  expect((await limits(id))?.status).toBe('Running');
});

test('limits and robots move with a clock that is set, once', async () => {
  const { id, robot } = await runningJob();
  const seenAt = async () =>
    (await database.query<{ at: number }>('select last_seen_at as at from robot where id = $1', [robot.id]))[0]?.at ??
    0;
  const [before, seen] = [await limits(id), await seenAt()];
  await moveLimits(database, 3_600_000);
  expect((await limits(id))?.run).toBeCloseTo((before?.run ?? 0) + 3_600, -1);
  expect((await limits(id))?.lease).toBeCloseTo((before?.lease ?? 0) + 3_600, -1);
  expect((await seenAt()) - seen).toBe(3_600_000);
});

test('the process follows the database when its clock is set, and moves what was reckoned by it', async () => {
  let setBy = 0;
  const moved: number[] = [];
  const heard: number[] = [];
  const shifted = {
    ...database,
    execute: async <Row>(text: string, values?: readonly unknown[]) => {
      const answer = await database.execute<Row>(text, values);
      if (text.includes('clock_timestamp()')) for (const row of answer.rows as { at: number }[]) row.at += setBy;
      return answer;
    },
  };
  const follow = () =>
    followDatabaseTime({
      database: shifted,
      log: silentLog,
      move: async (byMs) => void moved.push(byMs),
      onSetting: async (byMs) => void heard.push(byMs),
    });
  const stops = [await follow(), await follow()];
  stop = () => stops.forEach((end) => end());
  expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(1_000);
  setBy = -120_000;
  await vi.waitFor(() => expect(heard).toHaveLength(2), 10_000);
  expect(moved).toHaveLength(1);
  expect(moved[0]).toBeGreaterThan(-121_000);
  expect(moved[0]).toBeLessThan(-119_000);
  expect(Math.abs(realClock.now() + 120_000 - Date.now())).toBeLessThan(1_000);
});
