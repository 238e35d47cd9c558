import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { scheduleHooks } from './hooks.ts';
import { occurrencesSource } from './list-occurrences.ts';
import { scheduleRoutes } from './routes.ts';
import { scheduleTasks } from './tasks.ts';
export { switchSchedules } from './act-on-schedules.ts';
export { followVersionCron } from './follow-version.ts';
export { isProcessSchedule, processPlans, subscriptionSchedules } from './subscription-schedules.ts';

/** Schedules of processes, and what became of their runs. */
export const schedule = defineModule({
  name: 'schedule',
  routes: scheduleRoutes,
  background: scheduleTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [occurrencesSource(reference)],
  hooks: scheduleHooks,
});
