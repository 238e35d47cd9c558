import type { Logger } from 'pino';
import type { PullDeps } from '#server/modules/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  type BackgroundModule,
  defineRecurring,
  isLastAttempt,
  type Queue,
  repeat,
  workOn,
} from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { ruleRunTask } from './detect-again.ts';
import { bringTracksUpToDate } from './tracks.ts';
import { workRuleRun } from './work-runs.ts';

const tracksTask = defineRecurring('rule_tracks');
/** Trials of rules bring tracks up to date themselves; the less is left to them, the sooner they answer. */
const tracksEveryMs = 10 * MINUTE_MS;

/** Runs of rules, and the tracks that they read. */
export const autotestTasks = (deps: {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  pipeline: PullDeps;
  databaseUrl?: string | null;
}): BackgroundModule => ({
  tasks: [
    workOn(ruleRunTask, {
      concurrency: 2,
      run: async ([task], signal, { tasks }) => {
        if (task === undefined) return;
        const parts = { pipeline: deps.pipeline, clock: deps.clock, databaseUrl: deps.databaseUrl ?? null };
        await workRuleRun(parts, task.runId, signal, isLastAttempt(tasks[0]));
      },
    }),
    repeat(deps, tracksTask, tracksEveryMs, () => bringTracksUpToDate(deps.database)),
  ],
});
