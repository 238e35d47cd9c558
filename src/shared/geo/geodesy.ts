/** Longitude and latitude in degrees, in this order. */
export type LonLat = readonly [number, number];

/** A point of a line, within bounds by construction. */
export const lonLatAt = (line: readonly LonLat[], index: number): LonLat => line[index] as LonLat;

/** The distance to a point of a line, read from the sums of `cumulativeNm`; within bounds by construction. */
export const nmAt = (sums: readonly number[], index: number): number => sums[index] as number;

/** Mean radius of the earth in nautical miles. */
const EARTH_RADIUS_NM = 3440.065;

const RAD = Math.PI / 180;

/** Great-circle distance in nautical miles. */
export function distanceNm(a: LonLat, b: LonLat): number {
  const lat1 = a[1] * RAD;
  const lat2 = b[1] * RAD;
  const h =
    Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(((b[0] - a[0]) * RAD) / 2) ** 2;
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Bearing in degrees from north [0, 360) at which the great circle leaves a for b. */
export function initialBearing(a: LonLat, b: LonLat): number {
  const lat1 = a[1] * RAD;
  const lat2 = b[1] * RAD;
  const dLon = (b[0] - a[0]) * RAD;
  const y = Math.sin(dLon) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon);
  return (Math.atan2(y, x) / RAD + 360) % 360;
}

/** A longitude brought into [-180, 180). */
export function wrapLongitude(lon: number): number {
  return lon >= -180 && lon < 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** The point at a fraction (0-1) of the great circle from a to b; its longitude is within [-180, 180). */
export function interpolateGreatCircle(a: LonLat, b: LonLat, fraction: number): LonLat {
  const angle = distanceNm(a, b) / EARTH_RADIUS_NM;
  if (angle < 1e-9) return [wrapLongitude(a[0]), a[1]];
  const f = Math.sin((1 - fraction) * angle) / Math.sin(angle);
  const g = Math.sin(fraction * angle) / Math.sin(angle);
  const [lon1, lat1, lon2, lat2] = [a[0] * RAD, a[1] * RAD, b[0] * RAD, b[1] * RAD];
  const x = f * Math.cos(lat1) * Math.cos(lon1) + g * Math.cos(lat2) * Math.cos(lon2);
  const y = f * Math.cos(lat1) * Math.sin(lon1) + g * Math.cos(lat2) * Math.sin(lon2);
  const z = f * Math.sin(lat1) + g * Math.sin(lat2);
  return [wrapLongitude(Math.atan2(y, x) / RAD), Math.atan2(z, Math.hypot(x, y)) / RAD];
}

/** The point reached from a by a distance in nautical miles on a bearing in degrees. */
export function destinationPoint(a: LonLat, bearing: number, nm: number): LonLat {
  const angle = nm / EARTH_RADIUS_NM;
  const lat1 = a[1] * RAD;
  const course = bearing * RAD;
  const lat2 = Math.asin(Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(course));
  const dLon = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(lat1),
    Math.cos(angle) - Math.sin(lat1) * Math.sin(lat2),
  );
  return [wrapLongitude(a[0] + dLon / RAD), lat2 / RAD];
}

/** Length of a line in nautical miles. */
export function lineLengthNm(line: readonly LonLat[]): number {
  let total = 0;
  for (let i = 1; i < line.length; i += 1) {
    total += distanceNm(lonLatAt(line, i - 1), lonLatAt(line, i));
  }
  return total;
}

/** Distance in nautical miles from the start of the line to each of its points; the last is its length. */
export function cumulativeNm(line: readonly LonLat[]): number[] {
  const sums = line.length === 0 ? [] : [0];
  for (let i = 1; i < line.length; i += 1) {
    sums.push(nmAt(sums, i - 1) + distanceNm(lonLatAt(line, i - 1), lonLatAt(line, i)));
  }
  return sums;
}

/**
 * Where one is after a distance in nautical miles along the line, with the course in degrees and the index of the
 * point before; distances beyond the ends give the ends. Pass `sums` from `cumulativeNm` when asking often.
 */
export function pointAtDistance(
  line: readonly LonLat[],
  nm: number,
  sums: readonly number[] = cumulativeNm(line),
): { readonly point: LonLat; readonly bearing: number; readonly index: number } {
  if (line.length === 0) throw new RangeError('A line needs a point');
  if (line.length === 1) return { point: lonLatAt(line, 0), bearing: 0, index: 0 };
  let low = 0;
  let high = line.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (nmAt(sums, middle) <= nm) low = middle;
    else high = middle;
  }
  const [a, b] = [lonLatAt(line, low), lonLatAt(line, low + 1)];
  const length = nmAt(sums, low + 1) - nmAt(sums, low);
  const share = length <= 0 ? 0 : Math.min(1, Math.max(0, (nm - nmAt(sums, low)) / length));
  const [lon, lat] = interpolateGreatCircle(a, b, share);
  // Stay in the turn of the globe in which the line is drawn.
  const point: LonLat = [a[0] + wrapLongitude(lon - a[0]), lat];
  return { point, bearing: initialBearing(share < 1 ? point : a, b), index: low };
}
