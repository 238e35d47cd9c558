import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { refreshNext, seedSailingSources, notifySubscribers } from '#server/modules/network/sailing/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { flightOn, flightPlans } from '#simulator/air/flights.ts';
import { flightChange } from '#simulator/air/timetable.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { flightExport } from './flight-export.ts';
import { flightNetwork } from './flight-network.ts';
import { flightReader } from './refresh-flights.ts';
import { flightKind } from './subscriptions.ts';
import { takeFlights } from './take-flights.ts';

const start = Date.UTC(2026, 4, 4, 3);
const seed = 'flights';
let now: Instant = start;
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
const simulator = await startSimulator({ seed, host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(async () => {
  reference.stop();
  await simulator.stop();
});
const deps = { database, clock, log: silentLog, keys, reference: reference.current };
const refresh = async (): Promise<void> => {
  while (await refreshNext(deps, flightReader));
};
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const menus = ['/air-schedule', '/air-schedule-index'];
const [own, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: own.id, userCode: 'shipper', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const [shipper, stranger] = [await signedIn('shipper'), await signedIn('stranger')];

beforeAll(async () => {
  await seedSailingSources(
    database,
    ['CZ', 'CA'].map((carrierCode) => ({
      mode: 'air',
      carrierCode,
      baseUrl: `${simulator.baseUrl}/airlines/${carrierCode}`,
      credential: seal(`${carrierCode}-demo-key`, keys),
    })),
    start,
  );
  await refresh();
}, 60_000);

type Stored = {
  id: number;
  aircraft: string;
  departs_at: Instant;
  arrives_at: Instant;
  cancelled: boolean;
  days: string;
};
const storedOf = async (flightNo: string, day: string): Promise<Stored | undefined> =>
  (
    await database.query<Stored>('select * from flight_leg where flight_no = $1 and flight_date = $2', [flightNo, day])
  )[0];

/** What the airline knows now of all its flights of the next weeks. */
const truth = () =>
  flightPlans
    .filter(({ airline }) => airline === 'CZ' || airline === 'CA')
    .flatMap((plan) =>
      Array.from({ length: 60 }, (_, index) => flightOn(plan, Math.floor(now / DAY_MS) * DAY_MS + index * DAY_MS) ?? [])
        .flat()
        .map((flight) => {
          const change = flightChange(seed, plan, flight.day, flight.departure);
          const known = change !== undefined && change.knownAt <= now ? change : undefined;
          return { flight, known, changesAt: change?.knownAt };
        }),
    );

async function compareWithWorld(): Promise<void> {
  for (const { flight, known } of truth()) {
    const stored = await storedOf(flight.flight, flight.day);
    if (known?.cancelled === true) {
      expect(stored?.cancelled ?? true, `${flight.flight} ${flight.day}`).toBe(true);
      continue;
    }
    expect(stored, `${flight.flight} ${flight.day}`).toMatchObject({
      cancelled: false,
      departs_at: flight.departure + (known?.laterMin ?? 0) * MINUTE_MS,
      arrives_at: flight.arrival + (known?.laterMin ?? 0) * MINUTE_MS,
      aircraft: known?.aircraft ?? flight.aircraft,
      days: flight.days.join(''),
    });
  }
}

const ask = async (body: Record<string, unknown>) =>
  (await shipper.call('flightQuery', { body: { fromAirport: 'CAN', toAirport: 'FRA', ...body } }))
    .data as CallData<'flightQuery'>;

describe('flights of the world', () => {
  test('are stored as the airlines plan them, in local times of both airports', compareWithWorld);

  test('are found by day, with marks of the next day, days of the week, and the latest acceptance', async () => {
    const { records, airports, airlines } = await ask({ directOnly: 1, days: 1, dateFrom: '2026-05-06' });
    expect(records).toHaveLength(1);
    const [route] = records as [CallData<'flightQuery'>['records'][number]];
    expect(route).toMatchObject({ airlineCode: 'CZ', changes: 0, transitMinutes: 690 });
    expect(route.legs).toMatchObject([
      { flightNo: 'CZ401', days: '1234567', departureShift: 0, arrivalShift: 1, stops: [] },
    ]);
    expect(route.departureTime - (route.cutOffTime ?? 0)).toBe(4 * HOUR_MS);
    expect(airports.map(({ zone }) => zone)).toEqual(expect.arrayContaining(['Asia/Shanghai', 'Europe/Berlin']));
    expect(airlines.map(({ airlineCode, nameCn }) => [airlineCode, nameCn])).toContainEqual(['CZ', '中国南方航空']);
  });

  test('are exported as they are requested, each time on the clock of its airport', async () => {
    const body = { fromAirport: 'CGO', toAirport: 'FRA', days: 3 };
    const { records } = await ask(body);
    const ctx = { lang: 'en', clock, unscoped: database, db: database.system } as unknown as Ctx;
    const prepared = flightExport(reference.current, flightNetwork).prepare(ctx, body, undefined);
    const statement = typeof prepared.ids === 'function' ? await prepared.ids() : prepared.ids;
    const ids = await database.query<{ id: number }>(statement.sql, statement.parameters);
    const rows = await prepared.cells(ids.map(({ id }) => Number(id)));
    expect(rows).toHaveLength(records.length);
    const of = (title: string) => rows[0]?.[prepared.titles.indexOf(title)];
    const legs = records[0]?.legs ?? [];
    expect(of('Flight no.')).toBe(legs.map(({ flightNo }) => flightNo).join(' / '));
    expect(of('From airport')).toMatch(/ CGO$/);
    expect(of('Departure')).toMatch(/CST \+8$/);
    expect(of('Arrival')).toMatch(/CET \+1|CEST \+2/);
    expect(of('Days later')).toBe(legs.at(-1)?.arrivalShift);
    expect(of('Change')).toContain(' – ');
    expect(() =>
      flightExport(reference.current, flightNetwork).prepare(ctx, { ...body, toAirport: 'QQQ' }, undefined),
    ).toThrow();
  });

  test('change once at the hub of the airline, with time to change', async () => {
    const { records } = await ask({ fromAirport: 'CGO', toAirport: 'FRA' });
    expect(records.length).toBeGreaterThan(5);
    for (const { legs, changes } of records) {
      expect(changes).toBe(1);
      const [first, second] = legs as [(typeof legs)[0], (typeof legs)[0]];
      expect(first.toAirport).toBe(second.fromAirport);
      expect(first.airlineCode).toBe(second.airlineCode);
      expect(second.departureTime - first.arrivalTime).toBeGreaterThanOrEqual(3 * HOUR_MS);
    }
    expect((await ask({ fromAirport: 'CGO', directOnly: 1 })).totalRecord).toBe(0);
    const byAirline = await ask({ fromAirport: 'CGO', airlineCodes: ['CA'] });
    expect(new Set(byAirline.records.map(({ airlineCode }) => airlineCode))).toEqual(new Set(['CA']));
    const sorted = await ask({ fromAirport: 'CGO', sortBy: 'transit' });
    const transits = sorted.records.map(({ transitMinutes }) => transitMinutes);
    expect(transits).toEqual(transits.toSorted((a, b) => a - b));
  });

  test.each([
    [{ fromAirport: 'XQX' }, /找不到机场|no such airport/],
    [{ toAirport: 'CAN' }, /不能相同|different/],
    [{ dateFrom: '2026-02-30' }, /日期|date/],
  ])('a question that makes no sense is refused: %j', async (body, words) => {
    const { status, msg } = await shipper.call('flightQuery', {
      body: { fromAirport: 'CAN', toAirport: 'FRA', ...body },
    });
    expect(status).toBe(0);
    expect(msg).toMatch(words);
  });

  test('are requested again under the condition that they changed, and follow the airline days later', async () => {
    const before = await database.query('select max(change_no)::float8 as n from flight_leg');
    now += 7 * HOUR_MS;
    await refresh();
    const [source] = await database.query<{ answered_at: Instant; failures: number }>(
      `select answered_at, failures from sailing_source where mode = 'air' and carrier_code = 'CZ'`,
    );
    expect(source).toEqual({ answered_at: now, failures: 0 });
    now += 8 * DAY_MS;
    await refresh();
    const after = await database.query('select max(change_no)::float8 as n from flight_leg');
    expect(after).not.toEqual(before);
    await compareWithWorld();
    const fields = await database.query<{ field: string }>('select distinct field from flight_change');
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['plannedDeparture', 'plannedArrival', 'aircraft', 'cancelled']),
    );
  });
});

test('a flight with a stop is boarded and left at each of its airports', async () => {
  const leg = (legNo: number, from: string, to: string, hour: number) => ({
    airlineCode: 'CK',
    flightNo: 'CK7',
    flightDate: '2026-05-20',
    legNo,
    from,
    to,
    aircraft: '77F',
    days: '3',
    departsAt: Date.UTC(2026, 4, 20, hour),
    arrivesAt: Date.UTC(2026, 4, 20, hour + 5),
    closesAt: null,
  });
  await takeFlights(database, {
    airlineCode: 'CK',
    legs: [leg(1, 'PVG', 'ANC', 2), leg(2, 'ANC', 'ORD', 9)],
    from: now,
    to: now + 60 * DAY_MS,
    at: now,
  });
  const askOn = async (fromAirport: string, toAirport: string) =>
    (await ask({ fromAirport, toAirport, dateFrom: '2026-05-19', days: 3 })).records.map(({ legs }) =>
      legs.map((one) => [one.flightNo, one.fromAirport, one.stops, one.toAirport]),
    );
  // The memory of flights looks for changes every two seconds.
  await expect.poll(() => askOn('PVG', 'ORD'), { timeout: 10_000 }).toEqual([[['CK7', 'PVG', ['ANC'], 'ORD']]]);
  expect(await askOn('PVG', 'ANC')).toEqual([[['CK7', 'PVG', [], 'ANC']]]);
  expect(await askOn('ANC', 'ORD')).toEqual([[['CK7', 'ANC', [], 'ORD']]]);
});

describe('subscribing a flight', () => {
  const item = { airlineCode: 'CZ', flightNo: '401', flightDate: '2026-05-20' };
  const today = () => new Date(now + 8 * HOUR_MS).toISOString().slice(0, 10);
  const days = () => ({ effectiveDate: today(), expiryDate: new Date(now + 10 * DAY_MS).toISOString().slice(0, 10) });
  const subscribe = (body: Record<string, unknown>, client = shipper) =>
    client.call('flightSubscriptionInsert', { body: { items: [item], ...days(), ...body } });
  const listOf = async (client = shipper) =>
    (await client.call('flightSubscriptionQuery', { body: {} })).data as CallData<'flightSubscriptionQuery'>;

  test.each([
    ['nothing', { items: [] }, /至少添加|at least one/i],
    ['eleven', { items: Array.from({ length: 11 }, () => item) }, /10/],
    ['without an airline', { items: [{ ...item, airlineCode: '' }] }, /航空公司不能为空/],
    ['of an airline without schedules', { items: [{ ...item, airlineCode: 'LH' }] }, /不支持订阅/],
    ['without a number', { items: [{ ...item, flightNo: ' ' }] }, /航班号为空/],
    ['of a day that is not announced', { items: [{ ...item, flightDate: '2027-05-20' }] }, /尚未公布/],
    ['of an unknown flight', { items: [{ ...item, flightNo: 'CZ9999' }] }, /未查询到/],
    ['of no day', { items: [{ ...item, flightDate: '2026-02-30' }] }, /日期/],
    ['from yesterday', { effectiveDate: '2026-05-03' }, /不能早于今天/],
    ['for sixteen days', { expiryDate: '2026-05-29' }, /15/],
  ])('is refused: %s', async (_name, body, words) => {
    const { status, msg } = await subscribe(body);
    expect(status).toBe(0);
    expect(msg).toMatch(words);
    expect((await listOf()).totalRecord).toBe(0);
  });

  test('works once, with or without the code of the airline, for the own tenant only', async () => {
    expect(await subscribe({})).toMatchObject({ status: 1, msg: '订阅成功' });
    expect((await subscribe({ items: [{ ...item, flightNo: 'cz 0401' }] })).msg).toMatch(/已订阅/);
    const [row] = (await listOf()).records;
    expect(row).toMatchObject({
      flightNo: 'CZ401',
      flightDate: '2026-05-20',
      fromAirport: 'CAN',
      toAirport: 'FRA',
      toZone: 'Europe/Berlin',
      state: 'active',
      changes: [],
      saidTime: expect.any(Number),
    });
    expect((await listOf(stranger)).totalRecord).toBe(0);
    const change = { flightSubscriptionId: row?.flightSubscriptionId, ...days(), recordVersion: 1 };
    expect((await stranger.call('flightSubscriptionUpdate', { body: change })).status).toBe(0);
    expect((await shipper.call('flightSubscriptionUpdate', { body: change })).msg).toBe('修改成功');
    expect((await shipper.call('flightSubscriptionUpdate', { body: change })).status).toBe(0);
    // A subscription to a flight is not in the list of sailings.
    const asSailing = { sailingSubscriptionIds: [row?.flightSubscriptionId] };
    await buildUser(database, { tenantId: own.id, userCode: 'sailor', menus: ['/vessel-subscribe'] });
    const sailor = await signedIn('sailor');
    expect((await sailor.call('sailingSubscriptionCancel', { body: asSailing })).status).toBe(0);
    expect((await sailor.call('sailingSubscriptionQuery', { body: {} })).data.totalRecord).toBe(0);
  });

  test('shows old and new of what changed, and tells the person once', async () => {
    const [leg] = await database.query<Record<string, never> & { departs_at: Instant; arrives_at: Instant }>(
      `select * from flight_leg where flight_no = 'CZ401' and flight_date = '2026-05-20'`,
    );
    now += MINUTE_MS;
    const reported = {
      airlineCode: 'CZ',
      flightNo: 'CZ401',
      flightDate: '2026-05-20',
      legNo: 1,
      from: 'CAN',
      to: 'FRA',
      aircraft: '74Y',
      days: '1234567',
      departsAt: leg!.departs_at + 90 * MINUTE_MS,
      arrivesAt: leg!.arrives_at + 5 * MINUTE_MS,
      closesAt: null,
    };
    const window = { from: leg!.departs_at - DAY_MS / 2, to: leg!.departs_at + DAY_MS / 2 };
    await takeFlights(database, { airlineCode: 'CZ', legs: [reported], ...window, at: now });
    await takeFlights(database, { airlineCode: 'CZ', legs: [reported], ...window, at: now });
    const [row] = (await listOf()).records;
    expect(row?.changes.map(({ field }) => field).toSorted()).toEqual([
      'aircraft',
      'cutOff',
      'plannedArrival',
      'plannedDeparture',
    ]);
    await notifySubscribers({ database, clock, reference: reference.current }, flightKind);
    await notifySubscribers({ database, clock, reference: reference.current }, flightKind);
    const messages = await database.query<{ address: string; content: string; subject: string; tenant_id: number }>(
      `select address, content, subject, tenant_id from notification where kind = 'flight'`,
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ address: 'shipper', tenant_id: own.id });
    expect(messages[0]?.subject).toContain('航班变更：CZ401 2026-05-20 CAN');
    expect(messages[0]?.content).toContain('+1.5');
    // Five minutes are not worth a message.
    expect(messages[0]?.content).not.toContain('计划到达');
  });

  test('ends when it is cancelled, by its own tenant only', async () => {
    const [row] = (await listOf()).records;
    const body = { flightSubscriptionIds: [row?.flightSubscriptionId] };
    expect((await stranger.call('flightSubscriptionCancel', { body })).status).toBe(0);
    expect((await shipper.call('flightSubscriptionCancel', { body })).msg).toBe('取消成功');
    expect((await listOf()).records[0]).toMatchObject({ state: 'cancelled' });
    const audit = await database.query(`select action from audit_log where entity = 'flightSubscription' order by id`);
    expect(audit.map((entry) => entry['action'])).toEqual(['insert', 'update', 'cancel']);
  });
});
