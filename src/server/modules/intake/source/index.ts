export { attachingSubscriptions } from './attach-subscriptions.ts';
export { openValues } from './keys.ts';
export { missingSources, missingSourcesOf, withoutSource } from './missing-source.ts';
export {
  type CallKeeper,
  callKeeper,
  type CallOwner,
  CallsUsedUp,
  moveCalls,
  type Pause,
  type PauseReason,
  type QuestionCalls,
} from './call-keeper.ts';
export { recognisesCarriers } from './recognises-carriers.ts';
export { sourceModule } from './routes.ts';
export { sourceHooks } from './source-hooks.ts';
export { tallyTolerances } from './tolerances.ts';
export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';
