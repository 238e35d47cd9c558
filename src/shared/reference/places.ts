import { readRows } from './read-rows.ts';

/** A seaport: UN/LOCODE, position in degrees, IANA zone; the pinyin keys serve sorting and search of the Chinese name. */
export type PortRow = {
  readonly code: string;
  readonly name: string;
  readonly nameCn: string | undefined;
  readonly countryCode: string;
  readonly lon: number;
  readonly lat: number;
  readonly zone: string;
  readonly pinyin: string | undefined;
  readonly pinyinInitials: string | undefined;
};

/**
 * Another code that carriers and terminals use for a port: the place it names, and on what that rests. `locode` is a code of
 * the standard or of our base lists, `trade` one that is seen in use; `unverified` waits for somebody to review it.
 */
export type PortAliasRow = {
  readonly alias: string;
  readonly code: string;
  readonly note: string | undefined;
  readonly place: string;
  readonly lon: number;
  readonly lat: number;
  readonly basis: string;
  /** The place is a part of the port or the city behind it, and has a name of its own. */
  readonly isPart: boolean;
};

/** A country or territory of ISO 3166-1 alpha-2. */
export type CountryRow = { readonly code: string; readonly nameEn: string; readonly nameCn: string };

/** A rail freight station; `border` holds the station's code across the border where wagons change. */
export type RailStationRow = {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly countryCode: string;
  readonly lon: number;
  readonly lat: number;
  readonly zone: string;
  readonly border: string | undefined;
};

/** An airport with scheduled flights: IATA and ICAO codes, position in degrees, IANA zone. */
export type AirportRow = {
  readonly code: string;
  readonly icao: string | undefined;
  readonly name: string;
  readonly nameCn: string | undefined;
  readonly countryCode: string;
  readonly lon: number;
  readonly lat: number;
  readonly zone: string;
};

/** Reads `generated/airports.csv`. */
export function parseAirports(csvText: string): AirportRow[] {
  return readRows('airports', csvText, (line) => ({
    code: line.text('code'),
    icao: line.optional('icao'),
    name: line.text('name'),
    nameCn: line.optional('name_cn'),
    countryCode: line.text('country_code'),
    lon: line.number('lon'),
    lat: line.number('lat'),
    zone: line.text('zone'),
  }));
}

/** Reads `generated/ports.csv`. */
export function parsePorts(csvText: string): PortRow[] {
  return readRows('ports', csvText, (line) => ({
    code: line.text('code'),
    name: line.text('name'),
    nameCn: line.optional('name_cn'),
    countryCode: line.text('country_code'),
    lon: line.number('lon'),
    lat: line.number('lat'),
    zone: line.text('zone'),
    pinyin: line.optional('pinyin'),
    pinyinInitials: line.optional('pinyin_initials'),
  }));
}

/** Reads `seeds/port-aliases.csv`. */
export function parsePortAliases(csvText: string): PortAliasRow[] {
  return readRows('port-aliases', csvText, (line) => ({
    alias: line.text('alias'),
    code: line.text('code'),
    note: line.optional('note'),
    place: line.text('place'),
    lon: line.number('lon'),
    lat: line.number('lat'),
    basis: line.text('basis'),
    isPart: line.flag('part_of_port'),
  }));
}

/** Reads `seeds/countries.csv`. */
export function parseCountries(csvText: string): CountryRow[] {
  return readRows('countries', csvText, (line) => ({
    code: line.text('code'),
    nameEn: line.text('name_en'),
    nameCn: line.text('name_cn'),
  }));
}

/** Reads `seeds/rail-stations.csv`. */
export function parseRailStations(csvText: string): RailStationRow[] {
  return readRows('rail-stations', csvText, (line) => ({
    code: line.text('code'),
    nameEn: line.text('name_en'),
    nameCn: line.text('name_cn'),
    countryCode: line.text('country_code'),
    lon: line.number('lon'),
    lat: line.number('lat'),
    zone: line.text('zone'),
    border: line.optional('border'),
  }));
}
