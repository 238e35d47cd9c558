import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Jobs that their list is measured on: five years of 2,000 processes. */
export const jobCount = isSmall() ? 100_000 : 10_000_000;
const rowsAtOnce = 100_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

const insert = `
  insert into job (tenant_id, process_id, package_version_id, process_type, process_name, package_version, source, status, priority, rank,
    environment_id, robot_name, attempt, error_code, error_text, created_at, created_by, started_at, ended_at)
  select $4::bigint + n % 10, 1 + n * 7 % 2000, 1 + n % 200, 'PACKAGE ' || n * 7 % 2000, '流程 ' || n * 7 % 2000, '1.' || n % 9,
    (array['TimeTrigger','TimeTrigger','TimeTrigger','Manual','WaliRobot'])[1 + n % 5], s.status, 1 + n % 100, n, e.id, 'robot ' || n % 200,
    1 + n % 3, case when s.status = 'Faulted' then 'failed' end,
    case when s.status = 'Faulted' then 'the site answered ' || n * 13 % 500 || ' after a while' end,
    s.at, 'system', s.at + interval '3 seconds', s.at + make_interval(secs => 3 + n * 31 % 600)
  from generate_series($1::int8, $2::int8) as n, environment e,
    lateral (select timestamptz '2021-01-01' + n * ($5::float8 * interval '1 second') as at,
      (array['Successful','Successful','Successful','Successful','Successful','Successful','Stopped','Faulted'])[1 + n * 17 % 8] as status) as s
  where n <= $3::int8 and e.default_flag`;

/** Seconds between two jobs, so that all of them make five years. */
const stepS = (5 * 365 * 86_400) / jobCount;

async function load(database: Database): Promise<void> {
  await migrate(database);
  const first = await addTenTenants(database);
  await database.patient(3_600_000, async () => {
    await indexedAfter(database, 'job', async () => {
      for (let from = 1; from <= jobCount; from += rowsAtOnce)
        await database.execute(insert, [from, from + rowsAtOnce - 1, jobCount, first, stepS]);
    });
    await database.execute('vacuum analyze job');
  });
}

/** Starts PostgreSQL with the jobs loaded; undefined where there is no PostgreSQL. */
export const openJobPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`jobs-${jobCount}-${dataVersion}`, load);
