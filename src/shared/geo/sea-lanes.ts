import stored from '#generated/sea-lanes.json' with { type: 'json' };
import { unwrapLine } from './antimeridian.ts';
import { BytesCache } from '../memory/bytes-cache.ts';
import { type LonLat, distanceNm, interpolateGreatCircle, lonLatAt } from './geodesy.ts';
import { createLandMask } from './land-mask.ts';
import { type PassageGate, crossesGate } from './passages.ts';
import { type PathEdge, findCheapestPath } from './shortest-path.ts';

/** A way by sea: its length, its line with continuous longitudes for drawing, and the named passages it takes in order. */
export type SeaRoute = {
  readonly distanceNm: number;
  readonly line: readonly LonLat[];
  readonly passages: readonly string[];
};

/** What a search for a way by sea may avoid: names of `listPassages`. */
export type SeaRouteOptions = { readonly closedPassages?: readonly string[] };

type Leg = { readonly nm: number; readonly passages: readonly string[] };
type Edge = PathEdge<Leg>;

/** Nodes tried for joining a place to the graph, nearest first. */
const JOIN_NODES = 28;
/** A port's own basin: land this close to it does not count against a way in. */
const JOIN_FREE_NM = 12;
/** Miles over land that a join may have beyond the best one: more would lead over a peninsula to another sea. */
const JOIN_LAND_NM = 15;
/** How much worse than water a mile over the mask's land is. */
const LAND_FACTOR = 12;
/** Places nearer than this may have a straight way between them. */
const DIRECT_NM = 900;
/** Long legs get points in between, so that a great circle looks like one on the chart. */
const DRAW_STEP_NM = 150;
/**
 * Miles added to a passage when ways are compared, not when they are measured: tolls, locks, waiting, size limits.
 * Without them a ship from China to Europe would go by Panama as soon as Suez is closed.
 */
const PASSAGE_RELUCTANCE_NM: Readonly<Record<string, number>> = {
  panama: 500,
  magellan: 150,
  kiel_canal: 120,
  torres: 100,
};
/** Joins remembered; ports and the positions of sailing vessels come again and again. In bytes, as are those of one leg. */
const MAX_JOINS_BYTES = 4_000_000;
const LEG_BYTES = 150;

const nodes = stored.nodes as unknown as readonly LonLat[];
const gates = stored.gates as unknown as readonly PassageGate[];
/** Made when first requested: most processes never look for a way at sea. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const maskOf = once(() => createLandMask(stored.land));
const linksOf = once(buildLinks);

function reluctanceNm(passages: readonly string[]): number {
  return passages.reduce((sum, passage) => sum + (PASSAGE_RELUCTANCE_NM[passage] ?? 0), 0);
}

function buildLinks(): Edge[][] {
  const result: Edge[][] = nodes.map(() => []);
  for (const [a, b, passages = []] of stored.edges as unknown as [number, number, string[]?][]) {
    const nm = distanceNm(lonLatAt(nodes, a), lonLatAt(nodes, b));
    const cost = nm + reluctanceNm(passages);
    result[a]?.push({ to: b, cost, tag: { nm, passages } });
    result[b]?.push({ to: a, cost, tag: { nm, passages } });
  }
  return result;
}

/** The names of the passages that a way can take and that can be closed. @internal */
export function listPassages(): string[] {
  return [...new Set(gates.map((gate) => gate.passage))].sort();
}

function legBetween(from: LonLat, to: LonLat): { leg: Leg; cost: number; landNm: number } {
  const nm = distanceNm(from, to);
  const passages = gates.filter((gate) => crossesGate(gate, from, to)).map((g) => g.passage);
  const landNm = maskOf().landNm(from, to, JOIN_FREE_NM);
  return { leg: { nm, passages }, cost: nm + reluctanceNm(passages) + LAND_FACTOR * landNm, landNm };
}

const joins = new BytesCache<string, Edge[]>('sea_lane_joins', MAX_JOINS_BYTES);

/** The legs from a place to nodes of the graph around it. */
function joinsOf(place: LonLat): Edge[] {
  const key = `${place[0].toFixed(3)} ${place[1].toFixed(3)}`;
  const known = joins.get(key);
  if (known !== undefined) return known;
  const candidates = nodes
    .map((node, index) => ({ node, index, nm: distanceNm(place, node) }))
    .sort((x, y) => x.nm - y.nm)
    .slice(0, JOIN_NODES)
    .map(({ node, index }) => ({ index, ...legBetween(place, node) }));
  const leastLandNm = Math.min(...candidates.map((candidate) => candidate.landNm));
  const found = candidates
    .filter((candidate) => candidate.landNm <= leastLandNm + JOIN_LAND_NM)
    .map(({ index, leg, cost }): Edge => ({ to: index, cost, tag: leg }));
  joins.set(key, found, found.length * LEG_BYTES);
  return found;
}

function pointsBetween(from: LonLat, to: LonLat): LonLat[] {
  const steps = Math.ceil(distanceNm(from, to) / DRAW_STEP_NM);
  return Array.from({ length: Math.max(steps - 1, 0) }, (_, index) =>
    interpolateGreatCircle(from, to, (index + 1) / steps),
  );
}

/** Bytes of a point of a line. */
const POINT_BYTES = 60;
const MAX_DRAWN_BYTES = 4_000_000;
/** Points between two nodes of the graph, which many ways share. */
const drawn = new BytesCache<number, LonLat[]>('sea_lane_points', MAX_DRAWN_BYTES);

function pointsOfEdge(from: number, to: number): LonLat[] {
  const key = from * nodes.length + to;
  let points = drawn.get(key);
  if (points === undefined) {
    points = pointsBetween(lonLatAt(nodes, from), lonLatAt(nodes, to));
    drawn.set(key, points, (points.length + 1) * POINT_BYTES);
  }
  return points;
}

/** The line of a way along nodes; the first and the last of `path` are places of their own. */
function drawLine(path: readonly number[], pointOf: (node: number) => LonLat): LonLat[] {
  const line: LonLat[] = [];
  for (const [index, node] of path.entries()) {
    const previous = path[index - 1];
    if (previous !== undefined) {
      const isEdge = previous < nodes.length && node < nodes.length;
      line.push(...(isEdge ? pointsOfEdge(previous, node) : pointsBetween(pointOf(previous), pointOf(node))));
    }
    line.push(pointOf(node));
  }
  return unwrapLine(line);
}

/**
 * The shortest way by sea between two places over the graph of lanes; undefined if every way is closed.
 * Lengths are within 6 % of published lane distances. For drawing and estimating, not for navigation.
 */
export function findSeaRoute(from: LonLat, to: LonLat, options: SeaRouteOptions = {}): SeaRoute | undefined {
  const closed = new Set(options.closedPassages);
  const [start, end, size] = [nodes.length, nodes.length + 1, nodes.length + 2];
  const outward: Edge[] = joinsOf(from).slice();
  // Looking for land all along an ocean is dear, and far places have no straight way.
  const direct = distanceNm(from, to) < DIRECT_NM ? legBetween(from, to) : undefined;
  if (direct !== undefined && direct.landNm <= JOIN_LAND_NM)
    outward.push({ to: end, cost: direct.cost, tag: direct.leg });
  const inward = new Map(joinsOf(to).map((edge) => [edge.to, { ...edge, to: end }]));
  const edgesOf = (node: number): Edge[] => {
    const edges = node === start ? outward : (linksOf()[node] ?? []);
    const last = inward.get(node);
    const all = last === undefined ? edges : [...edges, last];
    return closed.size === 0 ? all : all.filter((edge) => !edge.tag.passages.some((passage) => closed.has(passage)));
  };
  const pointOf = (node: number): LonLat => (node === start ? from : node === end ? to : lonLatAt(nodes, node));
  // Many edges lead to one node.
  const estimates = new Float64Array(size).fill(-1);
  const estimate = (node: number): number => {
    const known = estimates[node] ?? -1;
    if (known >= 0) return known;
    const nm = distanceNm(pointOf(node), to) * 0.9999;
    estimates[node] = nm;
    return nm;
  };
  const path = findCheapestPath({ size, from: start, to: end, edgesOf, estimate });
  if (path === undefined) return undefined;
  return {
    distanceNm: path.edges.reduce((sum, edge) => sum + edge.tag.nm, 0),
    line: drawLine([start, ...path.edges.map((edge) => edge.to)], pointOf),
    passages: [...new Set(path.edges.flatMap((edge) => edge.tag.passages))],
  };
}

/** Ways remembered between places that stay where they are; others keep about as much again for each. */
const MAX_WAYS_BYTES = 8_000_000;
const WAY_BYTES = 400;
const ways = new BytesCache<string, SeaRoute | undefined>('sea_ways', MAX_WAYS_BYTES);

/** The usual way between two places that stay where they are, such as ports; remembered, because shipments share few. */
export function seaRouteBetween(from: LonLat, to: LonLat): SeaRoute | undefined {
  const key = `${from.join(' ')} ${to.join(' ')}`;
  if (ways.has(key)) return ways.get(key);
  const way = findSeaRoute(from, to);
  ways.set(key, way, WAY_BYTES + (way?.line.length ?? 0) * POINT_BYTES);
  return way;
}
