import type { Database } from '#server/platform/db/database.ts';
import { createInlandZones, readInlandPlaces } from './inland-zones.ts';
import { byKey } from './by-key.ts';
import type { PortInfo, ReferenceSnapshot } from './reference-snapshot.ts';

/** A port, an airport or a rail station by its code. */
export const placeIn = (
  { ports, otherPlaces }: Pick<ReferenceSnapshot, 'ports' | 'otherPlaces'>,
  code: string,
): PortInfo | undefined => ports.get(code) ?? otherPlaces.get(code);

/** Reads ports with their other names, and the places beside them. */
export async function readPlaces(
  database: Database,
): Promise<Pick<ReferenceSnapshot, 'ports' | 'aliases' | 'inlandZones' | 'otherPlaces'>> {
  const [ports, aliases, inland] = await Promise.all([
    database.system
      .selectFrom('md_port')
      .select(['code', 'name', 'name_cn as nameCn', 'description', 'country_code as countryCode', 'lon', 'lat', 'zone'])
      .execute(),
    database.system.selectFrom('md_port_alias').select(['alias', 'port_code']).execute(),
    readInlandPlaces(database),
  ]);
  return {
    ports: byKey(ports, (port) => port.code),
    aliases: new Map(aliases.map((row) => [row.alias, row.port_code])),
    otherPlaces: byKey(
      [...inland.stations, ...inland.airports].map((place) => ({ ...place, description: null })),
      (place) => place.code,
    ),
    inlandZones: createInlandZones({ ...inland, ports }),
  };
}
