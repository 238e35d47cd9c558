import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { JobDeps } from './types.ts';
import { watchJobs } from './watch-jobs.ts';

const watch = defineRecurring('job_watch');
const everyMs = 2_000;

/** Watching jobs and robots: limits, lost robots, stops without an answer. */
export const jobTasks = (deps: JobDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [
    repeat(deps, watch, everyMs, async () => {
      await watchJobs(deps);
    }),
  ],
});
