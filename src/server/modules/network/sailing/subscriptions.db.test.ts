import { afterAll, describe, expect, test } from 'vitest';
import { listExport, type ListWords } from '#server/list/index.ts';
import { openReferenceStore, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { portCallExport } from './port-call-export.ts';
import { sailingKind, sailingSubscriptionsSource } from './sailing-subscriptions.ts';
import { seedSailingSources } from './source-queries.ts';
import { takeSchedules } from './take-schedules.ts';
import { notifySubscribers } from './notify-subscribers.ts';

const now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const menus = ['/vessel-subscribe', '/port-vessel-schedule'];
const [own, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: own.id, userCode: 'shipper', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const third = await buildTenant(database);
await buildUser(database, { tenantId: own.id, userCode: 'colleague', menus });
await buildUser(database, { tenantId: third.id, userCode: 'both', menus, alsoTenants: [own.id] });
const [shipper, stranger] = [await signedIn('shipper'), await signedIn('stranger')];
const [colleague, both] = [await signedIn('colleague'), await signedIn('both')];

const carrierCode = 'COSCO';
await seedSailingSources(database, [{ carrierCode, baseUrl: 'http://127.0.0.1:9', credential: null }], now);

const times = (planned: Instant, estimated: Instant | null = null, actual: Instant | null = null) => ({
  planned,
  estimated,
  actual,
});

/** The carrier tells its calls of two vessels; `later` moves those of the first. */
const notify = (later = 0, at = now) =>
  takeSchedules(database, {
    carrierCode,
    from: now - 30 * DAY_MS,
    to: now + 60 * DAY_MS,
    at,
    calls: [
      { ref: 'A1', vesselName: 'EVER TEST', imo: '9074729', portCode: 'CNSHA', day: 5, shift: later },
      { ref: 'A2', vesselName: 'EVER TEST', imo: '9074729', portCode: 'NLRTM', day: 35, shift: later },
      { ref: 'B1', vesselName: 'OTHER', imo: '9000015', portCode: 'CNSHA', day: -2, shift: 0 },
    ].map(({ ref, vesselName, imo, portCode, day, shift }) => ({
      ref,
      serviceCode: 'AE1',
      serviceName: null,
      operatorCode: carrierCode,
      imo,
      mmsi: ref === 'B1' ? '412000002' : '412000001',
      vesselName,
      callSign: null,
      flag: null,
      importVoyage: '601E',
      exportVoyage: '602W',
      universalVoyage: null,
      portCode,
      terminal: 'T1',
      omitted: false,
      arrival: times(now + day * DAY_MS, shift === 0 ? null : now + day * DAY_MS + shift),
      departure: times(now + (day + 1) * DAY_MS, shift === 0 ? null : now + (day + 1) * DAY_MS + shift),
      cutOffs: [{ code: 'DCO', at: now + (day - 2) * DAY_MS }],
    })),
  });
await notify();

/** Master data in which a port has no zone. */
function withoutZone(code: string): ReferenceSnapshot {
  const known = reference.current();
  const port = known.ports.get(code);
  return port === undefined ? known : { ...known, ports: new Map(known.ports).set(code, { ...port, zone: null }) };
}

const item = { carrierCode, vesselName: 'Ever Test', voyage: '602w', portCode: 'CNSHA' };
const days = { effectiveDate: '2026-05-04', expiryDate: '2026-05-14' };
const subscribe = (body: Record<string, unknown>, client = shipper) =>
  client.call('sailingSubscriptionInsert', { body: { items: [item], ...days, ...body } });
const listOf = async (client = shipper) =>
  (await client.call('sailingSubscriptionQuery', { body: {} })).data.records as Record<string, never>[];

describe('subscribing a sailing', () => {
  test.each([
    ['nothing', { items: [] }, /至少添加|at least one/i],
    ['eleven', { items: Array.from({ length: 11 }, () => item) }, /10/],
    ['without a carrier', { items: [{ ...item, carrierCode: '' }] }, /船公司不能为空|carrier/i],
    ['of a carrier without schedules', { items: [{ ...item, carrierCode: 'WILL' }] }, /不支持订阅|does not support/i],
    ['without a vessel', { items: [{ ...item, vesselName: '' }] }, /船名为空|vessel name/i],
    ['of another voyage', { items: [{ ...item, voyage: '999W' }] }, /尚未公布|Not published/i],
    ['of an unknown vessel', { items: [{ ...item, vesselName: 'NOBODY' }] }, /未查询到|Nothing was found/i],
    ['from yesterday', { effectiveDate: '2026-05-03' }, /不能早于今天|before today/i],
    ['until before it begins', { effectiveDate: '2026-05-10', expiryDate: '2026-05-09' }, /失效|expire/i],
    ['for sixteen days', { expiryDate: '2026-05-20' }, /15/],
    ['with no day at all', { expiryDate: '2026-02-30' }, /日期|date/i],
  ])('is refused: %s', async (_name, body, words) => {
    const { status, msg } = await subscribe(body);
    expect(status).toBe(0);
    expect(msg).toMatch(words);
    expect(await listOf()).toEqual([]);
  });

  test('may begin on the day that it is where the caller is, though the tenant is a day ahead', async () => {
    const from = (zone: string) =>
      shipper.call('sailingSubscriptionInsert', {
        body: { items: [{ ...item, voyage: '999W' }], effectiveDate: '2026-05-03', expiryDate: '2026-05-14' },
        headers: { 'x-zone': zone },
      });
    expect((await from('Asia/Tokyo')).msg).toMatch(/不能早于今天/);
    // Its days are right: only the voyage is unknown.
    expect((await from('America/Los_Angeles')).msg).toMatch(/尚未公布/);
  });

  test('works once, is changed by its newest version only, and is nobody else’s', async () => {
    const done = await subscribe({});
    expect(done).toMatchObject({ status: 1 });
    expect(done.msg).toMatch(/订阅成功|Subscribed/);
    expect((await subscribe({})).status).toBe(0);
    const [row] = await listOf();
    expect(row).toMatchObject({
      vesselName: 'EVER TEST',
      voyage: '602W',
      portCode: 'CNSHA',
      state: 'active',
      changes: [],
    });
    expect(await listOf(stranger)).toEqual([]);
    const change = { sailingSubscriptionId: row!['sailingSubscriptionId'], ...days, expiryDate: '2026-05-12' };
    const foreign = await stranger.call('sailingSubscriptionUpdate', { body: { ...change, recordVersion: 1 } });
    expect(foreign.status).toBe(0);
    const changed = await shipper.call('sailingSubscriptionUpdate', { body: { ...change, recordVersion: 1 } });
    expect(changed.msg).toMatch(/修改成功|Modified/);
    expect((await shipper.call('sailingSubscriptionUpdate', { body: { ...change, recordVersion: 1 } })).status).toBe(0);
  });

  test('shows old and new of what changed, and tells the person once', async () => {
    await notify(30 * HOUR_MS, now + 1000);
    const [row] = (await listOf()) as unknown as [{ changes: { field: string; oldValue: string; newValue: string }[] }];
    expect(row.changes.map(({ field }) => field).toSorted()).toEqual(['estimatedArrival', 'estimatedDeparture']);
    expect(row.changes.find(({ field }) => field === 'estimatedArrival')?.newValue).toBe(
      String(now + 5 * DAY_MS + 30 * HOUR_MS),
    );
    await notify(36 * HOUR_MS, now + 2000);
    const deps = { database, clock, reference: reference.current };
    await notifySubscribers(deps, sailingKind);
    await notifySubscribers(deps, sailingKind);
    const messages = await database.query<{ address: string; content: string; tenant_id: number }>(
      `select address, content, tenant_id from notification where kind = 'sailing'`,
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ address: 'shipper', tenant_id: own.id });
    expect(messages[0]!.content).toContain('+6');
  });

  test('shows every change, the newest first, to its own tenants', async () => {
    for (let hours = 37; hours < 49; hours++) await notify(hours * HOUR_MS, now + hours * 1000);
    const [row] = (await listOf()) as unknown as [{ sailingSubscriptionId: string; changes: []; changeCount: number }];
    // Two times with each reporting: 30 hours, 36, and twelve more.
    expect(row).toMatchObject({ changeCount: 28, changes: { length: 10 } });
    const all = (client = shipper) =>
      client.call('sailingSubscriptionChanges', { query: { sailingSubscriptionId: row.sailingSubscriptionId } });
    const { data } = await all();
    const arrivals = data.changes.filter(({ field }: { field: string }) => field === 'estimatedArrival');
    const at = (hours: number) => String(now + 5 * DAY_MS + hours * HOUR_MS);
    expect(data.changes).toHaveLength(28);
    expect(arrivals.slice(0, 2)).toMatchObject([
      { oldValue: at(47), newValue: at(48) },
      { oldValue: at(46), newValue: at(47) },
    ]);
    expect(arrivals.at(-1)).toMatchObject({ oldValue: null, newValue: at(30) });
    expect((await all(stranger)).status).toBe(0);
    await notify(36 * HOUR_MS, now + 60_000);
    await database.execute('update sailing_subscription set told_change_id = (select max(id) from sailing_change)');
  });

  test('an export of subscribed sailings with a port without zone writes times of China and says so', async () => {
    const ctx = { lang: 'en', clock, unscoped: database, db: database.system } as unknown as Ctx;
    const words: ListWords = {
      lang: 'en',
      zone: 'UTC',
      dictName: (_dict, value) => value,
      nameOf: (_of, code) => code,
      yesNo: String,
    };
    const ids = await database.query<{ id: number }>('select id from sailing_subscription');
    const arrivalsIn = async (known: typeof reference.current) => {
      const { prepare } = listExport(sailingSubscriptionsSource(known), () => words);
      return (await prepare(ctx, {}, ['arrival']).cells(ids.map(({ id }) => id))).flat();
    };
    const arrival = now + 5 * DAY_MS + 36 * HOUR_MS;
    const minutesIn = (zone: string) => toLocalText(arrival, zone).slice(0, 16);
    expect(await arrivalsIn(reference.current)).toEqual([`${minutesIn('Asia/Shanghai')} CST +8 EST`]);
    expect(await arrivalsIn(() => withoutZone('CNSHA'))).toEqual([`${minutesIn('Asia/Shanghai')} Beijing time EST`]);
  });

  test('of a row names calls: those subscribed already are left, and nothing new is refused', async () => {
    const { data } = await shipper.call('portCallQuery', { body: { portCode: 'NLRTM', dateTo: '2026-06-30' } });
    const rotterdam = data.records[0]?.callId;
    const { data: shanghai } = await shipper.call('portCallQuery', { body: { portCode: 'CNSHA' } });
    const first = shanghai.records.find(({ vesselName }: { vesselName: string }) => vesselName === 'EVER TEST')?.callId;
    const items = [{ callId: first }, { callId: rotterdam }];
    expect(await subscribe({ items })).toMatchObject({ status: 1, data: { count: 1 } });
    const again = await subscribe({ items });
    expect(again.status).toBe(0);
    expect(again.msg).toContain('EVER TEST');
    expect((await subscribe({ items: [{ callId: 999_999 }] })).msg).toMatch(/未查询到|Nothing was found/);
    const rows = await listOf();
    const added = rows.find(({ portCode }) => portCode === 'NLRTM');
    expect(rows).toHaveLength(2);
    const body = { sailingSubscriptionIds: [added?.['sailingSubscriptionId']] };
    expect((await shipper.call('sailingSubscriptionCancel', { body })).status).toBe(1);
    await database.execute(`delete from sailing_subscription where port_code = 'NLRTM'`);
    await database.execute(`delete from audit_log where entity = 'sailingSubscription' and entity_id = $1`, [
      String(added?.['sailingSubscriptionId']),
    ]);
  });

  test('of a row is one of a carrier that sells it and can be queried, anyone who sails the vessel', async () => {
    const [call] = (
      await database.execute<{ id: number }>(
        `insert into sailing_call (carrier_code, service_code, imo, vessel_name, export_voyage, port_code, omitted, arrives_at,
         departs_at, sellers, changed_at, change_no)
       select 'WILL', 'WX1', '9000027', 'PARTNER', '700W', 'DEHAM', false, $1, $1,
         jsonb_build_array(jsonb_build_object('carrierCode', 'WILL', 'exportVoyage', '700W'),
           jsonb_build_object('carrierCode', $2::text, 'exportVoyage', 'C700W')), $1, 999999 returning id::int`,
        [new Date(now + 9 * DAY_MS), carrierCode],
      )
    ).rows as [{ id: number }];
    expect(await subscribe({ items: [{ callId: call.id }] })).toMatchObject({ status: 1 });
    const [row] = await database.query(
      `select carrier_code, voyage from sailing_subscription where vessel_name = 'PARTNER'`,
    );
    expect(row).toEqual({ carrier_code: carrierCode, voyage: 'C700W' });
    await database.execute(`update sailing_call set sellers = '[]' where id = $1`, [call.id]);
    await database.execute(`delete from sailing_subscription where vessel_name = 'PARTNER'`);
    expect((await subscribe({ items: [{ callId: call.id }] })).msg).toMatch(/不支持订阅|does not support/i);
    await database.execute('delete from sailing_call where id = $1', [call.id]);
    await database.execute(`delete from audit_log where after ->> 'vessel_name' = 'PARTNER'`);
  });

  test('of the caller’s own tenant alone stands in the way of another one', async () => {
    const body = { items: [item], ...days };
    expect(await both.call('sailingSubscriptionInsert', { body })).toMatchObject({ status: 1, data: { count: 1 } });
    expect((await both.call('sailingSubscriptionInsert', { body })).status).toBe(0);
    await database.execute('delete from sailing_subscription where tenant_id = $1', [third.id]);
    await database.execute(`delete from audit_log where tenant_id = $1 and entity = 'sailingSubscription'`, [third.id]);
  });

  test('spans at most 15 days from its first day, also once that is past', async () => {
    await database.execute(`update sailing_subscription set effective_on = '2026-05-01'`);
    const [row] = await listOf();
    const { sailingSubscriptionId, recordVersion } = row!;
    const change = { sailingSubscriptionId, recordVersion, effectiveDate: '2026-05-01', expiryDate: '2026-05-17' };
    expect((await shipper.call('sailingSubscriptionUpdate', { body: change })).msg).toMatch(/15/);
  });

  test('that has expired starts again and belongs to anyone who asked', async () => {
    const before = await database.query<{ id: number; expires_on: string }>('select * from sailing_subscription');
    await database.execute(`update sailing_subscription set effective_on = '2026-05-01', expires_on = '2026-05-03'`);
    expect((await listOf())[0]).toMatchObject({ state: 'expired' });
    expect(await subscribe({}, colleague)).toMatchObject({ status: 1, data: { count: 1 } });
    expect(await listOf()).toMatchObject([{ state: 'active', createUserCode: 'colleague' }]);
    expect((await subscribe({})).status).toBe(0);
    expect(await database.query('select id from sailing_subscription')).toEqual(before.map(({ id }) => ({ id })));
  });

  test('ends when it is cancelled, by its own tenant only', async () => {
    const [row] = await listOf();
    const body = { sailingSubscriptionIds: [row!['sailingSubscriptionId']] };
    expect((await stranger.call('sailingSubscriptionCancel', { body })).status).toBe(0);
    const cancelled = await shipper.call('sailingSubscriptionCancel', { body });
    expect(cancelled.msg).toMatch(/取消成功|Cancelled/);
    expect((await listOf())[0]).toMatchObject({ state: 'cancelled' });
    const audit = await database.query(`select action from audit_log where entity = 'sailingSubscription' order by id`);
    expect(audit.map((entry) => entry['action'])).toEqual(['insert', 'update', 'update', 'cancel']);
  });
});

describe('the berth plan of a port', () => {
  const plan = (body: Record<string, unknown> = {}) =>
    shipper.call('portCallQuery', { body: { portCode: 'CNSHA', ...body } });

  test('has the state of each call from schedules and positions', async () => {
    await database.execute(
      `insert into port_visit (mmsi, port_code, arrived_at, change_no) values (412000002, 'CNSHA', $1, 1)`,
      [new Date(now - 2 * DAY_MS + HOUR_MS)],
    );
    const { data } = await plan();
    const stateOf = (name: string) =>
      data.records.find(({ vesselName }: { vesselName: string }) => vesselName === name)?.state;
    expect([stateOf('OTHER'), stateOf('EVER TEST')]).toEqual(['berthed', 'expected']);
    expect(data.port).toMatchObject({ portCode: 'CNSHA', zone: 'Asia/Shanghai' });
    for (const { arrivalSaid: arrivalStated, cutOffs } of data.records) {
      expect(arrivalStated.carrierCode).toBe(carrierCode);
      expect(cutOffs).toMatchObject([{ code: 'DCO', said: { carrierCode } }]);
    }
    const berthingOf = async (): Promise<unknown> =>
      (await plan()).data.records.map(({ berthing }: { berthing: unknown }) => berthing);
    const unknown = { planned: null, estimated: null, actual: null };
    expect(await berthingOf()).toEqual([unknown, unknown]);
    // Three vessels waited two hours each: so will the next one.
    await database.execute(
      `insert into port_visit (mmsi, port_code, arrived_at, berthed_at, change_no)
       select 412000100 + n, 'CNSHA', $1::timestamptz, $1::timestamptz + interval '2 hours', 1 from generate_series(1, 3) n`,
      [new Date(now - DAY_MS)],
    );
    await database.execute('update port_visit set berthed_at = $1 where mmsi = 412000002', [
      new Date(now - 2 * DAY_MS + 3 * HOUR_MS),
    ]);
    expect(await berthingOf()).toEqual([
      { ...unknown, actual: now - 2 * DAY_MS + 3 * HOUR_MS },
      { ...unknown, estimated: expect.any(Number) },
    ]);
    const berthed = await plan({ states: ['berthed'] });
    expect(berthed.data.totalRecord).toBe(1);
    await database.execute('update port_visit set departed_at = $1 where mmsi = 412000002', [new Date(now - HOUR_MS)]);
    expect((await plan({ states: ['sailed'] })).data.totalRecord).toBe(1);
  });

  test('is exported as it is filtered, in the times of the port', async () => {
    const body = { portCode: 'CNSHA', states: ['sailed'] };
    const columns = ['vesselName', 'state', 'arrival', 'berthing', 'cutOffDCO'];
    const ctx = { lang: 'en', clock, unscoped: database } as unknown as Ctx;
    const prepared = portCallExport(reference.current).prepare(ctx, body, columns);
    expect(prepared.titles).toEqual([
      'Vessel',
      'State',
      'Arrival (Asia/Shanghai)',
      'Berthing (Asia/Shanghai)',
      'Documents (SI) (Asia/Shanghai)',
    ]);
    const statement = typeof prepared.ids === 'function' ? await prepared.ids() : prepared.ids;
    const ids = await database.query<{ id: number }>(statement.sql, statement.parameters);
    expect(ids).toHaveLength(2);
    expect(await prepared.cells(ids.map(({ id }) => id))).toEqual([
      ['OTHER', 'Sailed', '2026-05-02 12:00:00 ACT', '2026-05-02 14:00:00 ACT', { moment: '2026-04-30 11:00:00' }],
    ]);
    const unknown = { portCode: 'XXXXX' };
    expect(() => portCallExport(reference.current).prepare(ctx, unknown, undefined)).toThrow();
  });

  test('an export of calls at a port without zone writes times of China and says so', async () => {
    const ctx = { lang: 'en', clock, unscoped: database } as unknown as Ctx;
    const body = { portCode: 'CNSHA', states: ['sailed'] };
    const prepared = portCallExport(() => withoutZone('CNSHA')).prepare(ctx, body, ['vesselName', 'arrival']);
    expect(prepared.titles).toEqual(['Vessel', 'Arrival (Asia/Shanghai)']);
    const ids = await database.query<{ id: number }>('select id from sailing_call order by id');
    expect(await prepared.cells(ids.map(({ id }) => id))).toContainEqual(['OTHER', '2026-05-02 12:00:00 ACT']);
  });

  test('goes by the days of arrival, or of departure', async () => {
    // As last reported, she comes on the 10th and leaves on the 11th.
    const onTheDay = { dateFrom: '2026-05-11', dateTo: '2026-05-11' };
    expect((await plan(onTheDay)).data.totalRecord).toBe(0);
    const leaving = await plan({ ...onTheDay, dateOf: 'departure' });
    expect(leaving.data.records.map(({ vesselName }: { vesselName: string }) => vesselName)).toEqual(['EVER TEST']);
    expect((await plan({ dateOf: 'sideways' })).status).toBe(0);
  });

  test('is narrowed by days, carrier, vessel and one of the voyages', async () => {
    expect((await plan({ dateFrom: '2026-05-08', dateTo: '2026-05-11' })).data.totalRecord).toBe(1);
    expect((await plan({ carrierCodes: ['MSC'] })).data.totalRecord).toBe(0);
    expect((await plan({ vesselName: 'ever' })).data.totalRecord).toBe(1);
    expect((await plan({ exportVoyage: '602w' })).data.totalRecord).toBe(2);
    // Full-width letters and digits are the same.
    expect((await plan({ exportVoyage: '６０２Ｗ' })).data.totalRecord).toBe(2);
    const answer = await plan({ exportVoyage: '602W', importVoyage: '601E' });
    expect(answer.msg).toMatch(/只能填一个|not both/);
  });
});
