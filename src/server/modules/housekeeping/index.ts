export {
  foldExceptionTallies,
  foldExceptionTotals,
  foldIncidents,
  foldSubscriptionTotals,
  wakeSnoozed,
} from './housekeeping.ts';
export { sweepTables } from './sweep.ts';
