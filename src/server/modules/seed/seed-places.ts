import type { Database } from '#server/platform/db/database.ts';
import { parseAirlines } from '#shared/reference/carriers.ts';
import { parsePortFences } from '#shared/reference/fences.ts';
import {
  parseAirports,
  parseCountries,
  parsePortAliases,
  parsePorts,
  parseRailStations,
} from '#shared/reference/places.ts';
import { seedTable } from './seed-table.ts';
import type { Texts } from './seed-texts.ts';

/** Countries, ports and their aliases. */
export async function seedPlaces(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_country',
    columns: { code: 'text', name_cn: 'text', name_en: 'text' },
    rows: parseCountries(texts.countries),
  });
  await seedTable(database, {
    table: 'md_port',
    columns: {
      code: 'text',
      name: 'text',
      name_cn: 'text',
      country_code: 'text',
      lon: 'float8',
      lat: 'float8',
      zone: 'text',
    },
    searched: ['code', 'name', 'name_cn'],
    rows: parsePorts(texts.ports),
  });
  const aliases = parsePortAliases(texts.aliases).map((row) => ({
    alias: row.alias,
    port_code: row.code,
    note: row.note ?? null,
  }));
  await insertAliases(database, JSON.stringify(aliases));
  await insertFences(database, texts);
}

/** Extents of ports; a port that has some already, by hand or from before, keeps them. */
async function insertFences(database: Database, texts: Texts): Promise<void> {
  const rows = parsePortFences(texts.fences).map(({ portCode, lon, lat, radiusNm, polygon }) => ({
    port_code: portCode,
    lon,
    lat,
    radius_nm: radiusNm,
    polygon: polygon ?? null,
  }));
  await database.execute(
    `insert into port_fence (port_code, lon, lat, radius_nm, polygon)
     select port_code, lon, lat, radius_nm, polygon
     from jsonb_to_recordset($1::jsonb) as r(port_code text, lon float8, lat float8, radius_nm float8, polygon jsonb)
     where not exists (select 1 from port_fence f where f.port_code = r.port_code)`,
    [JSON.stringify(rows)],
  );
}

/** Aliases name their port by its code; one whose port somebody deleted is left out. */
async function insertAliases(database: Database, json: string): Promise<void> {
  const given = 'jsonb_to_recordset($1::jsonb) as r(alias text, port_code text, note text)';
  await database.execute(
    `insert into md_port_alias (alias, port_code, port_id, note)
     select r.alias, r.port_code, p.id, r.note from ${given} join md_port p on p.code = r.port_code
     where not exists (select 1 from seeded_row s where s.table_name = 'md_port_alias' and s.row_key = r.alias)
     on conflict do nothing`,
    [json],
  );
  await database.execute(
    `insert into seeded_row (table_name, row_key) select 'md_port_alias', r.alias from ${given} on conflict do nothing`,
    [json],
  );
}

/** Airports and airlines. */
export async function seedAir(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_airport',
    columns: {
      code: 'text',
      icao: 'text',
      name: 'text',
      name_cn: 'text',
      country_code: 'text',
      lon: 'float8',
      lat: 'float8',
      zone: 'text',
    },
    searched: ['code', 'icao', 'name', 'name_cn'],
    rows: parseAirports(texts.airports),
  });
  await seedTable(database, {
    table: 'md_airline',
    columns: {
      code: 'text',
      awb_prefix: 'text',
      name_en: 'text',
      name_cn: 'text',
      country_code: 'text',
    },
    searched: ['code', 'awb_prefix', 'name_en', 'name_cn'],
    rows: parseAirlines(texts.airlines).map((row) => ({ ...row, code: row.iata })),
  });
}

/** Rail stations. */
export async function seedRail(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_rail_station',
    columns: {
      code: 'text',
      name_en: 'text',
      name_cn: 'text',
      country_code: 'text',
      lon: 'float8',
      lat: 'float8',
      zone: 'text',
      border_code: 'text',
    },
    searched: ['code', 'name_en', 'name_cn'],
    rows: parseRailStations(texts.railStations).map((row) => ({ ...row, borderCode: row.border ?? null })),
  });
}
