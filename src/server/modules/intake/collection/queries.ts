import { protocolsQueriedBy } from '#server/connectors/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { PullPlan } from '#domain/tracking/why/why.ts';
import type { Moment, PollingPlan } from '#domain/intake/polling/polling-plan.ts';
import type { SourceType, Subject } from '#domain/tracking/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import { tsOrNull } from '#server/platform/db/instants.ts';
import { withTenants, type TenantIds } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Whose keys a source is queried with. */
export type KeyOwner = 'tenant' | 'platform';

/** One source requested one subscription, with all that a pull and its processing need. */
export type Target = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  source_id: number;
  consecutive_failures: number;
  next_pull_at: Instant | null;
  last_pull_at: Instant | null;
  last_success_at: Instant | null;
  /** When it first answered a question; null: not yet. */
  first_answer_at: Instant | null;
  last_change_at: Instant | null;
  last_error: string | null;
  etag: string | null;
  answer_hash: Buffer | null;
  /** What the source calls the shipment in its addresses, where it reported. */
  object_id: string | null;
  raw_answer_id: number | null;
  source_code: string;
  protocol: Connector['protocol'];
  source_type: SourceType;
  channel: string;
  base_url: string;
  profile: string | null;
  access_url: string | null;
  /** Sealed, like every credential. */
  credential: string | null;
  /** Whose keys these are; null where the source wants none. */
  key_owner: KeyOwner | null;
  enabled: boolean;
  pull_interval_s: number;
  /** Requests with these keys that failed in a row. */
  source_failures: number;
  /** When the source last answered these keys, or sent something by itself. */
  source_success_at: Instant | null;
  /** Its schedule is stopped: asked only when a person wants it. */
  stopped: boolean;
  /** A person wants it asked now. */
  wanted: boolean;
  polling: PollingPlan;
  next_pull_why: PullPlan | null;
};

/** A subscription as the pipeline needs it. */
export type SubscriptionRow = {
  id: number;
  tenant_id: number;
  subject: Subject;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  mode: Mode;
  vessel_name: string | null;
  voyage: string | null;
  direction: string | null;
  channel: string;
  source_type: string;
  subscribed_at: Instant;
  ended: boolean;
  has_data: boolean;
  shipment_id: number | null;
  /** A person chose the shipment: fusion leaves the link alone. */
  shipment_chosen: boolean;
  created_at: Instant;
  /** The decisions by which it was judged last (`CurrentDecisions.version`). */
  judged_by: string | null;
  /** Since when, by the clock of the database. */
  judged_at: Instant | null;
  /** When something is expected to happen; null where no source of it is polled by the shipment. */
  moments: Moment[] | null;
};

/** Columns of a target. */
export const targetColumns = `ss.id, ss.tenant_id, ss.subscription_id, ss.source_id, ss.consecutive_failures, ss.next_pull_at,
  ss.last_pull_at, ss.last_success_at, ss.first_answer_at, ss.last_change_at, ss.last_error, ss.etag, ss.answer_hash, ss.object_id, ss.raw_answer_id, s.code as source_code, s.protocol,
  s.source_type, s.channel, s.base_url, s.profile, s.access_url, s.enabled, s.pull_interval_s, s.polling, ss.stopped, ss.next_pull_why,
  coalesce(own.asset_value, case when s.platform_key_for_all or s.tenant_id = ss.tenant_id then a.default_value end, s.credential) as credential,
  case when own.id is not null then 'tenant' when a.default_value is not null or s.credential is not null then 'platform' end as key_owner,
  case when own.id is null then s.consecutive_failures else coalesce(h.consecutive_failures, 0) end as source_failures,
  case when own.id is null then s.last_success_at else h.last_success_at end as source_success_at,
  coalesce((select true from pull_record w
    where w.subscription_source_id = ss.id and w.tenant_id = ss.tenant_id and w.state = 'pending' limit 1), false) as wanted`;

/** The keys of the tenant, else those of the platform; and how the source answers them. */
export const sourceOfTarget = `subscription_source ss join source s on s.id = ss.source_id
  left join asset a on a.id = s.asset_id
  left join tenant_asset own on own.asset_id = s.asset_id and own.tenant_id = ss.tenant_id
  left join source_key_health h on own.id is not null and h.source_id = s.id and h.tenant_id = ss.tenant_id`;

const subscriptionColumns = `id, tenant_id, subject, bill_no, container_no, carrier_code, mode, vessel_name, voyage, direction,
  channel, source_type, subscribed_at, ended, has_data, shipment_id, shipment_chosen, created_at, judged_by, judged_at, moments`;

/** Keeps what a source calls the shipment of a target: what was created there is not created again. */
export async function keepObjectId(
  database: Database,
  target: Pick<Target, 'id' | 'tenant_id'>,
  objectId: string,
): Promise<void> {
  await database.execute('update subscription_source set object_id = $2 where id = $1 and tenant_id = $3', [
    target.id,
    objectId.slice(0, 200),
    target.tenant_id,
  ]);
}

/** Keeps by which object a source tells news of a target. */
export async function keepNewsObjectId(
  database: Database,
  target: Pick<Target, 'id' | 'tenant_id'>,
  objectId: string,
): Promise<void> {
  await database.execute(
    'update subscription_source set news_object_id = $2 where id = $1 and tenant_id = $3 and news_object_id is distinct from $2',
    [target.id, objectId, target.tenant_id],
  );
}

/** All targets of subscriptions, after their locks were taken. */
export async function listTargetsOf(database: Database, subscriptions: TenantIds): Promise<Target[]> {
  const { rows } = await database.execute<Target>(
    `select ${targetColumns} from ${sourceOfTarget}
     where ss.subscription_id = any($1) and ss.tenant_id = any($2) order by ss.id`,
    [subscriptions.ids, subscriptions.tenantIds],
  );
  return rows;
}

/**
 * Takes the locks of the targets' subscriptions in id order, so that two workers never fuse one shipment at once. Anyone who only
 * writes rows that refer to a subscription is not held up: no key changes.
 */
export async function lockSubscriptions(database: Database, targetIds: readonly number[]): Promise<SubscriptionRow[]> {
  const { rows } = await database.execute<SubscriptionRow>(
    `select ${subscriptionColumns} from subscription
     where (id, tenant_id) in (select subscription_id, tenant_id from subscription_source where id = any($1))
     order by id for no key update`,
    [targetIds],
  );
  return rows;
}

/** Takes the locks of subscriptions in id order. */
export async function lockSubscriptionsById(database: Database, ids: readonly number[]): Promise<SubscriptionRow[]> {
  const { rows } = await database.execute<SubscriptionRow>(
    `select ${subscriptionColumns} from subscription where id = any($1) order by id for no key update`,
    [ids],
  );
  return rows;
}

/** Notes by which decisions subscriptions are judged from now on. */
export async function noteJudgedBy(
  database: Database,
  subscriptions: readonly SubscriptionRow[],
  version: string,
): Promise<void> {
  const { ids, tenantIds } = withTenants(subscriptions.filter((subscription) => subscription.judged_by !== version));
  if (ids.length > 0)
    await database.execute(
      `update subscription set judged_by = $2, judged_at = clock_timestamp()
       where id = any($1) and tenant_id = any($3)`,
      [ids, version, tenantIds],
    );
}

/** Marks what people wanted asked, and was answered now, as pulled. */
export async function markPulled(database: Database, targets: TenantIds, at: Instant): Promise<void> {
  if (targets.ids.length === 0) return;
  await database.execute(
    `update pull_record set state = 'pulled', regained_at = $2
     where subscription_source_id = any($1) and tenant_id = any($3) and state = 'pending'`,
    [targets.ids, new Date(at), targets.tenantIds],
  );
}

/** With so many workers lost, a task was alone when it lost the last of them: a batch of 50 is one task after six halvings. */
const lossesAlone = 7;

/** A place in the walk over overdue targets. */
export type OverduePlace = { at: Instant; id: number };

/**
 * Targets that should have been queried by now and that no task is about to ask: their source was switched off for a
 * while, or their task died. A target whose task kept ending its worker, also when it ran alone, is left alone for a day. Reads
 * `lookedAt` overdue targets behind a place and gives at most `limit` of them, with the place to go on from; without a place all were read.
 */
export async function listForgottenTargets(
  database: Database,
  {
    dueBefore,
    limit,
    lookedAt,
    behind,
  }: { dueBefore: Instant; limit: number; lookedAt: number; behind?: OverduePlace | undefined },
): Promise<{ ids: number[]; next: OverduePlace | undefined }> {
  type Row = OverduePlace & { is_end: boolean };
  const rows = await database.query<Row>(
    `with overdue as materialized (
       select id, next_pull_at as at, source_id, subscription_id from subscription_source
       where next_pull_at < $1 and ($5::timestamptz is null or (next_pull_at, id) > ($5, $6::int8)) order by next_pull_at, id limit $4),
     forgotten as (
       select o.id, o.at from overdue o join source s on s.id = o.source_id
       join subscription sub on sub.id = o.subscription_id
       left join lateral (
         select true as found from task t where t.kind = 'pull' and t.singleton_key = o.id::text and t.status = 'waiting' limit 1) as w on true
       where s.enabled and s.protocol <> all($3) and not sub.ended and w.found is null
         and not exists (select from task t where t.kind = 'pull' and t.singleton_key = o.id::text and t.status = 'running')
         and not exists (select from task t where t.kind = 'pull' and t.singleton_key = o.id::text and t.status = 'dead'
           and t.lost_workers >= ${lossesAlone} and t.run_at > $1::timestamptz - interval '1 day')
       order by o.at, o.id limit $2)
     select id, at, false as is_end from forgotten
     union all (select id, at, true from overdue where (select count(*) from overdue) = $4 order by at desc, id desc limit 1)`,
    [new Date(dueBefore), limit, protocolsQueriedBy('robots'), lookedAt, tsOrNull(behind?.at), behind?.id ?? null],
  );
  const found = rows.filter(({ is_end: isEnd }) => !isEnd);
  // Those behind the last of many may be forgotten too.
  const next = found.length === limit ? found.at(-1) : rows.find(({ is_end: isEnd }) => isEnd);
  return { ids: found.map(({ id }) => id), next: next && { at: next.at, id: next.id } };
}

/** New state of targets after an outcome. */
export type TargetUpdate = {
  id: number;
  tenant_id: number;
  next_pull_at: string | null;
  last_pull_at: string | null;
  /** When the source answered, or pushed. */
  success_at: string | null;
  /** When it answered a question, if it did. */
  answered_at: string | null;
  changed_at: string | null;
  failures: number;
  error: string | null;
  etag: string | null;
  hash: string | null;
  raw_answer_id: number | null;
  /** Whose keys it was queried with, if it was. */
  asked_with: KeyOwner | null;
  why: PullPlan | null;
  /** Calls that it took, where they are counted. */
  calls: number | null;
};

/** Writes the new states of targets in one statement. */
export async function updateTargets(database: Database, updates: readonly TargetUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await database.execute(
    `update subscription_source ss set
       next_pull_at = r.next_pull_at, last_pull_at = r.last_pull_at,
       last_success_at = coalesce(r.success_at, ss.last_success_at),
       first_answer_at = coalesce(ss.first_answer_at, r.answered_at),
       last_change_at = coalesce(r.changed_at, ss.last_change_at),
       consecutive_failures = r.failures, last_error = r.error, etag = r.etag,
       answer_hash = decode(r.hash, 'hex'), raw_answer_id = r.raw_answer_id, asked_with = coalesce(r.asked_with, ss.asked_with),
       next_pull_why = r.why, calls_of_pull = coalesce(r.calls, ss.calls_of_pull)
     from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, next_pull_at timestamptz, last_pull_at timestamptz,
       success_at timestamptz, answered_at timestamptz, changed_at timestamptz, failures integer, error text, etag text, hash text, raw_answer_id bigint,
       asked_with text, why text, calls smallint)
     where ss.id = r.id and ss.tenant_id = r.tenant_id`,
    [JSON.stringify(updates)],
  );
}

/**
 * Keeps what was refused, so that it is counted and can be seen; what was refused of the same subscription and source
 * before is not counted again.
 */
export async function insertRefusals(
  database: Database,
  refusals: readonly {
    tenantId: number | null;
    sourceId: number | null;
    subscriptionId: number | null;
    via: string;
    reason: string;
    detail: unknown;
    sample: string | null;
  }[],
  at: Instant,
): Promise<void> {
  if (refusals.length === 0) return;
  await database.execute(
    `insert into refusal (at, tenant_id, source_id, subscription_id, via, reason, detail, sample)
     select $2::timestamptz, r."tenantId", r."sourceId", r."subscriptionId", r.via, r.reason, r.detail, r.sample
     from jsonb_to_recordset($1::jsonb) as r("tenantId" bigint, "sourceId" bigint, "subscriptionId" bigint, via text, reason text,
       detail jsonb, sample text)
     where r."subscriptionId" is null or not exists (
       select 1 from refusal x
       where x.subscription_id = r."subscriptionId" and x.source_id = r."sourceId" and x.reason = r.reason
         and x.detail - 'index' = r.detail - 'index' and x.sample is not distinct from r.sample)`,
    [JSON.stringify(refusals), new Date(at)],
  );
}
