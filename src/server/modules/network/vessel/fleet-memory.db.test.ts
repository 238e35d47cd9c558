import { expect, test } from 'vitest';
import { notifyVesselNews } from '#server/modules/network/position/index.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createFleetMemory } from './fleet-memory.ts';

const database = await testDatabase();
let clock = 0;
const memory = createFleetMemory(() => clock);

/** A vessel where a batch put her; with `tell` the batch says so. */
async function move(mmsi: number, lon: number, notify = true): Promise<void> {
  await database.transaction(async () => {
    await database.execute(
      `insert into ais_vessel (mmsi, name, lon, lat, speed_kn, fix_at) values ($1, 'KITE', $2, 10, 12, to_timestamp($3))
       on conflict (mmsi) do update set lon = excluded.lon, fix_at = excluded.fix_at`,
      [mmsi, lon, lon],
    );
    if (notify) await notifyVesselNews(database, [mmsi]);
  });
}

/** What is read after so many milliseconds. */
async function readAfter(ms: number, since?: string) {
  clock += ms;
  const { cursor, whole, vessels } = await memory.read(database, since);
  return { cursor, whole, places: vessels.map(([mmsi, , lon]) => `${mmsi} ${lon}`).toSorted() };
}

test('only vessels that a batch named are read again, and all of them every five minutes', async () => {
  for (const mmsi of [1, 2, 3]) await move(mmsi, 100);
  const first = await readAfter(0);
  expect(first).toMatchObject({ whole: true, places: ['000000001 100', '000000002 100', '000000003 100'] });

  await move(2, 101);
  // Nobody writes without saying so; if somebody did, the next reading of all vessels shows it.
  await move(3, 102, false);
  expect(await readAfter(100, first.cursor)).toMatchObject({ whole: false, places: [] });
  const second = await readAfter(500, first.cursor);
  expect(second).toMatchObject({ whole: false, places: ['000000002 101'] });
  expect(await readAfter(500, second.cursor)).toEqual({ cursor: second.cursor, whole: false, places: [] });
  expect(await readAfter(5 * 60_000, second.cursor)).toMatchObject({ places: ['000000003 102'] });
});

test('a new vessel is seen, and one whose batch is undone is not', async () => {
  const { cursor } = await readAfter(500);
  await move(4, 103);
  await database
    .transaction(async () => {
      await move(1, 104);
      throw new Error('undone');
    })
    .catch(() => undefined);
  expect(await readAfter(500, cursor)).toMatchObject({ places: ['000000004 103'] });
});

test('who has not looked for longer than batches are kept reads all vessels', async () => {
  const { cursor } = await readAfter(500);
  await move(1, 105, false);
  await notifyVesselNews(database, [2]);
  const next = await readAfter(500, cursor);
  expect(next).toMatchObject({ places: [] });
  // As many batches as are kept come and go.
  await database.execute(`select setval('ais_vessel_news_no', nextval('ais_vessel_news_no') + 1024)`);
  await notifyVesselNews(database, [2]);
  expect(await readAfter(500, next.cursor)).toMatchObject({ whole: false, places: ['000000001 105'] });
});

test('the ring keeps 1024 batches', async () => {
  const newest = async () =>
    (
      await database.execute<{ change_no: number; place: number }>(
        'select change_no, place from ais_vessel_news order by change_no desc limit 1',
      )
    ).rows[0] ?? { change_no: 0, place: 0 };
  const before = await newest();
  await database.execute(`select setval('ais_vessel_news_no', $1)`, [before.change_no + 1023]);
  await notifyVesselNews(database, [2]);
  expect(await newest()).toEqual({ change_no: before.change_no + 1024, place: before.place });
});
