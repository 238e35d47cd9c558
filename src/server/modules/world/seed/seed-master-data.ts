import { keepState, readState } from '#server/platform/db/app-state.ts';
import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import { parseCarriers, parseContainerTypes, parseVessels } from '#shared/reference/carriers.ts';
import {
  parseDictionary,
  parseEventFields,
  parseEventItemTypes,
  parseExceptionHandleStatuses,
  parseExceptionTypes,
  parseRiskZones,
  parseStatuses,
} from '#shared/reference/statuses.ts';
import { seedTable } from './seed-table.ts';
import { seedAir, seedPlaces, seedRail } from './seed-places.ts';
import { readTexts, type Texts } from './seed-texts.ts';

async function seedCarriers(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_carrier',
    columns: {
      code: 'text',
      scac: 'text',
      scac_check: 'text',
      name_en: 'text',
      name_cn: 'text',
      url_template: 'text',
      container_prefixes: 'text',
      prefixes_check: 'text',
      simulated: 'boolean',
    },
    searched: ['code', 'scac', 'name_en', 'name_cn'],
    rows: parseCarriers(texts.carriers).map((row) => ({
      ...row,
      containerPrefixes: row.containerPrefixes.join(' ') || null,
    })),
  });
  await seedTable(database, {
    table: 'md_vessel',
    key: 'imo',
    columns: {
      imo: 'text',
      mmsi: 'text',
      call_sign: 'text',
      name: 'text',
      flag: 'text',
      carrier_code: 'text',
      teu: 'integer',
      length_m: 'float8',
      beam_m: 'float8',
      simulated: 'boolean',
    },
    searched: ['name', 'imo', 'mmsi', 'call_sign'],
    rows: parseVessels(texts.vessels),
  });
  await database.execute(
    `update md_vessel v set carrier_id = c.id from md_carrier c where v.carrier_id is null and c.code = v.carrier_code`,
  );
}

async function seedCodes(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_status',
    columns: {
      code: 'text',
      name_cn: 'text',
      name_en: 'text',
      stage_code: 'text',
      stage_name_cn: 'text',
      stage_name_en: 'text',
      stage_sequence: 'integer',
      status_sequence: 'integer',
    },
    rows: parseStatuses(texts.statuses),
  });
  await seedTable(database, {
    table: 'md_container_type',
    columns: {
      code: 'text',
      trade_name: 'text',
      name_cn: 'text',
      name_en: 'text',
      length_ft: 'integer',
      teu: 'float8',
    },
    rows: parseContainerTypes(texts.containerTypes),
  });
  await seedTable(database, {
    table: 'md_exception_type',
    columns: {
      code: 'text',
      name_cn: 'text',
      name_en: 'text',
      description_cn: 'text',
      description_en: 'text',
      severity: 'text',
      source_code: 'text',
    },
    rows: parseExceptionTypes(texts.exceptionTypes),
  });
  await seedTable(database, {
    table: 'md_exception_handle_status',
    columns: { code: 'text', name_cn: 'text', name_en: 'text', sort: 'integer' },
    rows: parseExceptionHandleStatuses(texts.exceptionHandleStatuses).map((row, index) => ({ ...row, sort: index })),
  });
}

async function seedEventCatalogue(database: Database, texts: Texts): Promise<void> {
  const named = { code: 'text', name_cn: 'text', name_en: 'text', enabled: 'boolean' } as const;
  await seedTable(database, {
    table: 'event_field',
    columns: { ...named, data_path: 'text', field_type: 'text', unit: 'text' },
    rows: parseEventFields(texts.eventFields),
  });
  await seedTable(database, {
    table: 'event_item_type',
    columns: { ...named, sort_order: 'integer' },
    rows: parseEventItemTypes(texts.eventItemTypes),
  });
}

async function seedRiskZones(database: Database, texts: Texts): Promise<void> {
  await seedTable(database, {
    table: 'md_risk_zone',
    columns: {
      code: 'text',
      name_cn: 'text',
      name_en: 'text',
      zone_type: 'text',
      severity: 'text',
      active_from: 'timestamptz',
      active_to: 'timestamptz',
      outline: 'text',
      note_cn: 'text',
      note_en: 'text',
    },
    rows: parseRiskZones(texts.riskZones),
  });
}

async function seedDictionary(database: Database, texts: Texts): Promise<void> {
  const rows = parseDictionary(texts.dictionary);
  const types = new Map(rows.map((row) => [row.codeType, row]));
  await seedTable(database, {
    table: 'md_code_type',
    key: 'code_type',
    columns: { code_type: 'text', code_name: 'text', code_name_en: 'text' },
    rows: [...types.values()].map((row) => ({ ...row, codeName: row.codeNameCn })),
  });
  const given =
    'jsonb_to_recordset($1::jsonb) as r(code_type text, code_value text, display_cn text, display_en text, sort integer)';
  const json = JSON.stringify(
    rows.map((row, index) => ({
      code_type: row.codeType,
      code_value: row.codeValue,
      display_cn: row.displayValueCn,
      display_en: row.displayValueEn,
      sort: index,
    })),
  );
  const seenBefore = `exists (select 1 from seeded_row s
    where s.table_name = 'md_code_dict' and s.row_key = r.code_type || ' ' || r.code_value)`;
  await database.execute(
    `insert into md_code_dict (code_type_id, code_type, code_value, display_cn, display_en, sort)
     select t.id, r.code_type, r.code_value, r.display_cn, r.display_en, r.sort
     from ${given} join md_code_type t on t.code_type = r.code_type
     where not ${seenBefore}
     on conflict do nothing`,
    [json],
  );
  await database.execute(
    `insert into seeded_row (table_name, row_key) select 'md_code_dict', r.code_type || ' ' || r.code_value from ${given}
     on conflict do nothing`,
    [json],
  );
}

const stateKey = 'seeded_master_data';

/** Brings the product's own reference data into the database; files seen before cost one look-up. */
export async function seedMasterData(database: Database): Promise<boolean> {
  const texts = await readTexts();
  const fingerprint = createHash('sha256').update(Object.values(texts).join('\0')).digest('hex');
  const known = await readState(database, stateKey);
  if (known === fingerprint) return false;
  await database.transaction(async () => {
    await seedPlaces(database, texts);
    await seedAir(database, texts);
    await seedRail(database, texts);
    await seedCarriers(database, texts);
    await seedCodes(database, texts);
    await seedRiskZones(database, texts);
    await seedEventCatalogue(database, texts);
    await seedDictionary(database, texts);
    await keepState(database, stateKey, fingerprint);
  });
  return true;
}
