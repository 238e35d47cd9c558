import type { Database } from '#server/platform/db/database.ts';
import { testCarrier } from '#shared/ids/test-reference.ts';

/**
 * Gives tenants the source of their test shipments, each its own: a source that is down in a test of one tenant is no problem of
 * others. One that is there already stays; in the caller's transaction.
 */
export async function addTestSources(database: Database, tenantIds: readonly number[]): Promise<void> {
  await database.execute(
    `insert into source (code, protocol, source_type, channel, carrier_code, carrier_codes, name_cn, name_en, base_url, enabled,
       pull_interval_s, asked, mode, tenant_id, attached_at)
     select 'test:' || t.id, 'staged', 'CARRIER', 'SHIPPING_TRACKING', $2, $2, '测试数据（' || t.code || '）',
       'Test data (' || t.code || ')', '', true, 86400, true, 'sea', t.id, now()
     from tenant t where t.id = any($1) order by t.id on conflict (code) do nothing`,
    [[...new Set(tenantIds)], testCarrier],
  );
}
