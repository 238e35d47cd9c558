export { switchSchedules } from './act-on-schedules.ts';
export { followVersionCron } from './follow-version.ts';
export { scheduleHooks } from './hooks.ts';
export { occurrencesSource } from './list-occurrences.ts';
export { scheduleModule } from './routes.ts';
export { isProcessSchedule, processPlans, subscriptionSchedules } from './subscription-schedules.ts';
export { scheduleTasks } from './tasks.ts';
