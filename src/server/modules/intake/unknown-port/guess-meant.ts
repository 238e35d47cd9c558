import { guessPorts } from '#domain/administration/ports/guess-ports.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { PortGuess } from '#contract/intake/unknown-port.ts';
import type { UnknownPortRow, UseRow } from './port-queries.ts';

const placeColumns = [
  'port_of_loading',
  'port_of_discharge',
  'place_of_receipt',
  'place_of_delivery',
  'final_destination',
] as const;
type PlaceColumn = (typeof placeColumns)[number];
type RecordPlaces = { subscription_id: number; source_id: number | null } & Record<PlaceColumn, string | null>;

/** Where the records of subscriptions say the cargo goes. */
async function listPlaces(ctx: Ctx, subscriptionIds: readonly number[]): Promise<RecordPlaces[]> {
  if (subscriptionIds.length === 0) return [];
  return ctx.db
    .selectFrom('shipment')
    .select(['subscription_id', 'source_id', ...placeColumns])
    .where('fused', '=', false)
    .where('subscription_id', 'in', [...subscriptionIds])
    .execute();
}

/** The other end of the voyage. */
const otherEnd: Partial<Record<PlaceColumn, PlaceColumn>> = {
  port_of_loading: 'port_of_discharge',
  port_of_discharge: 'port_of_loading',
};

const maxOfLane = 2_000;

/** Ports that shipments to or from one port have at their other end. */
async function laneOf(ctx: Ctx, column: PlaceColumn, end: PlaceColumn, port: string): Promise<Map<string, number>> {
  const some = ctx.db
    .selectFrom('shipment')
    .select(`${column} as code`)
    .where('fused', '=', true)
    .where(end, '=', port)
    .where(column, 'is not', null)
    .limit(maxOfLane);
  const rows = await ctx.db
    .selectFrom(some.as('some'))
    .select((eb) => ['some.code', eb.fn.countAll<number>().as('n')])
    .groupBy('some.code')
    .execute();
  return new Map(rows.map((row) => [String(row.code), Number(row.n)]));
}

type Seen = { siblings: Map<string, number>; ends: { column: PlaceColumn; end: PlaceColumn; port: string }[] };

/** What the other sources of the same shipments say where this one writes the unknown code. */
function lookAround(
  row: UnknownPortRow,
  uses: readonly UseRow[],
  placesOf: ReadonlyMap<number, readonly RecordPlaces[]>,
  reference: ReferenceSnapshot,
): Seen {
  const seen: Seen = { siblings: new Map(), ends: [] };
  const meant = new Set([row.rawCode, row.portCode]);
  for (const { subscriptionId: id } of uses) {
    const records = placesOf.get(id) ?? [];
    const own = records.find((record) => record.source_id === row.sourceId);
    const column = placeColumns.find((name) => own?.[name] != null && meant.has(own[name].toUpperCase()));
    if (own === undefined || column === undefined) continue;
    for (const record of records) {
      const code = record === own ? null : record[column];
      const port = code === null ? undefined : reference.rules.resolvePort(code);
      if (port !== undefined) seen.siblings.set(port, (seen.siblings.get(port) ?? 0) + 1);
    }
    const end = otherEnd[column];
    const port = end === undefined ? undefined : own[end];
    if (end !== undefined && port != null) seen.ends.push({ column, end, port });
  }
  return seen;
}

/**
 * The ports that are most likely meant by unknown codes. `withLane` also asks what other shipments between the same
 * ends have there, which takes a reading of many shipments.
 */
export async function guessMeant(
  ctx: Ctx,
  rows: readonly UnknownPortRow[],
  uses: readonly UseRow[],
  reference: ReferenceSnapshot,
  withLane: boolean,
): Promise<Map<number, PortGuess[]>> {
  const usesOf = Map.groupBy(uses, (use) => use.unknownPortId);
  const places = await listPlaces(ctx, [...new Set(uses.map((use) => use.subscriptionId))]);
  const placesOf = Map.groupBy(places, (place) => place.subscription_id);
  const guesses = new Map<number, PortGuess[]>();
  for (const row of rows) {
    const own = usesOf.get(row.id) ?? [];
    const { siblings, ends } = lookAround(row, own, placesOf, reference);
    const [first] = withLane ? ends : [];
    const lane =
      first === undefined ? new Map<string, number>() : await laneOf(ctx, first.column, first.end, first.port);
    const unknown = { raw: row.rawCode, places: placeNames(own), siblings, lane };
    guesses.set(
      row.id,
      guessPorts(unknown, reference.ports.values()).map(({ code, score, reasons }) => ({
        portCode: code,
        portName: reference.ports.get(code)?.name ?? code,
        portNameCn: reference.ports.get(code)?.nameCn ?? null,
        countryCode: reference.ports.get(code)?.countryCode ?? null,
        score,
        reasons,
      })),
    );
  }
  return guesses;
}

/** What sources call the place besides, each once. */
export const placeNames = (uses: readonly UseRow[]): string[] =>
  [...new Set(uses.flatMap(({ place }) => (place === null ? [] : [place])))].slice(0, 5);
