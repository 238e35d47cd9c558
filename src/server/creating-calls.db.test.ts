import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { creatingCalls } from '#contract/creating-calls.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const tenant = await buildTenant(database);
const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
const colleague = await buildUser(database, { tenantId: tenant.id });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const client = await signedIn(boss.userCode);

const [exception] = await buildExceptions(database, {
  tenantIds: [tenant.id],
  count: 1,
  seed: 'once',
  from: Date.now(),
});
const process = await buildProcess(database, { tenantId: tenant.id });

/** These need what carriers publish, a shipment, or the whole platform; their own tests are beside them. */
const elsewhere = [
  'rpaReaderSave',
  'sailingSubscriptionInsert',
  'flightSubscriptionInsert',
  'ediSend',
  'traceShareInsert',
  'webhookInsert',
] as const;

/** What makes a secret that is shown once. */
const secrets = {
  apiKeyInsert: { tenantId: String(tenant.id), name: 'ERP' },
  rpaKeyInsert: { tenantId: String(tenant.id), name: '机器人' },
  calendarFeedInsert: { name: '到港', kinds: ['arrivals'], shipments: 'all', daysAhead: 60, daysBehind: 14 },
};

/** What each call creates something from. */
const bodies: Record<
  Exclude<(typeof creatingCalls)[number], (typeof elsewhere)[number] | keyof typeof secrets>,
  object
> = {
  addExceptionComment: { obmAutotestResultId: String(exception?.id), body: '已联系船公司' },
  userInsert: {
    userCode: 'once',
    userNameCn: '一',
    tenantId: String(tenant.id),
    userType: 'user',
    password: 'Another8z',
  },
  roleTemplateSave: { roleName: '操作', menus: ['/exception-manage'] },
  savedViewSave: { list: 'exceptions', kind: 'view', viewName: '我的', content: {} },
  subscribe: { isBillNo: 0, ctnNo: 'CSQU3054383', carrierCode: 'MERI' },
  batchSubscribe: { rows: [{ row: 1, isBillNo: 1, blNo: 'ONCE1', carrierCode: 'MERI' }] },
  airSubscribe: { waybills: ['784-00000011'] },
  trainSubscribe: { waybills: ['CSQU3054383'] },
  vehicleSubscribe: { waybills: ['沪A12345'] },
  expressSubscribe: { waybills: ['SF1234567890123'] },
  ruleSettingInsert: { ruleCode: 'NO_DATA', enabled: 0, tenantId: String(tenant.id) },
  handOverSend: { from: Date.now() - 3_600_000, userCodes: [colleague.userCode], note: '九点联系代理' },
  bookingRecordSave: {
    carrierCode: 'MERI',
    polCode: 'CNSHA',
    podCode: 'USLAX',
    equipmentList: [{ containerType: '40HQ', units: 2 }],
    customer: 'ACME',
  },
  jobRun: { processId: String(process.id) },
  jobRunMany: { filter: { currentPage: 1, pageSize: 10 } },
  ruleTry: { ruleCode: 'NO_DATA', days: 3 },
};

/** Rows of every table but those that say that somebody asked. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace and c.relname <> 'session'`,
  );
  const text = tables
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
    .join(' union all ');
  const rows = await database.query<{ name: string; n: number }>(text);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

describe('sent again under its key', () => {
  test.each(Object.entries(bodies))('%s creates nothing more and is answered as the first time', async (call, body) => {
    const name = call as keyof typeof bodies;
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => client.call(name, { body, headers });
    const before = await countRows();
    const first = await send();
    expect(first, first.msg).toMatchObject({ status: 1 });
    const after = await countRows();
    expect(after).not.toEqual({ ...before, request_answer: (before['request_answer'] ?? 0) + 1 });
    for (const again of [await send(), ...(await Promise.all([send(), send()]))])
      expect([again.http, again.text]).toEqual([200, first.text]);
    expect(await countRows()).toEqual(after);
  });

  test.each(Object.entries(secrets))('%s makes nothing more, and its secret is not kept', async (call, body) => {
    const name = call as keyof typeof secrets;
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.call(name, { body, headers });
    const after = await countRows();
    const again = await client.call(name, { body, headers });
    expect([first.status, again.status, again.msg]).toEqual([1, 0, expect.stringContaining('已创建')]);
    expect(await countRows()).toEqual(after);
    const kept = await database.query<{ answer: string }>('select answer from request_answer where call = $1', [name]);
    expect(kept).toEqual([{ answer: 'null' }]);
  });
});
