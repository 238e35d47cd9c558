import { railLines } from '../reference/rail-lines.ts';
import { distanceNm, lineLengthNm, type LonLat } from './geodesy.ts';
import { findCheapestPath, type PathEdge } from './shortest-path.ts';
import { once } from '#shared/memory/once-per.ts';

/** A station this far from the known lines is on none of them. */
const NEAR_NM = 80;
/** A way much longer than the straight one is not the way of a train. */
const MAX_DETOUR = 2.5;

type RailNetwork = { points: readonly LonLat[]; edges: readonly PathEdge<null>[][] };

const pointOf = (points: readonly LonLat[], node: number): LonLat => points[node] ?? [0, 0];

function readLines(): RailNetwork {
  const numbers = new Map<string, number>();
  const points: LonLat[] = [];
  const edges: PathEdge<null>[][] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const [lon = 0, lat = 0] = text.split(' ').map(Number);
    numbers.set(text, points.length);
    points.push([lon, lat]);
    edges.push([]);
    return points.length - 1;
  };
  for (const line of railLines) {
    const nodes = line.split('|').map(numberOf);
    for (const [index, node] of nodes.entries()) {
      const before = nodes[index - 1];
      if (before === undefined) continue;
      const cost = distanceNm(pointOf(points, before), pointOf(points, node));
      edges[before]?.push({ to: node, cost, tag: null });
      edges[node]?.push({ to: before, cost, tag: null });
    }
  }
  return { points, edges };
}

const railNetwork = once(readLines);

function nearest(at: LonLat, { points }: RailNetwork): number | undefined {
  let best: { node: number; nm: number } | undefined;
  for (const [node, point] of points.entries()) {
    const nm = distanceNm(at, point);
    if (nm <= NEAR_NM && (best === undefined || nm < best.nm)) best = { node, nm };
  }
  return best?.node;
}

/** The way between two stations along the lines that are known; undefined where there is none that a train would take. */
export function railWay(from: LonLat, to: LonLat): { line: LonLat[]; distanceNm: number } | undefined {
  const network = railNetwork();
  const { points, edges } = network;
  const [start, end] = [nearest(from, network), nearest(to, network)];
  if (start === undefined || end === undefined || start === end) return undefined;
  const found = findCheapestPath({ size: points.length, from: start, to: end, edgesOf: (node) => edges[node] ?? [] });
  if (found === undefined) return undefined;
  const between = [start, ...found.edges.map(({ to: node }) => node)].map((node) => pointOf(points, node));
  // A station beside the first or the last town does not go back to it.
  const [first, second] = between;
  if (first !== undefined && second !== undefined && distanceNm(from, second) < distanceNm(first, second))
    between.shift();
  const [beforeLast, last] = between.slice(-2);
  if (beforeLast !== undefined && last !== undefined && distanceNm(to, beforeLast) < distanceNm(last, beforeLast))
    between.pop();
  const line = [from, ...between, to];
  const length = lineLengthNm(line);
  return length <= distanceNm(from, to) * MAX_DETOUR ? { line, distanceNm: length } : undefined;
}
