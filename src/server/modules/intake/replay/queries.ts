import { sql } from 'kysely';
import { connectors, protocolsQueriedBy } from '#server/connectors/index.ts';
import { statesBefore } from '#domain/tracking/subscription/pull-record.ts';
import type { PullRecordState } from '#domain/tracking/subscription/pull-record.ts';
import { listArchivedAnswers } from '#server/modules/intake/collection/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A subscription as replays need it. */
export type OwnSubscription = { id: number; tenant_id: number; bill_no: string | null; container_no: string | null };

/** Subscriptions of the caller's tenants, by id. */
export const listOwn = (ctx: Ctx, ids: readonly number[]): Promise<OwnSubscription[]> =>
  ctx.db
    .selectFrom('subscription')
    .select(['id', 'tenant_id', 'bill_no', 'container_no'])
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .execute();

/** A source requested a subscription. */
export type RequestedSource = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  source_id: number;
  source_type: string;
  /** Robots look at it when they next ask what is wanted. */
  by_robot: boolean;
  /** Whether it can be queried at all: those who bring their messages themselves cannot. */
  asked: boolean;
  stored: boolean;
  /** It was asked for the first time, or will be, and has not answered yet. */
  awaited: boolean;
};

/** Sources of subscriptions that a connector can ask or read again; only those of one type when it is given. */
export async function listAskable(
  database: Database,
  subscriptionIds: readonly number[],
  sourceType: string | null,
): Promise<RequestedSource[]> {
  return database.query<RequestedSource>(
    `select ss.id, ss.tenant_id, ss.subscription_id, ss.source_id, s.source_type, s.protocol = any($4) as by_robot, s.asked,
       exists (select from raw_answer r where r.subscription_id = ss.subscription_id and r.source_id = ss.source_id) as stored,
       ss.last_pull_at is null and not ss.stopped as awaited
     from subscription_source ss join source s on s.id = ss.source_id
     where ss.subscription_id = any($1) and s.enabled and s.protocol = any($2) and ($3::text is null or s.source_type = $3)
     order by ss.id`,
    [subscriptionIds, Object.keys(connectors), sourceType, protocolsQueriedBy('robots')],
  );
}

/** A pull record as it is shown. */
export type PullRecordRow = {
  id: number;
  tenantId: number;
  subscriptionId: number;
  subscriptionSourceId: number;
  state: PullRecordState;
  createTime: Instant;
  regainTime: Instant | null;
  handlerCode: string;
  handlerName: string;
  blNo: string | null;
  ctnNo: string | null;
  sourceId: number;
  nameCn: string;
  nameEn: string;
  lastError: string | null;
  nextPullAt: Instant | null;
};

/** Pull records of the caller's tenants: by subscription, or by their own ids. */
export function listPullRecords(
  ctx: Ctx,
  by: { subscriptionIds: readonly number[] } | { ids: readonly number[] },
): Promise<PullRecordRow[]> {
  const query = ctx.db
    .selectFrom('pull_record as p')
    .innerJoin('subscription as s', 's.id', 'p.subscription_id')
    .innerJoin('subscription_source as ss', 'ss.id', 'p.subscription_source_id')
    .innerJoin('source as o', 'o.id', 'ss.source_id')
    .select(['p.id', 'p.tenant_id as tenantId', 'p.subscription_id as subscriptionId', 'p.created_at as createTime'])
    .select(['p.subscription_source_id as subscriptionSourceId', 'p.regained_at as regainTime'])
    .select((eb) => eb.ref('p.state').$castTo<PullRecordState>().as('state'))
    .select(['p.handler_code as handlerCode', 'p.handler_name as handlerName', 's.bill_no as blNo'])
    .select(['s.container_no as ctnNo', 'ss.source_id as sourceId', 'o.name_cn as nameCn', 'o.name_en as nameEn'])
    .select(['ss.last_error as lastError', 'ss.next_pull_at as nextPullAt'])
    .orderBy('p.subscription_id')
    .orderBy('p.id');
  return (
    'ids' in by
      ? query.where('p.id', '=', sql<number>`any(${[...by.ids]})`)
      : query.where('p.subscription_id', '=', sql<number>`any(${[...by.subscriptionIds]})`)
  ).execute();
}

/** Makes records of sources pending, new ones too; gives the ids of those that were not pending before. */
export async function activate(
  database: Database,
  sources: readonly RequestedSource[],
  by: { code: string; name: string },
  now: Instant,
): Promise<{ id: number; subscription_source_id: number }[]> {
  if (sources.length === 0) return [];
  const { rows } = await database.execute<{ id: number; subscription_source_id: number }>(
    `insert into pull_record (tenant_id, subscription_id, subscription_source_id, state, created_at, handler_code, handler_name)
     select t.tenant_id, t.subscription_id, t.id, 'pending', $4::timestamptz, $5, $6
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as t(tenant_id, subscription_id, id) order by t.id
     on conflict (subscription_source_id) do update set state = 'pending', regained_at = null,
       handler_code = excluded.handler_code, handler_name = excluded.handler_name
     where pull_record.state = any($7)
     returning id, subscription_source_id`,
    [
      sources.map((source) => source.tenant_id),
      sources.map((source) => source.subscription_id),
      sources.map((source) => source.id),
      new Date(now),
      by.code,
      by.name,
      statesBefore('activate'),
    ],
  );
  return rows;
}

/** Calls pending records of subscriptions off; gives those that were pending. */
export async function cancel(
  database: Database,
  subscriptionIds: readonly number[],
  by: { code: string; name: string },
): Promise<{ id: number; subscription_source_id: number }[]> {
  const { rows } = await database.execute<{ id: number; subscription_source_id: number }>(
    `update pull_record set state = 'cancelled', handler_code = $2, handler_name = $3
     where subscription_id = any($1) and state = any($4) returning id, subscription_source_id`,
    [subscriptionIds, by.code, by.name, statesBefore('cancel')],
  );
  return rows;
}

/** Puts waiting pulls back to when they were planned; those that were only wanted by a person go. */
export async function unhurryPulls(database: Database, targetIds: readonly number[]): Promise<void> {
  await database.execute(
    `update task t set run_at = ss.next_pull_at, priority = 50 from subscription_source ss
     where t.kind = 'pull' and t.status = 'waiting' and t.singleton_key = ss.id::text
       and ss.id = any($1) and ss.next_pull_at is not null`,
    [targetIds],
  );
  await database.execute(
    `delete from task t using subscription_source ss
     where t.kind = 'pull' and t.status = 'waiting' and t.singleton_key = ss.id::text
       and ss.id = any($1) and ss.next_pull_at is null`,
    [targetIds],
  );
}

/** The newest answer of a source type as received, also from the archive. */
export async function findLatestAnswer(ctx: Ctx, subscriptionId: number, sourceType: string) {
  const stored = await ctx.db
    .selectFrom('raw_answer as r')
    .innerJoin('source as o', 'o.id', 'r.source_id')
    .leftJoin('raw_answer as k', (join) =>
      join.onRef('k.id', '=', 'r.base_id').onRef('k.subscription_id', '=', 'r.subscription_id'),
    )
    .select(['r.source_id', 'r.body', 'r.encoding', 'k.body as base', 'r.via', 'r.received_at'])
    .where('r.subscription_id', '=', subscriptionId)
    .where('o.source_type', '=', sourceType)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // unscoped: the subscription was found within the scope.
  const archived = stored === undefined ? await listArchivedAnswers(ctx.unscoped, [subscriptionId]) : [];
  const sources = await ctx.db
    .selectFrom('source as o')
    .leftJoin('subscription_source as ss', (join) =>
      join.onRef('ss.source_id', '=', 'o.id').on('ss.subscription_id', '=', subscriptionId),
    )
    .select(['o.id', 'o.name_cn', 'o.name_en', 'ss.last_pull_at', 'ss.last_success_at'])
    .where('o.source_type', '=', sourceType)
    .execute();
  const answer = stored ?? archived.findLast(({ source_id: id }) => sources.some((source) => source.id === id));
  const source = sources.find(({ id }) => id === answer?.source_id);
  return answer === undefined || source === undefined ? undefined : { ...answer, ...source };
}
