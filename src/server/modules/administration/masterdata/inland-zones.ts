import codesByZone from '#generated/inland-zones.json' with { type: 'json' };
import type { Database } from '#server/platform/db/database.ts';
import { isUnLocode } from '#shared/ids/un-locode.ts';

/** Zones of UN/LOCODEs that are no ports of ours. */
export type InlandZones = { zoneOf: (code: string) => string | undefined };

type Place = { code: string; countryCode: string | null; zone: string | null };
/** Places with a zone by what they are. */
export type InlandPlaces = { ports: readonly Place[]; stations: readonly Place[]; airports: readonly Place[] };

/** The only zone that all known places of a country have. */
function onlyZones(places: readonly Place[]): Map<string, string | undefined> {
  const zones = new Map<string, string | undefined>();
  for (const { countryCode: country, zone } of places) {
    if (country === null || zone === null) continue;
    zones.set(country, zones.has(country) && zones.get(country) !== zone ? undefined : zone);
  }
  return zones;
}

/** Places with an airfield but no scheduled flights, and cities, in countries with several zones. */
const listed = Object.entries(codesByZone).flatMap(([zone, codes]) =>
  codes.split(' ').map((code): [string, string] => [code, zone]),
);

/**
 * Finds the zone of a place on land by its code: that of the station with the code, of the airport in the same country whose
 * three letters it ends with (most codes are made of them), of the list of other places, else the only zone of its country.
 */
export function createInlandZones({ ports, stations, airports }: InlandPlaces): InlandZones {
  const named = new Map(listed);
  for (const { code, countryCode: country, zone } of airports) {
    if (country !== null && zone !== null) named.set(`${country}${code}`, zone);
  }
  for (const { code, zone } of stations) if (zone !== null) named.set(code, zone);
  const ofCountry = onlyZones([...ports, ...stations, ...airports]);
  return {
    zoneOf: (code) => (isUnLocode(code) ? (named.get(code) ?? ofCountry.get(code.slice(0, 2))) : undefined),
  };
}

/** Reads the stations and airports with their zones. */
export async function readInlandPlaces(database: Database) {
  const [stations, airports] = await Promise.all([
    database.system
      .selectFrom('md_rail_station')
      .select(['code', 'name_en as name', 'name_cn as nameCn', 'country_code as countryCode', 'lon', 'lat', 'zone'])
      .execute(),
    database.system
      .selectFrom('md_airport')
      .select(['code', 'name', 'name_cn as nameCn', 'country_code as countryCode', 'lon', 'lat', 'zone'])
      .execute(),
  ]);
  return { stations, airports };
}
