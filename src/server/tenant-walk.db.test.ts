import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName, CallPath } from '#contract/paths.ts';
import { buildContent } from '#domain/testing/builders.ts';
import { entities } from '#entities/index.ts';
import { TABLES, TENANT_TABLES } from '#generated/schema.ts';
import { type Entity, isShared } from '#shared/entity/declare.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { idNamesOf, inputOf } from '#testing/call-inputs.ts';
import { fillTenant, tenantSnapshot } from '#testing/fill-tenant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { callTraits, casesHere } from '#testing/sample.ts';
import { type CallOptions, TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { type SharedChange, watchSharedRows } from '#testing/watch-shared.ts';

const database = await testDatabase();
const mine = await buildTenant(database, { code: 'WALKMINE', name: '甲方秘密' });
const shipmentContent = buildContent({ booking: { billNo: 'WALKMARK-content-bill' } });
const values = {
  'shipment.content': JSON.stringify(shipmentContent),
  'shipment.fused': true,
  'source.protocol': 'dcsa',
};
// Two rows in every table. The first ones have one id in all tables, the second ones another: asking by these two asks for every row,
// whatever kind of id a call takes. The second refer to the first, so that an answer that names a row beside the one asked for says
// an id that the question did not.
const firstIds = 700_000_000_001;
const secondIds = 700_000_000_002;
/** The id of rows that belong to no tenant. */
const sharedIds = 700_000_000_900;
const filled = await fillTenant(database, {
  tenantId: mine.id,
  mark: 'WALKMARK',
  firstId: firstIds,
  sameId: true,
  values,
});
const second = await fillTenant(database, {
  tenantId: mine.id,
  mark: 'WALKSECOND',
  firstId: secondIds,
  sameId: true,
  refersTo: filled,
  values,
});
/** What belongs to no tenant, or may: what one tenant's people change here changes for all. */
const sharedTables = new Set([
  ...Object.keys(TENANT_TABLES).filter((table) => TENANT_TABLES[table]?.nullable === true),
  ...Object.values<Entity>(entities)
    .filter((entity) => isShared(entity) && entity.table in TABLES)
    .map(({ table }) => table),
  'source',
  'fusion_precedence',
  'event_field',
  'event_item_type',
  'exchange_rate',
  'unknown_port',
  'edi_file',
  'spot_offer',
  'sailing_source',
  'commerce_source',
  'weather_source',
  'vehicle_gateway',
  'task',
  'run',
]);
await fillTenant(database, {
  tenantId: mine.id,
  mark: 'WALKSHARED',
  firstId: sharedIds,
  sameId: true,
  shared: true,
  tables: [...sharedTables],
  values,
});
const theirs = await buildTenant(database, { code: 'WALKTHEIRS' });
const stranger = await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
const foreignBoss = await buildUser(database, { tenantId: theirs.id, userCode: 'foreign-boss', userType: 'admin' });
const owner = await buildUser(database, { tenantId: mine.id, userCode: 'WALKOWNER', menus: menuCodes });

// What a module answers on rows that mean nothing is not asked here, only whose rows it answers.
const { app } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { validateAnswers: false },
});

const sharedChanges = await watchSharedRows(database);

const names = (Object.keys(paths) as CallName[]).filter((name) => app.registeredCalls.has(name));
const tenantTexts = [filled, second]
  .flatMap(({ texts }) => Object.entries(texts))
  .filter(([name]) => (name.split('.')[0] ?? '') in TENANT_TABLES);
const secrets = [...tenantTexts.map(([, text]) => text), 'WALKMINE', 'WALKMARK-content-bill', '甲方秘密', 'WALKOWNER'];

/** Wire names of values of this tenant that a caller may know from elsewhere. */
const known: Record<string, string> = {
  tenantCode: 'WALKMINE',
  blNo: filled.texts['subscription.bill_no'] ?? '1',
  ctnNo: filled.texts['subscription.container_no'] ?? '1',
  userCode: filled.texts['app_user.user_code'] ?? '1',
};

/** Inputs of a call that name rows of this tenant in every way its shape allows. */
function* inputsOf(name: CallName, userCode: string, moreIds: readonly number[] = []): Generator<CallOptions> {
  const acting = { chargeCode: userCode, chargeName: userCode, handleStatus: '1' };
  yield inputOf(name, { id: 1, texts: {}, everything: false });
  yield inputOf(name, { id: 1, texts: known, everything: false });
  yield inputOf(name, { id: 1, texts: { ...known, ...acting }, everything: true });
  for (const id of [firstIds, secondIds, mine.id, ...moreIds]) {
    for (const idName of idNamesOf(name)) {
      yield inputOf(name, { id, idName, texts: {}, everything: false });
      yield inputOf(name, { id, idName, texts: acting, everything: false });
    }
  }
}

async function clientOf(userId: number): Promise<TestClient> {
  const token = await app.deps.sessions.open(userId, { ip: null, userAgent: null });
  return new TestClient(app, `portolan_session=${token}`);
}

/** Ids of the tenant's own rows; rows that all tenants share were made along with them. */
const ownIds = new Set([firstIds, secondIds].map(String));

/** What an answer says of this tenant beyond what the question said. */
function leaks(answerText: string, input: CallOptions): string[] {
  const question = JSON.stringify(input);
  const ids = [...answerText.matchAll(/700000000\d{3}/g)].map(([id]) => id).filter((id) => ownIds.has(id));
  return [...secrets.filter((secret) => answerText.includes(secret)), ...ids].filter(
    (found) => !question.includes(found),
  );
}

type Snapshot = Record<string, string>;

const holds = (content: string | undefined, id: number): boolean => (content ?? '').includes(String(id));

/** What is kept of the tenant. */
const snapshot = (): Promise<Snapshot> => tenantSnapshot(database, mine.id);

/** The part that a call may not change; a failed sign-in is rightly written down for the tenant of the user it named. */
const unchangedBy = (name: CallName, { audit_log: audit, ...rest }: Snapshot): Snapshot =>
  name === 'login' ? rest : { ...rest, audit_log: audit ?? '' };

/** Tables without tenants that a call may change, for every caller. */
const rightly: Readonly<Record<string, readonly string[]>> = {
  // Failed attempts are counted by account and address.
  login: ['login_failure', 'login_address'],
  secondFactorBegin: ['login_failure'],
  secondFactorConfirm: ['login_failure'],
  secondFactorEnd: ['login_failure'],
  // The file of a message; whose it is, the message says.
  ediUpload: ['edi_file'],
  ediReprocess: ['edi_file'],
  // What is refused at the door is counted before it is known whose it is.
  rpaAnswer: ['refusal_tally', 'refusal'],
  pushDcsa: ['refusal_tally', 'refusal'],
};

/** Changes of rows that belong to no tenant, but for sessions and what this call may change. */
const changesBeyond = (name: CallName, changes: readonly SharedChange[]): SharedChange[] => {
  const allowed = ['session', ...(rightly[name] ?? [])];
  return changes.filter((change) => !allowed.includes(change.split(' ', 1)[0] as string));
};

async function walk(
  name: CallName,
  user: { id: number; userCode: string },
  moreIds: readonly number[] = [],
): Promise<{ found: string[]; refusals: number; calls: number }> {
  const found: string[] = [];
  let refusals = 0;
  let calls = 0;
  let client: TestClient | undefined;
  for (const input of inputsOf(name, user.userCode, moreIds)) {
    for (const also of (paths[name] as CallPath).also === undefined ? [false] : [false, true]) {
      client ??= await clientOf(user.id);
      const { http, text } = await client.call(name, { ...input, also });
      calls += 1;
      if (http === 401 || http === 403) refusals += 1;
      // Some calls end the session of whoever makes them.
      if (http === 401) client = undefined;
      found.push(...leaks(text, input));
      // A failure may hide that a row was found.
      if (http >= 500) found.push(`HTTP ${http}`);
    }
  }
  return { found: [...new Set(found)], refusals, calls };
}

describe('rows of another tenant', () => {
  test('exist in every table that has tenants', async () => {
    const filledTables = await snapshot();
    expect(
      Object.entries(filledTables)
        .filter(([, content]) => content === '')
        .map(([table]) => table),
    ).toEqual([]);
    expect(Object.keys(filledTables).sort()).toEqual(Object.keys(TENANT_TABLES).sort());
    expect(secrets.length).toBeGreaterThan(30);
    const ofAll = Object.keys(filled.ids);
    // Ids that are UUIDs are the same for both.
    expect(ofAll.filter((table) => !holds(filledTables[table], firstIds))).toEqual(['outward_subscription']);
    // Some tables have one row of a tenant; most have both.
    expect(ofAll.filter((table) => holds(filledTables[table], secondIds)).length).toBeGreaterThan(ofAll.length * 0.8);
  });

  describe.each([
    ['a user with every menu', stranger],
    ['an administrator', foreignBoss],
  ])('for %s of another tenant', (_who, user) => {
    let before: Snapshot | undefined;
    test.each(casesHere(names, callTraits))('%s shows none and changes none', async (name) => {
      before ??= await snapshot();
      await sharedChanges();
      const { found, refusals, calls } = await walk(name, user, [sharedIds]);
      const after = await snapshot();
      const [kept, now] = [unchangedBy(name, before), unchangedBy(name, after)];
      // The next call begins where this one ended.
      before = after;
      expect(found).toEqual([]);
      expect(now).toEqual(kept);
      expect(changesBeyond(name, await sharedChanges())).toEqual([]);
      // A walk that never gets in proves nothing.
      const { access } = paths[name];
      if (access !== 'public' && (access !== 'admin' || user === foreignBoss)) expect(refusals).toBeLessThan(calls);
    });
  });

  test('are there for the own users, so that the walk would have seen them', async () => {
    const { found } = await walk('users', owner);
    expect(found).toContain(filled.texts['app_user.user_code']);
    expect((await walk('tenants', owner)).found).toContain('甲方秘密');
    expect((await walk('queryExceptions', owner)).found).toEqual(
      expect.arrayContaining([
        filled.texts['shipment_exception.handle_remark'],
        'WALKMARK-content-bill',
        String(filled.ids['shipment_exception']),
      ]),
    );
    expect((await walk('exportExceptions', owner)).found).toContain(filled.texts['shipment_exception.handle_remark']);
    expect((await walk('getTrace', owner)).found).toContain('WALKMARK-content-bill');
    expect((await walk('exceptionCauses', owner)).found).toContain(filled.texts['exception_cause.remark']);
    expect((await walk('exceptionHistory', owner)).found).toContain(filled.texts['exception_comment.body']);
    expect((await walk('causeStatusById', owner)).found).toContain(filled.texts['exception_cause_status.status_code']);
  });

  test('change when the own users ask for it, so that the walk would have noticed', async () => {
    for (const name of [
      'assignExceptions',
      'updateExceptionStatus',
      'deleteCauseStatuses',
      'deleteExceptionCauses',
    ] as const) {
      const before = await snapshot();
      await walk(name, owner);
      expect(await snapshot()).not.toEqual(before);
    }
  });
});
