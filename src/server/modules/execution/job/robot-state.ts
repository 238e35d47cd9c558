import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';

type Changed = { id: number; tenant_id: number | null; state: string };

const notifyRobots = async (database: Database, rows: readonly Changed[]): Promise<void> => {
  for (const row of rows)
    await publish(database, {
      tenantId: row.tenant_id,
      topic: 'robot',
      payload: { robotId: String(row.id), state: row.state },
    });
};

/**
 * Notes that a robot is seen just now, with its state as it is by that; open screens are notified of another state. A transaction that locks
 * jobs too has locked them before.
 */
export async function seeRobot(database: Database, robotId: number, skewMs?: number): Promise<void> {
  const { rows } = await database.execute<Changed & { before: string }>(
    `with before as (select id, state from robot where id = $2 for no key update)
     update robot r set last_seen_at = $1, skew_ms = coalesce($3, r.skew_ms), state = case
         when not r.enabled then 'Disabled'
         when r.disconnected_at is not null then 'Disconnected'
         when exists (select from job j where j.robot_id = r.id and j.status in ('Running', 'Stopping')) then 'Busy'
         else 'Available' end
       from before b where r.id = b.id returning r.id, r.tenant_id, r.state, b.state as before`,
    [new Date(realClock.now()), robotId, skewMs ?? null],
  );
  await notifyRobots(
    database,
    rows.filter(({ state, before }) => state !== before),
  );
}

/** Writes down the state of one robot or all where it changed, and tells open screens; gives how many changed. */
export async function refreshRobots(database: Database, robotId: number | null): Promise<number> {
  const now = new Date(realClock.now());
  const { rows } = await database.execute<Changed>(
    `with now_state as (
       select r.id, case
         when not r.enabled then 'Disabled'
         when r.last_seen_at is null or r.disconnected_at is not null then 'Disconnected'
         when r.last_seen_at < $1::timestamptz - make_interval(secs => r.lost_after_s) then 'Unresponsive'
         when exists (select from job j where j.robot_id = r.id and j.status in ('Running', 'Stopping')) then 'Busy'
         else 'Available' end as state
       from robot r where $2::bigint is null or r.id = $2),
     -- Two that look at all robots meet them in the same order.
     changed as (select r.id, n.state from robot r join now_state n on n.id = r.id where r.state <> n.state order by r.id for no key update of r)
     update robot r set state = c.state from changed c where c.id = r.id
     returning r.id, r.tenant_id, r.state`,
    [now, robotId],
  );
  await notifyRobots(database, rows);
  return rows.length;
}
