// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import { type ScoredAttribute, scoredAttributes } from '#domain/intake/fusion/source-scores.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import { listChanges, listStatements, type Speaker, speakersAfter } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { testCarrier } from '#shared/ids/test-reference.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A shipment that has arrived. */
export type ArrivedShipment = {
  id: number;
  carrier_code: string;
  /** Since when its sources are queried: the order itself may be older. */
  heard_since: Instant;
  atd: Instant | null;
  ata: Instant;
};
type ShipmentMoment = { shipment_id: number; known_at: Instant };
/** What was shown from a moment on: value and source by attribute. */
export type ChangeRow = ShipmentMoment &
  Record<ScoredAttribute, readonly [value: unknown, sourceCode: string | null] | null>;
/** What all sources stated from a moment on: pairs of place of the speaker and value behind the rule. */
export type StatedRow = ShipmentMoment & { speakers: readonly Speaker[] } & Record<
    ScoredAttribute,
    readonly (number | string | null)[] | null
  >;

/** Fused shipments of the caller's tenants that arrived while they were tracked. */
const arrivedShipments = (ctx: Ctx, carrierCode: string | null) =>
  ctx.db
    .selectFrom('shipment as h')
    .innerJoin('subscription as s', 's.id', 'h.subscription_id')
    .where('h.fused', '=', true)
    .where('h.ata', 'is not', null)
    .where('s.carrier_code', '<>', testCarrier)
    .whereRef('h.ata', '>=', 's.subscribed_at')
    .whereRef('h.ata', '>=', 's.created_at')
    .where('h.carrier_code', 'is not', null)
    .$if(carrierCode !== null, (query) => query.where('h.carrier_code', '=', carrierCode));

/** Codes of those whose shipments have arrived. */
export async function listArrivedCarriers(ctx: Ctx): Promise<string[]> {
  const rows = await arrivedShipments(ctx, null).select('h.carrier_code').distinct().execute();
  return rows.flatMap(({ carrier_code: code }) => (code === null ? [] : [code]));
}

/** The newest arrivals. */
export async function listArrived(ctx: Ctx, carrierCode: string | null, limit: number): Promise<ArrivedShipment[]> {
  const rows = await arrivedShipments(ctx, carrierCode)
    .select(['h.id', 'h.carrier_code', 'h.atd', 'h.ata'])
    .select((eb) => eb.fn<Instant>('greatest', ['s.subscribed_at', 's.created_at']).as('heard_since'))
    .orderBy('h.ata', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, carrier_code: row.carrier_code ?? '', ata: row.ata ?? 0 }));
}

/** How many there are. */
export async function countArrived(ctx: Ctx, carrierCode: string | null): Promise<number> {
  const row = await arrivedShipments(ctx, carrierCode)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** The values of a row that sources are scored by; `none` where it says nothing of them. */
const scoredIn = <T>(
  valueOf: (attribute: ScoredAttribute) => T | null | undefined,
): Record<ScoredAttribute, T | null> | null =>
  scoredAttributes.some((attribute) => valueOf(attribute) != null)
    ? {
        'booking.atd': valueOf('booking.atd') ?? null,
        'booking.ata': valueOf('booking.ata') ?? null,
        'booking.eta': valueOf('booking.eta') ?? null,
      }
    : null;

/** What became known of shipments, as far as it is about the times that sources are scored by. */
export async function listScoredChanges(ctx: Ctx, ids: readonly number[]): Promise<ChangeRow[]> {
  return (await listChanges(ctx, ids)).flatMap(({ shipment_id, known_at, changes }) => {
    const scored = scoredIn((attribute) => changes[attribute]);
    return scored === null ? [] : [{ shipment_id, known_at, ...scored }];
  });
}

/** What every source stated of them, where more than one speaks. */
export async function listStated(ctx: Ctx, ids: readonly number[]): Promise<StatedRow[]> {
  // Speakers are named where they are others than before.
  const speakersOf = new Map<number, StatedRow['speakers']>();
  return (await listStatements(ctx, ids)).flatMap(({ shipment_id, known_at, statement }) => {
    const speakers = speakersAfter(speakersOf.get(shipment_id) ?? [], statement);
    speakersOf.set(shipment_id, speakers);
    const booking = statement.items?.['booking'];
    const scored = scoredIn((attribute) => booking?.[attribute.slice('booking.'.length)]);
    return scored === null ? [] : [{ shipment_id, known_at, speakers, ...scored }];
  });
}

/** Sources by code with their types and names. */
export const listSources = (ctx: Ctx) =>
  ctx.unscoped.query<{ code: string; source_type: SourceType; name_cn: string; name_en: string }>(
    'select code, source_type, name_cn, name_en from source',
  );
