// unscoped: The planner starts reports of all tenants; a call has found its report by `ctx.db`.
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { addWaitingRun, defineRun, endRun, startRun } from '#server/platform/run/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Instant } from '#shared/time/instant.ts';
import { definitionOf, type ReportRecord } from './report-queries.ts';
import { reportRun, type ReportRun } from './report-run.ts';

type StartDeps = { database: Database; queue: Queue; clock: Clock };

/** Starts a run of a report in the current transaction; undefined while one is under way. */
export const startReport = (
  { database, queue, clock }: StartDeps,
  report: ReportRecord,
  { plannedAt, by }: { plannedAt: Instant | null; by?: { userId: number; code: string; name: string } },
): Promise<ReportRun | undefined> =>
  startRun({ database, queue, now: clock.now() }, reportRun, {
    params: { definition: definitionOf(report), plannedAt, at: clock.now(), skipped: 0 },
    tenantId: report.tenantId,
    total: 0,
    by: by ?? { userId: report.ownerId, code: report.ownerCode, name: report.ownerName },
  });

/** A run that only says why nothing was made: it excludes no other. */
const skippedRun = defineRun({ ...reportRun, scope: () => null });

/** Writes down that planned times were skipped: the last of them, and how many. */
export async function noteSkipped(
  { database, clock }: StartDeps,
  report: ReportRecord,
  { plannedAt, count, why }: { plannedAt: Instant; count: number; why: 'late' | 'busy' },
): Promise<void> {
  const run = await addWaitingRun({ database, now: clock.now() }, skippedRun, {
    params: { definition: definitionOf(report), plannedAt, at: clock.now(), skipped: count },
    tenantId: report.tenantId,
    total: 0,
    by: { userId: report.ownerId, code: report.ownerCode, name: report.ownerName },
  });
  if (run !== undefined) await endRun(database, run.id, { state: 'cancelled', error: why }, realClock.now());
}
