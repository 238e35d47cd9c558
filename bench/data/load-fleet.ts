import { seedMasterData } from '#server/modules/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';

/** Vessels that move on the map. */
export const fleetSize = isSmall() ? 10_000 : 50_000;
/** MMSI of the first one. */
export const firstMmsi = 300_000_000;

/** Where vessel n is at first: over all oceans, the same in every run. */
export const startOf = (n: number): readonly [lon: number, lat: number] => [
  ((n * 61_803) % 3_600_00) / 1000 - 180,
  ((n * 37_139) % 1_300_00) / 1000 - 65,
];

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  await addBenchUser(database);
  for (let from = 0; from < fleetSize; from += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, index) => {
      const [lon, lat] = startOf(from + index);
      return { mmsi: firstMmsi + from + index, name: `VESSEL ${from + index}`, lon, lat };
    });
    await database.execute(
      `insert into ais_vessel (mmsi, name, lon, lat, speed_kn, course, nav_status, fix_at)
       select r.mmsi, r.name, r.lon, r.lat, 15, 90, 0, now() - interval '1 hour'
       from jsonb_to_recordset($1::jsonb) as r(mmsi int, name text, lon float8, lat float8)`,
      [JSON.stringify(rows)],
    );
  }
}

/** Starts PostgreSQL with the vessels; undefined where there is no PostgreSQL. */
export const openFleetPostgres = (): Promise<KeptPostgres | undefined> => openLoadedPostgres(`fleet-${fleetSize}-1`, load);
