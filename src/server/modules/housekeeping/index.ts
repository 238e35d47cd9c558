export {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  wakeSnoozed,
} from './housekeeping.ts';
export { housekeepingTasks } from './tasks.ts';
