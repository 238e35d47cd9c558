import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { Instant } from '#shared/time/instant.ts';

export type RunKind = 'fuse' | 'ask' | 'reinsert' | 'replay';

/** What came of a run, as far as its kind knows it. */
export type RunOutcome = {
  /** Sources that robots were told to look at. */
  requested?: number;
  answered?: number;
  changed?: number;
  refused?: number;
  dropped?: number;
  failed?: number;
};

/** What a run over many subscriptions is limited to; instants are epoch ms. */
export type RunParams = { carrierCode?: string; from?: Instant; to?: Instant };

/** A stored run. */
export type RunRow = {
  id: number;
  tenant_id: number;
  subscription_id: number | null;
  kind: RunKind;
  source_type: string | null;
  scope: string;
  params: RunParams;
  state: 'running' | 'done' | 'failed';
  total: number;
  done: number;
  position: number;
  outcome: RunOutcome;
  error: string | null;
  handler_code: string;
  handler_name: string;
  started_at: Instant;
  finished_at: Instant | null;
};

/** A run to be started. */
export type NewRun = {
  tenantId: number;
  subscriptionId: number | null;
  kind: RunKind;
  sourceType: string | null;
  scope?: string;
  params?: RunParams;
  total: number;
};

/** Starts a run; undefined when the same one is running already. */
export async function insertRun(
  database: Database,
  run: NewRun,
  by: { code: string; name: string },
  now: Instant,
): Promise<RunRow | undefined> {
  const { rows } = await database.execute<RunRow>(
    `insert into replay_run (tenant_id, subscription_id, kind, source_type, scope, params, state, total, handler_code,
       handler_name, started_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, 'running', $7, $8, $9, $10) on conflict do nothing returning *`,
    [
      run.tenantId,
      run.subscriptionId,
      run.kind,
      run.sourceType,
      run.scope ?? '',
      json(run.params ?? {}),
      run.total,
      by.code,
      by.name,
      new Date(now),
    ],
  );
  return rows[0];
}

/** The run that is under way for the same question, and whether its task still is. */
export async function findOpenRun(database: Database, run: NewRun): Promise<(RunRow & { alive: boolean }) | undefined> {
  const { rows } = await database.execute<RunRow & { alive: boolean }>(
    `select r.*, exists (select from task t where t.kind = 'replay' and t.singleton_key = r.id::text
       and t.status in ('waiting', 'running')) as alive
     from replay_run r where r.state = 'running' and r.tenant_id = $1 and r.kind = $2
       and coalesce(r.source_type, '') = $3 and coalesce(r.subscription_id, 0) = $4 and r.scope = $5`,
    [run.tenantId, run.kind, run.sourceType ?? '', run.subscriptionId ?? 0, run.scope ?? ''],
  );
  return rows[0];
}

/** Notes how far a run is. */
export async function moveRun(
  database: Database,
  id: number,
  progress: { done: number; position: number; outcome: RunOutcome },
): Promise<void> {
  await database.execute(
    `update replay_run set done = $2, position = $3, outcome = $4::jsonb where id = $1 and state = 'running'`,
    [id, progress.done, progress.position, json(progress.outcome)],
  );
}

/** Ends a run: with what came of it, or with what went wrong. */
export async function finishRun(
  database: Database,
  id: number,
  result: { outcome: RunOutcome; done: number; error: string | null },
  now: Instant,
): Promise<RunRow> {
  const { rows } = await database.execute<RunRow>(
    `update replay_run set state = $2, done = $3, outcome = $4::jsonb, error = $5, finished_at = $6 where id = $1 returning *`,
    [id, result.error === null ? 'done' : 'failed', result.done, json(result.outcome), result.error, new Date(now)],
  );
  return rows[0] as RunRow;
}

/** A run by id, for background work. */
export async function getRun(database: Database, id: number): Promise<RunRow | undefined> {
  const { rows } = await database.execute<RunRow>('select * from replay_run where id = $1', [id]);
  return rows[0];
}

/** How many expert values a run has dropped that can still come back. */
export async function countRestorable(database: Database, runIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await database.query<{ id: number; n: number }>(
    `select o.dropped_by_run as id, count(*) as n from field_override o
     where o.dropped_by_run = any($1) and o.dropped_at is not null and not exists (
       select from field_override c where c.subscription_id = o.subscription_id and c.path = o.path and c.dropped_at is null)
     group by 1`,
    [runIds],
  );
  return new Map(rows.map((row) => [row.id, Number(row.n)]));
}

const mostShown = 30;

/** The newest runs of a subscription, or those over many subscriptions. */
export async function listRuns(ctx: Ctx, subscriptionId: number | undefined): Promise<RunRow[]> {
  let query = ctx.db.selectFrom('replay_run').selectAll();
  query =
    subscriptionId === undefined
      ? query.where('subscription_id', 'is', null)
      : query.where('subscription_id', '=', subscriptionId);
  return (await query.orderBy('id', 'desc').limit(mostShown).execute()) as RunRow[];
}

/** Subscriptions of a tenant that a run over many is about, after the one it came to. */
export async function listReplaySubscriptions(
  database: Database,
  tenantId: number,
  params: RunParams,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from subscription where tenant_id = $1 and id > $2 and ($3::text is null or carrier_code = $3)
       and ($4::timestamptz is null or subscribed_at >= $4) and ($5::timestamptz is null or subscribed_at < $5)
     order by id limit $6`,
    [tenantId, after, params.carrierCode ?? null, dateOf(params.from), dateOf(params.to), limit],
  );
  return rows.map((row) => row.id);
}

const dateOf = (instant: Instant | undefined): Date | null => (instant === undefined ? null : new Date(instant));

/** How many subscriptions of each of the caller's tenants a run over many is about. */
export async function countReplay(
  ctx: Ctx,
  tenantIds: readonly number[] | undefined,
  params: RunParams,
): Promise<{ tenant_id: number; n: number }[]> {
  let query = ctx.db.selectFrom('subscription').select((eb) => ['tenant_id', eb.fn.countAll<number>().as('n')]);
  if (tenantIds !== undefined) query = query.where('tenant_id', '=', sql<number>`any(${[...tenantIds]})`);
  if (params.carrierCode !== undefined) query = query.where('carrier_code', '=', params.carrierCode);
  if (params.from !== undefined) query = query.where('subscribed_at', '>=', params.from as never);
  if (params.to !== undefined) query = query.where('subscribed_at', '<', params.to as never);
  return query.groupBy('tenant_id').orderBy('tenant_id').execute();
}
