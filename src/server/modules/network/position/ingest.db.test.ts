import { describe, expect, test } from 'vitest';
import { indexFences } from '#domain/network/position/geofence.ts';
import { createAisDecoder } from '#server/connectors/ais/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { createRandom } from '#shared/random/prng.ts';
import { classAPosition, sentencesOf, staticVoyage, withTagBlock } from '#simulator/ais/encode.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createIngest } from './ingest.ts';
import { vesselDays } from './ingest-queries.ts';

const database = await testDatabase();
const fences = indexFences([{ portCode: 'NLRTM', lon: 4, lat: 52, radiusNm: 6 }]);
const t0 = Date.UTC(2026, 5, 10, 12);
let lastMmsi = 244_000_000;

type Place = { lon: number; lat: number; speed?: number; status?: number };

const position = (mmsi: number, at: number, { lon, lat, speed = 12, status = 0 }: Place): string[] =>
  sentencesOf(
    classAPosition({ mmsi, type: 1, status, rateOfTurn: 0, lon, lat, speed, course: 90, heading: 90, second: 0 }),
    { channel: 'A', sequence: 0 },
  ).map((line) => withTagBlock(line, 'r1', at));

const voyage = (mmsi: number, at: number, destination: string, name = 'STAR'): string[] =>
  sentencesOf(
    staticVoyage({
      mmsi,
      imo: 9_074_729,
      callSign: 'ABCD',
      name,
      shipType: 70,
      lengthM: 200,
      beamM: 30,
      draughtM: 10.5,
      destination,
      eta: t0,
    }),
    { channel: 'B', sequence: 1 },
  ).map((line) => withTagBlock(line, 'r1', at));

/** Takes lines in batches, each written by itself, by a process that knows nothing yet. */
async function take(...batches: string[][]) {
  const ingest = createIngest({ database, fences: () => fences });
  const decoder = createAisDecoder();
  for (const lines of batches) {
    for (const line of lines) {
      const message = decoder.line(line);
      if (message !== undefined) ingest.take(message, t0 + DAY_MS);
    }
    await ingest.flush();
  }
  return ingest.counts();
}

const vesselOf = (mmsi: number) =>
  database.system.selectFrom('ais_vessel').selectAll().where('mmsi', '=', mmsi).executeTakeFirst();
const fixesOf = (mmsi: number) =>
  database.system.selectFrom('ais_position').selectAll().where('mmsi', '=', mmsi).orderBy('at').execute();
const visitsOf = (mmsi: number) =>
  database.system.selectFrom('port_visit').selectAll().where('mmsi', '=', mmsi).orderBy('arrived_at').execute();

describe('positions', () => {
  test('name the receiver that brought the newest of them, also when it alone moved', async () => {
    const mmsi = ++lastMmsi;
    const ingest = createIngest({ database, fences: () => fences });
    const hear = async (feed: string, at: number, lon: number) => {
      const decoder = createAisDecoder();
      for (const line of position(mmsi, at, { lon, lat: 53 })) {
        const message = decoder.line(line);
        if (message !== undefined) ingest.take(message, t0 + DAY_MS, feed);
      }
      await ingest.flush();
      return (await vesselOf(mmsi))?.fix_feed;
    };
    expect(await hear('north', t0, 5)).toBe('north');
    expect(await hear('south', t0, 5)).toBe('north');
    expect(await hear('south', t0 + HOUR_MS, 5.3)).toBe('south');
    expect(await hear('north', t0 - HOUR_MS, 4.7)).toBe('south');
  });

  test('are kept by day, the newest is at hand, an older one never replaces it', async () => {
    const mmsi = ++lastMmsi;
    await take(
      [...position(mmsi, t0, { lon: 5, lat: 53 })],
      [...position(mmsi, t0 - 2 * HOUR_MS, { lon: 4.6, lat: 53 }), ...position(mmsi, t0 - DAY_MS, { lon: 0, lat: 53 })],
    );
    expect(await vesselOf(mmsi)).toMatchObject({ fix_at: t0, lon: 5, lat: 53, nav_status: 0, heading: 90 });
    expect((await fixesOf(mmsi)).map(({ at }) => at)).toEqual([t0 - DAY_MS, t0 - 2 * HOUR_MS, t0]);
    expect(await vesselDays.list(database)).toEqual(
      expect.arrayContaining([Math.floor(t0 / DAY_MS), Math.floor(t0 / DAY_MS) - 1]),
    );
  });

  test('end the same in whatever order they come', async () => {
    const random = createRandom('order');
    const lines = Array.from({ length: 12 }, (_, n) => ({ at: t0 + n * 10 * MINUTE_MS, lon: 5 + n * 0.03, lat: 53 }));
    const ends = [];
    for (let round = 0; round < 4; round += 1) {
      const mmsi = ++lastMmsi;
      const shuffled = round === 0 ? lines : random.shuffle(lines);
      await take(
        ...shuffled.map(({ at, lon, lat }, n) => [
          ...position(mmsi, at, { lon, lat }),
          ...voyage(mmsi, at, `PORT ${lines.findIndex((one) => one.at === at)}`),
          ...(n === 0 ? voyage(mmsi, t0 - DAY_MS, 'OLD') : []),
        ]),
      );
      const { mmsi: _mmsi, memory: _memory, ...vessel } = (await vesselOf(mmsi)) ?? { mmsi: 0, memory: null };
      ends.push({ vessel, fixes: (await fixesOf(mmsi)).map(({ at, lon }) => [at, lon]) });
    }
    for (const end of ends) expect(end).toEqual(ends[0]);
    expect(ends[0]?.vessel).toMatchObject({ destination: 'PORT 11' });
  });

  test('heard twice are kept once, wrong ones are kept but not believed', async () => {
    const mmsi = ++lastMmsi;
    const counts = await take([
      ...position(mmsi, t0, { lon: 5, lat: 53 }),
      ...position(mmsi, t0 + 2000, { lon: 5, lat: 53 }),
      ...position(mmsi, t0 + MINUTE_MS, { lon: 50, lat: 10 }),
      ...position(mmsi, t0 + 2 * MINUTE_MS, { lon: 5.01, lat: 53 }),
    ]);
    expect(counts).toMatchObject({ positions: 2, duplicates: 1, jumps: 1 });
    expect((await fixesOf(mmsi)).map(({ jump }) => jump)).toEqual([false, true, false]);
    expect(await vesselOf(mmsi)).toMatchObject({ lon: 5.01 });
  });

  test('taking the same again changes nothing', async () => {
    const mmsi = ++lastMmsi;
    const lines = [
      ...position(mmsi, t0, { lon: 4, lat: 52, speed: 0, status: 5 }),
      ...position(mmsi, t0 + 6 * HOUR_MS, { lon: 5, lat: 53 }),
      ...voyage(mmsi, t0, 'CNSHA'),
    ];
    await take(lines);
    const before = [await vesselOf(mmsi), await fixesOf(mmsi), await visitsOf(mmsi)];
    await take(lines);
    expect([await vesselOf(mmsi), await fixesOf(mmsi), await visitsOf(mmsi)]).toEqual(before);
  });

  test('without a place, of stations and with impossible times are left out', async () => {
    const mmsi = ++lastMmsi;
    const counts = await take([
      ...position(mmsi, Date.UTC(1999, 1, 1), { lon: 5, lat: 53 }),
      ...position(mmsi, t0 + DAY_MS + 3 * HOUR_MS, { lon: 5, lat: 53 }),
      ...position(2_275_300, t0, { lon: 5, lat: 53 }),
    ]);
    expect(counts).toMatchObject({ positions: 0, badTimes: 2 });
    expect(await fixesOf(mmsi)).toEqual([]);
  });
});

describe('what vessels say of themselves', () => {
  test('is kept with its changes', async () => {
    const mmsi = ++lastMmsi;
    await take(
      [...voyage(mmsi, t0, 'CNSHA')],
      [...voyage(mmsi, t0 + HOUR_MS, 'SGSIN'), ...voyage(mmsi, t0 + 2 * HOUR_MS, 'SGSIN')],
    );
    expect(await vesselOf(mmsi)).toMatchObject({
      imo: '9074729',
      name: 'STAR',
      call_sign: 'ABCD',
      destination: 'SGSIN',
      draught_m: 10.5,
      length_m: 200,
      master_eta: '06-10 12:00',
      ais_class: 'A',
      fix_at: null,
    });
    const changes = await database.system
      .selectFrom('ais_vessel_change')
      .select(['field', 'old_value', 'new_value', 'at'])
      .where('mmsi', '=', mmsi)
      .execute();
    expect(changes).toEqual([{ field: 'destination', old_value: 'CNSHA', new_value: 'SGSIN', at: t0 + HOUR_MS }]);
  });
});

describe('stays in ports', () => {
  test('begin and end over batches and processes', async () => {
    const mmsi = ++lastMmsi;
    await take([
      ...position(mmsi, t0, { lon: 3.5, lat: 52 }),
      ...position(mmsi, t0 + 2 * HOUR_MS, { lon: 4, lat: 52, speed: 0.1 }),
    ]);
    expect(await visitsOf(mmsi)).toMatchObject([
      { port_code: 'NLRTM', arrived_at: t0 + 2 * HOUR_MS, departed_at: null },
    ]);
    await take([...position(mmsi, t0 + 20 * HOUR_MS, { lon: 4, lat: 52, speed: 0.1 })]);
    await take([...position(mmsi, t0 + 22 * HOUR_MS, { lon: 3.5, lat: 52 })]);
    expect(await visitsOf(mmsi)).toMatchObject([
      { port_code: 'NLRTM', arrived_at: t0 + 2 * HOUR_MS, departed_at: t0 + 20 * HOUR_MS },
    ]);
  });
});

test('a failed batch is not lost', async () => {
  const mmsi = ++lastMmsi;
  let fails = true;
  const flaky: typeof database = {
    ...database,
    transaction: (work) => (fails ? Promise.reject(new Error('gone')) : database.transaction(work)),
  };
  const ingest = createIngest({ database: flaky, fences: () => fences });
  const message = createAisDecoder().line(position(mmsi, t0, { lon: 5, lat: 53 })[0] as string);
  ingest.take(message as NonNullable<typeof message>, t0);
  await expect(ingest.flush()).rejects.toThrow('gone');
  expect(ingest.waiting()).toBe(1);
  fails = false;
  await ingest.flush();
  expect(await fixesOf(mmsi)).toHaveLength(1);
});

test('old days are dropped behind the newest position, a recording of years ago stays', async () => {
  const mmsi = ++lastMmsi;
  await take([...position(mmsi, t0 - 30 * DAY_MS, { lon: 5, lat: 53 })]);
  const before = await vesselDays.list(database);
  expect(await vesselDays.removeOld(database, t0 + 4000 * DAY_MS, 60)).toEqual([]);
  const dropped = await vesselDays.removeOld(database, t0, 20);
  expect(dropped).toEqual([Math.floor(t0 / DAY_MS) - 30]);
  expect(await vesselDays.list(database)).toEqual(before.filter((day) => !dropped.includes(day)));
  expect(await fixesOf(mmsi)).toEqual([]);
});
