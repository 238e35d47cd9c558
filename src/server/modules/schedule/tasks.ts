import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { fillNormalCron } from './fill-normal-cron.ts';
import { planRuns } from './plan-runs.ts';
import type { ScheduleDeps } from './types.ts';

const planTask = defineRecurring('plan_runs');

/** Planning the runs of schedules, every second, and expressions of earlier versions in one form. */
export const scheduleTasks = (deps: ScheduleDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, planTask, SECOND_MS, () => planRuns(deps))],
  chores: [{ name: 'cron expressions in one form', run: () => fillNormalCron(deps.database) }],
});
