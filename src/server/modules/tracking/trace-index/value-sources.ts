import { packedOrNone, type PackedProvenance } from '#server/modules/tracking/shipment/index.ts';
import { type ReferenceSnapshot, sourceName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SourcesOfRow } from '#shared/list/declare.ts';
import { byBooking, byFirst, byMilestone, type ValueSources, type ReportedRow } from './reported-by.ts';

/** Columns that lists of tracking share. */
const shared: ValueSources = {
  state: byBooking('ata', 'atd', 'etd', 'plannedDeparture', 'portOfLoading', 'portOfDischarge'),
  route: byBooking('portOfDischarge', 'portOfLoading'),
  departure: byBooking('atd', 'etd', 'plannedDeparture'),
  arrival: byBooking('ata', 'eta', 'plannedArrival'),
  statusCode: byMilestone,
  share: byFirst(byMilestone, byBooking('atd', 'etd', 'plannedDeparture')),
};

/** Which source reported the values of a row, as its shipment has it; `own` are columns that only this list has. */
export function statedOfRow(
  { speakers, items }: PackedProvenance,
  row: ReportedRow,
  { nameOf, own = {} }: { nameOf: (sourceCode: string) => string; own?: ValueSources },
): SourcesOfRow {
  const statement: SourcesOfRow = {};
  for (const [column, valueSource] of Object.entries({ ...shared, ...own })) {
    const speaker = speakers[Number(valueSource(items, row)?.[1] ?? -1)];
    if (speaker !== undefined) statement[column] = { source: nameOf(speaker[2]), time: speaker[3] };
  }
  return statement;
}

/** Which source reported the values of these rows, by the id of the row. */
export async function listValueSources(
  ctx: Ctx,
  rows: readonly ReportedRow[],
  reference: ReferenceSnapshot,
  own: ValueSources,
): Promise<Map<string, SourcesOfRow>> {
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
      return [id, statedOfRow(packedOrNone(provenanceOf.get(id)), row, { nameOf, own })];
    }),
  );
}
