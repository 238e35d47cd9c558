import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { bulkRuns } from './bulk-run.ts';
import { driveParts } from './drive-parts.ts';
import { driveRemoteRobots, type RemoteDeps } from './remote-robots.ts';
import { runJobSteps, type StepDeps } from './run-steps.ts';
import { watchJobs } from './watch-jobs.ts';

const watch = defineRecurring('job_watch');
const everyMs = 2_000;
const steps = defineRecurring('job_steps');
const stepsEveryMs = 500;
const parts = defineRecurring('job_parts');
const partsEveryMs = 500;
const remote = defineRecurring('remote_robots');
const remoteEveryMs = 3_000;

/**
 * Watching jobs and robots (limits, lost robots, stops without an answer), running the steps of jobs on the server, their sub-packages,
 * driving robots that stand for orchestrators elsewhere, and what is done to many jobs at once.
 */
export const jobTasks = (deps: StepDeps & RemoteDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [
    repeat(deps, watch, everyMs, async () => {
      await watchJobs(deps);
    }),
    repeat(deps, steps, stepsEveryMs, async () => {
      await runJobSteps(deps);
    }),
    repeat(deps, parts, partsEveryMs, async () => {
      await driveParts(deps);
    }),
    repeat(deps, remote, remoteEveryMs, async () => {
      await driveRemoteRobots(deps);
    }),
  ],
  runs: bulkRuns(deps),
});
