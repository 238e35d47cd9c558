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

/** The pieces of a line between crossings of the antimeridian, each with longitudes in [-180, 180], for maps that do not repeat the world. */
export function splitAtAntimeridian(line: readonly LonLat[]): LonLat[][] {
  const pieces: LonLat[][] = [];
  let piece: LonLat[] = [];
  let turn = 0;
  let previous: LonLat | undefined;
  for (const point of unwrapLine(line)) {
    if (previous === undefined) {
      turn = Math.floor((point[0] + 180) / 360);
    } else {
      let from: LonLat = previous;
      while (point[0] < turn * 360 - 180 || point[0] > turn * 360 + 180) {
        const east = point[0] > turn * 360 + 180;
        const edge = turn * 360 + (east ? 180 : -180);
        const lat = from[1] + ((point[1] - from[1]) * (edge - from[0])) / (point[0] - from[0]);
        piece.push([east ? 180 : -180, lat]);
        pieces.push(piece);
        piece = [[east ? -180 : 180, lat]];
        from = [edge, lat];
        turn += east ? 1 : -1;
      }
    }
    piece.push([point[0] - turn * 360, point[1]]);
    previous = point;
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}
