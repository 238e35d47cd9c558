export {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  foldRateTotals,
  foldTraceTotals,
  wakeSnoozed,
} from './housekeeping.ts';
export { housekeepingTasks } from './tasks.ts';
