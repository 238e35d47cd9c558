import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { visibleJob } from './get-job.ts';
import type { JobRow } from './types.ts';

/** Hours back that lanes show, and the most jobs on them. */
const laneHours = 6;
const mostOnLanes = 600;
const runsBeside = 20;
const going: JobRow['status'][] = ['Running', 'Stopping'];
const live: JobRow['status'][] = ['Pending', ...going];

const laneColumns = ['id', 'robot_name', 'process_name', 'status', 'started_at', 'ended_at'] as const;

/** Jobs of the caller's tenants: how many in which state, hour by hour of the last day, and what each robot did lately. */
export async function readJobBoard(ctx: Ctx): Promise<CallData<'jobBoard'>> {
  const now = ctx.clock.now();
  // Whole hours, the one that goes on included.
  const from = Math.floor(now / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
  const hour = sql<number>`floor(extract(epoch from created_at) / 3600)::int`;
  const [open, hours, runs, done] = await Promise.all([
    ctx.db
      .selectFrom('job')
      .select(['status', sql<number>`count(*)::int`.as('n')])
      .where('status', 'in', live)
      .groupBy('status')
      .execute(),
    ctx.db
      .selectFrom('job')
      .select([hour.as('hour'), 'status', sql<number>`count(*)::int`.as('n')])
      .where('created_at', '>=', from)
      .groupBy([sql`1`, 'status'])
      .execute(),
    ctx.db
      .selectFrom('job')
      .select(laneColumns)
      .where('status', 'in', going)
      .where('robot_name', 'is not', null)
      .limit(mostOnLanes)
      .execute(),
    ctx.db
      .selectFrom('job')
      .select(laneColumns)
      .where('created_at', '>=', now - laneHours * HOUR_MS)
      .where('robot_name', 'is not', null)
      .where('started_at', 'is not', null)
      .where('ended_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(mostOnLanes)
      .execute(),
  ]);
  const counted = (status: JobRow['status'], start?: number): number =>
    hours
      .filter((row) => row.status === status && (start === undefined || row.hour * HOUR_MS === start))
      .reduce((sum, { n }) => sum + n, 0);
  const lanes = new Map<string, CallData<'jobBoard'>['lanes'][number]['jobs']>();
  for (const row of [...runs, ...done]) {
    if (row.robot_name === null || row.started_at === null) continue;
    const jobs = lanes.get(row.robot_name) ?? [];
    lanes.set(row.robot_name, jobs);
    jobs.push({
      jobId: String(row.id),
      processName: row.process_name,
      jobStatus: row.status,
      startTime: row.started_at,
      endTime: row.ended_at,
    });
  }
  return {
    now,
    states: {
      ...{ Pending: 0, Running: 0, Stopping: 0, ...Object.fromEntries(open.map(({ status, n }) => [status, n])) },
      Faulted: counted('Faulted'),
      Successful: counted('Successful'),
      Stopped: counted('Stopped'),
    },
    hours: Array.from({ length: 24 }, (_, place) => from + place * HOUR_MS).map((start) => ({
      from: start,
      open: live.reduce((sum, status) => sum + counted(status, start), 0),
      faulted: counted('Faulted', start),
      successful: counted('Successful', start),
      stopped: counted('Stopped', start),
    })),
    lanesFrom: now - laneHours * HOUR_MS,
    lanes: [...lanes]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([robotName, jobs]) => ({ robotName, jobs: jobs.toSorted((a, b) => a.startTime - b.startTime) })),
  };
}

/** The latest runs of the process of a job that have begun, the oldest first; it is one of them as long as it is that new. */
export async function listJobRuns(ctx: Ctx, jobId: number): Promise<CallData<'jobRuns'>> {
  const job = await visibleJob(ctx, jobId);
  const rows = await ctx.db
    .selectFrom('job')
    .select(['id', 'status', 'started_at', 'ended_at', 'created_at'])
    .where('process_id', '=', job.process_id)
    .where('started_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(runsBeside)
    .execute();
  const now = ctx.clock.now();
  return rows.toReversed().flatMap(({ id, status, started_at: start, ended_at: end, created_at: created }) =>
    start === null
      ? []
      : [
          {
            jobId: String(id),
            jobStatus: status,
            startTime: start,
            waitMs: Math.max(0, start - created),
            runMs: Math.max(0, (end ?? now) - start),
          },
        ],
  );
}

/** What robots and environments of the caller's tenants did in the last 24 hours, and what waits and runs now. */
export async function readJobLoad(ctx: Ctx): Promise<CallData<'jobLoad'>> {
  const now = ctx.clock.now();
  const from = now - DAY_MS;
  const [done, open] = await Promise.all([
    ctx.db
      .selectFrom('job')
      .select([
        'environment_id',
        'robot_id',
        sql<number>`count(*)::int`.as('jobs'),
        sql<number>`(count(*) filter (where status = 'Faulted'))::int`.as('faulted'),
        sql<number>`coalesce(sum(extract(epoch from
          coalesce(ended_at, ${ts(now)}::timestamptz) - started_at)), 0)::float8 * 1000`.as('busy_ms'),
      ])
      .where('created_at', '>=', from)
      .groupBy(['environment_id', 'robot_id'])
      .execute(),
    ctx.db
      .selectFrom('job')
      .select([
        'environment_id',
        sql<number>`(count(*) filter (where status = 'Pending'))::int`.as('pending'),
        sql<number>`(count(*) filter (where status <> 'Pending'))::int`.as('running'),
      ])
      .where('status', 'in', live)
      .groupBy('environment_id')
      .execute(),
  ]);
  const sumOf = (rows: typeof done, of: 'jobs' | 'faulted' | 'busy_ms'): number =>
    rows.reduce((sum, row) => sum + row[of], 0);
  const robots = new Set(done.flatMap(({ robot_id: id }) => (id === null ? [] : [id])));
  const environments = new Set([...done, ...open].map(({ environment_id: id }) => id));
  return {
    robots: [...robots].map((id) => {
      const own = done.filter((row) => row.robot_id === id);
      const busyMs = Math.round(Math.min(DAY_MS, Math.max(0, sumOf(own, 'busy_ms'))));
      return { robotId: String(id), jobs: sumOf(own, 'jobs'), faulted: sumOf(own, 'faulted'), busyMs };
    }),
    environments: [...environments].map((id) => {
      const own = done.filter((row) => row.environment_id === id);
      const { pending = 0, running = 0 } = open.find((row) => row.environment_id === id) ?? {};
      return { environmentId: String(id), pending, running, jobs: sumOf(own, 'jobs'), faulted: sumOf(own, 'faulted') };
    }),
  };
}
