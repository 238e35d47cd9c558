import { laneOf } from '#domain/exceptions/settings.ts';
import type { ShipmentView } from '#domain/exceptions/types.ts';
import type { Database } from '#server/platform/db/database.ts';
import { listVoyageViews } from '#server/modules/network/position/index.ts';
import { listShipmentRows, toSourceRecord, unpackProvenance } from '#server/modules/tracking/shipment/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { subscriptionOf } from './memories.ts';
import type { Remembered, SubscriptionColumns } from './memories.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

type PresentRow = SubscriptionColumns & { ended: boolean };
type TargetRow = {
  subscription_id: number;
  code: string;
  consecutive_failures: number;
  last_success_at: Instant | null;
  last_change_at: Instant | null;
  last_error: string | null;
};

/** A shipment as rules see it at present. */
export type PresentView = Omit<Remembered, 'memory'> & { view: ShipmentView };

/** Reads shipments as rules see them now, with every source's record, its health, and positions. */
export async function readPresent(database: Database, ids: readonly number[]): Promise<PresentView[]> {
  const subscriptions = await database.query<PresentRow>(
    `select id, tenant_id, subject, bill_no, container_no, carrier_code, mode, subscribed_at, created_at, ended
     from subscription where id = any($1) order by id`,
    [ids],
  );
  const known = withTenants(subscriptions);
  const [shipments, voyages, targets] = await Promise.all([
    listShipmentRows(database, known),
    listVoyageViews(database, known),
    database.query<TargetRow>(
      `select ss.subscription_id, o.code, ss.consecutive_failures, ss.last_success_at, ss.last_change_at, ss.last_error
       from subscription_source ss join source o on o.id = ss.source_id 
       where ss.subscription_id = any($1) and ss.tenant_id = any($2) order by ss.id`,
      [known.ids, known.tenantIds],
    ),
  ]);
  const rowsOf = Map.groupBy(shipments, (row) => row.subscription_id);
  const targetsOf = Map.groupBy(targets, (row) => row.subscription_id);
  return subscriptions.map((row) => {
    const rows = rowsOf.get(row.id) ?? [];
    const fused = rows.find((shipment) => shipment.fused);
    const booking = fused?.content.booking;
    const voyage = voyages.get(row.id);
    return {
      id: row.id,
      tenantId: row.tenant_id,
      carrierCode: row.carrier_code,
      lane: laneOf(booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null),
      view: {
        subscription: { ...subscriptionOf(row), ended: row.ended },
        fused:
          fused === undefined ? null : { content: fused.content, provenance: unpackProvenance(fused.provenance) ?? {} },
        records: rows.filter((shipment) => !shipment.fused).map(toSourceRecord),
        etaHistory: fused?.history?.eta ?? [],
        departureHistory: fused?.history?.departure ?? [],
        shipHistory: fused?.history?.ships ?? [],
        routeHistory: fused?.history?.route ?? [],
        sources: (targetsOf.get(row.id) ?? []).map((target) => ({
          sourceCode: target.code,
          consecutiveFailures: target.consecutive_failures,
          lastSuccessAt: target.last_success_at,
          lastChangeAt: target.last_change_at,
          lastError: target.last_error,
        })),
        ...(voyage !== undefined && { voyage }),
      },
    };
  });
}
