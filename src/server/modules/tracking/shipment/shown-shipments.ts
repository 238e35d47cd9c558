import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ShipmentHistory } from './shipment-rows.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';

/** A shipment as it was fused last, without what its sources stated. */
export type ShownShipment = {
  id: number;
  subscription_id: number;
  content: ShipmentContent;
  history: ShipmentHistory | null;
  ended: boolean;
  /** When a source stated something last; null where none of their records is left. */
  newest: Instant | null;
};

/** Shipments as they were fused last, by subscription. */
export async function listShown(database: Database, subscriptions: TenantIds): Promise<Map<number, ShownShipment>> {
  const { rows } = await database.execute<ShownShipment>(
    `select f.id, f.subscription_id, f.content, f.history, f.ended,
       (select max(r.observed_at) from shipment r
         where r.subscription_id = f.subscription_id and r.tenant_id = f.tenant_id and not r.fused) as newest
     from shipment f where f.subscription_id = any($1) and f.tenant_id = any($2) and f.fused and f.content is not null`,
    [subscriptions.ids, subscriptions.tenantIds],
  );
  return new Map(rows.map((row) => [row.subscription_id, row]));
}
