export { refusalModule } from './routes.ts';
export { tallyRefusals } from './tally.ts';
export type { TalliedRefusal } from './tally.ts';
export { whyRefused } from './why-refused.ts';
