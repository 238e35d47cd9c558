import { httpModule } from '#server/module/index.ts';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { openWorldClock } from '#server/platform/clock/world-clock.ts';
import { seedEdiPartners } from '#server/modules/intake/edi/index.ts';
import { seedFreight } from '#server/modules/commerce/freight/index.ts';
import { seedMasterData, seedWorld } from '#server/modules/world/seed/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { seedVehicles } from '#server/modules/network/vehicle/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { removeWorldIfWanted, world } from './index.ts';

const database = await testDatabase();
const carriers = ['MERI', 'BLUE', 'WILL'].map((code) => ({ code, nameCn: code, nameEn: code, pushes: false }));
const keys = [Buffer.alloc(32, 7)];
await seedMasterData(database);
const seed = async (): Promise<void> => {
  await seedWorld(database, { baseUrl: 'http://127.0.0.1:9', carriers, secretKey: keys, land: true });
  await seedEdiPartners(
    database,
    [...carriers, ...carriers, ...carriers].map((one) => ({ ...one, scac: one.code })),
  );
  await seedFreight(database, ['MERI'], Date.now());
  await seedVehicles(database);
};
await seed();

const tenants = new Map(
  (await database.query<{ id: number; code: string }>('select id, code from tenant')).map((row) => [row.code, row.id]),
);
const numberOf = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await database.query<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n);
type NewSubscription = Parameters<typeof insertSubscriptions>[1][number];
const bill = (tenant: string, billNo: string): NewSubscription => ({
  tenantId: tenants.get(tenant) ?? 0,
  subject: 'bill',
  billNo,
  containerNo: null,
  carrierCode: 'MERI',
  vesselName: null,
  voyage: null,
  direction: null,
  orderNo: null,
  channel: 'SHIPPING_TRACKING',
  sourceType: 'CARRIER',
  subscribedAt: Date.now(),
});
const answered = (billNo: string, source: string): Promise<unknown> =>
  database.execute(
    `insert into shipment (tenant_id, subscription_id, fused, source_id, source_type, source_code, channel, observed_at, received_at, created_at, updated_at, carrier_code, content, content_hash)
     select s.tenant_id, s.id, false, o.id, 'CARRIER', o.code, 'x', now(), now(), now(), now(), 'MERI', '{}'::jsonb, ''::bytea from subscription s, source o
     where s.bill_no = $1 and o.code = $2`,
    [billNo, source],
  );

/** Rows that refer to a row that is not there, by what no foreign key guards. */
async function dangling(of: Database): Promise<string[]> {
  const links = await of.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns c where table_schema = 'public'
       and column_name in ('tenant_id', 'subscription_id', 'source_id', 'vehicle_id', 'process_id', 'shipment_id', 'exception_id', 'incident_id')
       and data_type = 'bigint' and table_name <> 'audit_log' and exists (select from pg_class k where k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition)`,
  );
  const parents: Record<string, string> = { exception_id: 'shipment_exception' };
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of links) {
    const parent = parents[column] ?? column.replace(/_id$/, '');
    const n = await numberOf(
      `${table} t where t.${column} is not null and not exists (select from ${parent} p where p.id = t.${column})`,
    );
    if (n > 0) found.push(`${table}.${column}: ${n}`);
  }
  return found;
}

test('removing the simulated world leaves configuration, users and data of people, and nothing that refers to what is gone', async () => {
  const simulated = await openWorldClock({ database, log: silentLog, owner: true });
  const own = httpModule(world, { clock: simulated, simulated });
  const product = await testProductModules(database, { keys });
  const { signedIn } = await testApp(database, {
    modules: [...product.filter(({ name }) => name !== own.name), own],
  });
  const admin = await signedIn('admin');
  const alice = await signedIn('alice');
  const ok = async (call: ReturnType<typeof admin.call>) => {
    const { status, msg, data } = await call;
    expect([status, msg]).toEqual([1, msg]);
    return data;
  };
  // What people added: a source with a key, a user, a subscription, a vehicle, an event of their tenant.
  const source = await ok(
    admin.call('source.insert', {
      body: {
        sourceCode: 'mine',
        nameCn: '我的',
        nameEn: 'mine',
        profile: 'dcsa-2.2',
        baseUrl: 'http://127.0.0.1:9',
        carrierCodes: 'MERI',
      },
    }),
  );
  await ok(
    admin.call('userInsert', {
      body: {
        userCode: 'own-user',
        userNameCn: '自己人',
        userType: 'user',
        tenantId: String(tenants.get('BETA')),
        password: 'Own-Passw0rd1',
      },
    }),
  );
  await ok(
    alice.call('batchSubscribe', {
      body: {
        rows: [
          { isBillNo: '1', blNo: 'OWN0000001', carrierCode: 'MERI' },
          { isBillNo: '1', blNo: 'OWN0000002', carrierCode: 'MERI' },
          { isBillNo: '1', blNo: 'WORLD000003', carrierCode: 'MERI' },
        ],
      },
    }),
  );
  await insertSubscriptions(
    database,
    [bill('ALPHA', 'WORLD000001'), bill('GAMMA', 'WORLD000002'), bill('GAMMA', 'OWN0000003')],
    Date.now(),
  );
  for (const [no, code] of [
    ['WORLD000001', 'dcsa:MERI'],
    ['WORLD000003', 'dcsa:MERI'],
    ['OWN0000002', 'mine'],
    ['OWN0000002', 'dcsa:MERI'],
    ['OWN0000003', 'mine'],
  ] as const)
    await answered(no, code);
  await database.execute(
    `insert into refusal (at, tenant_id, source_id, subscription_id, via, reason, detail)
     select now(), tenant_id, (select id from source where code = 'ft'), id, 'pull', 'x', '{}' from subscription`,
  );
  await database.execute(
    `insert into task (kind, payload, run_at, max_attempts, priority, singleton_key)
     select 'pull', '{}', now() + interval '1 day', 3, 50, id::text from subscription_source on conflict do nothing`,
  );

  const before = await numberOf('subscription');
  const preview = await ok(admin.call('previewWorldRemoval'));
  const counted = Object.fromEntries(preview.map(({ part, ...counts }: { part: string }) => [part, counts]));
  expect(counted).toMatchObject({
    subscriptions: { goes: 3, stays: 3 },
    users: { goes: 8, stays: 2 },
    tenants: { goes: 0, stays: 4 },
    robots: { goes: 3, stays: 0 },
  });
  expect(counted.vehicles.goes).toBeGreaterThan(0);
  expect(counted.prices.goes).toBeGreaterThan(0);
  expect(await numberOf('subscription')).toBe(before);
  expect(await alice.call('removeWorld', { body: { confirm: 'REMOVE' } })).toMatchObject({ http: 403 });
  expect(await admin.call('removeWorld', { body: { confirm: 'yes' } })).toMatchObject({ status: 0 });
  expect(await removeWorldIfWanted(database, false)).toBe(false);
  await ok(admin.call('removeWorld', { body: { confirm: 'REMOVE' } }));
  await simulated.stop();

  // Killed on the way: nothing of it is done, and the next start does all of it.
  await database.execute(
    `create function fail_removal() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  await database.execute(
    `create trigger fail_removal before update on app_state for each row execute function fail_removal()`,
  );
  await expect(removeWorldIfWanted(database, false)).rejects.toThrow('killed');
  expect(await numberOf('subscription')).toBe(before);
  await database.execute('drop trigger fail_removal on app_state');

  expect(await removeWorldIfWanted(database, false)).toBe(true);
  const bills = await database.query<{ bill_no: string }>('select bill_no from subscription order by 1');
  expect(bills.map((row) => row.bill_no)).toEqual(['OWN0000001', 'OWN0000002', 'OWN0000003']);
  expect(await numberOf('shipment')).toBe(2);
  expect(await numberOf(`source where code <> 'ais'`)).toBe(1);
  expect(await numberOf(`source where id = $1`, [source.sourceId])).toBe(1);
  expect(await numberOf('vehicle')).toBe(0);
  expect(await numberOf('freight_rate')).toBe(0);
  expect(await numberOf('robot')).toBe(0);
  expect(await numberOf('md_port')).toBeGreaterThan(1_000);
  const users = await database.query<{ user_code: string; must_change_password: boolean }>(
    'select user_code, must_change_password from app_user order by 1',
  );
  expect(users.map((row) => row.user_code)).toEqual(['admin', 'own-user']);
  expect(users[0]?.must_change_password).toBe(true);
  expect(await dangling(database)).toEqual([]);
  const audited = await database.query<{ action: string; actor_code: string }>(
    `select action, actor_code from audit_log where entity = 'world' order by id`,
  );
  expect(audited).toEqual([
    { action: 'remove', actor_code: 'admin' },
    { action: 'removed', actor_code: 'admin' },
  ]);
  // A later start neither removes again nor needs a world.
  expect(await removeWorldIfWanted(database, false)).toBe(true);
  expect(await numberOf('subscription')).toBe(3);
});

test('a demo that nobody used goes as a whole, with its tenants; a login with a password of its own stays', async () => {
  await database.execute('delete from subscription');
  await database.execute(`delete from app_user where user_code = 'own-user'`);
  await database.execute(`delete from app_state where key = 'world_removal'`);
  await seed();
  await database.execute(`update app_user set password_hash = $1 where user_code = 'bob'`, [
    await hashPassword('bobs-own-Passw0rd'),
  ]);
  const [admin] = await database.query<{ id: number }>(`select id from app_user where user_code = 'admin'`);
  await database.execute(`insert into app_state (key, value) values ('world_removal', $1::jsonb)`, [
    JSON.stringify({ by: admin?.id, byCode: 'admin', requestId: 'r', ip: null, done: false }),
  ]);
  await insertSubscriptions(database, [bill('ALPHA', 'WORLD000001')], Date.now());
  expect(await removeWorldIfWanted(database, false)).toBe(true);
  const left = await database.query<{ code: string }>('select code from tenant order by 1');
  expect(left.map(({ code }) => code)).toEqual(['BETA', 'PLATFORM']);
  expect(await numberOf('subscription')).toBe(0);
  expect(await dangling(database)).toEqual([]);
});
