import type { Logger } from 'pino';
import type { PullDeps } from '#server/modules/intake/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { bringTracksUpToDate } from './tracks.ts';
import { ruleRuns } from './work-runs.ts';

const tracksTask = defineRecurring('rule_tracks');
/** Trials of rules bring tracks up to date themselves; the less is left to them, the sooner they answer. */
const tracksEveryMs = 10 * MINUTE_MS;

/** Runs of rules, and the tracks that they read. */
export const backtestTasks = (deps: {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  pipeline: PullDeps;
  databaseUrl?: string | null;
}): BackgroundModule => ({
  tasks: [repeat(deps, tracksTask, tracksEveryMs, () => bringTracksUpToDate(deps.database))],
  runs: ruleRuns({ ...deps, databaseUrl: deps.databaseUrl ?? null }),
});
