import type { Clock } from '#server/platform/clock/clock.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { keepMoment } from './tokens.ts';
import { type WatchDeps, watchRoles } from './watch-roles.ts';

const watchTask = defineRecurring('analytics_watch');
const watchEveryMs = 10_000;

/** Watching the sessions of analysts, and keeping which transactions had ended when. */
export const analyticsTasks = (deps: WatchDeps & { queue: Queue; clock: Clock }): BackgroundModule => ({
  tasks: [repeat(deps, watchTask, watchEveryMs, () => watchRoles(deps))],
  chores: [{ name: 'moments of data files', run: () => keepMoment(deps.database, realClock.now()) }],
});
