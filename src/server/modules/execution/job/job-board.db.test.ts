import { expect, test } from 'vitest';
import { writeHour } from '#domain/execution/job/created-in.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
const other = await buildTenant(database);
const menus = ['/job', '/robot', '/environment'];
await buildUser(database, { tenantId: tenant.id, userCode: 'runner', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const runner = await signedIn('runner');
const stranger = await signedIn('stranger');
const process = await buildProcess(database, { tenantId: tenant.id });

const [{ id: home } = { id: 0 }] = await database.query<{ id: number }>(
  'select id from environment where default_flag',
);
const { rows: robots } = await database.execute<{ id: number }>(
  `insert into robot (tenant_id, robot_name, machine_type) values ($1, 'board-robot', 'WALI_ROBOT') returning id`,
  [tenant.id],
);
const robot = robots[0]?.id;

/** Many ended jobs, the newest that many hours old, one every few minutes before. */
async function addJobs(count: number, values: { status: string; hoursAgo: number; minutesApart?: number }) {
  const { status, hoursAgo, minutesApart = 0 } = values;
  await database.execute(
    `insert into job (tenant_id, process_id, package_version_id, process_type, process_name, package_version, source, status,
       priority, rank, environment_id, robot_id, robot_name, created_by, created_at, started_at, ended_at)
     select $1, $2, $3, 'T', 'BOARD', '1', 'Manual', $4, 50, 0, $8, $9, 'board-robot', 'x',
       now() - interval '1 hour' * $5::float8 - interval '1 minute' * $6 * n,
       now() - interval '1 hour' * $5::float8 - interval '1 minute' * ($6 * n - 1),
       now() - interval '1 hour' * $5::float8 - interval '1 minute' * ($6 * n - 3)
     from generate_series(1, $7) as n`,
    [tenant.id, process.id, process.versionId, status, hoursAgo, minutesApart, count, home, robot],
  );
}
await addJobs(3, { status: 'Faulted', hoursAgo: 2 });
await addJobs(5, { status: 'Successful', hoursAgo: 3 });
await addJobs(4_000, { status: 'Successful', hoursAgo: 30, minutesApart: 5 });

test('the board counts the last day of own jobs only, and an hour of it leads to the jobs that it counts', async () => {
  const { data } = await runner.call('jobBoard', {});
  expect(data.states).toMatchObject({ Faulted: 3, Successful: 5, Pending: 0 });
  expect(data.hours).toHaveLength(24);
  const [full] = data.hours.filter(({ faulted }: { faulted: number }) => faulted > 0);
  expect(full).toMatchObject({ faulted: 3, open: 0, stopped: 0 });
  expect(data.lanes).toMatchObject([{ robotName: 'board-robot' }]);
  expect(data.lanes[0].jobs).toHaveLength(8);
  const found = await runner.call('jobQuery', {
    body: { createdIn: writeHour(full.from, 480), jobStatus: ['Faulted'] },
  });
  expect(found.data.totalRecord).toBe(3);
  expect((await runner.call('jobQuery', { body: { createdIn: '24h' } })).data.totalRecord).toBe(8);
  expect((await runner.call('jobQuery', { body: { createdIn: 'soon' } })).data.totalRecord).toBe(0);
  const theirs = (await stranger.call('jobBoard', {})).data;
  expect(Object.values(theirs.states)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(theirs.lanes).toEqual([]);
});

test('a job stands beside the last 20 runs of its process; jobs of others are not found', async () => {
  const [newest] = (await runner.call('jobQuery', { body: { createdIn: '24h' } })).data.records;
  const { data } = await runner.call('jobGet', { query: { jobId: newest.jobId } });
  expect(data.runs).toHaveLength(20);
  const own = data.runs.find(({ jobId }: { jobId: string }) => jobId === newest.jobId);
  expect(own).toMatchObject({ jobStatus: 'Faulted', waitMs: 60_000, runMs: 120_000 });
  expect((await stranger.call('jobGet', { query: { jobId: newest.jobId } })).status).toBe(0);
});

test('robots and environments have the load of their last day', async () => {
  const { data: use } = await runner.call('environmentUse', {});
  const own = use.find(({ environmentId }: { environmentId: string }) => environmentId === String(home));
  expect(own.load).toEqual({ pending: 0, running: 0, jobs: 8, faulted: 3 });
  const { data: states } = await runner.call('robotStates', {});
  expect(states).toMatchObject([{ robotName: 'board-robot', load: { jobs: 8, faulted: 3, busyMs: 8 * 120_000 } }]);
  for (const { load } of (await stranger.call('environmentUse', {})).data) expect(load.jobs).toBe(0);
});

test('of many jobs only those of the day are read, from an index', async () => {
  await database.execute('analyze job');
  const plan = await database.query<{ 'QUERY PLAN': string }>(
    `explain select floor(extract(epoch from created_at) / 3600)::int as hour, status, count(*)::int from job
      where created_at >= now() - interval '1 day' and tenant_id = ${tenant.id} group by 1, status`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join(' ');
  expect(text).toMatch(/job_(day|created|tenant)/);
  expect(text).not.toContain('Seq Scan');
});
