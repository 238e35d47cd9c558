import { refused } from '#server/platform/errors/app-error.ts';
import { planLocked } from './plan-runs.ts';
import { lockRunning } from './schedule-queries.ts';
import type { ScheduleDeps } from './types.ts';

const maxSteps = 20;

/**
 * Decides the due runs of schedules before they are changed, in the current transaction: runs up to now happen under the definition
 * that was in force. The schedules stay locked, so that no planner is in between.
 */
export async function settleSchedules(deps: ScheduleDeps, ids: readonly number[]): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const rows = await lockRunning(deps.database, ids);
    const { unfinished } = await planLocked(deps, rows);
    if (unfinished === 0) return;
  }
  throw refused('schedule.behind');
}
