import { beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openVoyageThread, type VoyageThread } from '#testing/voyage-thread.ts';
import { keepOutlooks } from './tasks.ts';
import { learnFromPast } from './learn-from-past.ts';

const database = await testDatabase();
const t0 = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 60 * DAY_MS;
const clock = manualClock(t0);
const imo = '9713545';
const mmsi = 538_324_514;
let thread: VoyageThread;
let client: Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signedIn']>>;

/** A voyage from Shanghai to Singapore that takes so many hours, from an hour on. */
const voyage = (from: number, takes: number): Parameters<VoyageThread['hear']>[0] => [
  [from - 2, 'CNSHA', 0, 0],
  [from, 'CNSHA', 0, 0],
  [from + 1, 'CNSHA', -0.5, 14],
  [from + takes - 1, 'SGSIN', 0.3, 14],
  [from + takes, 'SGSIN', 0, 0],
  [from + takes + 20, 'SGSIN', 0, 0],
  [from + takes + 21, 'SGSIN', 0.5, 14],
];

const sayVessel = (etaText: string, destination: string) =>
  database.execute(
    `update ais_vessel set imo = $2, name = 'BOREALIS ARDOUR', destination = $3, master_eta = $4,
       said_at = jsonb_build_object('masterEta', (extract(epoch from fix_at) * 1000)::bigint) where mmsi = $1`,
    [mmsi, imo, destination, etaText],
  );
const textOf = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
};
const outlook = async () => (await client.call('vesselOutlook', { query: { mmsi: String(mmsi) } })).data;

beforeAll(async () => {
  thread = await openVoyageThread(database, clock, t0);
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  const tenant = await buildTenant(database);
  await buildUser(database, { tenantId: tenant.id, userCode: 'watcher', menus: ['/vessel-alone'] });
  client = await signedIn('watcher');
  for (const [index, takes] of [150, 156, 160, 150].entries())
    await thread.hear(voyage(10 + index * 24, takes), 636_000_001 + index);
  // Calls are announced by a carrier of hers, a day after what will come true.
  await database.execute(
    `insert into sailing_call (carrier_code, service_code, imo, mmsi, vessel_name, export_voyage, port_code, omitted, arrives_at,
       departs_at, planned_arrival, changed_at, change_no)
     values ('BORE', 'AE1', $1, $2, 'BOREALIS ARDOUR', '12W', 'SGSIN', false, to_timestamp($3), to_timestamp($4), to_timestamp($3),
       now(), nextval('sailing_call_change_no'))`,
    [imo, String(mmsi), (t0 + (500 + 176) * HOUR_MS) / 1000, (t0 + (500 + 196) * HOUR_MS) / 1000],
  );
}, 60_000);

describe('a vessel on her way', () => {
  test('is expected by voyages of others between these ports, beside carrier and master', async () => {
    await thread.hear([...voyage(500, 152).slice(0, 3), [502, 'CNSHA', -0.7, 14]], mmsi);
    await sayVessel(textOf(t0 + 650 * HOUR_MS), 'SG SIN');
    const { own, carrier, master, ...rest } = await outlook();
    expect(rest).toMatchObject({
      fromPort: 'CNSHA',
      departedTime: t0 + 500 * HOUR_MS,
      nextPort: 'SGSIN',
      scores: [],
    });
    expect(own).toMatchObject({ basis: 'lane', passages: 4 });
    expect(Math.abs(own.eta - (t0 + 653 * HOUR_MS))).toBeLessThan(12 * HOUR_MS);
    expect(own.low).toBeLessThan(own.eta - 2 * HOUR_MS);
    expect(own.high).toBeGreaterThan(own.eta + 2 * HOUR_MS);
    expect(carrier).toMatchObject({ carrierCode: 'BORE', voyage: '12W', eta: t0 + 676 * HOUR_MS });
    expect(master).toEqual({ destination: 'SG SIN', portCode: 'SGSIN', eta: t0 + 650 * HOUR_MS });
    // From where she is, on the way out of the river, to Singapore.
    expect(rest.route[0]?.[0]).toBeGreaterThan(120);
    expect(Math.hypot(rest.route.at(-1)?.[0] - 103.8, rest.route.at(-1)?.[1] - 1.2)).toBeLessThan(0.5);
    expect(rest.ports.map(({ portCode }: { portCode: string }) => portCode)).toContain('SGSIN');
  });

  test('what was expected is kept every six hours and scored when she has arrived', async () => {
    clock.set(t0 + 503 * HOUR_MS);
    const keep = () => keepOutlooks({ database, clock, reference: thread.voyageDeps.reference });
    expect(await keep()).toBe(false);
    await keep();
    const count = async () =>
      (
        await database.query<{ n: number; settled: number }>(
          'select count(*)::int as n, count(arrived_at)::int as settled from vessel_outlook',
        )
      )[0];
    expect(await count()).toEqual({ n: 1, settled: 0 });
    await thread.hear(voyage(500, 152).slice(3, 5), mmsi);
    clock.set(t0 + 653 * HOUR_MS);
    await keep();
    expect(await count()).toEqual({ n: 1, settled: 1 });
    const { scores, nextPort, own } = await outlook();
    expect([nextPort, own]).toEqual([null, null]);
    const of = (by: string) =>
      scores.find((score: { by: string; ofVessel: boolean }) => score.by === by && score.ofVessel);
    expect(of('own')).toMatchObject({ arrivals: 1, told: 1, hitShare: 1, bandShare: 1 });
    expect(of('master')).toMatchObject({ hitShare: 1, medianErrorHours: 2 });
    expect(of('carrier')).toMatchObject({ hitShare: 0, medianErrorHours: 24, bandShare: null });
  });
});

describe('cargo aboard', () => {
  /** A booking of a tenant aboard a vessel, with open exceptions: severity and money of each. */
  async function load(tenantId: number, ship: number, troubles: readonly [string, number][] = []) {
    const { id, billNo } = await buildSubscription(database, { tenantId, carrierCode: 'BORE' });
    await database.execute(
      `insert into voyage_watch (subscription_id, sequence, tenant_id, mmsi, vessel_name, from_port, to_port, leg, state)
       values ($1, 1, $2, $3::int, 'OF ' || $3::int, 'CNSHA', 'SGSIN', jsonb_build_object('eta', $4::float8), 'underway')`,
      [id, tenantId, ship, t0],
    );
    for (const [index, [severity, money]] of troubles.entries())
      await database.execute(
        `insert into shipment_exception (tenant_id, subscription_id, type_code, problem_key, severity, subject, source_type, channel,
           bill_no, subscribed_at, created_at, updated_at, money_usd)
         values ($1, $2, 'SO-CHECK', $3, $4, 'bill', 'CARRIER', 'API', $5, now(), now(), now(), $6)`,
        [tenantId, id, String(index), severity, billNo, money],
      );
    return billNo;
  }
  type Aboard = { mmsi: string; bookings: number; moneyAtRisk: number };

  test('is counted for the tenants of the caller alone, the riskiest vessel first', async () => {
    const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
    await buildUser(database, {
      tenantId: mine.id,
      userCode: 'shipper',
      menus: ['/vessel-alone', '/exception-manage'],
    });
    await buildUser(database, { tenantId: mine.id, userCode: 'sailor', menus: ['/vessel-alone'] });
    const [quiet, severe, dear] = [636_000_001, 636_000_002, mmsi];
    await load(mine.id, quiet);
    await load(mine.id, quiet);
    await load(mine.id, severe, [['medium', 0]]);
    await load(mine.id, dear);
    const worst = await load(mine.id, dear, [
      ['low', 900],
      ['high', 400],
    ]);
    await load(theirs.id, dear, [['high', 50_000]]);
    await load(theirs.id, 636_000_003);
    const shipper = await signedIn('shipper');
    const cargo = async (query = {}) => (await shipper.call('vesselCargo', { query })).data;
    const { total, vessels, ports } = await cargo();
    expect(total).toBe(3);
    expect(vessels.map((one: Aboard) => [one.mmsi, one.bookings, one.moneyAtRisk])).toEqual([
      [String(dear), 2, 900],
      [String(severe), 1, 0],
      [String(quiet), 2, 0],
    ]);
    // Who may not see exceptions learns nothing of them here.
    const sailor = await signedIn('sailor');
    expect((await sailor.call('vesselCargo', {})).data.vessels[0]).toMatchObject({
      moneyAtRisk: 0,
      troubled: 0,
      worst: null,
    });
    expect(vessels[0]).toMatchObject({
      vesselName: 'BOREALIS ARDOUR',
      nextPort: 'SGSIN',
      nextEta: t0,
      etaBy: 'carrier',
      troubled: 1,
      worst: { severity: 'high', referenceNo: worst },
    });
    expect(vessels[2]).toMatchObject({ troubled: 0, worst: null });
    expect(ports).toMatchObject([{ portCode: 'SGSIN', zone: 'Asia/Singapore' }]);
    expect(await cargo({ limit: 1 })).toMatchObject({ total: 3, vessels: [{ mmsi: String(dear) }] });
    await buildUser(database, { tenantId: theirs.id, userCode: 'idle', menus: ['/oms-ais'] });
    expect((await (await signedIn('idle')).call('vesselCargo', { query: {} })).http).toBe(403);
  });
});

describe('the fleet', () => {
  type FleetVessel = [string, string | null, number, number, number, number, string, number];
  const fleet = async (since?: string) =>
    (await client.call('vesselFleet', { query: { ...(since && { since }) } })).data;
  /** The memory looks again after half a second. */
  const changedSince = (cursor: string) =>
    expect.poll(
      async () =>
        (await fleet(cursor)).vessels.map(([id, , , , speed, , activity]: FleetVessel) => [id, speed, activity]),
      {
        timeout: 5_000,
      },
    );

  test('is given whole, then what changed', async () => {
    const first = await fleet();
    expect(first.whole).toBe(true);
    expect(first.vessels).toHaveLength(5);
    const [ship] = first.vessels.filter(([id]: FleetVessel) => id === String(mmsi));
    expect(ship.slice(0, 2)).toEqual([String(mmsi), 'BOREALIS ARDOUR']);
    expect(ship[6]).toBe('moored');
    await thread.hear([[700, [110, 10], 0, 15]], mmsi);
    await changedSince(first.cursor).toEqual([[String(mmsi), 15, 'underway']]);
    expect(await fleet('another-process/3')).toMatchObject({ whole: true });
  });

  test('is for those who may watch vessels', async () => {
    const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const tenant = await buildTenant(database);
    await buildUser(database, { tenantId: tenant.id, userCode: 'other', menus: ['/vessel-subscribe'] });
    const other = await signedIn('other');
    expect((await other.call('vesselFleet', { query: {} })).http).toBe(403);
    expect((await other.call('vesselOutlook', { query: { mmsi: String(mmsi) } })).http).toBe(403);
  });
});

test('vessels are looked for by three characters of a name or call sign at least', async () => {
  const found = (query: Record<string, string>) => client.call('vesselPositions', { query });
  expect((await found({ vesselName: 'bor' })).data).toMatchObject([{ mmsi: String(mmsi) }]);
  for (const [field, value] of [
    ['vesselName', 'BO'],
    ['callSign', 'D5'],
  ] as const)
    expect((await found({ [field]: value })).msg).toMatch(/至少输入3个字符|at least 3 characters/);
  expect((await found({ vesselName: ' ' })).msg).toMatch(/船名为空|vessel name is empty/);
});

test('errors of predictions are learned from voyages of the past, which are no predictions that were made', async () => {
  const later = 636_000_009;
  await thread.hear(voyage(800, 150), later);
  clock.set(t0 + 1000 * HOUR_MS);
  const scored = (await outlook()).scores;
  const learn = () => learnFromPast({ database, clock, reference: thread.voyageDeps.reference }, {});
  const learned = () =>
    database.query<{ mmsi: number; basis: string; at: number; own: number; arrived_at: number }>(
      'select mmsi, basis, at, own, arrived_at from vessel_outlook where hindcast order by at',
    );
  // A receiver that still tells of the past knows only a part of it.
  await database.execute(`insert into ais_feed (code, state, updated_at) values ('world', 'connecting', now())`);
  expect(await learn()).toBe(false);
  expect(await learned()).toEqual([]);
  await database.execute(`update ais_feed set state = 'open'`);
  expect(await learn()).toBe(false);
  const rows = await learned();
  const [first, ...others] = rows.filter((row) => row.mmsi === later);
  // From the five voyages that were over then.
  expect(first).toMatchObject({ basis: 'lane', at: t0 + 801 * HOUR_MS, arrived_at: t0 + 950 * HOUR_MS });
  expect(Math.abs((first?.own ?? 0) - (t0 + 950 * HOUR_MS))).toBeLessThan(15 * HOUR_MS);
  expect(others.length).toBeGreaterThan(0);
  // At the beginning of the first voyage of all nothing was known, and what was predicted then is kept already.
  expect(rows.some(({ at }) => at < t0 + 100 * HOUR_MS)).toBe(false);
  expect(rows.some((row) => row.mmsi === mmsi)).toBe(false);
  await learn();
  expect(await learned()).toEqual(rows);
  expect((await outlook()).scores).toEqual(scored);
});
