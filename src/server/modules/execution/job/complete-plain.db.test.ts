import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess, type ProcessOptions } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testRobots } from '#testing/robots.ts';
import { testDatabase } from '#testing/test-database.ts';
import { completePlain } from './complete-plain.ts';
import { createJob, theProduct } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const deps = { database, clock: realClock, log: silentLog };
const { place, robotIn } = testRobots(boss);

/** A job that a robot of its own has got. */
async function heldJob(values: ProcessOptions['values'] = {}) {
  const env = await place();
  const robot = await robotIn(env);
  const { id: processId } = await buildProcess(database, {
    tenantId: tenant.id,
    values: { environment_id: env, ...values },
  });
  await createJob(deps, { processId, source: 'Manual', actor: theProduct });
  const [leased] = await robot.lease();
  return { robot, jobId: leased?.jobId ?? '', fence: leased?.fence ?? 0 };
}
type Held = Awaited<ReturnType<typeof heldJob>>;

/** What a job left: its row without what differs by itself, its history, and what open screens heard of it and of its robot. */
async function leftBy({ jobId, robot }: Held) {
  const { rows } = await database.execute<{ job: Record<string, unknown>; ended: boolean; published: boolean }>(
    `select to_jsonb(j) - array['id', 'process_id', 'package_version_id', 'process_type', 'process_name', 'package_version', 'rank',
        'environment_id', 'robot_id', 'robot_name', 'robot_session', 'created_at', 'started_at', 'ended_at', 'published_at'] as job,
      j.ended_at is not null as ended, j.published_at is not null as published from job j where id = $1`,
    [jobId],
  );
  const states = await database.query(
    'select before, status, actor_kind, reason, params from job_state where job_id = $1 order by id',
    [jobId],
  );
  const heard = await database.query(
    `select tenant_id, topic, payload - 'jobId' - 'robotId' as payload from live_event
      where payload ->> 'jobId' = $1 or payload ->> 'robotId' = $2 order by id`,
    [jobId, robot.id],
  );
  const [seen] = await database.query<{ state: string }>('select state from robot where id = $1', [robot.id]);
  return { rows, states, heard, seen };
}

test('a job of which nothing follows ends by one statement and leaves what the usual way leaves', async () => {
  const plain = await heldJob();
  // A notification that is gone: nothing is sent, and the usual way is taken.
  const usual = await heldJob({ feedback_id: '999999' });
  for (const { robot, jobId, fence } of [plain, usual])
    expect(
      (await robot.send('robotComplete', { jobId, fence, status: 'Successful', output: { found: [1] } })).data,
    ).toEqual({ jobStatus: 'Successful' });
  const left = await leftBy(plain);
  expect(left.rows[0]).toMatchObject({ ended: true, published: true, job: { status: 'Successful', progress: 100 } });
  expect(left.seen?.state).toBe('Available');
  expect(left).toEqual(await leftBy(usual));
});

test.each([
  ['confirmation', { need_confirm: true }],
  ['exchange', { need_exchange: true }],
  ['template', { template_exchange_flag: true }],
  ['notification', { feedback_id: '1' }],
])('a job with %s is not ended by it, nor one of another lease or robot', async (_name, values) => {
  const { robot, jobId, fence } = await heldJob(values);
  const known = { id: Number(robot.id), name: robot.name, sessionId: '', slots: 1, enabled: true, lostAfterMs: 1 };
  expect(await completePlain(deps, known, { jobId: Number(jobId), fence })).toBe(false);
  const plain = await heldJob();
  const wanted = { jobId: Number(plain.jobId), fence: plain.fence };
  expect(await completePlain(deps, known, wanted)).toBe(false);
  const own = { ...known, id: Number(plain.robot.id) };
  expect(await completePlain(deps, own, { ...wanted, fence: plain.fence - 1 })).toBe(false);
  expect(await completePlain(deps, own, wanted)).toBe(true);
});
