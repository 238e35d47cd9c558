import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { readArchived, withArchived } from '#server/platform/archive/index.ts';
import { readStatement, type StatementChanges, unpackStatement } from './statement-changes.ts';

/** Which source stated what of a shipment, from a moment on. */
export type StatementRow = { id: number; shipment_id: number; known_at: Instant; statement: StatementChanges };

/** Which source stated what of shipments, change by change, oldest first: with what was shown then, or alone where nothing was; also from the archive. */
export async function listStatements(ctx: Ctx, shipmentIds: readonly number[]): Promise<StatementRow[]> {
  if (shipmentIds.length === 0) return [];
  const [alone, shown, archivedAlone, archivedShown] = await Promise.all([
    ctx.db
      .selectFrom('shipment_said')
      .select(['id', 'shipment_id', 'known_at', 'packed', 'said as plain'])
      .where('shipment_id', 'in', shipmentIds)
      .execute(),
    ctx.db
      .selectFrom('shipment_change')
      .select(['said_id', 'shipment_id', 'known_at', 'said as packed'])
      .where('shipment_id', 'in', shipmentIds)
      .where('said_id', 'is not', null)
      .execute(),
    // unscoped: the shipments were found within the scope.
    readArchived(ctx.unscoped, 'shipment_said', shipmentIds, ['shipment_id', 'known_at', 'said']),
    // unscoped: as above.
    readArchived(ctx.unscoped, 'shipment_change', shipmentIds, ['shipment_id', 'known_at', 'said', 'said_id']),
  ]);
  const stored = [...alone, ...shown.map(({ said_id: id, ...row }) => ({ ...row, id: id ?? 0, plain: null }))]
    .toSorted((a, b) => a.id - b.id)
    .map(({ packed, plain, ...row }) => ({ ...row, statement: unpackStatement({ packed, plain }) }));
  const archived = [
    ...archivedAlone,
    ...archivedShown.flatMap(({ said_id: id, said, ...row }) =>
      id === null || said === null ? [] : { ...row, id, said },
    ),
  ].map(({ id, shipment_id, known_at, said }) => ({ id, shipment_id, known_at, statement: readStatement(said) }));
  return withArchived(stored, archived);
}
