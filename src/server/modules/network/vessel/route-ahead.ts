import { progressOn } from '#domain/network/position/lane.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { laneBetween } from '#server/modules/network/position/index.ts';
import { type LonLat, pointAtDistance } from '#shared/geo/geodesy.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { Voyager } from './outlook-queries.ts';

const rounded = (degrees: number): number => Math.round(degrees * 1e3) / 1e3;

/** A line in the turn of the globe in which another one ends, so that the map draws one line. */
function goOn(line: readonly LonLat[], next: readonly LonLat[]): readonly LonLat[] {
  const [first] = next;
  if (line.length === 0 || first === undefined) return [...line, ...next];
  const turn = 360 * Math.round((lastItem(line)[0] - first[0]) / 360);
  return [...line, ...next.map(([lon, lat]): LonLat => [lon + turn, lat])];
}

/** What is left of the way to a port from where a vessel is. */
function wayLeft({ from_port: from, lon, lat }: Voyager, to: string, reference: ReferenceSnapshot): readonly LonLat[] {
  const lane = laneBetween(from, to, reference);
  if (lane === null) return [];
  const { leftNm } = progressOn(lane, [lon, lat]);
  const { point, index } = pointAtDistance(lane.line, lane.distanceNm - leftNm, lane.sums);
  return goOn([[lon, lat]], [point, ...lane.line.slice(index + 1)]);
}

/**
 * The way of a vessel ahead by our sea lanes: from where she is to the first of the ports (`voyager` undefined: she lies in the first
 * one), then from port to port. It ends where no way by sea is known.
 */
export function routeAhead(
  voyager: Voyager | undefined,
  ports: readonly string[],
  reference: ReferenceSnapshot,
): [number, number][] {
  const [first] = ports;
  let line = voyager === undefined || first === undefined ? [] : wayLeft(voyager, first, reference);
  if (voyager !== undefined && line.length === 0) return [];
  for (const [index, from] of ports.slice(0, -1).entries()) {
    const way = laneBetween(from, itemAt(ports, index + 1), reference);
    if (way === null) break;
    line = goOn(line, way.line);
  }
  return line.map(([lon, lat]) => [rounded(lon), rounded(lat)]);
}
