import type { ShipmentContent } from '#domain/tracking/model.ts';
import { placeIn, type PortInfo, type ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Codes of the stops of shipments by road: they are of sites that each tenant keeps for itself. */
const stopsOf = ({ mode, legs }: ShipmentContent): string[] =>
  mode === 'road' ? legs.flatMap((leg) => [leg.portOfLoading ?? [], leg.portOfDischarge ?? []].flat()) : [];

/** A place by its code as the shipments of a tenant name it: by road a site of the tenant, else a port, airport or station. */
export async function placesFor(
  ctx: Ctx,
  shipments: readonly { tenantId: number; content: ShipmentContent }[],
  reference: ReferenceSnapshot,
): Promise<(tenantId: number, code: string) => PortInfo | undefined> {
  return placesByCode(
    ctx,
    shipments.flatMap(({ content }) => stopsOf(content)),
    reference,
  );
}

/** Places by their codes, of which some may be sites of tenants; a tenant's own site goes before a place that all know. */
export async function placesByCode(
  ctx: Ctx,
  siteCodes: readonly string[],
  reference: ReferenceSnapshot,
): Promise<(tenantId: number, code: string) => PortInfo | undefined> {
  const codes = [...new Set(siteCodes)];
  const sites =
    codes.length === 0
      ? []
      : await ctx.db
          .selectFrom('road_site')
          .select(['tenant_id', 'code', 'name_cn', 'name_en', 'lon', 'lat', 'zone'])
          .where('code', 'in', codes)
          .execute();
  const byKey = new Map(
    sites.map(({ tenant_id: tenantId, code, name_cn: nameCn, name_en: nameEn, lon, lat, zone }) => [
      `${tenantId}/${code}`,
      { code, name: nameEn ?? nameCn, nameCn, description: null, countryCode: null, lon, lat, zone },
    ]),
  );
  return (tenantId, code) => byKey.get(`${tenantId}/${code}`) ?? placeIn(reference, code);
}

/** The reference data with the sites that a shipment by road stops at; the same reference data by other modes. */
export async function withStops(
  ctx: Ctx,
  shipment: { tenantId: number; content: ShipmentContent },
  reference: ReferenceSnapshot,
): Promise<ReferenceSnapshot> {
  const stops = stopsOf(shipment.content);
  if (stops.length === 0) return reference;
  const placeOf = await placesFor(ctx, [shipment], reference);
  const own = stops.flatMap((code) => {
    const place = placeOf(shipment.tenantId, code);
    return place === undefined ? [] : [[code, place] as const];
  });
  return { ...reference, otherPlaces: new Map([...reference.otherPlaces, ...own]) };
}
