// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { decideRuns, type Decision, type SchedulePlan } from '#domain/execution/schedule/plan.ts';
import type { WorkingDays } from '#domain/execution/schedule/working-days.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { cronProblem } from '#shared/time/cron.ts';
import { spanText } from '#shared/time/duration.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { isZone } from '#shared/time/zone.ts';
import { loadCalendars } from './schedule-queries.ts';

/** How long a job is reckoned with when nothing was measured; anyone who uses it says so. */
export const assumedMs = 2 * MINUTE_MS;

/** What a schedule says of its theoretical runs. */
export type StoredPlan = {
  cron_expression: string;
  cron_zone: string;
  calendar_id: number | null;
  paused_until: Instant | null;
};

/** A stored schedule as far as its theoretical runs go. */
export const plainPlan = (row: StoredPlan, calendars: ReadonlyMap<number, WorkingDays>): SchedulePlan => ({
  cron: row.cron_expression,
  zone: row.cron_zone,
  calendar: row.calendar_id === null ? undefined : calendars.get(row.calendar_id),
  missed: 'skip',
  overlap: 'allow',
  catchUpLimit: 1,
  pausedUntil: row.paused_until,
});

/** What would become of the runs of a plan after a moment, each on time. */
export const runsOf = (
  plan: SchedulePlan,
  { from, until, limit }: { from: Instant; until: Instant; limit: number },
): readonly Decision[] =>
  decideRuns(plan, {
    plannedUntil: from,
    now: until,
    graceMs: Number.POSITIVE_INFINITY,
    busy: false,
    queued: 0,
    limit,
  }).decisions;

/** Runs that are looked at for the shortest time between two of them, and how far ahead. */
const runsCompared = 30;
const farMs = 10 * 366 * DAY_MS;

/** The shortest time between two runs of a plan after a moment; null when it does not run twice. */
export function shortestInterval(plan: SchedulePlan, from: Instant): number | null {
  const starts = runsOf(plan, { from, until: from + farMs, limit: runsCompared }).filter(
    ({ outcome }) => outcome === 'ran',
  );
  const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? at));
  return gaps.length === 0 ? null : Math.min(...gaps);
}

/** How long whole jobs of processes take, by the median of the latest that succeeded; a process of which none did is not in it. */
export async function durationsOf(ctx: Ctx, processIds: readonly number[]): Promise<Map<number, number>> {
  if (processIds.length === 0) return new Map();
  const rows = await ctx.unscoped.query<{ id: number; ms: number | null }>(
    `select p.id, (select percentile_cont(0.5) within group (order by extract(epoch from l.ended_at - l.started_at) * 1000)
        from (select started_at, ended_at from job j where j.process_id = p.id and j.status = 'Successful'
                and j.part_id is null and j.trial_of is null
               order by j.created_at desc, j.id desc limit 20) as l) as ms
       from unnest($1::bigint[]) as p(id)`,
    [[...new Set(processIds)]],
  );
  return new Map(rows.flatMap(({ id, ms }) => (ms === null ? [] : [[id, Number(ms)]])));
}

/** What runs of schedules are reckoned from: how long jobs of their processes take, and their calendars. */
export async function loadRunFacts(
  ctx: Ctx,
  rows: readonly (Pick<StoredPlan, 'calendar_id'> & { process_id: number })[],
): Promise<{ durations: Map<number, number>; calendars: Map<number, WorkingDays> }> {
  const [durations, calendars] = await Promise.all([
    durationsOf(
      ctx,
      rows.map((row) => row.process_id),
    ),
    loadCalendars(
      ctx.unscoped,
      rows.flatMap((row) => row.calendar_id ?? []),
    ),
  ]);
  return { durations, calendars };
}

/** Whether runs can be reckoned; where not, the planner says why when it comes to them. */
const isReadable = ({ cron_expression: cron, cron_zone: zone }: StoredPlan, now: Instant): boolean =>
  cron !== '' && isZone(zone) && cronProblem(cron, now) === undefined;

/** For each schedule whose runs last longer than the time between two of them a sentence with both numbers, else null. */
export async function overlapTexts(
  ctx: Ctx,
  rows: readonly (StoredPlan & { process_id: number })[],
): Promise<(string | null)[]> {
  const now = ctx.clock.now();
  const { durations, calendars } = await loadRunFacts(ctx, rows);
  return rows.map((row) => {
    const durationMs = durations.get(row.process_id);
    if (durationMs === undefined || !isReadable(row, now)) return null;
    const intervalMs = shortestInterval(plainPlan(row, calendars), now);
    return intervalMs !== null && durationMs > intervalMs ? outlastsText(ctx, { durationMs, intervalMs }) : null;
  });
}

/** Rows beyond this are given for choice, not for reading. */
const maxNoted = 500;

/** Says of schedules as the wire shows them when their runs overlap, unless they have a graver problem. */
export async function noteOverlaps(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length > maxNoted) return;
  const sound = rows.filter((row) => row['problem'] === null);
  const texts = await overlapTexts(
    ctx,
    sound.map((row) => ({
      process_id: Number(row['processesId']),
      cron_expression: String(row['effectiveCron'] ?? ''),
      cron_zone: String(row['cronZone'] ?? ''),
      calendar_id: row['calendarId'] == null ? null : Number(row['calendarId']),
      // What is paused now overlaps afterwards.
      paused_until: null,
    })),
  );
  sound.forEach((row, index) => (row['problem'] = texts[index] ?? null));
}

/** That runs last longer than the time between two of them. */
export const outlastsText = (ctx: Ctx, { durationMs, intervalMs }: { durationMs: number; intervalMs: number }) =>
  serverText(
    'schedule.outlasts',
    { duration: spanText(durationMs, ctx.lang), interval: spanText(intervalMs, ctx.lang) },
    ctx.lang,
  );
