import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { t0 } from '#domain/testing/builders.ts';
import { exceptionCauses, judgeSources, readDetectionSettings } from '#server/modules/exceptions/exception/index.ts';
import { foldIncidents } from './fold-incidents.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildSource, buildSubscription } from '#testing/factories.ts';
import { startNotifications } from '#testing/notifications.ts';
import { buildTenant, buildUser, type TestTenant } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

type Incident = CallData<'queryIncidents'>['records'][number];

const database = await testDatabase();
await seedMasterData(database);
const tenants = await Promise.all(['OUTA', 'OUTB', 'OUTC'].map((code) => buildTenant(database, { code, name: code })));
const [first, second, third] = tenants as [TestTenant, TestTenant, TestTenant];
await buildUser(database, { tenantId: first.id, userCode: 'anna', menus: menuCodes });
await buildUser(database, { tenantId: second.id, userCode: 'bert', menus: menuCodes });
await buildUser(database, { tenantId: first.id, userCode: 'boss', name: '运营', allTenants: true, menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [anna, bert, boss] = (await Promise.all(['anna', 'bert', 'boss'].map((code) => signedIn(code)))) as [
  TestClient,
  TestClient,
  TestClient,
];
const reference = await readReference(database);

const source = await buildSource(database, { code: 'OUTAGE-SHARED' });
const asset = await database.system
  .insertInto('asset')
  .values({ asset_type: 'OUTAGE', asset_desc: 'OUTAGE', value_type: 'text', default_value: 'x' })
  .returning('id')
  .executeTakeFirstOrThrow();
await database.execute('update source set asset_id = $2 where id = $1', [source.id, asset.id]);

async function wait(tenantId: number, count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const { id } = await buildSubscription(database, { tenantId });
    await database.execute(
      `insert into subscription_source (tenant_id, subscription_id, source_id, consecutive_failures) values ($1, $2, $3, 5)`,
      [tenantId, id, source.id],
    );
  }
}

/** The source fails for these tenants, and whoever listens is told. */
const fail = (tenantIds: readonly number[], now = t0, failures = 5) =>
  database.transaction(async () => {
    const health = { consecutiveFailures: failures, lastSuccessAt: null, lastChangeAt: null, lastError: 'HTTP 503' };
    const failing = tenantIds.map((tenantId) => ({ tenantId, health: { ...health, sourceCode: source.code } }));
    const settings = await readDetectionSettings(database);
    return judgeSources(database, { failing, answering: [] }, now, reference.rules, settings);
  });

const listOf = async (by: TestClient, more: Record<string, unknown> = {}): Promise<Incident[]> => {
  const { status, data } = await by.call('queryIncidents', { body: { keyword: source.code, ...more } });
  expect(status).toBe(1);
  expect(data.totalRecord).toBe(data.records.length);
  return data.records;
};

beforeAll(async () => {
  await wait(first.id, 2);
  await wait(second.id, 3);
  await wait(third.id, 1);
  await database.execute('insert into tenant_asset (tenant_id, asset_id, asset_value) values ($1, $2, $3)', [
    third.id,
    asset.id,
    'own',
  ]);
  await fail(tenants.map(({ id }) => id));
});

describe('an outage of a source of the platform', () => {
  test('is one incident with the numbers of each tenant; who has keys of their own is apart', async () => {
    for (const folded of [false, true]) {
      if (folded) await foldIncidents(database);
      const rows = await listOf(boss);
      expect(rows.map(({ tenantCode, open, tenants: count }) => [tenantCode, open, count]).sort()).toEqual([
        ['', 2, 2],
        ['OUTC', 1, 0],
      ]);
      const whole = rows.find(({ tenantCode }) => tenantCode === '');
      expect(whole).toMatchObject({
        tenantName: '平台（2 个租户）',
        kind: 'source',
        state: 'untreated',
        severity: 'medium',
        shipments: 5,
        types: [{ testPurpose: 'SOURCE_FAILING', open: 2 }],
      });
      expect(
        whole?.parts.map(({ tenantCode, shipments, open, bookings }) => [tenantCode, shipments, open, bookings]),
      ).toEqual([
        ['OUTA', 2, 1, 0],
        ['OUTB', 3, 1, 0],
      ]);
    }
  });
  test('is named by the tenants that have it still', async () => {
    const setOpen = (open: boolean) =>
      database.execute('update shipment_exception set open = $3 where tenant_id = $1 and problem_key = $2', [
        second.id,
        source.code,
        open,
      ]);
    await setOpen(false);
    expect((await listOf(boss)).find(({ tenantCode }) => tenantCode === '')).toMatchObject({
      tenantName: '平台（1 个租户）',
      open: 1,
      tenants: 2,
    });
    await setOpen(true);
  });
  test('is found by what its exceptions are, by tenant as the part of that tenant, and in every order', async () => {
    expect(await listOf(boss, { testPurpose: 'SOURCE_FAILING', tenantCode: 'OUTB' })).toMatchObject([
      { tenantCode: 'OUTB', open: 1, shipments: 3, parts: [] },
    ]);
    const sorted = await listOf(boss, {
      testPurpose: 'SOURCE_FAILING',
      sortRules: [{ columnName: 'moneyAtRisk', sortType: 'desc' }],
    });
    expect(sorted).toHaveLength(2);
    expect(await listOf(boss, { testPurpose: 'HOLD' })).toEqual([]);
  });
  test('shows a tenant its own numbers and nothing of others, whatever id is asked for', async () => {
    const whole = (await listOf(boss)).find(({ tenantCode }) => tenantCode === '');
    const ids = { parent: whole?.incidentId ?? '', other: whole?.parts[1]?.incidentId ?? '' };
    const [own, ...more] = await listOf(anna);
    expect(more).toEqual([]);
    expect(own).toMatchObject({ tenantCode: 'OUTA', open: 1, total: 1, shipments: 2, tenants: 0, parts: [] });
    expect(own?.incidentId).toBe(whole?.parts[0]?.incidentId);
    expect(await listOf(anna, { tenantCode: 'OUTB' })).toEqual([]);
    for (const incidentId of [ids.parent, ids.other]) {
      expect((await anna.call('incidentById', { query: { incidentId } })).data).toEqual({ notFound: true });
      expect((await anna.call('incidentMembers', { body: { incidentId } })).data).toEqual({ notFound: true });
      expect(await listOf(anna, { incidentId })).toEqual([]);
      for (const act of [
        { action: 'assign', chargeCode: 'anna' },
        { action: 'take' },
        { action: 'handle', handleStatus: 2 },
        { action: 'comment', comment: '看一下' },
        { action: 'snooze' },
        { action: 'wake' },
      ])
        expect((await anna.call('actOnIncident', { body: { incidentId, ...act } })).status).toBe(0);
      const { data } = await anna.call('queryExceptions', { body: { incidentId, testPurpose: 'SOURCE_FAILING' } });
      const codes = data.records.map(
        (row: { obmAutotestResult: { tenantCode: string } }) => row.obmAutotestResult.tenantCode,
      );
      expect(codes.filter((code: string) => code !== 'OUTA')).toEqual([]);
    }
    expect(
      JSON.stringify((await anna.call('incidentById', { query: { incidentId: own?.incidentId } })).data),
    ).not.toMatch(/OUTB|OUTC/);
  });
  test('opens to all exceptions and to the part of a tenant; an act on the whole reaches each tenant, with its own audit', async () => {
    const whole = (await listOf(boss)).find(({ tenantCode }) => tenantCode === '');
    const incidentId = whole?.incidentId ?? '';
    expect((await boss.call('incidentById', { query: { incidentId } })).data).toMatchObject({ open: 2, tenants: 2 });
    expect((await boss.call('incidentMembers', { body: { incidentId } })).data.totalRecord).toBe(2);
    expect((await boss.call('queryExceptions', { body: { incidentId } })).data.totalRecord).toBe(2);
    const part = whole?.parts[1]?.incidentId;
    expect((await boss.call('incidentById', { query: { incidentId: part } })).data).toMatchObject({
      tenantCode: 'OUTB',
      open: 1,
    });
    const refused = await boss.call('actOnIncident', { body: { incidentId, action: 'assign', chargeCode: 'anna' } });
    expect([refused.status, refused.msg]).toEqual([0, expect.stringContaining('1 个租户')]);
    const act = (body: Record<string, unknown>) => boss.call('actOnIncident', { body: { incidentId, ...body } });
    expect((await act({ action: 'assign', chargeCode: 'boss' })).data).toMatchObject({ changed: 2 });
    expect((await act({ action: 'comment', comment: '已联系', requestKey: 'c1' })).data).toMatchObject({ changed: 2 });
    expect((await act({ action: 'snooze' })).data).toMatchObject({ changed: 2 });
    expect((await listOf(boss)).find(({ tenantCode }) => tenantCode === '')).toMatchObject({ state: 'onHold' });
    expect(await listOf(bert)).toMatchObject([{ state: 'onHold', people: [{ chargeCode: 'boss' }] }]);
    expect((await act({ action: 'wake' })).data).toMatchObject({ changed: 2 });
    const audits = await database.query<{ tenant_id: number }>(
      `select a.tenant_id from audit_log a join shipment_exception e on e.id::text = a.entity_id
       where a.entity = 'shipment_exception' and a.action = 'snooze' and e.problem_key = $1 and a.tenant_id = e.tenant_id`,
      [source.code],
    );
    expect(audits.map((row) => row.tenant_id).sort()).toEqual([first.id, second.id].sort());
  });
  test('is given to whoever sees the tenants that still wait; those whose part is closed are no matter', async () => {
    const whole = (await listOf(boss)).find(({ tenantCode }) => tenantCode === '');
    const close = (open: boolean) =>
      database.execute(
        `update shipment_exception set open = $3, handle_status = $4 where tenant_id = $1 and problem_key = $2`,
        [second.id, source.code, open, open ? 0 : 2],
      );
    await close(false);
    const body = { incidentId: whole?.incidentId, action: 'assign', chargeCode: 'anna' };
    expect(await boss.call('actOnIncident', { body })).toMatchObject({ status: 1, data: { changed: 1 } });
    await close(true);
    expect((await boss.call('actOnIncident', { body })).status).toBe(0);
  });
  test('is told to who sees all tenants once, and to each tenant by itself', async () => {
    const { clock, notify, worker, buildFeedback } = startNotifications(database);
    const content = '{{tenant}}: {{error}}';
    for (const { id } of tenants)
      await buildFeedback({ tenantId: id, type: 'IN_APP', address: '*', events: 'EXCEPTION_OPENED', content });
    await database.execute('delete from shipment_exception where problem_key = $1', [source.code]);
    const tell = async (tenantIds: readonly number[], now: number): Promise<void> => {
      const news = await fail(tenantIds, now);
      expect(news.map(({ subject }) => subject.tenantId).sort()).toEqual([...tenantIds].sort());
      clock.set(now);
      await notify(exceptionCauses(news, reference));
      await worker.processAll();
    };
    const again = Date.now();
    await tell([first.id], again);
    // Another worker meets the same outage a little later.
    await tell([second.id, third.id], again + 60_000);
    const inbox = async (by: TestClient) => (await by.call('inboxQuery', {})).data;
    const seen = await inbox(boss);
    expect(seen.unread).toBe(2);
    expect(seen.messages.map(({ tenantName }: { tenantName: string }) => tenantName).sort()).toEqual([
      'OUTC',
      '平台（2 个租户）',
    ]);
    const [whole] = seen.messages.filter(({ tenantName }: { tenantName: string }) => tenantName !== 'OUTC');
    expect(whole.content).toBe('同一数据源中断影响 2 个租户：OUTA、OUTB');
    expect(whole.link).toMatch(/\/exception-manage\?incidentId=\d+$/);
    const mine = await inbox(anna);
    expect(mine).toMatchObject({ unread: 1, messages: [{ tenantName: 'OUTA' }] });
    expect(JSON.stringify(mine)).not.toMatch(/OUTB|OUTC/);
    await boss.call('inboxRead', { body: {} });
    expect((await inbox(boss)).unread).toBe(0);
    expect((await inbox(anna)).unread).toBe(1);
  });
  test('leaves out a tenant that has got keys of its own since', async () => {
    await database.execute('insert into tenant_asset (tenant_id, asset_id, asset_value) values ($1, $2, $3)', [
      second.id,
      asset.id,
      'own',
    ]);
    await fail([first.id, second.id], Date.now() + 3 * HOUR_MS, 6);
    expect((await listOf(boss)).map(({ tenantCode, open }) => [tenantCode, open]).sort()).toEqual([
      ['', 1],
      ['OUTB', 1],
      ['OUTC', 1],
    ]);
  });
  test('gathers what an older version kept as one incident of each tenant', async () => {
    await database.transaction(async () => {
      const undo = [
        'delete from incident where tenant_id is null',
        'drop index incident_platform_cause',
        'alter table incident alter column tenant_id set not null, drop column parent_id, drop column outage_at',
        'alter table notification drop column outage',
      ];
      const statements = readFileSync('migrations/0560_one_incident_per_outage.sql', 'utf8').split(/;\s*\n/);
      for (const statement of [...undo, ...statements.filter((one) => one.trim() !== '')])
        await database.execute(statement);
      const { rows } = await database.execute(
        `select t.code, p.cause_key, p.outage_at is not null as began from incident i join tenant t on t.id = i.tenant_id
         left join incident p on p.id = i.parent_id where i.kind = 'source' and i.cause_key = $1 order by t.code`,
        [source.code],
      );
      expect(rows).toEqual([
        { code: 'OUTA', cause_key: source.code, began: true },
        { code: 'OUTB', cause_key: null, began: false },
        { code: 'OUTC', cause_key: null, began: false },
      ]);
    });
  });
});
