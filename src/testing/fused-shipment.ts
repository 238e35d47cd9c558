import type { ProvenanceByItem } from '#domain/intake/fusion/types.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

type Fused = {
  tenantId: number;
  subscriptionId: number;
  content: ShipmentContent;
  at: Instant;
  /** The sources of the values; left out where there are none. */
  provenance?: ProvenanceByItem;
};

/** Stores a fused shipment of a subscription, as the pipeline does. Gives its id. */
export const storeFused = (
  database: Database,
  { tenantId, subscriptionId, content, at, provenance }: Fused,
): Promise<number> =>
  database.transaction(async () => {
    const [row] = await upsertShipments(
      database,
      [
        {
          tenantId,
          subscriptionId,
          fused: true,
          sourceId: null,
          sourceType: 'CARRIER',
          sourceCode: 'fused',
          channel: 'UNION',
          observedAt: at,
          receivedAt: at,
          rawAnswerId: null,
          direction: null,
          containerNo: null,
          ended: false,
          content,
          stored: toStored(content, provenance ?? null),
          history: null,
        },
      ],
      at,
    );
    if (row === undefined) throw new Error('the shipment was not stored');
    await database.system
      .updateTable('subscription')
      .set({ shipment_id: row.id })
      .where('id', '=', subscriptionId)
      .execute();
    return row.id;
  });
