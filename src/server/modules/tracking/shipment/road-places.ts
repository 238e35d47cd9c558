import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { placeIn, type PortInfo, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Codes of the stops of shipments by road: they are of sites that each tenant keeps for itself. */
const stopsOf = ({ mode, legs }: ShipmentContent): string[] =>
  mode === 'road' ? legs.flatMap((leg) => [leg.portOfLoading ?? [], leg.portOfDischarge ?? []].flat()) : [];

const siteColumns = ['tenant_id', 'code', 'name_cn', 'name_en', 'lon', 'lat', 'zone'] as const;
type Site = {
  tenant_id: number;
  code: string;
  name_cn: string;
  name_en: string | null;
  lon: number;
  lat: number;
  zone: string | null;
};

const toPlace = ({ code, name_cn: nameCn, name_en: nameEn, lon, lat, zone }: Site): PortInfo => ({
  code,
  name: nameEn ?? nameCn,
  nameCn,
  description: null,
  countryCode: null,
  lon,
  lat,
  zone,
});

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
      : await ctx.db.selectFrom('road_site').select(siteColumns).where('code', 'in', codes).execute();
  const byKey = new Map(sites.map((site) => [`${site.tenant_id}/${site.code}`, toPlace(site)]));
  return (tenantId, code) => byKey.get(`${tenantId}/${code}`) ?? placeIn(reference, code);
}

/** Whose shipments something is about, and how the goods travel. */
type Owner = { tenantId: number; mode: Mode | undefined };

/** The reference data as each shipment needs it: by road with all sites of its tenant, by other modes as it is. */
export async function referencesFor(
  ctx: Ctx,
  owners: readonly Owner[],
  reference: ReferenceSnapshot,
): Promise<(owner: Owner) => ReferenceSnapshot> {
  const tenants = [...new Set(owners.flatMap(({ tenantId, mode }) => (mode === 'road' ? [tenantId] : [])))];
  if (tenants.length === 0) return () => reference;
  const sites = await ctx.db.selectFrom('road_site').select(siteColumns).where('tenant_id', 'in', tenants).execute();
  const withOwn = new Map(
    [...Map.groupBy(sites, ({ tenant_id: tenantId }) => tenantId)].map(([tenantId, own]) => [
      tenantId,
      {
        ...reference,
        otherPlaces: new Map([...reference.otherPlaces, ...own.map((site) => [site.code, toPlace(site)] as const)]),
      },
    ]),
  );
  return ({ tenantId, mode }) => (mode === 'road' ? (withOwn.get(tenantId) ?? reference) : reference);
}

/** The reference data with all sites of a tenant where something is about its shipments by road: also those only now entered. */
export const withSites = async (ctx: Ctx, owner: Owner, reference: ReferenceSnapshot): Promise<ReferenceSnapshot> =>
  (await referencesFor(ctx, [owner], reference))(owner);

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
