export {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  foldTraceTotals,
  wakeSnoozed,
} from './housekeeping.ts';
export { housekeepingTasks } from './tasks.ts';
