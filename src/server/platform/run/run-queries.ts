import type { Database } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { RunState, StoredRun } from './define-run.ts';

const columns = `id, tenant_id, kind, subject, params, state, total, done, failed, cursors, outcome, error, handler_code, handler_name,
  user_id, started_at, finished_at`;

/** Who starts a run. The id is needed where users ask for their own runs: a code can be given to somebody else. */
export type Starter = { code: string; name: string; userId?: number };

/** A run to be written down. */
export type NewRow = Pick<StoredRun, 'tenant_id' | 'kind' | 'subject' | 'params' | 'total' | 'cursors' | 'outcome'> & {
  scope: string | null;
  by: Starter;
  /** Needs the id of the user. */
  clientKey?: string | undefined;
  state?: 'waiting' | 'running';
};

/** Writes a run down; undefined while one of its scope is under way, or when the user sent this order before. */
export async function insertRun(database: Database, run: NewRow, now: Instant): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `insert into run (kind, subject, scope, params, total, cursors, outcome, handler_code, handler_name, started_at, tenant_id,
       user_id, client_key, state)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14)
     on conflict do nothing returning ${columns}`,
    [
      run.kind,
      run.subject,
      run.scope,
      json(run.params),
      run.total,
      run.cursors,
      json(run.outcome),
      run.by.code,
      run.by.name,
      new Date(now),
      run.tenant_id,
      run.by.userId ?? null,
      run.clientKey ?? null,
      run.state ?? 'running',
    ],
  );
  return rows[0];
}

/** Lets a waiting run begin; undefined when it does not wait. Without `params` it keeps those it has. */
export async function beginRow(
  database: Database,
  id: number,
  { kind, total, params }: { kind: string; total: number; params: object | undefined },
  now: Instant,
): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `update run set state = 'running', total = $3, params = coalesce($4::jsonb, params), started_at = $5
     where id = $1 and kind = $2 and state = 'waiting' returning ${columns}`,
    [id, kind, total, params === undefined ? null : json(params), new Date(now)],
  );
  return rows[0];
}

/** A run by id. */
export async function findRun(database: Database, id: number): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(`select ${columns} from run where id = $1`, [id]);
  return rows[0];
}

type OfUser = { kind: string; userId: number };

/** A run of a user by id. */
export async function findOfUser(
  database: Database,
  { kind, userId, id, lock }: OfUser & { id: number; lock: boolean },
): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `select ${columns} from run where id = $1 and kind = $2 and user_id = $3${lock ? ' for update' : ''}`,
    [id, kind, userId],
  );
  return rows[0];
}

/** A run of a user by the key of its order. */
export async function findByKey(
  database: Database,
  { kind, userId, clientKey }: OfUser & { clientKey: string },
): Promise<StoredRun | undefined> {
  const rows = await database.query<StoredRun>(
    `select ${columns} from run where kind = $1 and user_id = $2 and client_key = $3`,
    [kind, userId, clientKey],
  );
  return rows[0];
}

/** The runs of a user, newest first. */
export const selectOfUser = (
  database: Database,
  { kind, userId, limit }: OfUser & { limit: number },
): Promise<StoredRun[]> =>
  database.query<StoredRun>(`select ${columns} from run where kind = $1 and user_id = $2 order by id desc limit $3`, [
    kind,
    userId,
    limit,
  ]);

/** How many runs of a user have not ended. */
export async function countOpenOfUser(database: Database, { kind, userId }: OfUser): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from run where kind = $1 and user_id = $2 and state in ('waiting', 'running')`,
    [kind, userId],
  );
  return Number(row?.n ?? 0);
}

/** A run that goes on, locked until the end of the transaction; undefined when it has ended or does not go on yet. */
export async function lockRun(database: Database, id: number): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `select ${columns} from run where id = $1 and state = 'running' for update`,
    [id],
  );
  return rows[0];
}

/** Sets how many items a run will come by, where that is only known once it has begun. */
export const setRunTotal = (database: Database, id: number, total: number): Promise<unknown> =>
  database.execute(`update run set total = $2 where id = $1`, [id, total]);

/** Runs of kinds, newest first; of some subjects only, when they are given. */
export const selectRuns = (
  database: Database,
  by: { kinds: readonly string[]; subjects: readonly string[] | undefined },
  limit: number,
): Promise<StoredRun[]> =>
  database.query<StoredRun>(
    `select ${columns} from run where kind = any($1) and ($2::text[] is null or subject = any($2)) order by id desc limit $3`,
    [by.kinds, by.subjects ?? null, limit],
  );

/** The newest run of each kind and subject. */
export const selectLatestRuns = (
  database: Database,
  by: { kinds: readonly string[]; subjects: readonly string[] | undefined },
): Promise<StoredRun[]> =>
  database.query<StoredRun>(
    `select distinct on (kind, subject) ${columns} from run
     where kind = any($1) and ($2::text[] is null or subject = any($2)) order by kind, subject, id desc`,
    [by.kinds, by.subjects ?? null],
  );

/** How a run ends. */
export type RunEnd = { state: Exclude<RunState, 'waiting' | 'running'>; error: string | null };

/** Ends a run that is under way or waits and gives it as it ended; undefined when it has ended already. */
export async function endRun(
  database: Database,
  id: number,
  end: RunEnd,
  now: Instant,
): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `update run set state = $2, error = $3, finished_at = $4
     where id = $1 and state in ('waiting', 'running') returning ${columns}`,
    [id, end.state, end.error, new Date(now)],
  );
  return rows[0];
}

/** Ends the runs of kinds that are under way in a scope; gives them. */
export async function endScope(
  database: Database,
  by: { kinds: readonly string[]; scope: string },
  end: RunEnd,
  now: Instant,
): Promise<StoredRun[]> {
  const { rows } = await database.execute<StoredRun>(
    `update run set state = $3, error = $4, finished_at = $5
     where kind = any($1) and scope = $2 and state = 'running' returning ${columns}`,
    [by.kinds, by.scope, end.state, end.error, new Date(now)],
  );
  return rows;
}

/** What a step did of a run: where a partition came to, and what its kind counts or notes. */
export type RunStep = {
  partition: number;
  /** The last item before the step. */
  after: number;
  /** The last item; the partition stays where it is without it. */
  cursor: number | undefined;
  done: number;
  failed: number;
  outcome: object;
};

/** Numbers are added, everything else is replaced. */
function mergeOutcome(before: object, step: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(step)) {
    const known = merged[name];
    merged[name] = typeof value === 'number' && typeof known === 'number' ? known + value : value;
  }
  return merged;
}

/**
 * Records the result of a step in the transaction of the step; undefined when the run was cancelled or superseded, or when another
 * worker has done the step.
 */
export async function moveRun(database: Database, id: number, step: RunStep): Promise<StoredRun | undefined> {
  const run = await lockRun(database, id);
  if (run === undefined || (run.cursors[step.partition] ?? 0) !== step.after) return undefined;
  const { rows: moved } = await database.execute<StoredRun>(
    `update run set done = done + $2, failed = failed + $3, outcome = $4::jsonb, total = greatest(total, done + $2),
       cursors[$5] = coalesce($6, cursors[$5]) where id = $1 returning ${columns}`,
    [
      id,
      step.done,
      step.failed,
      json(mergeOutcome(asRecord(run.outcome), step.outcome)),
      step.partition + 1,
      step.cursor ?? null,
    ],
  );
  return moved[0];
}

/** Running runs that have no task any more; `gaveUp` = their task was tried for the last time. */
export async function listForgottenRuns(database: Database): Promise<{ id: number; kind: string; gaveUp: boolean }[]> {
  const { rows } = await database.execute<{ id: number; kind: string; gaveUp: boolean }>(
    `select r.id, r.kind, exists (
       select from task d where d.kind in ('run', 'awaited_run', 'file_run') and d.singleton_key = r.id::text and d.status = 'dead'
     ) as "gaveUp"
     from run r where r.state = 'running' and not exists (
       select from task t where t.kind in ('run', 'awaited_run', 'file_run') and t.singleton_key = r.id::text
         and t.status in ('waiting', 'running'))
     order by r.id`,
  );
  return rows;
}
