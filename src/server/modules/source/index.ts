export { attachingSubscriptions } from './attach-subscriptions.ts';
export { sourceModule } from './routes.ts';
export { sourceHooks } from './source-hooks.ts';
export { tallyTolerances } from './tolerances.ts';
export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';
