import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { planRuns } from './plan-runs.ts';
import type { ScheduleDeps } from './types.ts';
import type { Database } from '#server/platform/db/database.ts';
import { normalCronOrNull } from '#shared/time/cron-normal.ts';

const maxAtOnce = 500;

/** The table of an expression that people write. */
type Table = 'schedule' | 'package_version' | 'package_version_package';

type Written = { table: Table; id: number; cron: string };

/** Expressions without their normal form, of all tables. */
const missing = `
  (select 'schedule' as "table", id, own_cron as cron from schedule where own_cron <> '' and cron_normal is null limit ${maxAtOnce})
  union all (select 'package_version', id, cron_expression from package_version
    where cron_expression <> '' and cron_normal is null limit ${maxAtOnce})
  union all (select 'package_version_package', id, cron_expression from package_version_package
    where cron_expression <> '' and cron_normal is null limit ${maxAtOnce})`;

/** One that was changed meanwhile got the form of its new expression. */
const keeping = {
  schedule: 'update schedule set cron_normal = $2 where id = $1 and own_cron = $3 and cron_normal is null',
  package_version:
    'update package_version set cron_normal = $2 where id = $1 and cron_expression = $3 and cron_normal is null',
  package_version_package:
    'update package_version_package set cron_normal = $2 where id = $1 and cron_expression = $3 and cron_normal is null',
} as const satisfies Record<Table, string>;

/** Keeps the normal form of expressions that earlier versions stored without it. False where there may be more. */
export async function fillNormalCron(database: Database): Promise<boolean> {
  const rows = await database.query<Written>(missing);
  for (const { table, id, cron } of rows)
    await database.execute(keeping[table], [id, normalCronOrNull(cron) ?? cron, cron]);
  return rows.length < maxAtOnce;
}

const planTask = defineRecurring('plan_runs');

/** Planning the runs of schedules, every second, and the normal form of expressions of earlier versions. */
export const scheduleTasks = (deps: ScheduleDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, planTask, SECOND_MS, () => planRuns(deps))],
  chores: [{ name: 'normal form of cron expressions', run: () => fillNormalCron(deps.database) }],
});
