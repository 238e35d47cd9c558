import { destinationPoint, interpolateGreatCircle, type LonLat } from '#shared/geo/geodesy.ts';
import type { Instant } from '#shared/time/instant.ts';

/** One moment of a storm by an advisory. */
export type StormMoment = {
  at: Instant;
  lon: number;
  lat: number;
  windKn: number;
  radiusNm: number;
  errorNm: number;
};

/** Where a storm is at a moment, between the moments of its advisory in order of time; undefined outside of them. */
export function stormAt(moments: readonly StormMoment[], at: Instant): StormMoment | undefined {
  const next = moments.findIndex((moment) => moment.at >= at);
  const after = moments[next];
  if (after === undefined) return undefined;
  const before = moments[next - 1];
  if (after.at === at || before === undefined) return after.at === at ? after : undefined;
  const share = (at - before.at) / (after.at - before.at);
  const between = (a: number, b: number): number => a + (b - a) * share;
  const [lon, lat] = interpolateGreatCircle([before.lon, before.lat], [after.lon, after.lat], share);
  return {
    at,
    lon,
    lat,
    windKn: between(before.windKn, after.windKn),
    radiusNm: between(before.radiusNm, after.radiusNm),
    errorNm: between(before.errorNm, after.errorNm),
  };
}

const corners = 36;

/** The ring around the middle of a storm; longitudes go on in one piece. */
export function stormRing({ lon, lat, radiusNm }: Pick<StormMoment, 'lon' | 'lat' | 'radiusNm'>): LonLat[] {
  return Array.from({ length: corners }, (_, corner): LonLat => {
    const [x, y] = destinationPoint([lon, lat], (corner * 360) / corners, radiusNm);
    return [x + 360 * Math.round((lon - x) / 360), y];
  });
}

/** How bad a storm is by its winds. */
export const stormSeverity = (windKn: number): 'low' | 'medium' | 'high' =>
  windKn >= 64 ? 'high' : windKn >= 48 ? 'medium' : 'low';
