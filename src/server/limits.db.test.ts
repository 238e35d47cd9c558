import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { buildContent } from '#domain/testing/builders.ts';
import { portOf } from '#server/connectors/port-of.ts';
import { bindSubject } from '#server/modules/administration/auth/queries.ts';
import { createJobs, theProduct } from '#server/modules/execution/job/index.ts';
import { nothingConfigured } from '#server/modules/administration/notification/index.ts';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { fillTenant } from '#testing/fill-tenant.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildProcess } from '#testing/jobs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestAnswer } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// What is counted or looked up before it is written must hold when callers come at the same moment. On the embedded database calls take
// turns, so only PostgreSQL can break these tests.

const database = await testDatabase();
await seedTestDictionary(database);
await seedMasterData(database);
const tenant = await buildTenant(database);
const user = await buildUser(database, {
  tenantId: tenant.id,
  userCode: 'chief',
  userType: 'admin',
  allTenants: true,
  menus: menuCodes,
});
/** A system that takes events. */
const receiver = createServer((_request, response) => response.writeHead(204).end());
await new Promise<void>((resolve) => {
  receiver.listen(0, '127.0.0.1', resolve);
});
afterAll(() => new Promise((resolve) => void receiver.close(resolve)));
const callbackUrl = `http://127.0.0.1:${portOf(receiver)}/events`;
const delivery = { ...nothingConfigured, allowedUrls: [callbackUrl], publicUrl: '' };
const { signedIn } = await testApp(database, { modules: await testProductModules(database, { delivery }) });
const chief = await signedIn('chief');

/** Calls that come at the same moment. */
const atOnce = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const accepted = (answers: readonly TestAnswer[]): number => answers.filter(({ status }) => status === 1).length;
const refusals = (answers: readonly TestAnswer[]): string[] => [
  ...new Set(answers.filter(({ status }) => status !== 1).map(({ msg }) => msg)),
];

const subscription = await buildSubscription(database, { tenantId: tenant.id });
const shipmentId = await storeFused(database, {
  tenantId: tenant.id,
  subscriptionId: subscription.id,
  content: buildContent({ booking: { billNo: subscription.billNo ?? '' } }),
  at: Date.now(),
});
const filled = await fillTenant(database, {
  tenantId: tenant.id,
  mark: 'limit',
  firstId: 9_000_000,
  tables: ['cargo_order'],
});
const orderId = filled.allIds['cargo_order'];
const jobs = { database, clock: realClock, log: silentLog };
const process = await buildProcess(database, { tenantId: tenant.id });
await createJobs(
  jobs,
  Array.from({ length: 101 }, () => ({ processId: process.id, source: 'Manual' as const, actor: theProduct })),
);

type Limit = {
  name: string;
  /** Writes all that are allowed but `left`. */
  fill?: { left: number; sql: string; params: unknown[] };
  /** How many of the calls may be accepted. */
  free: number;
  call: (n: number) => Promise<TestAnswer>;
  states: string;
};

const { key } = (await chief.call('apiKeyInsert', { body: { tenantId: tenant.id, name: 'ERP' } })).data;
/** Subscribes as a system of the tenant; the standard has answers of its own. */
async function subscribe(): Promise<TestAnswer> {
  const body = { callbackUrl, secret: Buffer.alloc(32, 1).toString('base64') };
  const answer = await chief.send('POST', `${outwardBase}/event-subscriptions`, body, { 'api-key': key });
  return {
    ...answer,
    status: answer.http === 201 ? 1 : 0,
    msg: /too many [a-z]+/.exec(answer.text)?.[0] ?? answer.text,
  };
}

const keyRows = (table: string, count: number): Limit['fill'] => ({
  left: 1,
  sql: `insert into ${table} (tenant_id, name, prefix, key_hash, created_at, created_by)
        select $1, 'k' || n, 'k', decode(md5($3 || n), 'hex'), now(), 'chief' from generate_series(1, $2::int) n`,
  params: [tenant.id, count, table],
});

const limits: Limit[] = [
  {
    name: 'living links to a shipment',
    fill: {
      left: 1,
      sql: `insert into trace_share (tenant_id, subscription_id, note, created_at, created_by, expires_at)
            select $1, $2, 'n', now(), 'chief', now() + interval '5 days' from generate_series(1, 19)`,
      params: [tenant.id, subscription.id],
    },
    free: 1,
    call: () => chief.call('traceShareInsert', { body: { obmBkId: String(shipmentId), days: 14, note: 'x' } }),
    states: '20',
  },
  {
    name: 'preferences of a user',
    fill: {
      left: 1,
      sql: `insert into preference (user_id, name, value, changed_at) select $1, 'p' || n, '1', now() from generate_series(1, 499) n`,
      params: [user.id],
    },
    free: 1,
    call: (n) => chief.call('preferenceSave', { body: { preferenceName: `new ${n}`, value: 1, changedAt: 1 } }),
    states: '500',
  },
  {
    name: 'saved views of a list',
    fill: {
      left: 1,
      sql: `insert into saved_view (tenant_id, owner_id, list, kind, view_name, content)
            select $1, $2, '/assets', 'view', 'v' || n, '{}' from generate_series(1, 99) n`,
      params: [tenant.id, user.id],
    },
    free: 1,
    call: (n) =>
      chief.call('savedViewSave', { body: { list: '/assets', kind: 'view', viewName: `new ${n}`, content: {} } }),
    states: '100',
  },
  {
    name: 'interface keys of a tenant',
    fill: keyRows('api_key', 48),
    free: 1,
    call: (n) => chief.call('apiKeyInsert', { body: { tenantId: tenant.id, name: `key ${n}` } }),
    states: '50',
  },
  {
    name: 'calendars of a user',
    fill: {
      left: 1,
      sql: `insert into calendar_feed (user_id, name, token_hash, kinds, shipments, days_ahead, days_behind, language, created_at)
            select $1, 'c' || n, decode(md5('calendar' || n), 'hex'), '{arrivals}', 'all', 60, 14, 'zh', now()
            from generate_series(1, 19) n`,
      params: [user.id],
    },
    free: 1,
    call: (n) =>
      chief.call('calendarFeedInsert', {
        body: { name: `new ${n}`, kinds: ['arrivals'], shipments: 'all', daysAhead: 60, daysBehind: 14 },
      }),
    states: '20',
  },
  {
    name: 'keys of robots',
    fill: keyRows('robot_key', 99),
    free: 1,
    call: (n) => chief.call('rpaKeyInsert', { body: { tenantId: tenant.id, name: `key ${n}` } }),
    states: '100',
  },
  {
    name: 'documents of an order',
    fill: {
      left: 1,
      sql: `insert into order_document (tenant_id, order_id, file_name, content_type, size_bytes, sha256, uploaded_by, uploaded_at)
            select $1, $2, n || '.pdf', 'application/pdf', 1, repeat('0', 64), 'chief', now() from generate_series(1, 99) n`,
      params: [tenant.id, orderId],
    },
    free: 1,
    call: (n) =>
      chief.call('orderDocumentUpload', {
        query: { orderId, fileName: `new ${n}.pdf` },
        body: '%PDF-1.7 x',
        headers: { 'content-type': 'application/octet-stream' },
      }),
    states: '100',
  },
  {
    name: 'subscriptions to events of a tenant',
    fill: {
      left: 1,
      sql: `insert into outward_subscription (id, tenant_id, callback_url, secret, filters, told_to, created_at)
            select gen_random_uuid(), $1, 'https://hook.example/x', 's', '{}', 0, now() from generate_series(1, 499)`,
      params: [tenant.id],
    },
    free: 1,
    call: subscribe,
    states: 'too many',
  },
  {
    name: 'exports of a user under way',
    free: 3,
    call: () => chief.call('exportOrder', { body: { kind: 'csv', clientKey: randomUUID(), list: 'asset' } }),
    states: '3',
  },
  {
    name: 'trials of rules of a user under way',
    free: 3,
    call: () => chief.call('ruleTry', { body: { ruleCode: 'NO_DATA', days: 3 } }),
    states: '3',
  },
  {
    name: 'actions on many jobs of a user under way',
    free: 3,
    call: () => chief.call('jobAct', { body: { act: 'stop', filter: { processId: process.id } } }),
    states: '3',
  },
];

test.each(limits)('of $name no more than allowed come through at once', async ({ fill, free, call, states }) => {
  if (fill !== undefined) await database.execute(fill.sql, fill.params);
  const answers = await atOnce(12, call);
  expect([accepted(answers), refusals(answers)]).toEqual([free, [expect.stringContaining(states)]]);
});

/** The same race several times: what two calls do to each other depends on the moment. */
async function rounds(race: (round: number) => Promise<void>, count = 12): Promise<void> {
  for (let round = 0; round < count; round += 1) await race(round);
}

describe('what is looked up before it is written', () => {
  test('the same document is attached once', async () => {
    const { allIds } = await fillTenant(database, {
      tenantId: tenant.id,
      mark: 'twice',
      firstId: 9_100_000,
      tables: ['cargo_order'],
    });
    const answers = await atOnce(12, () =>
      chief.call('orderDocumentUpload', {
        query: { orderId: allIds['cargo_order'], fileName: 'same.pdf' },
        body: '%PDF-1.7 x',
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
    expect([accepted(answers), refusals(answers)]).toEqual([1, ['same.pdf 已上传过']]);
  });

  test('of two changes made on one version of a view one is reported that it is outdated', async () => {
    const body = { list: '/raced', kind: 'view', viewName: 'raced', content: {} };
    const { data } = await chief.call('savedViewSave', { body });
    const answers = await atOnce(8, (n) =>
      chief.call('savedViewSave', {
        body: { ...body, viewId: data.viewId, recordVersion: 1, content: { search: { keyword: String(n) } } },
      }),
    );
    expect(accepted(answers)).toBe(1);
  });

  test('a list has one default view', async () => {
    const saved = await atOnce(2, (n) =>
      chief.call('savedViewSave', { body: { list: '/defaults', kind: 'view', viewName: `d ${n}`, content: {} } }),
    );
    await rounds(async () => {
      await Promise.all(
        saved.map(({ data }) => chief.call('savedViewChoose', { body: { viewId: data.viewId, isDefault: 1 } })),
      );
      const { data } = await chief.call('savedViews', { query: { list: '/defaults' } });
      expect(data.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
      await database.execute('delete from saved_view_choice where user_id = $1', [user.id]);
    }, 20);
  });

  test('a shipment is taken off a line once', async () => {
    const [tie] = (
      await database.execute<{ id: number }>(
        `with line as (
           insert into order_line (tenant_id, order_no, line_no, supplier, product_name, quantity, unit, transport_mode, promised_on)
           values ($1, 'UNTIE', '1', 's', 'p', 1, 'pcs', 'sea', '2026-03-01') returning id)
         insert into order_tie (tenant_id, line_id, reference_no) select $1, id, 'REF' from line returning id`,
        [tenant.id],
      )
    ).rows;
    const orderTieId = tie?.id;
    const answers = await atOnce(8, () => chief.call('orderUntie', { body: { orderTieId } }));
    expect([accepted(answers), refusals(answers)]).toEqual([1, [expect.stringContaining('已')]]);
  });

  test('two administrators cannot take each other away, and neither waits for the other', async () => {
    const admin = (userCode: string) =>
      buildUser(database, { tenantId: tenant.id, userCode, userType: 'admin', allTenants: true });
    await database.execute(`update app_user set user_type = 'user', all_tenants = false where id <> $1`, [user.id]);
    await rounds(async (round) => {
      const pair = await Promise.all([admin(`left${round}`), admin(`right${round}`)]);
      const clients = await Promise.all(pair.map(({ userCode }) => signedIn(userCode)));
      await database.execute(`update app_user set user_type = 'user', all_tenants = false where id = $1`, [user.id]);
      const answers = await Promise.all(
        clients.map((client, n) =>
          client.call('userUpdate', { body: { wlUserId: pair[1 - n]?.id, userType: 'user', allTenants: 0 } }),
        ),
      );
      const left = await database.query(`select from app_user where user_type = 'admin' and all_tenants`);
      expect([accepted(answers), left.length, refusals(answers)]).toEqual([
        1,
        1,
        [expect.not.stringMatching('正被占用')],
      ]);
      await database.execute(`update app_user set user_type = 'user', all_tenants = false where id <> $1`, [user.id]);
      await database.execute(`update app_user set user_type = 'admin', all_tenants = true where id = $1`, [user.id]);
    }, 6);
  });

  test('events of a tenant are written while it has a key, whatever ends and begins at the same moment', async () => {
    const { id: tenantId } = await buildTenant(database);
    const add = async () => (await chief.call('apiKeyInsert', { body: { tenantId, name: 'k' } })).data.apiKeyId;
    let last = await add();
    await rounds(async () => {
      const [next] = await Promise.all([add(), chief.call('apiKeyRevoke', { body: { apiKeyId: last } })]);
      expect(await database.query('select from outward_tenant where tenant_id = $1', [tenantId])).toHaveLength(1);
      last = next;
    });
  });

  test('what a row refers to is not removed while the row is written', async () => {
    await rounds(async (round) => {
      const { data } = await chief.call('environment.insert', { body: { environmentName: `raced ${round}` } });
      const { environmentId } = data;
      const [removed, added] = await Promise.all([
        chief.call('environment.delete', { body: { environmentId } }),
        chief.call('robot.insert', {
          body: { robotName: `raced ${round}`, machineType: 'WALI_ROBOT', environmentId: String(environmentId) },
        }),
      ]);
      expect([removed.status, added.status].toSorted()).toEqual([0, 1]);
    });
  });

  test('a user is bound to one identity', async () => {
    const { id } = await buildUser(database, { tenantId: tenant.id, password: null });
    const bound = await atOnce(6, (n) => bindSubject(database, id, `subject ${n}`));
    expect(bound.filter(Boolean)).toHaveLength(1);
  });
});
