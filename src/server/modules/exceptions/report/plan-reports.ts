// unscoped: The planner looks at the reports of all tenants.
import { decideRuns, type Decision, type SchedulePlan } from '#domain/execution/schedule/plan.ts';
import type { Logger } from 'pino';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { lockDue, movePlace, type ReportRecord, setActive } from './report-queries.ts';
import { noteSkipped, startReport } from './start-report.ts';

type PlanDeps = { database: Database; queue: Queue; clock: Clock; log: Logger };

const batchSize = 50;
/** Planned times of one report that are decided at once. */
const maxTimes = 500;
/** The planner comes by every minute: what it finds later than this was missed. */
const graceMs = 3 * MINUTE_MS;

/** When a report is due, as schedules are decided; `skip` = missed times are not made up. */
const planOf = ({ cron, zone, missed }: ReportRecord): SchedulePlan => ({
  cron,
  zone,
  calendar: undefined,
  missed,
  overlap: 'skip',
  catchUpLimit: 1,
  pausedUntil: null,
});

/** What became of planned times that were not made, if it is worth a line: what was merged into a later one is not. */
async function noteMissed(deps: PlanDeps, report: ReportRecord, decisions: readonly Decision[]): Promise<void> {
  for (const [outcome, why] of [
    ['missed', 'late'],
    ['skipped', 'busy'],
  ] as const) {
    const left = decisions.filter((decision) => decision.outcome === outcome);
    const last = left.at(-1);
    if (last !== undefined) await noteSkipped(deps, report, { plannedAt: last.at, count: left.length, why });
  }
}

async function planOne(deps: PlanDeps, report: ReportRecord): Promise<void> {
  const { database, clock, log } = deps;
  try {
    const { decisions, plannedUntil, next } = decideRuns(planOf(report), {
      plannedUntil: report.plannedUntil,
      now: clock.now(),
      graceMs: worldMs(clock, graceMs),
      busy: false,
      queued: 0,
      limit: maxTimes,
    });
    const due = decisions.findLast(({ outcome }) => outcome === 'ran');
    if (due !== undefined && (await startReport(deps, report, { plannedAt: due.at })) === undefined)
      await noteSkipped(deps, report, { plannedAt: due.at, count: 1, why: 'busy' });
    await noteMissed(deps, report, decisions);
    await movePlace(database, report.id, { plannedUntil, next });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Its times cannot be read any more: it holds up no other.
    log.error({ err: error, reportId: report.id }, 'a scheduled report cannot be planned');
    await setActive(database, report.id, { active: false, because: 'person' });
  }
}

/** Starts all reports that are due, and moves each to its next time in the same transaction: no time is made twice. */
export async function planReports(deps: PlanDeps): Promise<void> {
  for (;;) {
    const count = await deps.database.transaction(async () => {
      const due = await lockDue(deps.database, deps.clock.now(), batchSize);
      for (const report of due) await planOne(deps, report);
      return due.length;
    });
    if (count < batchSize) return;
  }
}
