import type { LonLat } from '#shared/geo/geodesy.ts';
import { railWay } from '#shared/geo/rail-way.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { straightWay, type RouteGeometry } from './straight-way.ts';

const bytesOfPoint = 40;
/** Lists ask for the same few ways with each row; finding one takes about a millisecond. */
const kept = new BytesCache<string, RouteGeometry>('rail_ways', 2_000_000);

/** The way of a train between two places, along the main lines where they are known. */
export function railWayBetween(from: LonLat, to: LonLat): RouteGeometry {
  const key = `${from.join(' ')} ${to.join(' ')}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const way = railWay(from, to) ?? straightWay(from, to);
  kept.set(key, way, way.line.length * bytesOfPoint);
  return way;
}
