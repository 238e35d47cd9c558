import { afterAll, expect, test } from 'vitest';
import { buildView } from '#domain/testing/builders.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { detectSubscriptions } from './detect-subscriptions.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
let now = Date.UTC(2026, 2, 1);

/** Judges a subscription whose source fails; gives what is kept of it. */
async function judge(subscriptionId: number) {
  now += 60_000;
  const view = buildView([], {
    subscription: { id: String(subscriptionId), tenantId: String(tenant.id), subscribedAt: now - 3_600_000 },
    sources: [
      {
        sourceCode: 'dcsa:MERI',
        consecutiveFailures: 4,
        lastSuccessAt: null,
        lastChangeAt: null,
        lastError: 'timeout',
      },
    ],
  });
  const subject = {
    view,
    tenantId: tenant.id,
    subscriptionId,
    shipmentId: null,
    vesselName: null,
    voyage: null,
    billNo: null,
    sourceType: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
  };
  await database.transaction(() => detectSubscriptions(database, [subject], now, reference.current().rules));
  return database.system
    .selectFrom('shipment_exception')
    .select(['id', 'open', 'resolution', 'handle_status', 'regressions'])
    .where('subscription_id', '=', subscriptionId)
    .where('type_code', '=', 'SOURCE_FAILING')
    .execute();
}

async function switchType(enabled: 0 | 1): Promise<void> {
  const { data } = await boss.call('exceptionType.query', { body: { keyword: 'SOURCE_FAILING' } });
  const { mdExceptionTypeId, recordVersion } = data.records[0];
  const { status } = await boss.call('exceptionType.update', { body: { mdExceptionTypeId, recordVersion, enabled } });
  expect(status).toBe(1);
}

test('a type that is switched off opens nothing, closes what nobody works on, and finds again once it is on', async () => {
  const [left, taken, later] = [
    await buildSubscription(database, { tenantId: tenant.id }),
    await buildSubscription(database, { tenantId: tenant.id }),
    await buildSubscription(database, { tenantId: tenant.id }),
  ];
  for (const { id } of [left, taken]) expect(await judge(id)).toMatchObject([{ open: true, handle_status: 0 }]);
  await database.execute('update shipment_exception set handle_status = 1 where subscription_id = $1', [taken.id]);

  await switchType(0);
  const closed = await judge(left.id);
  expect(closed).toMatchObject([{ open: false, resolution: 'switchedOff', handle_status: 2 }]);
  // People are notified what closed it: the problem is not gone.
  const query = { obmAutotestResultId: String(closed[0]?.id) };
  expect((await boss.call('exceptionResultById', { query })).data).toMatchObject({
    open: 0,
    resolution: 'switchedOff',
  });
  expect(await judge(taken.id)).toMatchObject([{ open: true, handle_status: 1 }]);
  expect(await judge(later.id)).toEqual([]);

  // Whatever narrower settings say: the type is the widest switch.
  await database.system
    .insertInto('rule_setting')
    .values({ tenant_id: tenant.id, rule_code: 'SOURCE_FAILING', enabled: true })
    .execute();
  expect(await judge(later.id)).toEqual([]);

  await switchType(1);
  expect(await judge(left.id)).toMatchObject([{ open: true, regressions: 1 }]);
  expect(await judge(later.id)).toMatchObject([{ open: true }]);
});
