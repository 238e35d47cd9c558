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
  await seedAliases(database, texts);
  await seedFences(database, texts);
}

/** Rows that belong to a port by its code; one whose port somebody deleted is left out, and what was seen before stays as it is. */
async function insertOfPorts(
  database: Database,
  seed: { table: string; key: string; columns: Readonly<Record<string, 'text' | 'float8'>>; rows: readonly object[] },
): Promise<void> {
  const { table, key, columns, rows } = seed;
  const names = Object.keys(columns);
  const given = `jsonb_to_recordset($1::jsonb) as r(port_code text, ${names.map((name) => `${name} ${columns[name]}`).join(', ')})`;
  const json = JSON.stringify(rows);
  await database.execute(
    `insert into ${table} (port_code, port_id, ${names.join(', ')})
     select r.port_code, p.id, ${names.map((name) => `r.${name}`).join(', ')} from ${given} join md_port p on p.code = r.port_code
     where not exists (select 1 from seeded_row s where s.table_name = '${table}' and s.row_key = ${key})
     on conflict do nothing`,
    [json],
  );
  await database.execute(
    `insert into seeded_row (table_name, row_key) select '${table}', ${key} from ${given} on conflict do nothing`,
    [json],
  );
}

const seedAliases = (database: Database, texts: Texts): Promise<void> =>
  insertOfPorts(database, {
    table: 'md_port_alias',
    key: 'r.alias',
    columns: { alias: 'text', note: 'text' },
    rows: parsePortAliases(texts.aliases).map(({ alias, code, note }) => ({
      alias,
      port_code: code,
      note: note ?? null,
    })),
  });

const seedFences = (database: Database, texts: Texts): Promise<void> =>
  insertOfPorts(database, {
    table: 'md_port_fence',
    key: `r.port_code || ' ' || r.name_en`,
    columns: { name_cn: 'text', name_en: 'text', lon: 'float8', lat: 'float8', radius_nm: 'float8', outline: 'text' },
    rows: parsePortFences(texts.fences).map(({ portCode, nameCn, nameEn, lon, lat, radiusNm, outline }) => ({
      port_code: portCode,
      name_cn: nameCn,
      name_en: nameEn,
      lon,
      lat,
      radius_nm: radiusNm,
      outline,
    })),
  });

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
