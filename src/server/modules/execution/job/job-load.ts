import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { JobRow } from './types.ts';

/** Jobs of the last 24 hours, those of them that failed, and the ms that they took. */
type Load = { jobs: number; faulted: number; busyMs: number };
const live: JobRow['status'][] = ['Pending', 'Running', 'Stopping'];

/** What robots and environments of the caller's tenants did in the last 24 hours, and what waits and runs now. */
export async function readLoads(ctx: Ctx) {
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
  const sumOf = (rows: typeof done): Load => ({
    jobs: rows.reduce((sum, row) => sum + row.jobs, 0),
    faulted: rows.reduce((sum, row) => sum + row.faulted, 0),
    busyMs: Math.round(
      Math.min(
        DAY_MS,
        Math.max(
          0,
          rows.reduce((sum, row) => sum + row.busy_ms, 0),
        ),
      ),
    ),
  });
  return {
    ofRobot: (id: number): Load => sumOf(done.filter((row) => row.robot_id === id)),
    ofEnvironment: (id: number) => {
      const { pending = 0, running = 0 } = open.find((row) => row.environment_id === id) ?? {};
      const { jobs, faulted } = sumOf(done.filter((row) => row.environment_id === id));
      return { pending, running, jobs, faulted };
    },
  };
}
