export { foldExceptionTallies, foldExceptionTotals, foldSubscriptionTotals, removeOutdated } from './housekeeping.ts';
