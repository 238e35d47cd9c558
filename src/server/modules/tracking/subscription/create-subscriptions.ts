import { protocolsQueriedBy } from '#server/connectors/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { isTestNumber, testCarrier } from '#shared/ids/test-reference.ts';
import type { Instant } from '#shared/time/instant.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

/** A reference to be tracked for a tenant. */
export type NewSubscription = {
  tenantId: number;
  /** How the goods travel; left out: by sea. */
  mode?: Mode;
  subject: 'bill' | 'container';
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  vesselName: string | null;
  voyage: string | null;
  direction: 'E' | 'I' | null;
  orderNo: string | null;
  channel: string;
  sourceType: string;
  subscribedAt: Instant;
};

/** A subscription that was made, by what it is known. */
export type CreatedRow = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
};

/**
 * Gives tenants the source of their test shipments, each its own: a source that is down in a test of one tenant is no problem of
 * others. A source that exists stays; runs in the caller's transaction.
 */
async function addTestSources(database: Database, tenantIds: readonly number[]): Promise<void> {
  await database.execute(
    `insert into source (code, protocol, source_type, channel, carrier_code, carrier_codes, name_cn, name_en, base_url, enabled,
       pull_interval_s, asked, mode, tenant_id, attached_at)
     select 'test:' || t.id, 'staged', 'CARRIER', 'SHIPPING_TRACKING', $2, $2, '测试数据（' || t.code || '）',
       'Test data (' || t.code || ')', '', true, 86400, true, 'sea', t.id, now()
     from tenant t where t.id = any($1) order by t.id on conflict (code) do nothing`,
    [[...new Set(tenantIds)], testCarrier],
  );
}

/** References of test shipments are asked of no carrier, whichever was named with them. */
const withTestCarrier = (item: NewSubscription): NewSubscription =>
  isTestNumber(item.subject === 'bill' ? item.billNo : item.containerNo)
    ? { ...item, carrierCode: testCarrier, mode: 'sea' }
    : item;

/**
 * Subscribes references and asks every source that may know them. One that is subscribed already stays as
 * it is. Gives the ids of the new subscriptions and the pulls to plan; runs in the caller's transaction. All go through the
 * unique keys in one order, so that two who subscribe the same at once wait for each other and not in a circle.
 */
export async function insertSubscriptions(
  database: Database,
  given: readonly NewSubscription[],
  now: Instant,
): Promise<{ created: number; rows: CreatedRow[]; pulls: { subscriptionSourceId: number; at: Instant }[] }> {
  if (given.length === 0) return { created: 0, rows: [], pulls: [] };
  const wanted = given.map(withTestCarrier);
  const testers = wanted.filter(({ carrierCode }) => carrierCode === testCarrier).map(({ tenantId }) => tenantId);
  if (testers.length > 0) await addTestSources(database, testers);
  const { rows } = await database.execute<CreatedRow>(
    `insert into subscription (tenant_id, mode, subject, bill_no, container_no, carrier_code, vessel_name, voyage, direction,
       order_no, channel, source_type, subscribed_at, created_at)
     select r."tenantId", coalesce(r.mode, 'sea'), r.subject, r."billNo", r."containerNo", r."carrierCode", r."vesselName", r.voyage, r.direction,
       r."orderNo", r.channel, r."sourceType", r."subscribedAt", $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r("tenantId" bigint, mode text, subject text, "billNo" text, "containerNo" text,
       "carrierCode" text, "vesselName" text, voyage text, direction text, "orderNo" text, channel text, "sourceType" text,
       "subscribedAt" timestamptz)
     order by r."tenantId", r.subject, r."billNo", r."containerNo", r."carrierCode", r."vesselName", r.voyage
     on conflict do nothing
     returning id, tenant_id, subject, bill_no, container_no, carrier_code, vessel_name, voyage`,
    [
      JSON.stringify(wanted.map((item) => ({ ...item, subscribedAt: new Date(item.subscribedAt).toISOString() }))),
      new Date(now),
    ],
  );
  const { ids, tenantIds } = withTenants(rows);
  const targets = await database.execute<{ id: number; by_robot: boolean }>(
    `insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
     select s.tenant_id, s.id, o.id, $2::timestamptz
     from subscription s join source o on o.enabled and o.asked
       and source_fits(o.mode, o.tenant_id, o.answers_for, s.mode, s.tenant_id, s.carrier_code)
     where s.id = any($1) and s.tenant_id = any($4)
     -- In the order of subscriptions: the first ones have all their sources asked, and a slow source fills no batch of pulls alone.
     order by s.id, o.id on conflict do nothing
     returning id, (select protocol = any($3) from source where source.id = source_id) as by_robot`,
    [ids, new Date(now), protocolsQueriedBy('robots'), tenantIds],
  );
  // Robots ask themselves what is due.
  const requested = targets.rows.filter((row) => !row.by_robot);
  return { created: ids.length, rows, pulls: requested.map((row) => ({ subscriptionSourceId: row.id, at: now })) };
}
