import type { CallData, ParsedBody } from '#contract/index.ts';
import { realClock, worldMs } from '#server/platform/clock/clock.ts';
import { notifyLive } from '#server/platform/realtime/index.ts';
import { columnsOf, type Line } from './job-log.ts';
import { underLease } from './robot-reports.ts';
import { checkSession, type RobotRecord } from './robot-session.ts';
import type { JobDeps } from './types.ts';

/**
 * The lines that a robot sends of a job it holds, in one statement: the lease is checked under the lock of the job, what was sent before
 * is left out, the others are numbered on. No row when the lease is lost.
 */
const storing = `
  with held as (
    select id, tenant_id, log_lines, log_received, greatest(0, log_received - $4::int) as known from job
     where id = $1 and robot_id = $2 and fence = $3 and status in ('Running', 'Stopping') for update),
  fresh as (
    insert into job_log (job_id, line, tenant_id, at, level, message)
    select h.id, h.log_lines + n.place::int - h.known - 1, h.tenant_id, n.at, n.level, n.message
      from held h, unnest($5::timestamptz[], $6::text[], $7::text[]) with ordinality as n(at, level, message, place)
     where n.place > h.known returning 1),
  told as (
    insert into live_event (at, tenant_id, topic, payload)
    select $8::timestamptz, h.tenant_id, 'jobLog', jsonb_build_object('jobId', h.id::text) from held h
     where exists (select from fresh)),
  counted as (select count(*)::int as n from fresh)
  update job j set log_lines = h.log_lines + c.n, log_received = greatest(h.log_received, $4::int + cardinality($6::text[]))
    from held h, counted c where j.id = h.id returning c.n as stored`;

/** Stores lines of a log; what was sent before is not stored again. The robot's clock is reckoned out. */
export async function storeLog(
  deps: JobDeps,
  robot: RobotRecord,
  input: ParsedBody<'robotLog'>,
): Promise<CallData<'robotLog'>> {
  checkSession(robot, input.session);
  const { database, clock } = deps;
  const now = clock.now();
  const lines = input.lines.map((line): Line => ({
    ...line,
    at: now - worldMs(clock, Math.max(0, input.sentAt - line.at)),
  }));
  const { rows } = await database.execute<{ stored: number }>(storing, [
    input.jobId,
    robot.id,
    input.fence,
    input.first,
    ...columnsOf(lines).slice(0, 3),
    new Date(realClock.now()),
  ]);
  const [kept] = rows;
  // A lost lease is noted and refused there.
  if (kept === undefined)
    return underLease(deps, { robot, lease: input, what: 'log' }, () => storeLog(deps, robot, input));
  if (kept.stored > 0) notifyLive(database);
  return { stored: kept.stored };
}
