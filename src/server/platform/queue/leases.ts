import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '../db/database.ts';

/** A claimed task: whoever holds a newer fence owns it. */
export type Claim = { id: number; fence: number; attempts: number; max_attempts: number; payload: unknown };

/**
 * Takes up to `limit` due tasks of a kind; `now` is world time, the lease runs on the machine's time,
 * because it is about a process being alive.
 */
export async function claimTasks(
  database: Database,
  kind: string,
  limit: number,
  times: { now: Instant; leaseUntil: Instant },
  worker: string,
): Promise<Claim[]> {
  const { rows } = await database.execute<Claim>(
    `update task t set status = 'running', lease_until = $3, fence = t.fence + 1, attempts = t.attempts + 1, worker = $4
     from (select id from task where status = 'waiting' and kind = $1 and run_at <= $2
           order by priority desc, run_at, id limit $5 for update skip locked) due
     where t.id = due.id returning t.id, t.fence, t.attempts, t.max_attempts, t.payload`,
    [kind, new Date(times.now), new Date(times.leaseUntil), worker, limit],
  );
  return rows.sort((a, b) => a.id - b.id);
}

const held = `from jsonb_to_recordset($1::jsonb) as r(id bigint, fence bigint`;
const heldJson = (claims: readonly { id: number; fence: number }[]): string => JSON.stringify(claims.map(({ id, fence }) => ({ id, fence })));

/** Lives on: the lease of tasks that still run. */
export const extendLeases = (database: Database, claims: readonly Claim[], leaseUntil: Instant) =>
  database.execute(`update task t set lease_until = $2 ${held}) where t.id = r.id and t.fence = r.fence and t.status = 'running'`, [
    heldJson(claims),
    new Date(leaseUntil),
  ]);

/** Done: tasks go; answers with how many were still ours. */
export async function completeTasks(database: Database, claims: readonly Claim[]): Promise<number> {
  const { rows } = await database.execute(
    `delete from task t using jsonb_to_recordset($1::jsonb) as r(id bigint, fence bigint)
     where t.id = r.id and t.fence = r.fence and t.status = 'running' returning t.id`,
    [heldJson(claims)],
  );
  return rows.length;
}

/**
 * Not done: back to waiting at its own time, or dead after the last try. Where a successor with the same
 * singleton key waits already, the failed one goes.
 */
export async function failTasks(
  database: Database,
  failures: readonly { claim: Claim; runAt: Instant; error: string; dead: boolean }[],
): Promise<number> {
  const rows = failures.map(({ claim, runAt, error, dead }) => ({
    id: claim.id,
    fence: claim.fence,
    run_at: new Date(runAt).toISOString(),
    error: error.slice(0, 2000),
    dead,
  }));
  return database.transaction(async () => {
    await database.execute(
      `delete from task t using jsonb_to_recordset($1::jsonb) as r(id bigint, fence bigint, dead boolean)
       where t.id = r.id and t.fence = r.fence and t.status = 'running' and not r.dead and exists (select 1 from task w
         where w.kind = t.kind and w.singleton_key = t.singleton_key and w.status = 'waiting')`,
      [JSON.stringify(rows)],
    );
    const { rows: kept } = await database.execute(
      `update task t set status = case when r.dead then 'dead' else 'waiting' end, run_at = r.run_at, last_error = r.error,
         lease_until = null, worker = null
       ${held}, run_at timestamptz, error text, dead boolean)
       where t.id = r.id and t.fence = r.fence and t.status = 'running' returning t.id`,
      [JSON.stringify(rows)],
    );
    return kept.length;
  });
}

/** Tasks whose worker has gone: waiting again at once, or dead after the last try. */
export async function recoverLost(database: Database, realNow: Instant): Promise<number> {
  return database.transaction(async () => {
    await database.execute(
      `delete from task t where t.status = 'running' and t.lease_until < $1 and exists (select 1 from task w
         where w.kind = t.kind and w.singleton_key = t.singleton_key and w.status = 'waiting')`,
      [new Date(realNow)],
    );
    const { rows } = await database.execute(
      `update task set status = case when attempts >= max_attempts then 'dead' else 'waiting' end,
         last_error = 'the worker ' || coalesce(worker, '?') || ' was lost', lease_until = null, worker = null
       where id in (select id from task where status = 'running' and lease_until < $1 for update skip locked) returning id`,
      [new Date(realNow)],
    );
    return rows.length;
  });
}

/** When the next waiting task of a kind is due, in world time. */
export async function nextDue(database: Database, kind: string): Promise<Instant | null> {
  const rows = await database.query<{ run_at: Instant | null }>(`select min(run_at) as run_at from task where status = 'waiting' and kind = $1`, [kind]);
  return rows[0]?.run_at ?? null;
}
