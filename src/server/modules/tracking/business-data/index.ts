export { changeExpertCutoff } from './change-cutoff.ts';
export { sourceCodeOf } from './expert-record.ts';
export { lockOwnSubscription } from './queries.ts';
export { businessDataModule } from './routes.ts';
