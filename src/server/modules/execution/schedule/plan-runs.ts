import { decideRuns, type Planned, type SchedulePlan } from '#domain/execution/schedule/plan.ts';
import type { WorkingDays } from '#domain/execution/schedule/working-days.ts';
import { createJobs, theProduct } from '#server/modules/execution/job/index.ts';
import { worldMs } from '#server/platform/clock/clock.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import {
  insertOccurrences,
  loadCalendars,
  lockDue,
  lockPromotable,
  movePlaces,
  queuedOf,
  settleOccurrences,
  unfinishedOf,
  type Place,
  type Settled,
  type WrittenOccurrence,
} from './schedule-queries.ts';
import type { ScheduleDeps, ScheduleRow } from './types.ts';

/** Schedules planned in one transaction, and runs of one of them decided in it, at most. */
const batchSize = 250;
const runsPerStep = 500;

/** What the planner did. */
export type PlanSummary = {
  schedules: number;
  occurrences: number;
  jobs: number;
  /** Schedules of the batch that have more runs due than one step decides. */
  unfinished: number;
};

const planOf = (
  { cron, zone, calendarId, missed, overlap, catchUpLimit, pausedUntil }: ScheduleRow,
  calendars: ReadonlyMap<number, WorkingDays>,
): SchedulePlan => {
  const calendar = calendarId === null ? undefined : calendars.get(calendarId);
  return { cron, zone, calendar, missed, overlap, catchUpLimit, pausedUntil };
};

type Start = { row: ScheduleRow; occurrenceId: number };

/** Makes the jobs of occurrences, by a few statements for all of them; what is refused is written down with its reason. */
async function startJobs(deps: ScheduleDeps, starts: readonly Start[]): Promise<Settled[]> {
  if (starts.length === 0) return [];
  const made = await createJobs(
    deps,
    starts.map(({ row, occurrenceId }) => ({
      processId: row.processId,
      source: 'TimeTrigger',
      actor: theProduct,
      ...(row.input === null || row.input === '' ? {} : { input: JSON.parse(row.input) as unknown }),
      ...(row.priority === null ? {} : { priority: row.priority }),
      occurrenceId,
      subscriptionId: row.subscriptionId,
    })),
  );
  return starts.map(({ occurrenceId: id }, place): Settled => {
    const job = made[place];
    if (job === undefined || job instanceof AppError)
      return { id, outcome: 'missed', reason: 'refused', detail: job?.code ?? null, jobId: null };
    return { id, outcome: 'ran', reason: null, detail: null, jobId: job.id };
  });
}

type Step = { row: ScheduleRow; planned: Planned | undefined; problem: string | null };

/** Decides the due runs of each schedule; one that cannot be read any more holds up no other. */
async function decideAll(deps: ScheduleDeps, rows: readonly ScheduleRow[]): Promise<Step[]> {
  const { database, clock } = deps;
  const calendars = await loadCalendars(
    database,
    rows.flatMap((row) => row.calendarId ?? []),
  );
  const unfinished = await unfinishedOf(
    database,
    rows.flatMap((row) => row.lastOccurrenceId ?? []),
  );
  const queued = await queuedOf(
    database,
    rows.filter((row) => row.overlap === 'queue').map((row) => row.id),
  );
  const now = clock.now();
  const graceMs = worldMs(clock, MINUTE_MS);
  return rows.map((row) => {
    try {
      const planned = decideRuns(planOf(row, calendars), {
        plannedUntil: row.plannedUntil,
        now,
        graceMs,
        busy: row.lastOccurrenceId !== null && unfinished.has(row.lastOccurrenceId),
        queued: queued.get(row.id) ?? 0,
        limit: runsPerStep,
      });
      return { row, planned, problem: null };
    } catch (error) {
      deps.log.warn({ err: error, scheduleId: row.id }, 'a schedule cannot be planned');
      return { row, planned: undefined, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}

const keyOf = (scheduleId: number, at: number): string => `${scheduleId} ${at}`;

/** Makes the jobs of occurrences that were just written, schedule by schedule, in the order of their runs. */
async function startWritten(deps: ScheduleDeps, steps: readonly Step[], written: readonly WrittenOccurrence[]) {
  const occurrences = new Map(written.map((one) => [keyOf(one.schedule_id, one.run_at), one.id]));
  const starts = steps.flatMap(({ row, planned }) =>
    (planned?.decisions ?? []).flatMap(({ at, outcome }): Start[] => {
      const occurrenceId = outcome === 'ran' ? occurrences.get(keyOf(row.id, at)) : undefined;
      return occurrenceId === undefined ? [] : [{ row, occurrenceId }];
    }),
  );
  const settled = await startJobs(deps, starts);
  const started = new Map<number, number>();
  settled.forEach(({ jobId, id }, place) => {
    const scheduleId = starts[place]?.row.id;
    if (jobId !== null && scheduleId !== undefined) started.set(scheduleId, id);
  });
  return { settled, started };
}

/** Plans schedules that are locked in the current transaction: their occurrences, jobs and places are one. */
export async function planLocked(deps: ScheduleDeps, rows: readonly ScheduleRow[]): Promise<PlanSummary> {
  if (rows.length === 0) return { schedules: 0, occurrences: 0, jobs: 0, unfinished: 0 };
  const { database, clock } = deps;
  const steps = await decideAll(deps, rows);
  const decided = steps.flatMap(({ row, planned }) =>
    (planned?.decisions ?? []).map((decision) => ({
      ...decision,
      scheduleId: row.id,
      tenantId: row.tenantId,
      processId: row.processId,
    })),
  );
  const now = clock.now();
  const written = await insertOccurrences(database, decided, now);
  const { settled, started } = await startWritten(deps, steps, written);
  await settleOccurrences(database, settled, now);
  await movePlaces(
    database,
    steps.map(({ row, planned, problem }): Place => ({
      id: row.id,
      plannedUntil: planned?.plannedUntil ?? row.plannedUntil,
      next: planned?.next,
      started: started.get(row.id) ?? null,
      problem,
    })),
  );
  const unfinished = steps.filter(({ planned }) => planned?.next !== undefined && planned.next <= now).length;
  return { schedules: rows.length, occurrences: written.length, jobs: started.size, unfinished };
}

/** Plans one batch of due schedules in one transaction. */
export const planDue = (deps: ScheduleDeps): Promise<PlanSummary> =>
  deps.database.transaction(async () => planLocked(deps, await lockDue(deps.database, deps.clock.now(), batchSize)));

/** Starts runs that waited for the one before, oldest first, one for each schedule. */
export const startQueued = (deps: ScheduleDeps): Promise<number> =>
  deps.database.transaction(async () => {
    const { database, clock } = deps;
    const rows = await lockPromotable(database, batchSize);
    const settled = await startJobs(
      deps,
      rows.map((row) => ({ row, occurrenceId: row.occurrenceId })),
    );
    await settleOccurrences(database, settled, clock.now());
    await database.execute(
      `update schedule s set last_occurrence_id = n.started from unnest($1::bigint[], $2::bigint[]) as n(id, started) where s.id = n.id`,
      [rows.map((row) => row.id), rows.map((row) => row.occurrenceId)],
    );
    return rows.length;
  });

/** A turn of the planner ends after so long (real time), so that other work of the same kind has its turn. */
const turnMs = 20_000;

/** Plans everything that is due, batch by batch; each batch is a transaction, and doing one twice does nothing twice. */
export async function planRuns(deps: ScheduleDeps, onBatch?: (summary: PlanSummary) => void): Promise<void> {
  const until = performance.now() + turnMs;
  await startQueued(deps);
  for (;;) {
    const summary = await planDue(deps);
    if (summary.schedules === 0) return;
    onBatch?.(summary);
    if (performance.now() > until) return;
  }
}
