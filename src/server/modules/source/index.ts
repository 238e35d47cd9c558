export { attachingSubscriptions } from './attach-subscriptions.ts';
export { recognisesCarriers } from './recognises-carriers.ts';
export { sourceModule } from './routes.ts';
export { sourceHooks } from './source-hooks.ts';
export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';
