import { toLane } from '#domain/network/position/lane.ts';
import type { Lane } from '#domain/network/position/lane.ts';
import { routeBetweenPorts } from '#server/modules/administration/masterdata/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';
import { oncePer } from '#shared/memory/once-per.ts';

const laneOf = oncePer(({ line }: SeaRoute): Lane => toLane(line));

/** The lane between two ports; null when one has no place or no way leads there. Remembered: shipments share few lanes. */
export function laneBetween(
  fromPort: string,
  toPort: string,
  reference: Pick<ReferenceSnapshot, 'ports'>,
): Lane | null {
  const route = routeBetweenPorts(fromPort, toPort, reference);
  return route === undefined ? null : laneOf(route);
}
