export { attachingSubscriptions } from './attach-subscriptions.ts';
export { missingSources, missingSourcesOf, withoutSource } from './missing-source.ts';
export { sourceModule } from './routes.ts';
export { sourceHooks } from './source-hooks.ts';
export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';
