import { realClock } from '#server/platform/clock/clock.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { notifyLive } from '#server/platform/realtime/index.ts';
import type { RobotRecord } from './robot-session.ts';
import type { JobDeps } from './types.ts';

/**
 * The end of a whole job that succeeded and of which nothing follows: no sub-packages, functions, template, confirmation, exchange or
 * notification. One statement checks that under the lock of the job, ends it as `settleReport` does, and then sees its robot as
 * `seeRobot` does. No row where anything does follow or the lease is lost: the usual way judges that.
 */
const ending = `
  with held as (
    select j.id, j.status from job j join process p on p.id = j.process_id
     where j.id = $1 and j.robot_id = $2 and j.fence = $3 and j.status in ('Running', 'Stopping')
       and j.parts_state = 'none' and j.part_id is null and j.trial_of is null and j.published_at is null
       and p.need_confirm is not true and p.need_exchange is not true and p.template_exchange_flag is not true
       and coalesce(p.feedback_id, '') = '' and not exists (select from process_function f where f.process_id = p.id)
       for update of j),
  moved as (
    update job j set status = 'Successful', ended_at = $4, lease_until = null, run_until = null, stop_until = null, fence = j.fence + 1,
        output = case when $5 then $6::jsonb else j.output end, progress = 100, published_at = $4
      from held h where j.id = h.id returning j.id, j.tenant_id, h.status as before),
  noted as (
    insert into job_state (tenant_id, job_id, at, before, status, actor_kind, actor_name, reason, params)
    select tenant_id, id, $4, before, 'Successful', 'robot', $7, 'done', '{}' from moved),
  robot_before as (select id, state from robot where id = $2 and exists (select from moved) for no key update),
  seen as (
    update robot r set last_seen_at = $8, state = case
        when not r.enabled then 'Disabled'
        when r.disconnected_at is not null then 'Disconnected'
        when exists (select from job j where j.robot_id = r.id and j.id <> $1 and j.status in ('Running', 'Stopping')) then 'Busy'
        else 'Available' end
      from robot_before b where r.id = b.id returning r.id, r.tenant_id, r.state, b.state as before),
  told as (
    insert into live_event (at, tenant_id, topic, payload)
    select $8::timestamptz, tenant_id, 'job', jsonb_build_object('jobId', id::text, 'status', 'Successful') from moved
    union all
    select $8::timestamptz, tenant_id, 'robot', jsonb_build_object('robotId', id::text, 'state', state) from seen where state <> before)
  select id from moved`;

/** Ends such a job; says whether it was one. */
export async function completePlain(
  { database, clock }: JobDeps,
  robot: RobotRecord,
  { jobId, fence, output }: { jobId: number; fence: number; output?: unknown },
): Promise<boolean> {
  const { rows } = await database.execute(ending, [
    jobId,
    robot.id,
    fence,
    ts(clock.now()),
    output !== undefined,
    output === undefined ? null : json(output),
    robot.name,
    ts(realClock.now()),
  ]);
  if (rows.length > 0) notifyLive(database);
  return rows.length > 0;
}
