import { packedOrNone, type PackedProvenance } from '#server/modules/tracking/shipment/index.ts';
import { type ReferenceSnapshot, sourceName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SaidOfRow } from '#shared/list/declare.ts';
import { byBooking, byFirst, byMilestone, type Tellers, type ToldRow } from './told-by.ts';

/** Columns that lists of tracking share. */
const shared: Tellers = {
  state: byBooking('ata', 'atd', 'etd', 'plannedDeparture', 'portOfLoading', 'portOfDischarge'),
  route: byBooking('portOfDischarge', 'portOfLoading'),
  departure: byBooking('atd', 'etd', 'plannedDeparture'),
  arrival: byBooking('ata', 'eta', 'plannedArrival'),
  statusCode: byMilestone,
  share: byFirst(byMilestone, byBooking('atd', 'etd', 'plannedDeparture')),
};

/** Who told the values of a row, as its shipment has it; `own` are columns that only this list has. */
export function saidOfRow(
  { speakers, items }: PackedProvenance,
  row: ToldRow,
  { nameOf, own = {} }: { nameOf: (sourceCode: string) => string; own?: Tellers },
): SaidOfRow {
  const said: SaidOfRow = {};
  for (const [column, teller] of Object.entries({ ...shared, ...own })) {
    const speaker = speakers[Number(teller(items, row)?.[1] ?? -1)];
    if (speaker !== undefined) said[column] = { source: nameOf(speaker[2]), time: speaker[3] };
  }
  return said;
}

/** Who told the values of these rows, by the id of the row. */
export async function listTellers(
  ctx: Ctx,
  rows: readonly ToldRow[],
  reference: ReferenceSnapshot,
  own: Tellers,
): Promise<Map<string, SaidOfRow>> {
  const stored = await ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.id', 's.shipment_id')
    .select(['s.id', 'h.provenance'])
    .where(
      's.id',
      'in',
      rows.map(({ obmTkSubscribeId }) => Number(obmTkSubscribeId)),
    )
    .execute();
  const provenanceOf = new Map(stored.map(({ id, provenance }) => [String(id), provenance]));
  const nameOf = (code: string): string => sourceName({ lang: ctx.lang, reference }, code);
  return new Map(
    rows.map((row) => {
      const { obmTkSubscribeId: id } = row;
      return [id, saidOfRow(packedOrNone(provenanceOf.get(id)), row, { nameOf, own })];
    }),
  );
}
