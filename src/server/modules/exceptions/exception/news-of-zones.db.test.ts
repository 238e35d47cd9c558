import { expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

// Another area to be avoided is the world's doing when somebody says so, and ours when a drawing is put right.

const start = Date.UTC(2026, 0, 12);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start, delivery: testDelivery });
const [mine, theirs] = [await buildTenant(database, { code: 'ZONA' }), await buildTenant(database, { code: 'ZONB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'platform', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: mine.id, userCode: 'watcher', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await productApp(database, pipeline);
const platform = await signedIn('platform');
const { voyage, rowsOf } = createVoyages(database, pipeline, mine.id);
for (const [tenant, who] of [
  [mine, 'watcher'],
  [theirs, 'stranger'],
] as const)
  await database.execute(
    `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, trigger_status, trigger_events, active)
     values ($1, 'all', 'IN_APP', $2, 'Faulted', 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED', true)`,
    [tenant.id, who],
  );
const one = await voyage();
await pipeline.at(start + HOUR_MS);

// Every usual way from China to Rotterdam leads through the Strait of Malacca.
const strait = '98 7, 100 7, 104 1, 102 1';
const zone = (code: string, values: object) => ({
  zoneCode: code,
  zoneName: code,
  zoneNameEn: code,
  zoneType: 'CHOKEPOINT',
  severity: 'high',
  activeFrom: pipeline.clock.now(),
  outline: strait,
  ...values,
});
const add = async (code: string, values: object = {}): Promise<void> => {
  expect(await platform.call('riskZone.insert', { body: zone(code, values) })).toMatchObject({ status: 1 });
};
const poll = () => pipeline.at(pipeline.clock.now() + HOUR_MS / 2);
const openZones = async () =>
  (await rowsOf('shipment_exception', one))
    .filter((row) => row['type_code'] === 'RISK_ZONE' && row['open'])
    .map((row) => `${row['problem_key']} ${row['reason']}`);
const reported = () =>
  database.query(
    `select tenant_id, cause_status from notification where kind = 'exception' and facts::text like '%RISK_ZONE%' order by id`,
  );

test('a zone reported as news notifies only tenants with a vessel bound for it', async () => {
  expect(await openZones()).toEqual([]);
  await add('STRAIT_CLOSED');
  await poll();
  expect(await openZones()).toEqual([expect.stringContaining('STRAIT_CLOSED')]);
  expect(await reported()).toEqual([{ tenant_id: mine.id, cause_status: expect.stringContaining('EXCEPTION_OPENED') }]);
});

test('one that only puts our drawings right is noted, and reported to nobody', async () => {
  await add('STRAIT_DRAWN', { isNews: 0 });
  await poll();
  expect(await openZones()).toHaveLength(2);
  expect(await reported()).toHaveLength(1);
});

test('news is news once: what our settings make of it later is our doing', async () => {
  const set = (values: object) =>
    platform.call('ruleSettingInsert', { body: { ruleCode: 'RISK_ZONE', tenantId: String(mine.id), ...values } });
  const off = await set({ enabled: 0 });
  await poll();
  expect(await openZones()).toEqual([]);
  await platform.call('ruleSettingDelete', { body: { ruleSettingId: off.data.setting.ruleSettingId } });
  await poll();
  expect(await openZones()).toHaveLength(2);
  expect(await reported()).toHaveLength(1);
});
