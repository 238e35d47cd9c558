import { describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { IncidentRow } from '#contract/exceptions/incident.ts';
import { at, buildSimpleView, t0 } from '#domain/testing/builders.ts';
import { detectSubscriptions } from '#server/modules/exceptions/exception/index.ts';
import type { DetectionSubject } from '#server/modules/exceptions/exception/index.ts';
import { wakeSnoozed } from '#server/modules/exceptions/exception/chores.ts';
import { foldIncidents } from './fold-incidents.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const mine = await buildTenant(database, { code: 'INCA', name: '海帆供应链' });
const theirs = await buildTenant(database, { code: 'INCB' });
await buildUser(database, { tenantId: mine.id, userCode: 'lili', name: '李丽', menus: menuCodes });
await buildUser(database, { tenantId: mine.id, userCode: 'wang', name: '王强', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'zhao', name: '赵敏', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'boss', name: '全局', allTenants: true, menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const client = await signedIn('lili');
const { rules } = await readReference(database);

type Member = CallData<'incidentMembers'>['records'][number];
type Booking = { id: number; tenantId: number; vessel: string };

const book = async (tenantId: number, vessel: string): Promise<Booking> => ({
  id: (await buildSubscription(database, { tenantId })).id,
  tenantId,
  vessel,
});

/** A booking as it is seen when the ship is so many days late; 0 = in time. */
function subjectOf({ id, tenantId, vessel }: Booking, lateDays: number): DetectionSubject {
  const ship = { vesselName: vessel, voyage: '412W' };
  const view = buildSimpleView(
    {
      booking: {
        ...ship,
        portOfLoading: 'CNSHA',
        portOfDischarge: 'NLRTM',
        plannedArrival: t0 - lateDays * 86_400_000,
        eta: at(5),
      },
    },
    { subscription: { id: String(id), tenantId: String(tenantId) } },
  );
  const of = { tenantId, subscriptionId: id, shipmentId: null, billNo: `B${id}`, ...ship };
  return { ...of, sourceType: 'CARRIER', channel: 'SHIPPING_TRACKING', view };
}

const judge = (bookings: readonly Booking[], lateDays: number, now = t0) =>
  database.transaction(() =>
    detectSubscriptions(
      database,
      bookings.map((booking) => subjectOf(booking, lateDays)),
      now,
      rules,
    ),
  );

let serial = 0;
/** Bookings of a tenant on a ship of their own, late by days. */
async function lateShip(count: number, tenantId = mine.id, lateDays = 3) {
  const vessel = `INCIDENT STAR ${++serial}`;
  const bookings: Booking[] = [];
  for (let place = 0; place < count; place += 1) bookings.push(await book(tenantId, vessel));
  await judge(bookings, lateDays);
  return { vessel, bookings };
}

const find = async (keyword: string, by = client, more: Record<string, unknown> = {}) => {
  const answer = await by.call('queryIncidents', { body: { keyword, ...more } });
  expect(answer.status).toBe(1);
  return answer.data;
};
const one = async (keyword: string) => (await find(keyword)).records[0];
const membersOf = async (incidentId: string) =>
  (await client.call('incidentMembers', { body: { incidentId, pageSize: 100 } })).data.records;
const act = async (incidentId: string, body: Record<string, unknown>) =>
  client.call('actOnIncident', { body: { incidentId, ...body } });

/** What members add up to, counted. */
const counted = async (incidentId: string) => {
  const [row] = await database.query<Record<string, number>>(
    `select count(*)::int as total, count(*) filter (where open)::int as open,
       count(*) filter (where open and handle_status = 0)::int as untreated
     from shipment_exception where incident_id = $1`,
    [incidentId],
  );
  return row;
};

describe('exceptions of one cause', () => {
  test('are one incident, in words, with its members, and another ship is another', async () => {
    const { vessel, bookings } = await lateShip(3);
    await lateShip(1);
    const { records, totalRecord } = await find(vessel);
    expect(totalRecord).toBe(1);
    expect(records[0]).toMatchObject({
      kind: 'vessel',
      text: `${vessel} 412W 到港鹿特丹晚 3 天`,
      state: 'untreated',
      severity: 'medium',
      open: 3,
      untreated: 3,
      total: 3,
      bookings: 3,
      allBookings: 3,
      tenantCode: 'INCA',
      types: [{ testPurpose: 'ARRIVE_DELAY', open: 3, total: 3 }],
    });
    const members = await membersOf(records[0]?.incidentId ?? '');
    expect(members.map((row: { obmTkSubscribeId: string }) => Number(row.obmTkSubscribeId)).sort()).toEqual(
      bookings.map(({ id }) => id).sort(),
    );
    expect(members[0]).toMatchObject({
      incidentId: records[0]?.incidentId,
      reason: 'new',
      crossing: { setting: 'thresholdDays', limit: 2, measured: 3, unit: 'days' },
    });
    const list = await client.call('queryExceptions', { body: { incidentId: records[0]?.incidentId } });
    expect(list.data.totalRecord).toBe(3);
  });

  test('belong to their tenants: the same ship is an incident of each, and nobody sees those of others', async () => {
    const { vessel } = await lateShip(2);
    const others = [await book(theirs.id, vessel)];
    await judge(others, 3);
    const own = await find(vessel);
    expect(own.records).toMatchObject([{ tenantCode: 'INCA', bookings: 2 }]);
    const zhao = await signedIn('zhao');
    const foreign = await find(vessel, zhao);
    expect(foreign.records).toMatchObject([{ tenantCode: 'INCB', bookings: 1 }]);
    const boss = await signedIn('boss');
    expect((await find(vessel, boss)).records.map((row: IncidentRow) => row.tenantCode).sort()).toEqual([
      'INCA',
      'INCB',
    ]);
    const { incidentId } = foreign.records[0] as { incidentId: string };
    for (const name of ['incidentMembers', 'actOnIncident'] as const)
      expect(await client.call(name, { body: { incidentId, action: 'take' } as never })).toMatchObject({ status: 0 });
    for (const name of ['incidentById', 'incidentPlaces'] as const)
      expect(await client.call(name, { query: { incidentId } })).toMatchObject({ status: 0 });
    expect((await zhao.call('incidentById', { query: { incidentId } })).data).toMatchObject({ untreated: 1 });
  });

  test('are on a map: the port of their cause, and the vessels with bookings of the caller alone', async () => {
    const { vessel, bookings } = await lateShip(2);
    const others = [await book(theirs.id, vessel)];
    await judge(others, 3);
    const { incidentId } = (await one(vessel)) ?? { incidentId: '' };
    const mmsi = 211_000_100 + serial;
    await database.execute(
      `insert into ais_vessel (mmsi, name, lon, lat, fix_at) values ($1, $2, 3.5, 52, to_timestamp(1700000000))`,
      [mmsi, vessel],
    );
    for (const { id, tenantId } of [...bookings, ...others])
      await database.execute(
        `insert into voyage_watch (subscription_id, sequence, tenant_id, mmsi, from_port, to_port, leg, state)
         values ($1, 1, $2, $3, 'CNSHA', 'NLRTM', '{}', 'underway')`,
        [id, tenantId, mmsi],
      );
    expect((await client.call('incidentPlaces', { query: { incidentId } })).data).toMatchObject({
      vessels: [
        { mmsi: String(mmsi), vesselName: vessel, lon: 3.5, lat: 52, heardTime: 1_700_000_000_000, bookings: 2 },
      ],
      ports: [{ portCode: 'NLRTM', portNameCn: '鹿特丹', cause: 1, bookings: 0 }],
      zone: null,
    });
  });

  test('follow what happens to them: worse, gone, back, on another ship', async () => {
    const { vessel, bookings } = await lateShip(2);
    const [first, second] = bookings as [Booking, Booking];
    await judge([first], 9, at(0, 1));
    expect(await one(vessel)).toMatchObject({ severity: 'high', open: 2, hours: 216 });
    expect((await membersOf((await one(vessel))?.incidentId ?? ''))[0]).toMatchObject({ reason: 'escalating' });
    await judge(bookings, 0, at(0, 2));
    expect(await one(vessel)).toMatchObject({ state: 'resolved', severity: 'high', open: 0, total: 2, bookings: 0 });
    await judge([second], 3, at(0, 3));
    expect(await one(vessel)).toMatchObject({ state: 'untreated', severity: 'medium', open: 1, total: 2 });
    const back = (await membersOf((await one(vessel))?.incidentId ?? ''))[0];
    expect(back).toMatchObject({ reason: 'regressed', regressions: 1 });
    const history = await client.call('exceptionHistory', {
      query: { obmAutotestResultId: back?.obmAutotestResultId ?? '' },
    });
    expect(history.data.map(({ kind }: { kind: string }) => kind)).toEqual(['regressed', 'resolved', 'opened']);
    expect(history.data[1]).toMatchObject({ note: '数据已恢复正常，系统自动关闭' });
    // The same problem on another ship is the same exception of another incident.
    const moved = { ...second, vessel: `${vessel} II` };
    await judge([moved], 3, at(0, 4));
    expect(await one(`${vessel} II`)).toMatchObject({ open: 1, total: 1 });
    expect(await one(`${vessel}"`)).toMatchObject({ open: 0, total: 1 });
  });
});

describe('totals', () => {
  test('are exact while batches write at once, before and after they are folded', async () => {
    const vessel = `INCIDENT RACE ${++serial}`;
    const batches: Booking[][] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      const bookings: Booking[] = [];
      for (let place = 0; place < 4; place += 1) bookings.push(await book(mine.id, `${vessel} ${place % 2}`));
      // Half of the workers meet the ships in the other order.
      batches.push(batch % 2 === 0 ? bookings : bookings.toReversed());
    }
    await Promise.all(batches.map((bookings) => judge(bookings, 3)));
    const made = (await find(vessel)).records;
    await Promise.all([
      ...batches.slice(0, 3).map((bookings) => judge(bookings, 0, at(0, 1))),
      ...batches.slice(3).map((bookings) => judge(bookings, 9, at(0, 1))),
      foldIncidents(database),
      // People act on the same exceptions meanwhile; nobody waits for each other in a circle.
      ...made.map(({ incidentId }: IncidentRow) => act(incidentId, { action: 'assign', chargeCode: 'wang' })),
    ]);
    const before = await find(vessel);
    expect(before.records).toMatchObject([
      { open: 6, total: 12, severity: 'high' },
      { open: 6, total: 12, severity: 'high' },
    ]);
    await foldIncidents(database);
    const after = await find(vessel);
    expect(after.records).toEqual(before.records);
    for (const { incidentId, total, open, untreated } of after.records)
      expect({ total, open, untreated }).toEqual(await counted(incidentId));
  });

  test('filters, order and pages', async () => {
    const { vessel } = await lateShip(2);
    const [, worse] = [vessel, (await lateShip(3, mine.id, 9)).vessel];
    const names = async (more: Record<string, unknown>) =>
      (await find('INCIDENT STAR', client, { pageSize: 200, ...more })).records.map((row: IncidentRow) => row.text);
    expect((await names({ sortRules: [{ columnName: 'severity', sortType: 'desc' }] }))[0]).toContain('INCIDENT STAR');
    const severe = await names({ incidentSeverity: 'high', state: ['untreated'] });
    expect(severe.some((text: string) => text.startsWith(`${worse} `))).toBe(true);
    expect(severe.some((text: string) => text.startsWith(`${vessel} `))).toBe(false);
    expect(await names({ kind: 'source' })).toEqual([]);
    // Filters of exceptions: incidents with a member that fits.
    expect((await find('', client, { vesselName: worse })).totalRecord).toBe(1);
    expect((await find('', client, { vesselName: 'NOBODY KNOWS' })).totalRecord).toBe(0);
    const { totalRecord } = await find('INCIDENT STAR');
    const pages: string[] = [];
    for (let currentPage = 1; currentPage <= totalRecord; currentPage += 1)
      pages.push(...(await names({ currentPage, pageSize: 1 })));
    expect(new Set(pages).size).toBe(totalRecord);
    expect(
      await client.call('queryIncidents', { body: { sortRules: [{ columnName: 'id', sortType: 'asc' }] } }),
    ).toMatchObject({
      status: 0,
    });
  });
});

describe('acting on an incident', () => {
  test('changes every open member with history and audit, and twice does nothing twice', async () => {
    const { vessel, bookings } = await lateShip(3);
    await judge(bookings.slice(2), 0, at(0, 1));
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    const body = { action: 'assign', chargeCode: 'WANG' };
    expect((await act(incidentId, body)).data).toEqual({ changed: 2, unchanged: 0, left: 0, results: [] });
    expect((await act(incidentId, body)).data).toEqual({ changed: 0, unchanged: 2, left: 0, results: [] });
    expect((await act(incidentId, { action: 'take' })).data).toMatchObject({ changed: 2 });
    expect(await one(vessel)).toMatchObject({
      state: 'inProgress',
      people: [{ chargeCode: 'lili', chargeName: '李丽' }],
    });
    const handle = { action: 'handle', handleStatus: 2, handleRemark: '已联系船公司' };
    expect((await act(incidentId, handle)).data).toMatchObject({ changed: 2 });
    expect((await act(incidentId, handle)).data).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await one(vessel)).toMatchObject({ state: 'handled', untreated: 0, open: 2 });
    const [member] = await membersOf(incidentId);
    const id = member?.obmAutotestResultId ?? '';
    expect(member).toMatchObject({ handleRemark: '已联系船公司', chargeCode: 'lili', recordVersion: 4 });
    const audit = await database.query<{ action: string; actor_code: string }>(
      `select action, actor_code from audit_log where entity = 'shipment_exception' and entity_id = $1 order by id`,
      [id],
    );
    expect(audit.map((row) => `${row.actor_code} ${row.action}`)).toEqual([
      'lili assign',
      'lili handle',
      'lili handle',
    ]);
  });

  test('leaves members alone that changed since the caller looked, and says which', async () => {
    const { vessel } = await lateShip(2);
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    const seen = await membersOf(incidentId);
    const [first] = seen;
    const id = first?.obmAutotestResultId ?? '';
    const wang = await signedIn('wang');
    await wang.call('updateExceptionStatus', { body: { ids: [id], handleStatus: 1 } });
    const versions = Object.fromEntries(seen.map((row: Member) => [row.obmAutotestResultId, row.recordVersion]));
    const late = await act(incidentId, { action: 'take', versions });
    expect(late.data).toMatchObject({ changed: 1, results: [{ id, ok: false }] });
    expect((await membersOf(incidentId)).find((row: Member) => row.obmAutotestResultId === id)).toMatchObject({
      chargeCode: 'wang',
    });
    // By the moment of looking: what wang did is later than the exception's own time.
    expect((await act(incidentId, { action: 'assign', chargeCode: 'lili', seenAt: t0 })).data).toMatchObject({
      results: [{ id }],
    });
    expect((await act(incidentId, { action: 'assign', chargeCode: 'lili', ids: [id] })).data).toMatchObject({
      changed: 1,
    });
  });

  test('comments once on each, however often it is sent', async () => {
    const { vessel } = await lateShip(2);
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    const body = { action: 'comment', comment: '船公司确认晚到', requestKey: 'k1' };
    expect((await act(incidentId, body)).data).toMatchObject({ changed: 2 });
    expect((await act(incidentId, body)).data).toMatchObject({ changed: 0, unchanged: 2 });
    const comments = await database.query(
      `select c.body from exception_comment c join shipment_exception e on e.id = c.exception_id where e.incident_id = $1`,
      [incidentId],
    );
    expect(comments).toHaveLength(2);
    expect(await act(incidentId, { action: 'comment', comment: ' ' })).toMatchObject({ status: 0 });
  });

  test('deferred comes back when it gets worse or the time is over, and is resolved when it is gone', async () => {
    const { vessel, bookings } = await lateShip(3);
    const [worse, gone, waiting] = bookings as [Booking, Booking, Booking];
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    const until = Date.now() + 3_600_000;
    expect((await act(incidentId, { action: 'snooze', snoozeUntil: until })).data).toMatchObject({ changed: 3 });
    expect((await act(incidentId, { action: 'snooze', snoozeUntil: until })).data).toMatchObject({ unchanged: 3 });
    expect(await one(vessel)).toMatchObject({ state: 'onHold' });
    expect(await act(incidentId, { action: 'snooze', snoozeUntil: 1 })).toMatchObject({ status: 0 });
    await judge([worse], 9, at(0, 1));
    await judge([gone], 0, at(0, 1));
    await judge([waiting], 4, at(0, 1));
    const stateOf = async (booking: Booking) =>
      (await membersOf(incidentId)).find((row: Member) => row.obmTkSubscribeId === String(booking.id));
    expect(await stateOf(worse)).toMatchObject({ open: 1, handleStatus: '0', snoozed: 0, reason: 'escalating' });
    expect(await stateOf(gone)).toMatchObject({ open: 0, handleStatus: '2', snoozed: 0 });
    expect(await stateOf(waiting)).toMatchObject({ open: 1, handleStatus: '4', snoozed: 1, snoozedUntil: until });
    expect(await wakeSnoozed(database, until - 1)).toEqual(new Set());
    expect(await wakeSnoozed(database, until)).toEqual(new Set([mine.id]));
    expect(await stateOf(waiting)).toMatchObject({ open: 1, handleStatus: '0', snoozed: 0, snoozedUntil: null });
  });

  test('exceptions are deferred by their ids alone, for a while from now, as long as they are of own tenants', async () => {
    const { vessel } = await lateShip(2);
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    const [first] = await membersOf(incidentId);
    const named = async (body: Record<string, unknown>) =>
      client.call('actOnIncident', { body: { action: 'snooze', ...body } });
    const id = first?.obmAutotestResultId;
    expect((await named({ ids: [id], snoozeForMs: 3_600_000 })).data).toMatchObject({ changed: 1, unchanged: 0 });
    const after = (await membersOf(incidentId)).filter(({ snoozed }: Member) => snoozed === 1);
    expect(after.map(({ obmAutotestResultId }: Member) => obmAutotestResultId)).toEqual([id]);
    const { vessel: foreignShip } = await lateShip(1, theirs.id);
    const foreign = await database.query<{ id: string }>(
      `select id::text as id from shipment_exception where vessel_name = $1`,
      [foreignShip],
    );
    expect(foreign).toHaveLength(1);
    const ids = foreign.map((row) => row.id);
    expect((await named({ ids, snoozeForMs: 3_600_000 })).data).toMatchObject({ changed: 0, unchanged: 0 });
    // Neither an incident nor exceptions.
    expect(await named({ snoozeForMs: 3_600_000 })).toMatchObject({ status: 0 });
  });

  test('a person of another tenant cannot be made responsible', async () => {
    const { vessel } = await lateShip(1);
    const { incidentId } = (await one(vessel)) as { incidentId: string };
    expect(await act(incidentId, { action: 'assign', chargeCode: 'zhao' })).toMatchObject({ status: 0 });
    expect(await act(incidentId, { action: 'assign' })).toMatchObject({ status: 0 });
    expect(await one(vessel)).toMatchObject({ people: [] });
  });
});

test('incidents are in the order of what their open exceptions may cost, each shipment counted once', async () => {
  const ships = [await lateShip(2), await lateShip(2)];
  const [cheap, dear] = await Promise.all(ships.map(({ vessel }) => one(vessel)));
  for (const [incident, usd] of [
    [cheap, 2_000_000],
    [dear, 3_000_000],
  ] as const)
    await database.execute('update shipment_exception set money_usd = $2 where incident_id = $1 and open', [
      incident?.incidentId,
      usd,
    ]);
  const { data } = await client.call('queryIncidents', {
    body: { sortRules: [{ columnName: 'moneyAtRisk', sortType: 'desc' }], pageSize: 2 },
  });
  const shown = data.records.map(({ incidentId, moneyAtRisk }: IncidentRow) => [incidentId, moneyAtRisk]);
  const wanted = [dear, cheap].map((incident) => incident?.incidentId);
  expect(shown).toEqual([6_000_000, 4_000_000].map((money, index) => [wanted[index], money]));
});
