/** Makes generated/sea-lanes.json: the graph of lanes from the waypoints and channels of seeds/, and a coarse mask of land. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type LonLat, distanceNm, interpolateGreatCircle } from '#shared/geo/geodesy.ts';
import { encodeLandRows } from '#shared/geo/land-mask.ts';
import { type PassageGate, crossesGate } from '#shared/geo/passages.ts';
import { type PathEdge, findCheapestPath } from '#shared/geo/shortest-path.ts';
import { parseCsvRecords } from '#shared/text/csv.ts';
import { itemAt } from '#shared/values/items.ts';
import { rasterizeLand } from './land-raster.ts';

const FINE_DEGREES = 0.05;
const MASK_DEGREES = 0.1;
const LONGEST_EDGE_NM = 4_800;
/** An edge is left out if going over other nodes is at most this much longer. */
const DETOUR = 1.003;
/** Ice: no lanes beyond these latitudes. */
const NORTHERN_LIMIT = 72.5;
const SOUTHERN_LIMIT = -58;

type Edge = { a: number; b: number; passages: string[] };

const seed = (name: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../seeds/${name}`, import.meta.url), 'utf8'));

const fine = rasterizeLand(FINE_DEGREES);
const columns = Math.round(360 / FINE_DEGREES);

function isLand([lon, lat]: LonLat): boolean {
  const row = Math.floor((90 - lat) / FINE_DEGREES);
  return fine[row]?.[Math.floor((lon + 180) / FINE_DEGREES) % columns] === 1;
}

function isOpenWater(a: LonLat, b: LonLat): boolean {
  const length = distanceNm(a, b);
  const steps = Math.ceil(length / 2);
  for (let i = 1; i < steps; i += 1) {
    const point = interpolateGreatCircle(a, b, i / steps);
    if (point[1] > NORTHERN_LIMIT || point[1] < SOUTHERN_LIMIT || isLand(point)) return false;
  }
  return true;
}

const gates: PassageGate[] = seed('sea-passages.csv').map((row) => ({
  passage: row['passage'] ?? '',
  from: [Number(row['from_lon']), Number(row['from_lat'])],
  to: [Number(row['to_lon']), Number(row['to_lat'])],
}));

function passagesOf(a: LonLat, b: LonLat): string[] {
  return gates.filter((gate) => crossesGate(gate, a, b)).map((gate) => gate.passage);
}

const nodes: LonLat[] = [];
/** River and canal nodes: reached along their channel only. */
const inner = new Set<number>();
const edges: Edge[] = [];
const nodeAt = (index: number): LonLat => itemAt(nodes, index);
const links = new Map<number, PathEdge<null>[]>();

function addEdge(a: number, b: number, passages: string[]): void {
  const cost = distanceNm(nodeAt(a), nodeAt(b));
  edges.push({ a, b, passages });
  links.set(a, [...(links.get(a) ?? []), { to: b, cost, tag: null }]);
  links.set(b, [...(links.get(b) ?? []), { to: a, cost, tag: null }]);
}

function addWaypoints(): void {
  for (const row of seed('sea-waypoints.csv')) {
    const point: LonLat = [Number(row['lon']), Number(row['lat'])];
    if (isLand(point)) console.warn(`waypoint on land: ${row['name']}`);
    nodes.push(point);
  }
}

function addChannels(): void {
  const indexOf = new Map(nodes.map((point, i) => [point.join(' '), i]));
  for (const row of seed('sea-channels.csv')) {
    const points = (row['points'] ?? '').split('|');
    let previous: number | undefined;
    points.forEach((text, position) => {
      const [lon = 0, lat = 0] = text.split(' ').map(Number);
      let node = indexOf.get(text);
      if (node === undefined) {
        node = nodes.push([lon, lat]) - 1;
        indexOf.set(text, node);
        const isEnd = position === 0 || position === points.length - 1;
        if (!isEnd || isLand([lon, lat])) inner.add(node);
        if (position === 0) console.warn(`channel starts at no waypoint: ${row['name']}`);
      }
      if (previous !== undefined) {
        addEdge(previous, node, passagesOf(nodeAt(previous), [lon, lat]));
      }
      previous = node;
    });
  }
}

function addOpenWaterEdges(): void {
  const pairs: { a: number; b: number; nm: number }[] = [];
  nodes.forEach((point, a) => {
    if (inner.has(a)) return;
    for (let b = a + 1; b < nodes.length; b += 1) {
      if (inner.has(b)) continue;
      const nm = distanceNm(point, nodeAt(b));
      if (nm <= LONGEST_EDGE_NM) pairs.push({ a, b, nm });
    }
  });
  pairs.sort((x, y) => x.nm - y.nm);
  for (const { a, b, nm } of pairs) {
    const [from, to] = [nodeAt(a), nodeAt(b)];
    if (!isOpenWater(from, to)) continue;
    const around = findCheapestPath({
      size: nodes.length,
      from: a,
      to: b,
      edgesOf: (node) => links.get(node) ?? [],
      estimate: (node) => distanceNm(nodeAt(node), to) * 0.9999,
      limit: nm * DETOUR + 0.05,
    });
    if (around === undefined) addEdge(a, b, passagesOf(from, to));
  }
}

function coarseRows(): Uint8Array[] {
  const factor = Math.round(MASK_DEGREES / FINE_DEGREES);
  return Array.from({ length: Math.round(180 / MASK_DEGREES) }, (_, row) =>
    Uint8Array.from({ length: Math.round(360 / MASK_DEGREES) }, (__, column) => {
      let land = 0;
      for (let i = 0; i < factor; i += 1) {
        for (let j = 0; j < factor; j += 1) {
          land += fine[row * factor + i]?.[column * factor + j] ?? 0;
        }
      }
      return land * 2 > factor * factor ? 1 : 0;
    }),
  );
}

addWaypoints();
addChannels();
addOpenWaterEdges();
const result = {
  nodes,
  edges: edges.map(({ a, b, passages }) => (passages.length === 0 ? [a, b] : [a, b, passages])),
  gates,
  land: { cellDegrees: MASK_DEGREES, rows: encodeLandRows(coarseRows()) },
};
const file = new URL('../generated/sea-lanes.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(result).replaceAll('],[', '],\n[')}\n`);
console.log(`sea lanes: ${nodes.length} nodes, ${edges.length} edges`);
