export { countRefused } from './count-refused.ts';
export { refusalModule } from './routes.ts';
export { tallyRefusals } from './tally.ts';
export type { TalliedRefusal } from './tally.ts';
