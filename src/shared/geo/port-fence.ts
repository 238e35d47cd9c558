import { destinationPoint, distanceNm, type LonLat, wrapLongitude } from './geodesy.ts';
import { parseOutline, type OutlineProblem } from './outline.ts';

/** Extents that make sense for a part of a port, in nautical miles from its middle. */
export const fenceLimitsNm = { min: 0.3, max: 60 } as const;

/** Further from its port than this, in nautical miles, and somebody has to say that it is meant so. */
export const farFromPortNm = 200;

/** A part of a port as people enter it: a circle, or an outline. */
export type FenceEntry = {
  longitude?: number | null | undefined;
  latitude?: number | null | undefined;
  radiusNm?: number | null | undefined;
  outline?: string | null | undefined;
};

/** The area of a fence: a middle, how far it reaches, and its corners unless it is a circle. */
export type FenceArea = { lon: number; lat: number; radiusNm: number; polygon?: readonly LonLat[] };

/** What is wrong with a fence, and at which of its fields. */
export type FenceProblem = {
  field: keyof FenceEntry;
  problem: OutlineProblem | 'nothing' | 'both' | 'severalRings' | 'tooSmall' | 'tooLarge';
};

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

function polygonArea(text: string): FenceArea | FenceProblem {
  const read = parseOutline(text);
  if ('problem' in read) return { field: 'outline', problem: read.problem };
  const [ring, ...more] = read.outline;
  if (ring === undefined || more.length > 0) return { field: 'outline', problem: 'severalRings' };
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)];
  const middle: LonLat = [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2];
  const reach = Math.max(...ring.map((corner) => distanceNm(middle, corner)));
  if (reach < fenceLimitsNm.min) return { field: 'outline', problem: 'tooSmall' };
  if (reach > fenceLimitsNm.max) return { field: 'outline', problem: 'tooLarge' };
  // A little more, so that its corners are within.
  return { lon: wrapLongitude(middle[0]), lat: middle[1], radiusNm: reach + 0.1, polygon: ring };
}

/** The area of what was entered, or what is wrong with it as a whole. */
export function fenceArea(entry: FenceEntry): FenceArea | FenceProblem {
  const circle = (['longitude', 'latitude', 'radiusNm'] as const).filter((name) => isGiven(entry[name]));
  const { outline } = entry;
  if (typeof outline === 'string' && outline !== '') {
    return circle.length > 0 ? { field: 'outline', problem: 'both' } : polygonArea(outline);
  }
  const missing = (['longitude', 'latitude', 'radiusNm'] as const).find((name) => !isGiven(entry[name]));
  if (missing !== undefined) return { field: missing, problem: 'nothing' };
  const [lon, lat, radiusNm] = [Number(entry.longitude), Number(entry.latitude), Number(entry.radiusNm)];
  if (radiusNm < fenceLimitsNm.min) return { field: 'radiusNm', problem: 'tooSmall' };
  if (radiusNm > fenceLimitsNm.max) return { field: 'radiusNm', problem: 'tooLarge' };
  return { lon, lat, radiusNm };
}

/** How far the middle of a fence lies from the place of its port, in whole nautical miles; undefined where either is unknown. */
export function milesFromPort(
  entry: FenceEntry,
  place: { lon: number | null; lat: number | null } | undefined,
): number | undefined {
  const area = fenceArea(entry);
  if ('problem' in area || place?.lon == null || place.lat === null) return undefined;
  return Math.round(distanceNm([area.lon, area.lat], [place.lon, place.lat]));
}

/** Corners of a circle, on the side of the date line of its middle. */
export function circleRing(middle: LonLat, radiusNm: number, corners = 64): LonLat[] {
  return Array.from({ length: corners }, (_, index): LonLat => {
    const [lon, lat] = destinationPoint(middle, (index * 360) / corners, radiusNm);
    return [lon + 360 * Math.round((middle[0] - lon) / 360), lat];
  });
}
