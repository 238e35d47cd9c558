import { defineModule } from '#server/module/index.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';
import { moveCalls } from './call-keeper.ts';
import { sourceRoutes } from './routes.ts';
import { sourceHooks } from './source-hooks.ts';
export { openValues } from './keys.ts';
export { missingSources, missingSourcesOf, withoutSource } from './missing-source.ts';
export {
  type CallKeeper,
  callKeeper,
  type CallOwner,
  CallsUsedUp,
  type Pause,
  type PauseReason,
  type QuestionCalls,
} from './call-keeper.ts';
export { recognisesCarriers } from './recognises-carriers.ts';
export { tallyTolerances } from './tolerances.ts';
export { type TokenKeepers, tokenKeepers } from './token-keeper.ts';

/** Sources, their keys, and the calls they allow. */
export const source = defineModule({
  name: 'source',
  routes: sourceRoutes,
  background: attachingSubscriptions,
  hooks: { source: sourceHooks },
  moveClock: moveCalls,
});
