export {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  removeOutdated,
  wakeSnoozed,
} from './housekeeping.ts';
