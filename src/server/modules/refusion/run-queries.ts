import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Why stored shipments are made again: another precedence, or a port that is known now (or no longer). */
export type RefusionCause = 'precedence' | 'port';

/** A stored run; `positions` has, for each partition, the last subscription that was done. */
export type RefusionRunRow = {
  id: number;
  cause: RefusionCause;
  cause_id: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
  total: number;
  done: number;
  changed: number;
  opened: number;
  resolved: number;
  failed: number;
  positions: number[];
  error: string | null;
  handler_code: string;
  handler_name: string;
  started_at: Instant;
  finished_at: Instant | null;
};

/** Every `of`th subscription, beginning with the `index`th, after the one that was done last. */
export type RunPartition = { index: number; of: number; after: number };

/** What a step did. */
export type StepResult = { changed: number; opened: number; resolved: number; failed: number };

/** Ends runs that a new one of the same cause takes the place of. */
export async function supersedeRuns(
  database: Database,
  { cause, causeId }: { cause: RefusionCause; causeId: number },
  now: Instant,
): Promise<void> {
  await database.execute(
    `update refusion_run set state = 'cancelled', error = 'superseded', finished_at = $3
     where state = 'running' and cause = $1 and ($1 = 'precedence' or cause_id = $2)`,
    [cause, causeId, new Date(now)],
  );
}

/** Writes a new run down; gives its id. */
export async function insertRun(
  database: Database,
  run: { cause: RefusionCause; causeId: number; total: number; by: { code: string; name: string } },
  now: Instant,
): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into refusion_run (cause, cause_id, total, handler_code, handler_name, started_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [run.cause, run.causeId, run.total, run.by.code, run.by.name, new Date(now)],
  );
  return (rows[0] as { id: number }).id;
}

/** A run by id. */
export async function findRun(database: Database, id: number): Promise<RefusionRunRow | undefined> {
  const { rows } = await database.execute<RefusionRunRow>('select * from refusion_run where id = $1', [id]);
  return rows[0];
}

/** Runs of a cause, newest first. */
export function listRuns(
  database: Database,
  by: { cause: RefusionCause; causeIds?: readonly number[] },
  limit: number,
): Promise<RefusionRunRow[]> {
  return database.query<RefusionRunRow>(
    `select * from refusion_run where cause = $1 and ($2::bigint[] is null or cause_id = any($2)) order by id desc limit $3`,
    [by.cause, by.causeIds ?? null, limit],
  );
}

/** The newest run of each of several causes of one kind. */
export function listLatestRuns(
  database: Database,
  cause: RefusionCause,
  causeIds: readonly number[],
): Promise<RefusionRunRow[]> {
  return database.query<RefusionRunRow>(
    `select distinct on (cause_id) * from refusion_run where cause = $1 and cause_id = any($2) order by cause_id, id desc`,
    [cause, causeIds],
  );
}

/** Notes what a step did and where it came to; false when the run is no longer to go on. */
export async function moveRun(
  database: Database,
  id: number,
  step: StepResult & { done: number; partition: number; position: number },
): Promise<boolean> {
  const { rowCount } = await database.execute(
    `update refusion_run set done = done + $2, changed = changed + $3, opened = opened + $4, resolved = resolved + $5,
       failed = failed + $6, positions[$8] = $7, total = greatest(total, done + $2)
     where id = $1 and state = 'running'`,
    [id, step.done, step.changed, step.opened, step.resolved, step.failed, step.position, step.partition + 1],
  );
  return rowCount > 0;
}

/** Ends a run that is under way; false when it has ended already. */
export async function endRun(
  database: Database,
  id: number,
  end: { state: 'done' | 'cancelled' | 'failed'; error: string | null },
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await database.execute(
    `update refusion_run set state = $2, error = $3, finished_at = $4 where id = $1 and state = 'running'`,
    [id, end.state, end.error, new Date(now)],
  );
  return rowCount > 0;
}

/** Runs that are said to be under way and whose task is gone, so that a new one is needed. */
export async function listForgottenRuns(database: Database): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select r.id from refusion_run r where r.state = 'running' and not exists (
       select from task t where t.kind = 'refusion' and t.singleton_key = r.id::text and t.status in ('waiting', 'running'))
     order by r.id`,
  );
  return rows.map((row) => row.id);
}
