// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { SchedulePreview } from '#contract/execution/schedule.ts';
import { forecast, type ExpectedJob } from '#domain/execution/schedule/forecast.ts';
import type { SchedulePlan } from '#domain/execution/schedule/plan.ts';
import { statedError } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { cronProblem } from '#shared/time/cron.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { isZone } from '#shared/time/zone.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import {
  assumedMs,
  durationsOf,
  loadRunFacts,
  outlastsText,
  plainPlan,
  runsOf,
  shortestInterval,
  type StoredPlan,
} from './run-lengths.ts';
import { loadCalendars } from './schedule-queries.ts';

type Draft = ParsedBody<'schedulePreview'>;

const shownRuns = 5;
/** Runs of one schedule, and other schedules, that are looked at. */
const maxRuns = 2_000;
const maxOthers = 200;
const maxRunsOfOthers = 300;
/** What runs more often than this is reckoned with at this pace behind the runs that were looked at. */
const shortestStepMs = 30_000;
const bucketMs = 15 * MINUTE_MS;

/** The expression that a draft would run by: its own, or that of the version of its process, which the caller may see. */
async function cronOf(ctx: Ctx, { cronExpression, processesId }: Draft): Promise<string> {
  if (cronExpression.trim() !== '' || processesId == null) return cronExpression;
  const row = await ctx.db
    .selectFrom('process as p')
    .innerJoin('package_version as v', 'v.id', 'p.package_version_id')
    .select('v.cron_expression')
    .where('p.id', '=', processesId)
    .executeTakeFirst();
  return row?.cron_expression ?? '';
}

async function planOf(ctx: Ctx, draft: Draft): Promise<SchedulePlan> {
  const cron = await cronOf(ctx, draft);
  if (cron === '') throw refused('schedule.noCron');
  const problem = cronProblem(cron, ctx.clock.now());
  if (problem !== undefined) throw statedError(ctx, problem);
  const { cronZone: zone, calendarId } = draft;
  if (!isZone(zone)) throw statedError(ctx, { zh: `没有名为“${zone}”的时区`, en: `There is no time zone "${zone}"` });
  const own =
    calendarId == null ? [] : await ctx.db.selectFrom('calendar').select('id').where('id', '=', calendarId).execute();
  const calendars = await loadCalendars(
    ctx.unscoped,
    own.map(({ id }) => id),
  );
  return {
    cron,
    zone,
    calendar: calendarId == null ? undefined : calendars.get(calendarId),
    missed: 'skip',
    overlap: 'allow',
    catchUpLimit: 1,
    pausedUntil: draft.pausedUntil ?? null,
  };
}

/** The environment of a process and what its robots can do at a time. */
async function environmentOf(ctx: Ctx, processId: number | null | undefined) {
  const process =
    processId == null
      ? undefined
      : await ctx.db
          .selectFrom('process')
          .select(['tenant_id', 'environment_id'])
          .where('id', '=', processId)
          .executeTakeFirst();
  const environment = await ctx.unscoped.system
    .selectFrom('environment')
    .select(['id', 'environment_name', 'default_flag'])
    .where((where) =>
      process?.environment_id == null ? where('default_flag', '=', true) : where('id', '=', process.environment_id),
    )
    .executeTakeFirst();
  if (environment === undefined) return { environment, capacity: 0 };
  // Robots of the platform run jobs of all tenants.
  const { capacity } = await ctx.unscoped.system
    .selectFrom('robot')
    .select(sql<number>`coalesce(sum(slots), 0)::int`.as('capacity'))
    .where((where) =>
      process === undefined
        ? where('tenant_id', 'is', null)
        : where.or([where('tenant_id', 'is', null), where('tenant_id', '=', process.tenant_id)]),
    )
    .where('enabled', '=', true)
    .where('state', 'in', ['Available', 'Busy'])
    .where(sql<boolean>`${String(environment.id)} = any(string_to_array(environment_id, ','))`)
    .executeTakeFirstOrThrow();
  return { environment, capacity };
}

type Environment = Awaited<ReturnType<typeof environmentOf>>['environment'];

/** Runs up to the end of a day at the pace of those before, where only the first were looked at. */
function atPace(starts: readonly Instant[], until: Instant): Instant[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined || starts.length < 2) return [...starts];
  const stepMs = Math.max((last - first) / (starts.length - 1), shortestStepMs);
  const more = Math.max(0, Math.floor((until - last) / stepMs));
  return [...starts, ...Array.from({ length: more }, (_, n) => Math.round(last + (n + 1) * stepMs))];
}

/** How many runs there are until then at the pace of those that were looked at. */
function runsInAll(scanned: readonly Instant[], until: Instant): number {
  const [first, last] = [scanned[0], scanned.at(-1)];
  if (first === undefined || last === undefined || scanned.length < maxRuns) return scanned.length;
  return scanned.length + Math.floor((until - last) / ((last - first) / (scanned.length - 1)));
}

/** Jobs that a stored schedule is expected to queue; `assumed` when nothing was measured of how long they take. */
export type PlannedRuns = { jobs: { at: Instant; durationMs: number }[]; assumed: boolean };

/** Jobs that stored schedules are expected to queue in the 24 hours from a moment, at most so many of each, in the order of the schedules. */
export async function plannedJobs(
  ctx: Ctx,
  rows: readonly (StoredPlan & { process_id: number })[],
  { from, limit }: { from: Instant; limit: number },
): Promise<PlannedRuns[]> {
  const { durations, calendars } = await loadRunFacts(ctx, rows);
  return rows.map((row) => {
    const measured = durations.get(row.process_id);
    const durationMs = measured ?? assumedMs;
    const runs = runsOf(plainPlan(row, calendars), { from, until: from + DAY_MS, limit });
    const starts = runs.flatMap(({ at, outcome }) => (outcome === 'ran' ? [at] : []));
    const all = runs.length < limit ? starts : atPace(starts, from + DAY_MS);
    return { jobs: all.map((at) => ({ at, durationMs })), assumed: measured === undefined };
  });
}

/** Jobs that other schedules of the environment are expected to queue; those of the caller's tenants. */
async function othersOf(ctx: Ctx, environment: Environment, except: number | null | undefined, from: Instant) {
  if (environment === undefined) return { jobs: [], total: 0, seen: 0, assumed: 0 };
  const all = ctx.db
    .selectFrom('schedule as s')
    .innerJoin('process as p', 'p.id', 's.process_id')
    .where('s.schedule_status', '=', 'Running')
    .where((where) =>
      environment.default_flag
        ? where.or([where('p.environment_id', '=', environment.id), where('p.environment_id', 'is', null)])
        : where('p.environment_id', '=', environment.id),
    );
  const of = except == null ? all : all.where('s.id', '<>', except);
  const [rows, { n }] = await Promise.all([
    of
      .select(['s.process_id', 's.cron_expression', 's.cron_zone', 's.calendar_id', 's.paused_until'])
      .orderBy('s.next_run_at')
      .limit(maxOthers)
      .execute(),
    of.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ]);
  const planned = await plannedJobs(ctx, rows, { from, limit: maxRunsOfOthers });
  const jobs = planned.flatMap((one) => one.jobs).map((job): ExpectedJob => ({ ...job, own: false }));
  const assumed = planned.filter((one) => one.assumed && one.jobs.length > 0).length;
  return { jobs, total: Number(n), seen: rows.length, assumed };
}

/** What a schedule would run in the next 24 hours, and where it would queue; nothing is written. */
export async function previewSchedule(ctx: Ctx, draft: Draft): Promise<CallData<'schedulePreview'>> {
  const now = ctx.clock.now();
  const plan = await planOf(ctx, draft);
  const [{ environment, capacity }, durations] = await Promise.all([
    environmentOf(ctx, draft.processesId),
    durationsOf(ctx, draft.processesId == null ? [] : [draft.processesId]),
  ]);
  const known = draft.processesId == null ? undefined : durations.get(draft.processesId);
  const day = runsOf(plan, { from: now, until: now + DAY_MS, limit: maxRuns });
  const starts = day.filter(({ outcome }) => outcome === 'ran');
  const far =
    day.length >= shownRuns ? day : runsOf(plan, { from: now, until: now + 10 * 365 * DAY_MS, limit: shownRuns });
  const others = await othersOf(ctx, environment, draft.wlSchedulesId, now);
  const ownStarts = starts.map(({ at }) => at);
  const own = (day.length < maxRuns ? ownStarts : atPace(ownStarts, now + DAY_MS)).map((at) => ({
    at,
    durationMs: known ?? assumedMs,
    own: true,
  }));
  const expected = forecast([...own, ...others.jobs], capacity, { from: now, to: now + DAY_MS, bucketMs });
  const intervalMs = shortestInterval(plan, now);
  const overlaps = intervalMs !== null && known !== undefined && known > intervalMs;
  const next: SchedulePreview['next'] = far.slice(0, shownRuns).map(({ at, outcome, reason }) => ({
    at,
    outcome: outcome === 'ran' ? 'ran' : 'skipped',
    reasonText:
      reason === 'paused' || reason === 'nonWorkingDay' ? serverText(`occurrence.${reason}`, {}, ctx.lang) : null,
  }));
  return {
    cronExpression: plan.cron,
    next,
    runs: day.length,
    runsInAll: runsInAll(
      day.map(({ at }) => at),
      now + DAY_MS,
    ),
    starts: starts.length,
    intervalMs,
    durationMs: known ?? null,
    overlaps,
    overlapText: overlaps ? outlastsText(ctx, { durationMs: known, intervalMs }) : null,
    assumedMs,
    environmentName: environment?.environment_name ?? null,
    capacity,
    others: others.total,
    othersSeen: others.seen,
    othersAssumed: others.assumed,
    buckets: expected.buckets.map(({ at, own: mine, others: theirs, waiting }) => ({
      at,
      own: mine,
      others: theirs,
      waiting,
    })),
    firstWaitAt: expected.firstWaitAt,
    longestWaitMs: expected.longestWaitMs,
  };
}
