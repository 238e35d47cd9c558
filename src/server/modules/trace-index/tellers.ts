import { packedOrNone, type PackedProvenance } from '#server/modules/tracking/index.ts';
import { type ReferenceSnapshot, sourceName } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Said, SaidOfRow } from '#shared/list/declare.ts';

/** What of a row says which of its values were told. */
export type ToldRow = { obmTkSubscribeId: string; statusCode: string | null };

/** Attributes of the booking that columns show, the first one that is told counts. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  route: ['portOfDischarge', 'portOfLoading'],
  departure: ['atd', 'etd', 'plannedDeparture'],
  arrival: ['ata', 'eta', 'plannedArrival'],
  vesselName: ['vesselName'],
  flight: ['vesselName'],
};

type Entry = PackedProvenance['items'][string][string];
const valueOf = (entry: Entry | undefined): unknown => entry?.[2] ?? null;

/** The newest word about a milestone: what happened last at any place and box. */
function milestoneEntry({ items }: PackedProvenance, statusCode: string): Entry | undefined {
  let found: Entry | undefined;
  for (const [name, attributes] of Object.entries(items)) {
    if (!name.startsWith('event[') || name.split('|')[1] !== statusCode) continue;
    const { actual } = attributes;
    if (actual !== undefined && Number(valueOf(actual)) > Number(valueOf(found))) found = actual;
  }
  return found;
}

/** Who told the values of a row, as its shipment has it. */
export function saidOfRow(
  provenance: PackedProvenance,
  statusCode: string | null,
  nameOf: (sourceCode: string) => string,
): SaidOfRow {
  const saidOf = (entry: Entry | undefined): Said | undefined => {
    const speaker = entry === undefined ? undefined : provenance.speakers[entry[1] as number];
    return speaker === undefined ? undefined : { source: nameOf(speaker[2]), time: speaker[3] };
  };
  const booking = provenance.items['booking'] ?? {};
  const said: SaidOfRow = {};
  for (const [column, attributes] of Object.entries(shownBy)) {
    const told = attributes.map((attribute) => booking[attribute]).find((entry) => valueOf(entry) !== null);
    const by = saidOf(told);
    if (by !== undefined) said[column] = by;
  }
  const milestone = statusCode === null ? undefined : saidOf(milestoneEntry(provenance, statusCode));
  return milestone === undefined ? said : { ...said, statusCode: milestone };
}

/** Who told the values of these rows, by the id of the row. */
export async function listTellers(
  ctx: Ctx,
  rows: readonly ToldRow[],
  reference: ReferenceSnapshot,
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
    rows.map(({ obmTkSubscribeId: id, statusCode }) => [
      id,
      saidOfRow(packedOrNone(provenanceOf.get(id)), statusCode, nameOf),
    ]),
  );
}
