import type { Logger } from 'pino';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat, workOn } from '#server/platform/queue/index.ts';
import { applyRetractions, type RetractionDeps, retractionTask } from './apply-retractions.ts';
import { lookUpObject, type LookupDeps, lookupTask } from './look-up-object.ts';
import { subscribeSources } from './subscribe-sources.ts';

const subscribeTask = defineRecurring('push_subscription');
const subscribeEveryMs = 300_000;

/** Searching what was reported for events that are taken back, asking which waybill an object is, and staying subscribed where sources push. */
export function pushTasks(
  deps: RetractionDeps & LookupDeps & { queue: Queue; log: Logger; keys: SecretKeys; callbackBase: string | null },
): BackgroundModule {
  const { callbackBase } = deps;
  const retraction = workOn(retractionTask, {
    run: async ([task], signal) => {
      if (task !== undefined) await applyRetractions(deps, task.sourceId, signal);
    },
  });
  const lookup = workOn(lookupTask, {
    run: async ([task], signal) => {
      if (task !== undefined) await lookUpObject(deps, task, signal);
    },
  });
  const subscribing =
    callbackBase === null
      ? []
      : [repeat(deps, subscribeTask, subscribeEveryMs, () => subscribeSources({ ...deps, callbackBase }))];
  return { tasks: [retraction, lookup, ...subscribing] };
}
