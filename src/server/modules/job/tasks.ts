import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { runJobSteps, type StepDeps } from './run-steps.ts';
import { watchJobs } from './watch-jobs.ts';

const watch = defineRecurring('job_watch');
const everyMs = 2_000;
const steps = defineRecurring('job_steps');
const stepsEveryMs = 500;

/** Watching jobs and robots (limits, lost robots, stops without an answer), and running the steps of jobs on the server. */
export const jobTasks = (deps: StepDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [
    repeat(deps, watch, everyMs, async () => {
      await watchJobs(deps);
    }),
    repeat(deps, steps, stepsEveryMs, async () => {
      await runJobSteps(deps);
    }),
  ],
});
