import { toLane } from '#domain/position/lane.ts';
import type { Lane } from '#domain/position/lane.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { seaRouteBetween } from '#shared/geo/sea-lanes.ts';

const lanes = new Map<string, Lane | null>();
const mostLanes = 4000;

/** The lane between two ports; null when one has no place or no way leads there. Remembered: shipments share few lanes. */
export function laneBetween(
  fromPort: string,
  toPort: string,
  reference: Pick<ReferenceSnapshot, 'ports'>,
): Lane | null {
  const key = `${fromPort} ${toPort}`;
  const known = lanes.get(key);
  if (known !== undefined) return known;
  const [a, b] = [reference.ports.get(fromPort), reference.ports.get(toPort)];
  const isPlaced = a?.lon != null && a.lat != null && b?.lon != null && b.lat != null;
  const route = isPlaced
    ? seaRouteBetween([a.lon as number, a.lat as number], [b.lon as number, b.lat as number])
    : undefined;
  const lane = route === undefined ? null : toLane(route.line);
  if (lanes.size >= mostLanes) lanes.delete(lanes.keys().next().value as string);
  lanes.set(key, lane);
  return lane;
}
