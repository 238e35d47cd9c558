export { changeExpertCutoff } from './change-cutoff.ts';
export { lockOwnSubscription } from './queries.ts';
export { businessDataModule } from './routes.ts';
