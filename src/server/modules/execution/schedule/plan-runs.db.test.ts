import { expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startQueued } from './plan-runs.ts';

const database = await testDatabase();
const deps = { database, clock: manualClock(Date.UTC(2026, 0, 5)), log: silentLog };
const schedules = 200;
const runsEach = 5;

test('a run that waited starts once, also while other planners commit', async () => {
  const tenant = await buildTenant(database);
  const process = await buildProcess(database, { tenantId: tenant.id });
  await database.execute(
    `insert into schedule (tenant_id, process_id, schedule_name, cron_expression, cron_zone, overlap_policy)
     select $1, $2, 'Q' || n, '0 * * * *', 'Asia/Shanghai', 'queue' from generate_series(1, $3::int) as n`,
    [tenant.id, process.id, schedules],
  );
  await database.execute(
    `insert into occurrence (schedule_id, tenant_id, process_id, run_at, outcome, decided_at)
     select id, tenant_id, process_id, now() + n * interval '1 minute', 'queued', now()
     from schedule, generate_series(1, $1::int) as n`,
    [runsEach],
  );
  let left = 1;
  const startAll = async (): Promise<void> => {
    while (left > 0) {
      await startQueued(deps);
      await database.execute(`update job set status = 'Successful' where status <> 'Successful'`);
      left = (await database.query(`select from occurrence where outcome = 'queued'`)).length;
    }
  };
  await Promise.all([startAll(), startAll(), startAll(), startAll()]);
  const [count] = await database.query<{ jobs: number; occurrences: number }>(
    'select count(*)::int as jobs, count(distinct occurrence_id)::int as occurrences from job',
  );
  expect(count).toEqual({ jobs: schedules * runsEach, occurrences: schedules * runsEach });
});
