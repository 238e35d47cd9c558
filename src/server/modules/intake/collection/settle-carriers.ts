import { AUTO_CARRIER } from '#domain/tracking/subscription/read-import-row.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { SubscriptionRow } from './queries.ts';

/**
 * Gives subscriptions whose carrier nobody knew the one that their source recognised, and has the sources of that carrier requested
 * them too. One that the tenant follows under its carrier already stays as it is.
 */
export async function settleCarriers(database: Database, subscriptions: readonly SubscriptionRow[]): Promise<void> {
  const unknown = subscriptions.filter((one) => one.carrier_code === AUTO_CARRIER);
  if (unknown.length === 0) return;
  const { rows } = await database.execute<{ id: number; carrier_code: string }>(
    `with recognised as (
       select distinct on (r.subscription_id) r.subscription_id, c.code
       from shipment r join md_carrier c on r.content->'booking'->>'carrierCode' in (c.scac, c.code)
       where r.subscription_id = any($1) and not r.fused order by r.subscription_id, r.id desc)
     update subscription s set carrier_code = recognised.code from recognised
     where s.id = recognised.subscription_id and s.carrier_code = $2
       and not exists (select from subscription o where o.tenant_id = s.tenant_id and o.subject = s.subject
         and o.bill_no is not distinct from s.bill_no and o.container_no is not distinct from s.container_no
         and o.carrier_code = recognised.code)
     returning s.id, s.carrier_code`,
    [unknown.map(({ id }) => id), AUTO_CARRIER],
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
