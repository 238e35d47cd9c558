import type { Database } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { RunState, StoredRun } from './define-run.ts';

const columns = `id, tenant_id, kind, subject, params, state, total, done, failed, cursors, outcome, error, handler_code, handler_name,
  started_at, finished_at`;

/** A run to be written down. */
export type NewRow = Pick<StoredRun, 'tenant_id' | 'kind' | 'subject' | 'params' | 'total' | 'cursors' | 'outcome'> & {
  scope: string | null;
  by: { code: string; name: string };
};

/** Writes a run down; undefined while one of its scope is under way. */
export async function insertRun(database: Database, run: NewRow, now: Instant): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `insert into run (kind, subject, scope, params, total, cursors, outcome, handler_code, handler_name, started_at, tenant_id)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7::jsonb, $8, $9, $10, $11)
     on conflict (kind, scope) where state = 'running' do nothing returning ${columns}`,
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
    ],
  );
  return rows[0];
}

/** A run by id. */
export async function findRun(database: Database, id: number): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(`select ${columns} from run where id = $1`, [id]);
  return rows[0];
}

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
export type RunEnd = { state: Exclude<RunState, 'running'>; error: string | null };

/** Ends a run that is under way and gives it as it ended; undefined when it has ended already. */
export async function endRun(
  database: Database,
  id: number,
  end: RunEnd,
  now: Instant,
): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<StoredRun>(
    `update run set state = $2, error = $3, finished_at = $4 where id = $1 and state = 'running' returning ${columns}`,
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

/** Records the result of a step in the transaction of the step; undefined when the run was cancelled or superseded. */
export async function moveRun(database: Database, id: number, step: RunStep): Promise<StoredRun | undefined> {
  const { rows } = await database.execute<{ outcome: object }>(
    `select outcome from run where id = $1 and state = 'running' for update`,
    [id],
  );
  const [run] = rows;
  if (run === undefined) return undefined;
  const { rows: moved } = await database.execute<StoredRun>(
    `update run set done = done + $2, failed = failed + $3, outcome = $4::jsonb, total = greatest(total, done + $2),
       cursors[$5] = coalesce($6, cursors[$5]) where id = $1 returning ${columns}`,
    [
      id,
      step.done,
      step.failed,
      json(mergeOutcome(run.outcome, step.outcome)),
      step.partition + 1,
      step.cursor ?? null,
    ],
  );
  return moved[0];
}

/** Running runs that have no task any more. */
export async function listForgottenRuns(database: Database): Promise<{ id: number; kind: string }[]> {
  const { rows } = await database.execute<{ id: number; kind: string }>(
    `select r.id, r.kind from run r where r.state = 'running' and not exists (
       select from task t where t.kind in ('run', 'awaited_run') and t.singleton_key = r.id::text and t.status in ('waiting', 'running'))
     order by r.id`,
  );
  return rows;
}
