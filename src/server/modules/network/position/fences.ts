import { indexFences } from '#domain/network/position/geofence.ts';
import type { FenceIndex, PortFence } from '#domain/network/position/geofence.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { fenceArea } from '#shared/geo/port-fence.ts';
import type { FenceEntry } from '#shared/geo/port-fence.ts';

/** A port whose extent nobody has stated reaches so far around its place. */
const standardRadiusNm = 6;

/** Fences in use that people have drawn; one that cannot be read is none: the form refuses it, but rows may come from elsewhere. */
async function listFences(database: Database): Promise<PortFence[]> {
  const { rows } = await database.execute<FenceEntry & { port_code: string }>(
    `select port_code, lon as longitude, lat as latitude, radius_nm as "radiusNm", outline
     from md_port_fence where enabled order by id`,
  );
  return rows.flatMap(({ port_code: portCode, ...entry }) => {
    const area = fenceArea(entry);
    return 'problem' in area ? [] : [{ portCode, ...area }];
  });
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

/** The fences of one process. */
export type FenceKeeper = { current: () => FenceIndex; refresh: () => Promise<void> };

/** Keeps the fences of all ports; `refresh` reads them again when somebody has changed a fence or a port. */
export function keepFences(
  database: Database,
  reference: () => Pick<ReferenceSnapshot, 'ports' | 'version'>,
): FenceKeeper {
  let known = '';
  let index = fencesOf(reference(), []);
  return {
    current: () => index,
    async refresh() {
      const snapshot = reference();
      const { rows } = await database.execute<{ version: string }>(
        `select version::text from decision_version where name = 'fences'`,
      );
      const wanted = `${snapshot.version} ${rows[0]?.version}`;
      if (wanted === known) return;
      index = fencesOf(snapshot, await listFences(database));
      known = wanted;
    },
  };
}
