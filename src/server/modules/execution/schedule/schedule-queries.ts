import type { Outcome, OutcomeReason } from '#domain/execution/schedule/plan.ts';
import { workingDaysFrom } from '#domain/execution/schedule/working-days.ts';
import type { WorkingDays } from '#domain/execution/schedule/working-days.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ScheduleRow } from './types.ts';

const columns = `id, tenant_id as "tenantId", process_id as "processId", subscription_id as "subscriptionId",
  cron_expression as cron, cron_zone as zone, calendar_id as "calendarId", missed_policy as missed,
  overlap_policy as overlap, catch_up_limit as "catchUpLimit", priority, input, paused_until as "pausedUntil",
  planned_until as "plannedUntil", last_occurrence_id as "lastOccurrenceId"`;

/** Schedules that are due, locked, the longest due first; those that somebody else has locked are left to them. */
export const lockDue = async (database: Database, now: Instant, limit: number): Promise<ScheduleRow[]> =>
  (
    await database.execute<ScheduleRow>(
      `select ${columns} from schedule where schedule_status = 'Running' and next_run_at <= $1
        order by next_run_at limit $2 for no key update skip locked`,
      [ts(now), limit],
    )
  ).rows;

/** Running schedules by id, locked in the order of their ids. */
export const lockRunning = async (database: Database, ids: readonly number[]): Promise<ScheduleRow[]> =>
  (
    await database.execute<ScheduleRow>(
      `select ${columns} from schedule where schedule_status = 'Running' and id = any($1) order by id for no key update`,
      [ids],
    )
  ).rows;

/** Which of these occurrences have a job that has not ended. */
export async function unfinishedOf(database: Database, occurrenceIds: readonly number[]): Promise<Set<number>> {
  if (occurrenceIds.length === 0) return new Set();
  const { rows } = await database.execute<{ id: number }>(
    `select distinct occurrence_id as id from job
      where occurrence_id = any($1) and status in ('Pending', 'Running', 'Stopping')`,
    [occurrenceIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many runs of these schedules wait for the one before. */
export async function queuedOf(database: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{ id: number; n: number }>(
    `select schedule_id as id, count(*)::int as n from occurrence
      where schedule_id = any($1) and outcome = 'queued' group by schedule_id`,
    [ids],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Calendars by id, as rules of working days. */
export async function loadCalendars(database: Database, ids: readonly number[]): Promise<Map<number, WorkingDays>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{
    id: number;
    free: string | null;
    days: { day: string; working: boolean }[] | null;
  }>(
    `select c.id, c.free_weekdays as free,
        (select jsonb_agg(jsonb_build_object('day', d.day, 'working', d.working_flag)) from calendar_day d where d.calendar_id = c.id) as days
       from calendar c where c.id = any($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, free, days }) => [id, workingDaysFrom(free, days ?? [])]));
}

/** What became of a run, as it is written down. */
export type NewOccurrence = {
  scheduleId: number;
  tenantId: number;
  processId: number;
  at: Instant;
  outcome: Outcome;
  reason: OutcomeReason | null;
};

/** An occurrence that was written by this very statement. */
export type WrittenOccurrence = { id: number; schedule_id: number; run_at: Instant; outcome: Outcome };

/** Writes occurrences down; a run that has one already keeps it, and is not given back. */
export async function insertOccurrences(
  database: Database,
  occurrences: readonly NewOccurrence[],
  decidedAt: Instant,
): Promise<WrittenOccurrence[]> {
  if (occurrences.length === 0) return [];
  const { rows } = await database.execute<WrittenOccurrence>(
    `insert into occurrence (schedule_id, tenant_id, process_id, run_at, outcome, reason, decided_at)
     select s, t, p, r, o, w, $7 from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::text[])
       as n(s, t, p, r, o, w)
     on conflict (schedule_id, run_at) do nothing
     returning id, schedule_id, run_at, outcome`,
    [
      occurrences.map((one) => one.scheduleId),
      occurrences.map((one) => one.tenantId),
      occurrences.map((one) => one.processId),
      occurrences.map((one) => ts(one.at)),
      occurrences.map((one) => one.outcome),
      occurrences.map((one) => one.reason),
      ts(decidedAt),
    ],
  );
  return rows;
}

/** What became of a run once its job was made, or could not be made. */
export type Settled = {
  id: number;
  outcome: Outcome;
  reason: OutcomeReason | null;
  detail: string | null;
  jobId: number | null;
};

/** Writes down what became of occurrences; a reason of before stays where there is no new one. */
export async function settleOccurrences(database: Database, settled: readonly Settled[], now: Instant): Promise<void> {
  if (settled.length === 0) return;
  await database.execute(
    `update occurrence o set outcome = n.outcome, reason = coalesce(n.reason, o.reason), detail = n.detail, job_id = n.job_id, decided_at = $6
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[]) as n(id, outcome, reason, detail, job_id)
      where o.id = n.id`,
    [
      settled.map((one) => one.id),
      settled.map((one) => one.outcome),
      settled.map((one) => one.reason),
      settled.map((one) => one.detail),
      settled.map((one) => one.jobId),
      ts(now),
    ],
  );
}

/** Where the planning of a schedule goes on. */
export type Place = {
  id: number;
  plannedUntil: Instant;
  next: Instant | undefined;
  /** The newest occurrence that started a job in this step. */
  started: number | null;
  problem: string | null;
};

/** Moves schedules on; `next_run_at` is empty for those that have no run any more. */
export async function movePlaces(database: Database, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await database.execute(
    `update schedule s set planned_until = n.planned_until, next_run_at = n.next, problem = n.problem,
        last_occurrence_id = coalesce(n.started, s.last_occurrence_id)
       from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::text[])
         as n(id, planned_until, next, started, problem)
      where s.id = n.id`,
    [
      places.map((place) => place.id),
      places.map((place) => ts(place.plannedUntil)),
      places.map((place) => tsOrNull(place.next)),
      places.map((place) => place.started),
      places.map((place) => place.problem),
    ],
  );
}

const jobBeforeEnded = `not exists (select from job j
  where j.occurrence_id = schedule.last_occurrence_id and j.status in ('Pending', 'Running', 'Stopping'))`;

/**
 * The oldest waiting run of each of up to `limit` schedules whose job before has ended; their schedules are locked. What waits is
 * read by a statement of its own once they are: the one that locks still sees runs as waiting that another planner has started and
 * committed since it began.
 */
export async function lockPromotable(
  database: Database,
  limit: number,
): Promise<(ScheduleRow & { occurrenceId: number })[]> {
  const locked = await database.execute<{ id: number }>(
    `select id from schedule
      where id in (select distinct schedule_id from occurrence where outcome = 'queued') and ${jobBeforeEnded}
      order by id limit $1 for no key update skip locked`,
    [limit],
  );
  if (locked.rows.length === 0) return [];
  const { rows } = await database.execute<ScheduleRow & { occurrenceId: number }>(
    `select * from (
       select ${columns}, (select q.id from occurrence q where q.schedule_id = schedule.id and q.outcome = 'queued' order by q.run_at limit 1) as "occurrenceId"
       from schedule where id = any($1) and ${jobBeforeEnded}) as s
     where "occurrenceId" is not null order by id`,
    [locked.rows.map(({ id }) => id)],
  );
  return rows;
}

/** Runs that wait behind a schedule that was stopped will not run. */
export const dropQueued = (database: Database, scheduleId: number, now: Instant): Promise<unknown> =>
  database.execute(
    `update occurrence set outcome = 'skipped', reason = 'stopped', decided_at = $2 where schedule_id = $1 and outcome = 'queued'`,
    [scheduleId, ts(now)],
  );
