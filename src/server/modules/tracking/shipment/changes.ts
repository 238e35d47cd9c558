import { ts } from '#server/platform/db/instants.ts';
import { readArchived, withArchived } from '#server/platform/archive/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ValueChanges } from '#domain/intake/fusion/known-values.ts';
import type { Instant } from '#shared/time/instant.ts';
import { unpackHistory } from './packed-history.ts';

/** What became known of a shipment at one moment. */
export type ShipmentChange = { id: number; shipment_id: number; known_at: Instant; changes: ValueChanges };

/**
 * What became known of shipments, oldest first, also from the archive: only until `asOf` when it is given, and only the latest `newest`.
 */
export async function listChanges(
  ctx: Ctx,
  shipmentIds: readonly number[],
  { asOf, newest }: { asOf?: Instant | undefined; newest?: number } = {},
): Promise<ShipmentChange[]> {
  if (shipmentIds.length === 0) return [];
  let query = ctx.db
    .selectFrom('shipment_change')
    .select(['id', 'shipment_id', 'known_at', 'packed', 'changes as plain'])
    .where('shipment_id', 'in', shipmentIds)
    .orderBy('id', 'desc');
  if (asOf !== undefined) query = query.where('known_at', '<=', ts(asOf));
  if (newest !== undefined) query = query.limit(newest);
  const [stored, archived] = await Promise.all([
    query.execute(),
    // unscoped: the shipments were found within the scope.
    readArchived(ctx.unscoped, 'shipment_change', shipmentIds, ['shipment_id', 'known_at', 'changes']),
  ]);
  const rows = withArchived<ShipmentChange>(
    stored.reverse().map(({ packed, plain, ...row }) => ({ ...row, changes: unpackHistory({ packed, plain }) })),
    archived
      .filter((row) => asOf === undefined || row.known_at <= asOf)
      .map(({ id, shipment_id, known_at, changes }) => ({ id, shipment_id, known_at, changes: JSON.parse(changes) })),
  );
  return newest === undefined ? rows : rows.slice(-newest);
}
