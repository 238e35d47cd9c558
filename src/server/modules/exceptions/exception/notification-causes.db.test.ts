import { afterAll, expect, test } from 'vitest';
import type { ShipmentView } from '#domain/exceptions/types.ts';
import { buildLeg, buildRecord, buildView } from '#domain/testing/builders.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { startNotifications } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { detectSubscriptions } from './detect-subscriptions.ts';
import { exceptionCauses } from './notification-causes.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const { clock, worker, notify, buildFeedback } = startNotifications(database);
const tenant = await buildTenant(database);
const other = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'duty' });

const all = 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED';
const listening = await buildFeedback({
  tenantId: tenant.id,
  type: 'IN_APP',
  address: 'duty',
  events: all,
  match: '$.exceptionType == SOURCE_FAILING',
  subject: '{{status}} {{severity}} {{billNo}}',
  content: '{{process}} {{error}} {{link}}',
});
await buildFeedback({ tenantId: other.id, type: 'IN_APP', address: '*', events: all });
const subscription = await buildSubscription(database, { tenantId: tenant.id });

const about = (view: ShipmentView) => ({
  view,
  tenantId: tenant.id,
  subscriptionId: subscription.id,
  shipmentId: null,
  vesselName: null,
  voyage: null,
  billNo: 'MERI0001',
  sourceType: 'CARRIER',
  channel: 'SHIPPING_TRACKING',
});

/** Judges the subscription after so many failed requests to its source, and tells anyone who listens. */
async function judge(consecutiveFailures: number): Promise<number> {
  clock.advance(60_000);
  const now = clock.now();
  const view = buildView([], {
    subscription: { id: String(subscription.id), tenantId: String(tenant.id), subscribedAt: now - 3_600_000 },
    sources: [
      { sourceCode: 'dcsa:MERI', consecutiveFailures, lastSuccessAt: null, lastChangeAt: null, lastError: 'timeout' },
    ],
  });
  return database.transaction(async () => {
    const { news } = await detectSubscriptions(database, [about(view)], now, reference.current().rules);
    return notify(exceptionCauses(news, reference.current()));
  });
}

test('an exception is reported when it is found, gets worse and comes back, each time once', async () => {
  expect(await judge(4)).toBe(1);
  expect(await judge(5)).toBe(0);
  expect(await judge(50)).toBe(1);
  expect(await judge(51)).toBe(0);
  expect(await judge(0)).toBe(0);
  expect(await judge(4)).toBe(1);
  await worker.processAll();
  const rows = await database.system.selectFrom('notification').selectAll().orderBy('id').execute();
  expect(new Set(rows.map((row) => row.feedback_id))).toEqual(new Set([listening]));
  expect(rows.map(({ cause_status, state }) => [cause_status, state])).toEqual([
    ['EXCEPTION_OPENED', 'sent'],
    ['EXCEPTION_ESCALATED', 'sent'],
    ['EXCEPTION_REGRESSED', 'sent'],
  ]);
  const [found, worse] = rows;
  expect(found?.subject).toBe('发现异常 一般 MERI0001');
  expect(worse?.subject).toBe('EXCEPTION_ESCALATED 严重 MERI0001');
  expect(found?.content).toMatch(/^数据源故障 .* https:\/\/portolan\.example\/exception-manage\/handle\?id=\d+$/);
  expect(found?.facts).toMatchObject({
    event: 'exception.opened',
    exceptionType: 'SOURCE_FAILING',
    severity: 'medium',
  });
});

test('that a source of ours fails is reported outside only by a condition that names it', async () => {
  const definition = (match?: string) =>
    buildFeedback({
      tenantId: tenant.id,
      type: 'WEBHOOK',
      address: 'http://127.0.0.1:9/',
      events: all,
      ...(match !== undefined && { match }),
    });
  const [customer, named] = [await definition(), await definition('$.exceptionType == SOURCE_FAILING')];
  await judge(0);
  await judge(60);
  const rows = await database.system
    .selectFrom('notification')
    .select('feedback_id')
    .where('feedback_id', 'in', [customer, named])
    .execute();
  expect(rows.map((row) => row.feedback_id)).toEqual([named]);
});

test('what is missing in our own reference data leaves the product only by a condition that names it', async () => {
  const definition = (type: 'WEBHOOK' | 'IN_APP', match?: string) =>
    buildFeedback({
      tenantId: tenant.id,
      type,
      address: type === 'IN_APP' ? 'duty' : 'http://127.0.0.1:9/',
      events: all,
      ...(match !== undefined && { match }),
    });
  const [customer, named, inside] = [
    await definition('WEBHOOK'),
    await definition('WEBHOOK', '$.exceptionType == PORT_UNMATCHED'),
    await definition('IN_APP'),
  ];
  const now = clock.now();
  const record = buildRecord('r1', { legs: [buildLeg(1, 'CNSHA', 'XXQQQ')] }, { observedAt: now });
  const view = buildView([record], {
    subscription: { id: String(subscription.id), tenantId: String(tenant.id), subscribedAt: now },
  });
  await database.transaction(async () => {
    const { news } = await detectSubscriptions(database, [about(view)], now, reference.current().rules);
    expect(news.map(({ code }) => code)).toContain('PORT_UNMATCHED');
    await notify(
      exceptionCauses(
        news.filter(({ code }) => code === 'PORT_UNMATCHED'),
        reference.current(),
      ),
    );
  });
  const rows = await database.system
    .selectFrom('notification')
    .select('feedback_id')
    .where('feedback_id', 'in', [customer, named, inside])
    .orderBy('feedback_id')
    .execute();
  expect(rows.map((row) => row.feedback_id)).toEqual([named, inside]);
});
