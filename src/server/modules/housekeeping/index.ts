export { foldExceptionTallies, foldExceptionTotals, removeOutdated } from './housekeeping.ts';
