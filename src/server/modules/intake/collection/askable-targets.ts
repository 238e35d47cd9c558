import { protocolsQueriedBy } from '#server/connectors/index.ts';
import type { PauseReason } from '#server/modules/intake/source/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { PullPlan } from '#domain/tracking/why/why.ts';
import type { Instant } from '#shared/time/instant.ts';
import { sourceOfTarget, type SubscriptionRow, type Target, targetColumns } from './queries.ts';

/** What a source is requested. */
type RequestedFor = Pick<SubscriptionRow, 'id' | 'subject' | 'bill_no' | 'container_no' | 'carrier_code'>;

/** What decides whether a target may be queried at this moment. */
export type AskableTarget = Target & {
  subscription: RequestedFor;
  /** Calls that its last answer took; null: not counted yet. */
  calls_of_pull: number | null;
  most_per_minute: number | null;
  most_per_hour: number | null;
  most_per_day: number | null;
  most_at_once: number | null;
  /** Its maintenance as an administrator entered it. */
  maintenance_from: Instant | null;
  maintenance_until: Instant | null;
  /** The source wants to be left alone with these keys until then (the machine's time), and why. */
  paused_until: Instant | null;
  paused_by: PauseReason | null;
};

/** Why a question could not be queried: no call is left, the source asked to be left alone, or its maintenance was entered. */
export type WaitReason = Extract<PullPlan, 'calls' | 'limit' | 'maintenance' | 'planned_maintenance'>;

/**
 * Targets by their ids; those of sources switched off are left out, and those of ended subscriptions and stopped
 * schedules unless a person wants them asked.
 */
export async function listTargets(database: Database, ids: readonly number[]): Promise<AskableTarget[]> {
  const rows = await database.query<AskableTarget>(
    `select ${targetColumns}, ss.calls_of_pull, s.most_per_minute, s.most_per_hour, s.most_per_day, s.most_at_once,
       s.maintenance_from, s.maintenance_until, c.paused_until, c.paused_by, (select to_jsonb(x) from (select sub.id, sub.subject, sub.bill_no, sub.container_no, sub.carrier_code) x) as subscription
     from ${sourceOfTarget} join subscription sub on sub.id = ss.subscription_id and sub.tenant_id = ss.tenant_id
     left join source_calls c on c.source_id = ss.source_id
       and coalesce(c.tenant_id, 0) = case when own.id is null then 0 else ss.tenant_id end
     where ss.id = any($1) and s.enabled and s.protocol <> all($2) and (not sub.ended and not ss.stopped or exists (
       select from pull_record p where p.subscription_source_id = ss.id and p.tenant_id = ss.tenant_id and p.state = 'pending'))`,
    [ids, protocolsQueriedBy('robots')],
  );
  return rows;
}

/** A question that was not queried yet: when it is, and what it waits for (null: that the source answers at all). `calls`: as many as it is likely to take. */
export type Waiting = { id: number; at: Instant; why: WaitReason | null; calls?: number };

/** Notes when questions that had to wait are queried, so that people see it. Nobody is held up for it. */
export async function noteWaiting(database: Database, waiting: readonly Waiting[]): Promise<void> {
  const noted = waiting.filter(({ why }) => why !== null);
  if (noted.length === 0) return;
  await database.execute(
    `with open as (select id from subscription_source where id = any($2) and next_pull_at is not null order by id for update skip locked)
     update subscription_source ss set next_pull_at = r.at, next_pull_why = r.why, calls_of_pull = coalesce(r.calls, ss.calls_of_pull)
     from jsonb_to_recordset($1::jsonb) as r(id bigint, at timestamptz, why text, calls smallint) join open using (id)
     where ss.id = r.id`,
    [
      JSON.stringify(noted.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }))),
      noted.map(({ id }) => id),
    ],
  );
}
