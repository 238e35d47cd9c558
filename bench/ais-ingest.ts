/**
 * How many AIS positions a second one process takes from sentences to rows on PostgreSQL: decoded, judged, written with the
 * newest position of each vessel and her stays in ports. Floor: the same positions by plain `unnest` inserts into a table with
 * the same key, by the same driver. Option: --small.
 */
import pg from 'pg';
import { indexFences } from '#domain/network/position/geofence.ts';
import { createAisDecoder } from '#server/connectors/ais/index.ts';
import { createIngest } from '#server/modules/network/position/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { destinationPoint } from '#shared/geo/geodesy.ts';
import { createRandom } from '#shared/random/prng.ts';
import { classAPosition, sentencesOf, staticVoyage, withTagBlock } from '#simulator/ais/encode.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { isSmall, report, rounded } from './support/report.ts';

const goalPerSecond = 20_000;
const vessels = 5000;
const rounds = isSmall() ? 10 : 60;
const batch = 5000;
const start = Date.UTC(2026, 5, 1);

type Ship = { mmsi: number; lon: number; lat: number; course: number; speed: number };

/** A fleet that reports every three minutes, each round in another order; one message in fifty is voyage data. */
function recording(): Buffer[] {
  const random = createRandom('ais-ingest');
  const ships: Ship[] = Array.from({ length: vessels }, (_, n) => ({
    mmsi: 201_000_000 + n * 7,
    lon: random.between(-179, 179),
    lat: random.between(-60, 60),
    course: random.between(0, 360),
    speed: random.chance(0.3) ? 0 : random.between(8, 22),
  }));
  return Array.from({ length: rounds }, (_, round) => {
    const lines: string[] = [];
    for (const ship of random.shuffle(ships)) {
      const at = start + round * 180_000 + random.int(0, 170_000);
      [ship.lon, ship.lat] = destinationPoint([ship.lon, ship.lat], ship.course, ship.speed / 20);
      const fix = { ...ship, heading: ship.course, second: Math.floor(at / 1000) % 60 };
      const bits = classAPosition({ ...fix, type: 1, status: ship.speed === 0 ? 5 : 0, rateOfTurn: 0 });
      for (const line of sentencesOf(bits, { channel: 'A', sequence: 0 })) lines.push(withTagBlock(line, 'r1', at));
      if (random.chance(0.02)) {
        const data = { ...ship, imo: 9_074_729, callSign: 'ABCD', name: `SHIP ${ship.mmsi}`, shipType: 70 };
        const voyage = { ...data, lengthM: 200, beamM: 30, draughtM: round / 10 + 5, destination: 'CNSHA', eta: null };
        for (const line of sentencesOf(staticVoyage(voyage), { channel: 'B', sequence: ship.mmsi % 10 }))
          lines.push(withTagBlock(line, 'r1', at));
      }
    }
    return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  });
}

async function ingestAll(url: string, pieces: readonly Buffer[]): Promise<{ seconds: number; rows: number }> {
  const log = createLogger({ level: 'warn' });
  const database = await openDatabase({ url, poolSize: 3, log });
  try {
    await migrate(database);
    const ports = Array.from({ length: 1600 }, (_, n) => ({
      portCode: `P${n}`,
      lon: ((n * 37) % 360) - 180,
      lat: ((n * 13) % 120) - 60,
      radiusNm: 8,
    }));
    const fences = indexFences(ports);
    const ingest = createIngest({ database, fences: () => fences });
    const decoder = createAisDecoder();
    const startedAt = performance.now();
    for (const piece of pieces) {
      decoder.feed(piece, start, (message) => ingest.take(message, start + 86_000_000));
      if (ingest.waiting() >= batch) await ingest.flush();
    }
    await ingest.flush();
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows } = await database.execute<{ n: number }>('select count(*)::int as n from ais_position');
    return { seconds, rows: rows[0]?.n ?? 0 };
  } finally {
    await database.close();
  }
}

/** Nothing but rows with a key, a batch at a time. */
async function insertPlain(url: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table floor_position (mmsi integer, at timestamptz, lon float8, lat float8, speed_kn real, course real,
       heading smallint, nav_status smallint, jump boolean, primary key (mmsi, at))`,
  );
  const startedAt = performance.now();
  for (let at = 0; at < rows; at += batch) {
    const numbers = Array.from({ length: Math.min(batch, rows - at) }, (_, n) => at + n);
    await client.query(
      `insert into floor_position select mmsi, to_timestamp(at / 1000), lon, lat, 12, 90, 90, 0, false
       from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[]) as r(mmsi, at, lon, lat)`,
      [
        numbers.map((n) => 201_000_000 + ((n * 7) % vessels)),
        numbers.map((n) => start + n * 37),
        numbers.map((n) => n / 1e4),
        numbers.map((n) => n / 2e4),
      ],
    );
  }
  const perSecond = rows / ((performance.now() - startedAt) / 1000);
  await client.end();
  return perSecond;
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  try {
    const pieces = recording();
    const { seconds, rows } = await ingestAll(server.url, pieces);
    const perSecond = rows / seconds;
    const floor = await insertPlain(server.url, rows);
    console.error(`${rows} positions of ${vessels} vessels in ${rounded(seconds)} s`);
    report([
      {
        name: 'AIS ingest, sentences to rows on PostgreSQL',
        goal: `>= ${goalPerSecond} positions/s`,
        measured: `${rounded(perSecond)}/s`,
        beside: `${rounded(floor)}/s (plain unnest inserts)`,
        ratio: rounded(perSecond / floor),
        reached: perSecond >= goalPerSecond && rows === vessels * rounds,
      },
    ]);
  } finally {
    await server.stop();
  }
}

await main();
