import type { PullDeps } from '#server/modules/intake/collection/index.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { replayHandlers } from './work-runs.ts';

/** Reading stored answers again, and asking again when somebody wants it. */
export const replayTasks = (deps: { pipeline: PullDeps }): BackgroundModule => ({
  tasks: [],
  runs: replayHandlers(deps.pipeline),
});
