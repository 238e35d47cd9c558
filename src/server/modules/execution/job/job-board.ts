import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { JobRow } from './types.ts';

/** Hours back that the rows of robots show, and the most jobs in them. */
const boardHours = 6;
const maxBoardJobs = 600;
const runsBeside = 20;
const going: JobRow['status'][] = ['Running', 'Stopping'];
const live: JobRow['status'][] = ['Pending', ...going];

const boardColumns = [
  'id',
  'robot_name as robotName',
  'process_name as processName',
  'status as jobStatus',
  'started_at as startTime',
  'ended_at as endTime',
] as const;

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
      .select(boardColumns)
      .where('status', 'in', going)
      .where('robot_name', 'is not', null)
      .limit(maxBoardJobs)
      .execute(),
    ctx.db
      .selectFrom('job')
      .select(boardColumns)
      .where('created_at', '>=', now - boardHours * HOUR_MS)
      .where('robot_name', 'is not', null)
      .where('started_at', 'is not', null)
      .where('ended_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(maxBoardJobs)
      .execute(),
  ]);
  const counted = (status: JobRow['status'], start?: number): number =>
    hours
      .filter((row) => row.status === status && (start === undefined || row.hour * HOUR_MS === start))
      .reduce((sum, { n }) => sum + n, 0);
  const openIn = (status: JobRow['status']): number => open.find((row) => row.status === status)?.n ?? 0;
  const jobsOfRobot = new Map<string, CallData<'jobBoard'>['lanes'][number]['jobs']>();
  for (const { id, robotName, startTime, ...job } of [...runs, ...done]) {
    if (robotName === null || startTime === null) continue;
    const jobs = jobsOfRobot.get(robotName) ?? [];
    jobsOfRobot.set(robotName, jobs);
    jobs.push({ ...job, startTime, jobId: String(id) });
  }
  return {
    now,
    states: {
      Pending: openIn('Pending'),
      Running: openIn('Running'),
      Stopping: openIn('Stopping'),
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
    lanesFrom: now - boardHours * HOUR_MS,
    lanes: [...jobsOfRobot]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([robotName, jobs]) => ({ robotName, jobs: jobs.toSorted((a, b) => a.startTime - b.startTime) })),
  };
}

/** The latest runs of a process that have begun, the oldest first. */
export async function listRuns(ctx: Ctx, processId: number): Promise<CallData<'jobGet'>['runs']> {
  const rows = await ctx.db
    .selectFrom('job')
    .select(['id', 'status', 'started_at', 'ended_at', 'created_at'])
    .where('process_id', '=', processId)
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
