import { toLane } from '#domain/network/position/lane.ts';
import type { Lane } from '#domain/network/position/lane.ts';
import { routeBetweenPorts } from '#server/modules/administration/masterdata/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';

const lanes = new WeakMap<SeaRoute, Lane>();

/** The lane between two ports; null when one has no place or no way leads there. Remembered: shipments share few lanes. */
export function laneBetween(
  fromPort: string,
  toPort: string,
  reference: Pick<ReferenceSnapshot, 'ports'>,
): Lane | null {
  const route = routeBetweenPorts(fromPort, toPort, reference);
  if (route === undefined) return null;
  let lane = lanes.get(route);
  if (lane === undefined) lanes.set(route, (lane = toLane(route.line)));
  return lane;
}
