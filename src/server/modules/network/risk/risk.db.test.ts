import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { stormMoment, stormsAt } from '#simulator/weather/storms.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openVoyageThread, type VoyageThread } from '#testing/voyage-thread.ts';
import { linkVoyages } from '../position/index.ts';
import { listCrowds } from './congestion-queries.ts';
import { crowdIndex } from './congestion.ts';
import { refreshStorms } from './refresh-storms.ts';
import { notifyWatchers } from './notify-watchers.ts';
import { insertStormPoints, noteWeather, seedWeatherSource } from './weather-queries.ts';

const database = await testDatabase();
// The application of tests lives in the time of the machine.
const t0 = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 31 * HOUR_MS;
const clock = manualClock(t0 + 31 * HOUR_MS);
const mmsi = 538_324_514;
let thread: VoyageThread;
type Client = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signedIn']>>;
let owner: Client;
let stranger: Client;

const point = (lon: number, lat: number, validAt: Instant) => ({
  stormCode: 'WP04',
  name: 'CEDAR',
  issuedAt: t0,
  validAt,
  lon,
  lat,
  windKn: 70,
  radiusNm: 120,
  errorNm: 10,
});
const notify = () => notifyWatchers({ database, clock, reference: thread.voyageDeps.reference });

type Area = {
  code: string;
  kind: string;
  severity: string;
  vessels: { mmsi: string; bookings: { referenceNo: string }[] }[];
};
const map = async (client: Client, ahead = 0) => (await client.call('riskMap', { query: { ahead } })).data;
const stormOf = async (client: Client, ahead = 0): Promise<Area | undefined> =>
  (await map(client, ahead)).areas.find(({ kind }: Area) => kind === 'STORM');

beforeAll(async () => {
  thread = await openVoyageThread(database, clock, t0);
  await thread.buildShipment();
  await thread.hear(
    [
      [2, 'CNSHA', 0, 0],
      [26, 'CNSHA', 0, 0],
      [26.5, 'CNSHA', -0.05, 8],
      [28, 'CNSHA', -0.5, 14],
      [30.9, [122.2, 29.9], 0, 14],
    ],
    mmsi,
  );
  await linkVoyages(thread.voyageDeps);
  await thread.worker.processAll();
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  await buildUser(database, { tenantId: thread.tenantId, userCode: 'owner', menus: ['/risk-map'] });
  const other = await buildTenant(database);
  await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus: ['/risk-map'] });
  [owner, stranger] = [await signedIn('owner'), await signedIn('stranger')];
}, 60_000);

describe('a storm', () => {
  test('is where its newest advisory says, with the vessels inside and the bookings of the caller alone', async () => {
    await insertStormPoints(database, 'met', [
      { ...point(100, -40, t0), issuedAt: t0 - DAY_MS },
      point(122, 29.5, t0),
      point(123.5, 31, t0 + 60 * HOUR_MS),
      point(150, 40, t0 + 90 * HOUR_MS),
    ]);
    const mine = await stormOf(owner);
    expect(mine).toMatchObject({ code: 'met:WP04', severity: 'high' });
    expect(mine?.vessels.map((vessel) => vessel.mmsi)).toEqual([String(mmsi)]);
    expect(mine?.vessels[0]?.bookings).toHaveLength(1);
    const theirs = await stormOf(stranger);
    expect(theirs?.vessels).toMatchObject([{ mmsi: String(mmsi), bookings: [] }]);
  });

  test('moves on, and is no longer shown after its last forecast', async () => {
    expect((await stormOf(owner, 54))?.vessels).toEqual([]);
    expect(await stormOf(owner, 120)).toBeUndefined();
  });

  test('that a vessel with own cargo has entered is reported once to those who requested it', async () => {
    const inbox = async (client: Client): Promise<string[]> =>
      (await client.call('inboxQuery', { query: {} })).data.messages.map(({ subject }: { subject: string }) => subject);
    expect((await owner.call('riskWatchSave', { body: { kinds: ['WAR', 'STORM'] } })).data).toEqual({
      kinds: ['STORM', 'WAR'],
    });
    await stranger.call('riskWatchSave', { body: { kinds: ['STORM'] } });
    expect((await owner.call('riskWatchGet', {})).data).toEqual({ kinds: ['STORM', 'WAR'] });
    await notify();
    await notify();
    expect(await inbox(owner)).toEqual([expect.stringMatching(/CEDAR/)]);
    expect(await inbox(stranger)).toEqual([]);
    const [{ entries, open }] = (await database.query<{ entries: number; open: number }>(
      `select count(*)::int as entries, count(*) filter (where left_at is null)::int as open from risk_entry where area_code = 'met:WP04'`,
    )) as [{ entries: number; open: number }];
    expect([entries, open]).toEqual([1, 1]);
    await database.execute('update ais_vessel set lon = 60, lat = -30 where mmsi = $1', [mmsi]);
    await notify();
    await database.execute('update ais_vessel set lon = 122.2, lat = 29.9 where mmsi = $1', [mmsi]);
    await notify();
    expect(await inbox(owner)).toHaveLength(2);
    const audit = await database.query(`select action from audit_log where entity = 'riskWatch' order by id`);
    expect(audit).toEqual([{ action: 'insert' }, { action: 'insert' }]);
  });

  test('comes from the weather service of the world as it is there, and a service that fails keeps what it reported', async () => {
    const simulator = await startSimulator({
      seed: 'storms',
      host: '127.0.0.1',
      port: 0,
      now: clock.now,
      faults: false,
    });
    try {
      await seedWeatherSource(database, {
        code: 'world',
        nameCn: '气象',
        nameEn: 'Weather',
        baseUrl: `${simulator.baseUrl}/weather`,
      });
      await refreshStorms({ database, clock, log: silentLog });
      const alive = stormsAt('storms', clock.now());
      const reported = (await map(owner)).areas.filter(({ code }: Area) => code.startsWith('world:'));
      expect(reported.map(({ code }: Area) => code).toSorted()).toEqual(
        alive.map(({ code }) => `world:${code}`).toSorted(),
      );
      for (const storm of alive) {
        const truth = stormMoment(storm, clock.now());
        const shown = reported.find(({ code }: Area) => code === `world:${storm.code}`);
        expect(Math.abs(shown.storm.windKn - truth.windKn)).toBeLessThanOrEqual(2);
      }
    } finally {
      await simulator.stop();
    }
    await noteWeather(database, 'world', { now: clock.now(), nextAt: 0, failure: null });
    await refreshStorms({ database, clock, log: silentLog });
    const { sources, areas } = await map(owner);
    expect(sources).toMatchObject([{ code: 'world', failing: true }]);
    // It is spared by the clock of the machine, however fast the world is.
    const fast = { now: clock.now, realMsUntil: (at: number) => Math.max(0, at - clock.now()) / 3 };
    await database.execute(`update weather_source set next_at = to_timestamp(0), failures = 0, refresh_s = 3600`, []);
    await refreshStorms({ database, clock: fast, log: silentLog });
    const [spared] = await database.query<{ next_at: number }>('select next_at from weather_source', []);
    expect(spared?.next_at).toBe(clock.now() + 30 * 60_000);
    expect(areas.filter(({ code }: Area) => code.startsWith('world:'))).toHaveLength(
      stormsAt('storms', clock.now()).length,
    );
  });
});

describe('congestion', () => {
  const visit = (ship: number, daysAgo: number, waitHours: number) => {
    const berthed = clock.now() - daysAgo * DAY_MS;
    return database.execute(
      `insert into port_visit (mmsi, port_code, arrived_at, berthed_at, change_no)
       values ($1, 'USLAX', $2, $3, nextval('port_visit_change_no'))`,
      [ship, new Date(berthed - waitHours * HOUR_MS), new Date(berthed)],
    );
  };
  const crowd = async () =>
    (await listCrowds(database, clock.now(), 50)).find(({ port_code }) => port_code === 'USLAX');

  test('is the wait of late against what is usual there', async () => {
    for (const [index, wait] of [2, 3, 4, 60].entries()) await visit(636_000_000 + index, 20 + index, wait);
    // Longer ago than what is normal now.
    await visit(636_000_008, 45, 200);
    for (const [index, wait] of [6, 8].entries()) await visit(636_000_010 + index, 1 + index, wait);
    const few = await crowd();
    expect(few).toMatchObject({ berthed: 2, normal_calls: 4, median_h: 7, normal_h: 3.5 });
    expect(crowdIndex(few as NonNullable<typeof few>)).toBeNull();
    await visit(636_000_020, 3, 100);
    // Three calls of late, but too few before to say what is normal.
    expect(crowdIndex((await crowd()) as NonNullable<typeof few>)).toBeNull();
    await visit(636_000_021, 30, 4);
    // One vessel that waited very long moves neither of the medians.
    const { ports, areas } = await map(owner);
    const port = ports.find(({ portCode }: { portCode: string }) => portCode === 'USLAX');
    expect(port).toMatchObject({ berthed: 3, medianWaitHours: 8, normalWaitHours: 4, index: 2, waiting: 0 });
    expect(port.trend).toHaveLength(30);
    expect(port.trend.at(-2)).toBe(6);
    expect(port.trend.at(-1)).toBeNull();
    expect(areas.find(({ code }: Area) => code === 'CONGESTION:USLAX')).toMatchObject({ severity: 'medium' });
  });

  test('counts vessels at anchor in the roads', async () => {
    const anchored = 636_000_030;
    await thread.hear([[30, 'NLRTM', 0, 0.2]], anchored);
    await database.execute(
      `update ais_vessel set nav_status = 1, memory = jsonb_build_object('stay', jsonb_build_object('portCode', 'USLAX', 'arrivedAt', 0))
       where mmsi = $1`,
      [anchored],
    );
    expect((await crowd())?.waiting).toBe(1);
  });
});

afterAll(() => thread.reference.stop());
