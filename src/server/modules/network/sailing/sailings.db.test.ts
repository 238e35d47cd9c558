import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bestTime } from '#domain/network/sailing/model.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { refreshNext } from './refresh-schedules.ts';
import { refreshNext as refreshOne, type ScheduleReader } from './refresh-sources.ts';
import { createNetworkMemory } from './network-memory.ts';
import { sailingExport } from './sailing-export.ts';
import { seedSailingSources } from './source-queries.ts';

const start = Date.UTC(2026, 4, 4, 3);
let now: Instant = start;
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
const simulator = await startSimulator({ seed: 'sailings', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(async () => {
  reference.stop();
  await simulator.stop();
});
const { world } = simulator;
const alliance = world.network.carriers.slice(0, 4);
const deps = { database, clock, log: silentLog, keys, reference: reference.current };

async function refreshAll(): Promise<number> {
  let requested = 0;
  while (await refreshNext(deps)) requested += 1;
  return requested;
}

beforeAll(async () => {
  await seedSailingSources(
    database,
    alliance.map(({ code }) => ({
      carrierCode: code,
      baseUrl: `${simulator.baseUrl}/carriers/${code}`,
      credential: seal(`${code}-demo-key`, keys),
    })),
    start,
  );
  await refreshAll();
}, 120_000);

type Stored = {
  service_code: string;
  imo: string;
  port_code: string;
  omitted: boolean;
  arrives_at: Instant;
  departs_at: Instant;
  sellers: { carrierCode: string }[];
  differences: { field: string; values: { carrierCode: string; value: number }[] }[];
};
const stored = (where: string): Promise<Stored[]> =>
  database.query<Stored>(`select * from sailing_call where ${where} order by id`);

/** What the carrier that sails knows at the moment of every call in a window. */
function trueCalls(from: Instant, to: Instant) {
  const services = world.network.services.filter(({ carrier }) => alliance.includes(carrier));
  return services.flatMap((service) => {
    const calls = [];
    for (let week = 300; week < 380; week += 1) {
      const sailing = world.sailings.sailing(service.index, week);
      for (const call of sailing.calls) {
        if (call.plannedDeparture < from || call.plannedDeparture >= to) continue;
        const reported = (estimates: typeof call.arrivalEstimates): Instant | null =>
          estimates.findLast(({ knownAt }) => knownAt <= now)?.value ?? null;
        calls.push({
          service: service.code,
          port: call.port.code,
          imo: (now >= sailing.vesselKnownAt ? sailing.vessel : sailing.plannedVessel).imo,
          arrives: reported(call.arrivalEstimates) ?? call.plannedArrival,
          departs: reported(call.departureEstimates) ?? call.plannedDeparture,
          actualDeparture: call.actualDeparture,
          skipped: call.skipped,
        });
      }
    }
    return calls;
  });
}

const client = await (async () => {
  const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
  const tenant = await buildTenant(database);
  await buildUser(database, { tenantId: tenant.id, userCode: 'shipper', menus: ['/vessel-schedule', '/domestic-ptp'] });
  return signedIn('shipper');
})();
const query = (body: Record<string, unknown>) => client.call('sailingQuery', { body });

describe('schedules of carriers', () => {
  test('are merged to the sailings there are: one call each, with all who sell it', async () => {
    const expected = trueCalls(now + DAY_MS, now + 60 * DAY_MS);
    const calls = await stored(`departs_at > '${new Date(now - 2 * DAY_MS).toISOString()}'`);
    const keyOf = (imo: string, port: string): string => `${imo} ${port}`;
    const known = Map.groupBy(calls, (call) => keyOf(call.imo, call.port_code));
    let right = 0;
    for (const call of expected) {
      const found = known
        .get(keyOf(call.imo, call.port))
        ?.filter(({ arrives_at }) => Math.abs(arrives_at - call.arrives) < 84 * HOUR_MS);
      right += Number(found?.length === 1 && Math.abs(found[0]!.departs_at - call.departs) < HOUR_MS);
    }
    expect(expected.length).toBeGreaterThan(500);
    expect(right / expected.length).toBeGreaterThan(0.99);
    expect(calls.filter(({ sellers }) => sellers.length === 4).length / calls.length).toBeGreaterThan(0.9);
  });

  test('keep what carriers tell differently', async () => {
    const disputed = await stored(`differences <> '[]'`);
    expect(disputed.length).toBeGreaterThan(20);
    for (const { differences } of disputed.slice(0, 50))
      for (const { values } of differences) expect(new Set(values.map(({ value }) => value)).size).toBeGreaterThan(1);
  });

  test('are requested under a condition: what did not change is not sent or written again', async () => {
    const [before] = await database.query<{ n: number }>('select max(change_no)::float8 as n from sailing_call');
    await database.execute('update sailing_source set next_at = $1', [new Date(now)]);
    expect(await refreshAll()).toBe(alliance.length);
    const [after] = await database.query<{ n: number }>('select max(change_no)::float8 as n from sailing_call');
    expect(after).toEqual(before);
  });

  test(
    'two days ahead equal the true sailings in 99 of 100 values, and changes are noted',
    { timeout: 120_000 },
    async () => {
      const changesBefore = (await database.query('select 1 from sailing_change')).length;
      for (let step = 1; step <= 8; step += 1) {
        now = start + step * 12 * HOUR_MS;
        await refreshAll();
      }
      const ahead = trueCalls(now + DAY_MS, now + 3 * DAY_MS);
      const calls = await stored(`departs_at > '${new Date(now - 5 * DAY_MS).toISOString()}'`);
      const right = ahead.filter((call) =>
        calls.some(
          (row) =>
            row.imo === call.imo &&
            row.port_code === call.port &&
            Math.abs(row.arrives_at - call.arrives) < HOUR_MS &&
            Math.abs(row.departs_at - call.departs) < HOUR_MS,
        ),
      );
      expect(ahead.length).toBeGreaterThan(10);
      expect(right.length / ahead.length).toBeGreaterThanOrEqual(0.99);
      expect((await database.query('select 1 from sailing_change')).length).toBeGreaterThan(changesBefore + 50);
    },
  );
});

describe('the question from port to port', () => {
  test('is answered with direct sailings, their cut-offs, transit days and next sailings', async () => {
    const { status, data } = await query({ fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 0 });
    expect(status).toBe(1);
    expect(data.totalRecord).toBeGreaterThanOrEqual(8);
    for (const route of data.records) {
      expect(route.legs).toHaveLength(1);
      expect(route.departureTime).toBeGreaterThanOrEqual(now);
      expect(route.transitDays).toBe(Math.ceil((route.arrivalTime - route.departureTime) / DAY_MS));
      expect(route.cutOffs.map(({ code }: { code: string }) => code)).toEqual(
        expect.arrayContaining(['DCO', 'VCO', 'FCO', 'EFC', 'CCO', 'DEC', 'DGC', 'RCO']),
      );
      const [leg] = route.legs;
      expect(bestTime(leg.departure)).toBe(route.departureTime);
      expect(route.sellers).toContain(leg.carrierCode);
      // The carrier that sails her counts, and it was heard some day before now.
      for (const stated of [leg.departureSaid, leg.arrivalSaid]) {
        expect(stated.carrierCode).toBe(leg.carrierCode);
        expect(stated.saidTime).toBeLessThanOrEqual(now);
      }
    }
    expect(data.now).toBe(now);
    const shown = new Set(data.records.map(({ routeId }: { routeId: string }) => routeId));
    for (const { nextSailings } of data.records)
      for (const { routeId } of nextSailings) expect(shown.has(routeId)).toBe(true);
    expect(data.records[0].nextSailings.length).toBeGreaterThan(0);
    expect(data.ports.map(({ portCode }: { portCode: string }) => portCode).toSorted()).toEqual(['CNSHA', 'NLRTM']);
    expect(data.sources).toHaveLength(4);
  });

  test('with changes it leads over ports where there is time, and not at all where none is allowed', async () => {
    const none = await query({ fromPort: 'JPTYO', toPort: 'NLRTM', mostChanges: 0 });
    expect(none.data.records).toEqual([]);
    const { data } = await query({ fromPort: 'JPTYO', toPort: 'NLRTM', mostChanges: 2 });
    expect(data.totalRecord).toBeGreaterThan(0);
    for (const { legs, changes } of data.records) {
      expect(legs).toHaveLength(changes + 1);
      for (let leg = 1; leg < legs.length; leg += 1) {
        expect(legs[leg].fromPort).toBe(legs[leg - 1].toPort);
        const wait = (bestTime(legs[leg].departure) ?? 0) - (bestTime(legs[leg - 1].arrival) ?? 0);
        expect(wait).toBeGreaterThanOrEqual(24 * HOUR_MS - 60_000);
      }
    }
  });

  test('can be narrowed to carriers, services, own vessels and days of arrival', async () => {
    const [first] = alliance;
    const own = await query({
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      mostChanges: 0,
      carrierCodes: [first!.code],
      partners: 0,
    });
    expect(own.data.records.length).toBeGreaterThan(0);
    expect(
      new Set(
        own.data.records.map((route: never) => (route as { legs: { carrierCode: string }[] }).legs[0]!.carrierCode),
      ),
    ).toEqual(new Set([first!.code]));
    const service = await query({ fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 0, serviceCode: 'ae2' });
    expect(
      service.data.records.every((route: { legs: { serviceCode: string }[] }) => route.legs[0]!.serviceCode === 'AE2'),
    ).toBe(true);
    const from = '2026-06-20';
    const arriving = await query({
      fromPort: 'CNSHA',
      toPort: 'NLRTM',
      mostChanges: 0,
      dateOf: 'arrival',
      dateFrom: from,
      weeks: 1,
    });
    expect(arriving.data.records.length).toBeGreaterThan(0);
    for (const { arrivalTime } of arriving.data.records) {
      expect(arrivalTime).toBeGreaterThanOrEqual(Date.parse('2026-06-20T00:00:00+02:00'));
      expect(arrivalTime).toBeLessThan(Date.parse('2026-06-27T00:00:00+02:00'));
    }
  });

  test.each([
    [{ fromPort: 'CNSHA', toPort: 'CNSHA' }, /不能相同|different/],
    [{ fromPort: 'CNSHA', toPort: 'QQQQQ' }, /QQQQQ/],
    [{ fromPort: 'NLRTM', toPort: 'DEHAM', domestic: 1 }, /国内港口|domestic/],
    [{ fromPort: 'CNSHA', toPort: 'NLRTM', dateFrom: '2026-13-40' }, /日期|date/],
  ])('is refused: %j', async (body, words) => {
    const { status, msg } = await query(body);
    expect(status).toBe(0);
    expect(msg).toMatch(words);
  });

  test('one sailing shows every call on the way, its line, what was reported differently and how reliable the service is', async () => {
    const { data } = await query({ fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 0 });
    const { data: detail } = await client.call('sailingGet', { query: { routeId: data.records[0].routeId } });
    const [leg] = detail.legs;
    expect(leg.stops.length).toBeGreaterThan(2);
    expect(leg.stops[0].portCode).toBe('CNSHA');
    expect(leg.stops.at(-1).portCode).toBe('NLRTM');
    expect(leg.stops[0].departureSaid.carrierCode).toBe(data.records[0].legs[0].carrierCode);
    expect(leg.line.length).toBeGreaterThan(5);
    expect(leg.distanceNm).toBeGreaterThan(9000);
    expect(leg.reliability.map(({ portCode }: { portCode: string }) => portCode)).toEqual(['CNSHA', 'NLRTM']);
    expect(leg.reliability[0].calls).toBeGreaterThan(8);
    expect(leg.reliability[0].onTime).toBeLessThanOrEqual(leg.reliability[0].calls);
    expect((await client.call('sailingGet', { query: { routeId: '999999999-999999998' } })).status).toBe(0);
    expect((await client.call('sailingGet', { query: { routeId: 'nonsense' } })).status).toBe(0);
  });
});

test('sailings are exported as they are requested, each turn in the zone of its port', async () => {
  const body = { fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 1, weeks: 12 };
  const { data } = await query(body);
  const ctx = { lang: 'en', clock, unscoped: database, db: database.system } as unknown as Ctx;
  const prepared = sailingExport(reference.current, createNetworkMemory()).prepare(ctx, body, undefined);
  expect(prepared.titles.slice(0, 9)).toEqual([
    'Bookable with',
    'Service',
    'Vessel / voyage',
    'Port of loading',
    'Departure',
    'Transhipment',
    'Port of discharge',
    'Arrival',
    'Transit (days)',
  ]);
  const statement = typeof prepared.ids === 'function' ? await prepared.ids() : prepared.ids;
  const ids = await database.query<{ id: number }>(statement.sql, statement.parameters);
  const rows = await prepared.cells(ids.map(({ id }) => Number(id)));
  expect(rows).toHaveLength(data.records.length);
  const [row] = rows;
  expect(row?.[3]).toMatch(/Shanghai.* CNSHA$/);
  expect(row?.[4]).toMatch(/^2026-\d\d-\d\d \d\d:\d\d .*(ACT|EST|PLN)$/);
  expect(row?.[8]).toBe(data.records[0].transitDays);
  const changed = data.records.findIndex(({ changes }: { changes: number }) => changes === 1);
  if (changed >= 0) expect(String(rows[changed]?.[5])).toMatch(/ – /);
  const unknown = { ...body, toPort: 'QQQQQ' };
  expect(() => sailingExport(reference.current, createNetworkMemory()).prepare(ctx, unknown, undefined)).toThrow();
});

test('an export of sailings with a port without zone writes times of China and says so', async () => {
  const body = { fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 0 };
  const { data } = await query(body);
  const known = reference.current();
  const rotterdam = known.ports.get('NLRTM')!;
  const ports = new Map(known.ports).set('NLRTM', { ...rotterdam, zone: null });
  const ctx = { lang: 'en', clock, unscoped: database, db: database.system } as unknown as Ctx;
  const prepared = sailingExport(() => ({ ...known, ports }), createNetworkMemory()).prepare(ctx, body, [
    'departure',
    'arrival',
  ]);
  const statement = typeof prepared.ids === 'function' ? await prepared.ids() : prepared.ids;
  const ids = await database.query<{ id: number }>(statement.sql, statement.parameters);
  const [row] = await prepared.cells(ids.slice(0, 1).map(({ id }) => Number(id)));
  const [{ departureTime, arrivalTime }] = data.records;
  const minutes = (at: Instant, zone: string) => toLocalText(at, zone).slice(0, 16);
  expect(String(row?.[0]).replace(/(EST|PLN)$/, '')).toBe(`${minutes(departureTime, 'Asia/Shanghai')} CST +8 `);
  expect(String(row?.[1]).replace(/(EST|PLN)$/, '')).toBe(`${minutes(arrivalTime, 'Asia/Shanghai')} Beijing time `);
});

test('a carrier whose server is down keeps what it reported, with its age', async () => {
  const [, second] = alliance;
  await database.execute(
    `update sailing_source set base_url = 'http://127.0.0.1:9', next_at = $2 where carrier_code = $1`,
    [second!.code, new Date(now)],
  );
  const answered = now;
  now += HOUR_MS;
  await refreshAll();
  const { data } = await query({ fromPort: 'CNSHA', toPort: 'NLRTM', mostChanges: 0, carrierCodes: [second!.code] });
  expect(data.records.length).toBeGreaterThan(0);
  const source = data.sources.find(({ carrierCode }: { carrierCode: string }) => carrierCode === second!.code);
  expect(source.failing).toBe(true);
  expect(source.answeredTime).toBeLessThanOrEqual(answered);
});

test('a source that asks to be left alone is left so long by the clock of the machine, however fast the world is', async () => {
  const fast = { now: clock.now, realMsUntil: (at: Instant) => Math.max(0, at - now) / 100 };
  const busy: ScheduleReader = {
    mode: 'sea',
    daysBack: 0,
    daysAhead: 0,
    pull: () => Promise.reject(new PullFailure('rate_limited', 'HTTP 429', HOUR_MS)),
    take: () => Promise.resolve([]),
  };
  await database.execute(`update sailing_source set next_at = $1 where carrier_code = $2`, [
    new Date(now - HOUR_MS),
    alliance[0]?.code,
  ]);
  expect(await refreshOne({ ...deps, clock: fast }, busy)).toBe(true);
  const [source] = await database.query<{ next_at: Instant }>(
    `select next_at from sailing_source where carrier_code = $1`,
    [alliance[0]?.code],
  );
  expect(source?.next_at).toBe(now + 100 * HOUR_MS);
});
