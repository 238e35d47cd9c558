import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { fillNormalCron } from './fill-normal-cron.ts';
import { planRuns } from './plan-runs.ts';
import type { ScheduleDeps } from './types.ts';

const planTask = defineRecurring('plan_runs');

/** Planning the runs of schedules, every second, and the normal form of expressions of earlier versions. */
export const scheduleTasks = (deps: ScheduleDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, planTask, SECOND_MS, () => planRuns(deps))],
  chores: [{ name: 'normal form of cron expressions', run: () => fillNormalCron(deps.database) }],
});
