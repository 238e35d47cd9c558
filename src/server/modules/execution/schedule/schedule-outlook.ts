// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData } from '#contract/index.ts';
import { outlook, type PlannedJob } from '#domain/execution/schedule/forecast.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { plannedJobs } from './preview-schedule.ts';
import { assumedMs } from './run-lengths.ts';

type Environment = CallData<'scheduleOutlook'>['environments'][number];

/** Schedules that are looked at, and runs of one of them. */
const maxSchedules = 1_000;
const maxRuns = 3_000;

const schedulesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('schedule as s')
    .innerJoin('process as p', 'p.id', 's.process_id')
    .innerJoin('tenant as t', 't.id', 's.tenant_id')
    .where('s.schedule_status', '=', 'Running');

const loadSchedules = (ctx: Ctx) =>
  schedulesOf(ctx)
    .select(['s.id', 's.schedule_name', 's.process_id', 's.cron_expression', 's.cron_zone', 's.calendar_id'])
    .select(['s.paused_until', 'p.process_name', 'p.environment_id', 't.name', 't.name_en'])
    .orderBy('s.next_run_at')
    .orderBy('s.id')
    .limit(maxSchedules)
    .execute();
type Row = Awaited<ReturnType<typeof loadSchedules>>[number];

/** Environments with the jobs their robots can do at a time for the tenants of the caller. */
async function environmentsOf(ctx: Ctx) {
  const tenants = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  return ctx.unscoped.query<{ id: number; name: string; is_default: boolean; capacity: number }>(
    `select e.id, e.environment_name as name, e.default_flag as is_default,
       (select coalesce(sum(r.slots), 0)::int from robot r where r.enabled and r.state in ('Available', 'Busy')
          and e.id::text = any(string_to_array(r.environment_id, ','))
          and (r.tenant_id is null or $1::bigint[] is null or r.tenant_id = any($1))) as capacity
     from environment e order by e.environment_name`,
    [tenants],
  );
}

type Planned = { jobs: PlannedJob[]; assumed: boolean };

async function plannedOf(ctx: Ctx, rows: readonly Row[], from: Instant): Promise<Map<number, Planned>> {
  const planned = await plannedJobs(ctx, rows, { from, limit: maxRuns });
  return new Map(
    rows.map(({ id }, index) => {
      const { jobs = [], assumed = true } = planned[index] ?? {};
      return [id, { jobs: jobs.map((job) => ({ ...job, scheduleId: id })), assumed }];
    }),
  );
}

/** What would run in the next 24 hours by all schedules that the caller may see, and where it would queue; nothing is written. */
export async function scheduleOutlook(ctx: Ctx): Promise<CallData<'scheduleOutlook'>> {
  const now = ctx.clock.now();
  const [rows, environments, { n }] = await Promise.all([
    loadSchedules(ctx),
    environmentsOf(ctx),
    schedulesOf(ctx)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  const planned = await plannedOf(ctx, rows, now);
  const present = ({ id, name, is_default: isDefault, capacity }: (typeof environments)[number]): Environment => {
    const inside = rows.filter((row) => (row.environment_id === null ? isDefault : row.environment_id === id));
    const jobs = inside.flatMap((row) => planned.get(row.id)?.jobs ?? []);
    const expected = outlook(jobs, capacity, { from: now, to: now + DAY_MS, bucketMs: HOUR_MS });
    return {
      environmentId: String(id),
      environmentName: name,
      capacity,
      runs: jobs.length,
      buckets: [...expected.buckets],
      schedules: inside.map((row) => {
        const load = expected.schedules.get(row.id);
        return {
          wlSchedulesId: String(row.id),
          scheduleName: row.schedule_name,
          processName: row.process_name ?? '',
          tenantName: (ctx.lang === 'en' ? row.name_en : null) ?? row.name,
          starts: load?.starts ?? expected.buckets.map(() => 0),
          waits: load?.waits ?? 0,
          firstWaitAt: load?.firstWaitAt ?? null,
          longestWaitMs: load?.longestWaitMs ?? 0,
          assumed: planned.get(row.id)?.assumed ?? true,
        };
      }),
    };
  };
  const shown = environments.map(present).filter(({ schedules }) => schedules.length > 0);
  return { from: now, schedules: Number(n), seen: rows.length, assumedMs, environments: shown };
}
