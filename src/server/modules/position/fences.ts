import { indexFences } from '#domain/position/geofence.ts';
import type { FenceIndex, PortFence } from '#domain/position/geofence.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';

/** A port whose extent nobody has said reaches so far around its place. */
const standardRadiusNm = 6;

/** Fences by hand. */
export async function listFences(database: Database): Promise<PortFence[]> {
  const { rows } = await database.execute<{
    port_code: string;
    lon: number;
    lat: number;
    radius_nm: number;
    polygon: LonLat[] | null;
  }>('select port_code, lon, lat, radius_nm, polygon from port_fence order by id');
  return rows.map((row) => ({
    portCode: row.port_code,
    lon: row.lon,
    lat: row.lat,
    radiusNm: row.radius_nm,
    ...(row.polygon === null ? {} : { polygon: row.polygon }),
  }));
}

/** Fences of all ports: by hand where there are some, else a circle around the place of the port. */
export function fencesOf(reference: Pick<ReferenceSnapshot, 'ports'>, byHand: readonly PortFence[]): FenceIndex {
  const known = new Set(byHand.map(({ portCode }) => portCode));
  const circles = [...reference.ports.values()].flatMap((port) =>
    port.lon === null || port.lat === null || known.has(port.code)
      ? []
      : [{ portCode: port.code, lon: port.lon, lat: port.lat, radiusNm: standardRadiusNm }],
  );
  return indexFences([...byHand, ...circles]);
}
