import { seaRouteBetween } from '#shared/geo/sea-lanes.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** The usual way by sea between two ports, by where they lie now; undefined when one has no place or no way leads there. */
export function routeBetweenPorts(
  fromPort: string,
  toPort: string,
  { ports }: Pick<ReferenceSnapshot, 'ports'>,
): SeaRoute | undefined {
  const [a, b] = [ports.get(fromPort), ports.get(toPort)];
  if (a?.lon == null || a.lat == null || b?.lon == null || b.lat == null) return undefined;
  return seaRouteBetween([a.lon, a.lat], [b.lon, b.lat]);
}
