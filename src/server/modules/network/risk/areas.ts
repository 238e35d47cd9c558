import type { CrowdedPort, RiskArea, RiskKind } from '#contract/network/risk.ts';
import { riskKinds } from '#contract/network/risk.ts';
import { stormAt, stormRing, stormSeverity } from '#domain/network/position/storm.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type LonLat, wrapLongitude } from '#shared/geo/geodesy.ts';
import { isInOutline, type Outline } from '#shared/geo/outline.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { StoredStormPoint } from './weather-queries.ts';

/** An area of the map without the vessels inside. */
export type Area = Omit<RiskArea, 'vessels'> & { contains: (place: LonLat) => boolean };

const crowdedIndex = { medium: 1.5, high: 2.5 } as const;
const crowdedRadiusNm = 12;

const kindOf = (zoneType: string): RiskKind => riskKinds.find((kind) => kind === zoneType) ?? 'CHOKEPOINT';
const pairs = (ring: readonly LonLat[]): [number, number][] =>
  ring.map(([lon, lat]) => [Math.round(lon * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4]);

const withOutline = (area: Omit<Area, 'outline' | 'contains'>, outline: Outline): Area => ({
  ...area,
  outline: outline.map(pairs),
  contains: (place) => isInOutline(place, outline),
});

/** Zones of master data that count at a moment. */
function zonesAt(reference: ReferenceSnapshot, at: Instant): Area[] {
  return [...reference.riskZones.values()]
    .filter(({ activeFrom, activeTo }) => activeFrom <= at && (activeTo === null || activeTo > at))
    .map((zone) =>
      withOutline(
        {
          code: zone.code,
          kind: kindOf(zone.zoneType),
          name: zone.nameEn,
          nameCn: zone.nameCn,
          severity: zone.severity,
          note: zone.noteEn,
          noteCn: zone.noteCn,
          validFrom: zone.activeFrom,
          validTo: zone.activeTo,
          source: 'Portolan',
          sourceCn: '航图',
          saidTime: null,
          storm: null,
        },
        zone.outline,
      ),
    );
}

type Names = ReadonlyMap<string, { nameCn: string; name: string }>;

/** Storms where they are at a moment by the newest advisories. */
function stormsAt(points: readonly StoredStormPoint[], at: Instant, sources: Names): Area[] {
  const storms = Map.groupBy(points, ({ sourceCode, stormCode }) => `${sourceCode} ${stormCode}`);
  return [...storms.values()].flatMap((rows): Area[] => {
    const first = itemAt(rows, 0);
    const here = stormAt(rows, at);
    if (here === undefined) return [];
    const source = sources.get(first.sourceCode);
    const ring = stormRing(here);
    const track = pairs(rows.map(({ lon, lat }): LonLat => [lon + 360 * Math.round((here.lon - lon) / 360), lat]));
    return [
      withOutline(
        {
          code: `${first.sourceCode}:${first.stormCode}`,
          kind: 'STORM',
          name: first.name,
          nameCn: null,
          severity: stormSeverity(here.windKn),
          note: null,
          noteCn: null,
          validFrom: rows[0]?.at ?? null,
          validTo: rows.at(-1)?.at ?? null,
          source: source?.name ?? first.sourceCode,
          sourceCn: source?.nameCn ?? null,
          saidTime: first.issuedAt,
          storm: {
            windKn: Math.round(here.windKn),
            radiusNm: Math.round(here.radiusNm),
            errorNm: Math.round(here.errorNm),
            track,
          },
        },
        [ring],
      ),
    ];
  });
}

/** Ports where vessels wait much longer than they usually do there. */
function crowded(ports: readonly CrowdedPort[], now: Instant): Area[] {
  return ports.flatMap((port): Area[] => {
    if (port.index === null || port.index < crowdedIndex.medium || port.lon === null || port.lat === null) return [];
    const ring = stormRing({ lon: port.lon, lat: port.lat, radiusNm: crowdedRadiusNm });
    return [
      withOutline(
        {
          code: `CONGESTION:${port.portCode}`,
          kind: 'CONGESTION',
          name: port.portName,
          nameCn: port.portNameCn,
          severity: port.index >= crowdedIndex.high ? 'high' : 'medium',
          note: null,
          noteCn: null,
          validFrom: null,
          validTo: null,
          source: 'AIS',
          sourceCn: null,
          saidTime: now,
          storm: null,
        },
        [ring],
      ),
    ];
  });
}

/** Everything that endangers or delays vessels at a moment; how crowded ports are is known of now only. */
export const areasAt = (
  {
    reference,
    points,
    sources,
    ports,
  }: {
    reference: ReferenceSnapshot;
    points: readonly StoredStormPoint[];
    sources: Names;
    ports: readonly CrowdedPort[];
  },
  now: Instant,
  at: Instant,
): Area[] => [...stormsAt(points, at, sources), ...zonesAt(reference, at), ...crowded(ports, now)];

/** A place in the longitudes that outlines may have. */
export const placeOf = ({ lon, lat }: { lon: number; lat: number }): LonLat => [wrapLongitude(lon), lat];
