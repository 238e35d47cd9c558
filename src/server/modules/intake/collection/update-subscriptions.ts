import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TenantIds, withTenants } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { SubscriptionRow } from './queries.ts';
import type { Moment } from '#domain/intake/polling/polling-plan.ts';
import { AUTO_CARRIER } from '#domain/tracking/subscription/read-import-row.ts';

/** What is expected of subscriptions, by their ids. */
export type Moments = ReadonlyMap<number, readonly Moment[]>;

/**
 * What has ended stays ended: a late answer is taken in, but asking does not begin again. Only when what the end stood on is
 * taken back, it does.
 */
export const isOver = (subscription: SubscriptionRow, outcome: FusionOutcome): boolean =>
  outcome.ended || (subscription.ended && !outcome.resumed);

/** The subscriptions of a batch that are over, with what it brought. */
export const endedOf = (
  all: readonly SubscriptionRow[],
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
): ReadonlySet<number> => {
  const ended = new Set(all.filter((subscription) => subscription.ended).map((subscription) => subscription.id));
  for (const [index, outcome] of fused.entries()) {
    const subscription = itemAt(subscriptions, index);
    if (isOver(subscription, outcome)) ended.add(subscription.id);
    else ended.delete(subscription.id);
  }
  return ended;
};

/** The subscriptions of a batch that are over since then. */
export const endedNow = (subscriptions: readonly SubscriptionRow[], fused: readonly FusionOutcome[]): TenantIds =>
  withTenants(
    subscriptions.filter((subscription, index) => !subscription.ended && isOver(subscription, itemAt(fused, index))),
  );

/** Writes which shipment subscriptions lead to and whether they are over; those that are have no next pull. */
export async function updateSubscriptions(
  database: Database,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  { now, moments }: { now: Instant; moments: Moments },
): Promise<void> {
  const rows = fused.flatMap((outcome, index) => {
    const subscription = itemAt(subscriptions, index);
    const ended = isOver(subscription, outcome);
    const shipmentId = subscription.shipment_chosen ? subscription.shipment_id : outcome.shipmentId;
    const expected = moments.get(subscription.id) ?? subscription.moments;
    const same =
      subscription.shipment_id === shipmentId &&
      subscription.ended === ended &&
      (expected === subscription.moments || JSON.stringify(expected) === JSON.stringify(subscription.moments));
    return same || shipmentId === null
      ? []
      : [{ id: subscription.id, tenant_id: subscription.tenant_id, shipment_id: shipmentId, ended, moments: expected }];
  });
  if (rows.length === 0) return;
  await database.execute(
    `update subscription s set shipment_id = r.shipment_id, has_data = true, ended = r.ended, moments = r.moments,
       ended_at = case when r.ended then coalesce(s.ended_at, $2::timestamptz) end
     from jsonb_to_recordset($1::jsonb) as r(id bigint, tenant_id bigint, shipment_id bigint, ended boolean, moments jsonb)
     where s.id = r.id and s.tenant_id = r.tenant_id`,
    [JSON.stringify(rows), new Date(now)],
  );
  const over = withTenants(rows.filter(({ ended }) => ended));
  if (over.ids.length > 0)
    await database.execute(
      'update subscription_source set next_pull_at = null where subscription_id = any($1) and tenant_id = any($2)',
      [over.ids, over.tenantIds],
    );
}

/**
 * Gives subscriptions whose carrier nobody knew the one that their source recognised, and has the sources of that carrier requested
 * them too. One that the tenant follows under its carrier already stays as it is.
 */
export async function settleCarriers(database: Database, subscriptions: readonly SubscriptionRow[]): Promise<void> {
  const unknown = subscriptions.filter((one) => one.carrier_code === AUTO_CARRIER);
  if (unknown.length === 0) return;
  const { ids, tenantIds } = withTenants(unknown);
  const { rows } = await database.execute<{ id: number; carrier_code: string }>(
    `with recognised as (
       select distinct on (r.subscription_id) r.subscription_id, c.code
       from shipment r join md_carrier c on r.content->'booking'->>'carrierCode' in (c.scac, c.code)
       where r.subscription_id = any($1) and r.tenant_id = any($3) and not r.fused order by r.subscription_id, r.id desc)
     update subscription s set carrier_code = recognised.code from recognised
     where s.id = recognised.subscription_id and s.tenant_id = any($3) and s.carrier_code = $2
       and not exists (select from subscription o where o.tenant_id = s.tenant_id and o.subject = s.subject
         and o.bill_no is not distinct from s.bill_no and o.container_no is not distinct from s.container_no
         and o.carrier_code = recognised.code)
     returning s.id, s.carrier_code`,
    [ids, AUTO_CARRIER, tenantIds],
  );
  const codes = new Map(rows.map((row) => [row.id, row.carrier_code]));
  for (const one of unknown) one.carrier_code = codes.get(one.id) ?? one.carrier_code;
  if (rows.length === 0) return;
  await database.execute(
    `update source set attached_at = null
     where enabled and asked and string_to_array(coalesce(carrier_codes, carrier_code), ',') && $1::text[]`,
    [[...new Set(codes.values())]],
  );
}
