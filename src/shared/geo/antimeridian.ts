import { type LonLat, wrapLongitude } from './geodesy.ts';

/** The line with continuous longitudes (they may pass 180): each point is the nearest copy to the one before. */
export function unwrapLine(line: readonly LonLat[]): LonLat[] {
  const result: LonLat[] = [];
  let previous: number | undefined;
  for (const [lon, lat] of line) {
    const here: number = previous === undefined ? lon : previous + wrapLongitude(lon - previous);
    result.push([here, lat]);
    previous = here;
  }
  return result;
}
