export { foldExceptionTotals, removeOutdated } from './housekeeping.ts';
