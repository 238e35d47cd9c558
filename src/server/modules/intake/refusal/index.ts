export { countRefused } from './count-refused.ts';
export { refusalExport } from './query-refusals.ts';
export { refusalModule } from './routes.ts';
export { tallyRefusals } from './tally.ts';
export type { TalliedRefusal } from './tally.ts';
