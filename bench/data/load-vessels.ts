import path from 'node:path';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { cacheDirectory } from './load-exceptions.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';

/** Vessels that pickers and lists are measured on. */
export const vesselCount = isSmall() ? 20_000 : 100_000;
const rowsAtOnce = 1_000;
/** To be raised whenever other rows are made. */
const dataVersion = 2;

const firstWords =
  'EVER,PACIFIC,OCEAN,NORTHERN,GOLDEN,SILVER,EASTERN,ATLANTIC,ROYAL,BRIGHT,CORAL,JADE,LUCKY,GRAND,STAR,POLAR,AZURE,BALTIC,IBERIAN,TROPIC';
const secondWords =
  'TRIUMPH,EXPRESS,GLORY,FORTUNE,HARMONY,SPIRIT,PIONEER,HORIZON,VOYAGER,GUARDIAN,CREST,LEGEND,BREEZE,DAWN,HERALD,SUMMIT,BRIDGE,COMPASS,ANCHOR,WAVE,LANTERN,MERCHANT,ORCHID,PEARL,QUEST';

const insert = `
  insert into md_vessel (imo, mmsi, call_sign, name, flag, teu, length_m, beam_m, search_text)
  select imo, mmsi, call_sign, name, flag, teu, length_m, beam_m, lower(concat_ws(' ', name, imo, mmsi, call_sign))
  from (
    select (1000000 + n)::text as imo, (210000000 + n * 37)::text as mmsi,
      chr((65 + n % 26)::int) || chr((65 + n / 26 % 26)::int) || chr((65 + n / 676 % 26)::int) || (n % 10) as call_sign,
      (string_to_array($2, ','))[1 + (n * 7919) % 20] || ' ' || (string_to_array($3, ','))[1 + (n * 104729) % 25]
        || case when n % 3 = 0 then ' ' || n else '' end as name,
      (array['CN','HK','SG','PA','LR','MH','DE','DK'])[1 + n % 8] as flag,
      (500 + n % 20000)::int as teu, 100 + n % 300 as length_m, 20 + n % 40 as beam_m
    from generate_series($1::int8, $4::int8) as n
  ) as made
  on conflict do nothing`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  for (let first = 1; first <= vesselCount; first += rowsAtOnce)
    await database.execute(insert, [first, firstWords, secondWords, first + rowsAtOnce - 1]);
  await database.patient(600_000, () => database.execute('vacuum analyze md_vessel'));
  await addBenchUser(database);
}

const log = createLogger({ level: 'warn' });

/** Starts PostgreSQL with the vessels loaded; undefined where there is no PostgreSQL. */
export const openVesselPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`vessels-${vesselCount}-${dataVersion}`, load);

/** A data directory of the embedded database with the vessels loaded. */
export async function embeddedVessels(): Promise<string> {
  const dataDir = path.join(cacheDirectory, `embedded-vessels-${vesselCount}-${dataVersion}`);
  const mark = path.join(dataDir, 'loaded');
  if (existsSync(mark)) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  const database = await openDatabase({ dataDir, poolSize: 2, log });
  await load(database);
  await database.close();
  writeFileSync(mark, '');
  return dataDir;
}

/** Words of the names, for questions. */
export const nameWords = [...firstWords.split(','), ...secondWords.split(',')];
