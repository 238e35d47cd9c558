import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';

/** Writes down the state of one robot or all where it changed, and tells open screens; gives how many changed. */
export async function refreshRobots(database: Database, robotId: number | null): Promise<number> {
  const now = new Date(realClock.now());
  const { rows } = await database.execute<{ id: number; tenant_id: number | null; state: string }>(
    `with now_state as (
       select r.id, case
         when not r.enabled then 'Disabled'
         when r.last_seen_at is null or r.disconnected_at is not null then 'Disconnected'
         when r.last_seen_at < $1::timestamptz - make_interval(secs => r.lost_after_s) then 'Unresponsive'
         when exists (select from job j where j.robot_id = r.id and j.status in ('Running', 'Stopping')) then 'Busy'
         else 'Available' end as state
       from robot r where $2::bigint is null or r.id = $2)
     update robot r set state = n.state from now_state n where n.id = r.id and r.state <> n.state
     returning r.id, r.tenant_id, r.state`,
    [now, robotId],
  );
  for (const row of rows)
    await publish(database, {
      tenantId: row.tenant_id,
      topic: 'robot',
      payload: { robotId: String(row.id), state: row.state },
    });
  return rows.length;
}
