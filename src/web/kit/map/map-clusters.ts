import type { LonLat } from './map-model.ts';

/** Points nearer to each other than this are drawn as one, in pixels. */
const CLUSTER_PX = 44;

type Point = { x: number; y: number };

/** Points in groups: each takes in what lies near its first point. Looks only at the squares around a point, so that thousands are quick. */
export function clusterPoints(points: readonly Point[], radiusPx = CLUSTER_PX): number[][] {
  const squareOf = (value: number): number => Math.floor(value / radiusPx);
  const bySquare = Map.groupBy(points.entries(), ([, { x, y }]) => `${squareOf(x)} ${squareOf(y)}`);
  const taken = new Set<number>();
  return points.flatMap(({ x, y }, first) => {
    if (taken.has(first)) return [];
    const group: number[] = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const [index, point] of bySquare.get(`${squareOf(x) + dx} ${squareOf(y) + dy}`) ?? []) {
          if (taken.has(index) || Math.hypot(point.x - x, point.y - y) >= radiusPx) continue;
          taken.add(index);
          group.push(index);
        }
    return [group.toSorted((a, b) => a - b)];
  });
}

/** Whether a group falls apart when the map is as near as it goes; `times` is how much larger everything is drawn then. */
export function canSplit(points: readonly Point[], times: number): boolean {
  const scaled = points.map(({ x, y }) => ({ x: x * times, y: y * times }));
  return clusterPoints(scaled).length > 1;
}

/** West, south, east and north of points. */
export const boundsOfPoints = (points: readonly LonLat[]): [number, number, number, number] => {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
};
