import { afterAll, describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallShape } from '#contract/call.ts';
import { calls } from '#contract/index.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { TENANT_TABLES } from '#generated/schema.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { inputOf } from '#testing/call-inputs.ts';
import { type Caller, CallerWalk, fillWalkedTenant, rowIds, walkedEnglishName } from '#testing/caller-walk.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { type CallOptions, type TestAnswer, TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { RowChange } from '#testing/watch-rows.ts';

/** Calls that anybody may make, each with the reason and with what guards it instead of a session. */
const open: Partial<Record<CallName, string>> = {
  login: 'opens a session; failures are counted by account and address',
  logout: 'ends the session of the cookie that comes with it, if there is one',
  signInOptions: 'says which ways to sign in there are, before anybody is signed in',
  firstRun: 'sets up a product without users, with the code of its console; refused from the first user on',
  sharedTrace: 'a link for people without an account: a random token with an end, for one shipment',
  pushDcsa: 'a carrier; every message is signed with the secret that was agreed on',
  rpaAnswer: 'a robot; its key is checked before the body is read',
  rpaRequests: 'a robot; its key is checked before the body is read',
  robotRegister: 'an agent; the key of its robot is checked before the body is read',
  robotHeartbeat: 'an agent; the key of its robot is checked before the body is read',
  robotLease: 'an agent; the key of its robot is checked before the body is read',
  robotLog: 'an agent; the key of its robot is checked before the body is read',
  robotArtifact: 'an agent; the key of its robot is checked before the body is read',
  robotAsset: 'an agent; the key of its robot is checked before the body is read',
  robotComplete: 'an agent; the key of its robot is checked before the body is read',
  robotDisconnect: 'an agent; the key of its robot is checked before the body is read',
};

const database = await testDatabase();
const walked = await fillWalkedTenant(database);
const { tenant: mine, filled, secrets } = walked;
const theirs = await buildTenant(database, { code: 'WALKTHEIRS' });
const stranger = await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
const foreignBoss = await buildUser(database, { tenantId: theirs.id, userCode: 'foreign-boss', userType: 'admin' });
const owner = await buildUser(database, { tenantId: mine.id, userCode: 'WALKOWNER', menus: menuCodes });
const plain = await buildUser(database, { tenantId: theirs.id, userCode: 'plain' });
const platform = await buildUser(database, { tenantId: theirs.id, userType: 'admin', allTenants: true });

// What a module answers on rows that mean nothing is not asked here, only whose rows it answers.
const { app } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { validateAnswers: false },
});
const walk = await CallerWalk.prepare(app, database, walked);
const names = (Object.keys(paths) as CallName[]).filter((name) => app.registeredCalls.has(name));
const accessOf = (name: CallName): CallPath['access'] => paths[name].access;

type Snapshot = Record<string, string>;

const holds = (content: string | undefined, id: number): boolean => (content ?? '').includes(String(id));

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
  // What a user prefers is that user's alone.
  preferenceSave: ['preference'],
  // A device belongs to the user who registers it; the product's keys are made at first use.
  pushKey: ['app_state'],
  pushDeviceAdd: ['push_device'],
  pushDeviceRemove: ['push_device'],
  // A calendar belongs to the user who makes it.
  calendarFeedInsert: ['calendar_feed'],
  calendarFeedDelete: ['calendar_feed'],
  // The file of a message; whose it is, the message says.
  ediUpload: ['edi_file'],
  ediReprocess: ['edi_file'],
  // What is refused at the door is counted before it is known whose it is.
  rpaAnswer: ['refusal_tally', 'refusal'],
  pushDcsa: ['refusal_tally', 'refusal'],
};

/** Changes of rows that belong to no tenant, but for sessions and what this call may change. */
const changesBeyond = (name: CallName, changes: readonly RowChange[]): RowChange[] => {
  const allowed = ['session', ...(rightly[name] ?? [])];
  return changes.filter(({ table }) => !allowed.includes(table));
};

afterAll(() => {
  const made = [...walk.made].map(([who, count]) => `${count} as ${who}`);
  console.info(`${names.length} calls were walked: ${made.join(', ')}`);
});

describe('every call', () => {
  test('is one of the contract', () => expect(names.length).toBe(Object.keys(paths).length));

  test.each(names)('%s has a sample that it takes', (name) => {
    const shape: CallShape = calls[name];
    const { query, params, body } = inputOf(name, { id: 1, texts: {}, everything: false });
    const parts = [shape.query?.safeParse(query), shape.params?.safeParse(params), shape.body?.safeParse(body)];
    expect(parts.flatMap((part) => part?.error?.issues ?? [])).toEqual([]);
  });

  test('that is public says why', () => {
    expect(names.filter((name) => accessOf(name) === 'public').sort()).toEqual(Object.keys(open).sort());
  });
});

describe('rows of another tenant', () => {
  test('exist in every table that has tenants', async () => {
    const filledTables = await walk.snapshot();
    const empty = Object.entries(filledTables).filter(([, content]) => content === '');
    expect(empty.map(([table]) => table)).toEqual([]);
    expect(Object.keys(filledTables).sort()).toEqual(Object.keys(TENANT_TABLES).sort());
    expect(secrets.length).toBeGreaterThan(30);
    const ofAll = Object.keys(filled.ids);
    // Ids that are UUIDs are the same for both.
    expect(ofAll.filter((table) => !holds(filledTables[table], rowIds.first))).toEqual(['outward_subscription']);
    // Some tables have one row of a tenant; most have both.
    expect(ofAll.filter((table) => holds(filledTables[table], rowIds.second)).length).toBeGreaterThan(
      ofAll.length * 0.8,
    );
  });

  /** Who makes the calls, and the only statuses of HTTP that a call may then answer; absent: it lets them in. */
  const callers: readonly (readonly [who: string, caller: Caller, refused: (name: CallName) => number | undefined])[] =
    [
      ['nobody', null, (name) => (accessOf(name) === 'public' ? undefined : 401)],
      [
        'somebody without menus',
        plain,
        (name) => (['public', 'session'].includes(String(accessOf(name))) ? undefined : 403),
      ],
      ['a user with every menu', stranger, (name) => (accessOf(name) === 'admin' ? 403 : undefined)],
      ['an administrator of a tenant', foreignBoss, () => undefined],
    ];

  describe.each(callers)('for %s', (who, caller, refusedBy) => {
    let before: Snapshot | undefined;
    const expectUnchanged = async (name: CallName): Promise<void> => {
      const { own, shared } = await walk.changes();
      // Rows may be written as they were.
      if (own.length > 0) {
        const after = await walk.snapshot();
        const [kept, now] = [unchangedBy(name, before ?? after), unchangedBy(name, after)];
        // The next call begins where this one ended.
        before = after;
        expect(now).toEqual(kept);
      }
      expect(changesBeyond(name, shared)).toEqual([]);
    };

    test.each(names)('%s shows none and changes none', async (name) => {
      before ??= await walk.snapshot();
      const refused = refusedBy(name);
      const { found, answers } = await walk.walk(name, who, caller, refused === undefined ? 'all' : 'one');
      const statuses = [...new Set(answers.map(({ http }) => http))];
      expect(found).toEqual([]);
      // What they changed all the same is seen by the next one that is let in, or at the end.
      if (refused !== undefined) return expect(statuses).toEqual([refused]);
      await expectUnchanged(name);
      // A walk that never gets in proves nothing; what is public is closed by the key or the signature of its caller.
      if (accessOf(name) !== 'public') expect(statuses).not.toEqual([403]);
    });

    test('what was refused changed nothing either', async () => {
      await expectUnchanged('session');
    });
  });

  test('are there for the own users, so that the walk would have seen them', async () => {
    const seen = async (name: CallName) => (await walk.walk(name, 'a user of the tenant', owner)).found;
    expect(await seen('users')).toContain(filled.texts['app_user.user_code']);
    expect(await seen('tenants')).toContain('甲方秘密');
    expect(await seen('queryExceptions')).toEqual(
      expect.arrayContaining([
        filled.texts['shipment_exception.handle_remark'],
        'WALKMARK-content-bill',
        String(filled.ids['shipment_exception']),
      ]),
    );
    expect(await seen('exportExceptions')).toContain(filled.texts['shipment_exception.handle_remark']);
    expect(await seen('getTrace')).toContain('WALKMARK-content-bill');
    expect(await seen('exceptionCauses')).toContain(filled.texts['exception_cause.remark']);
    expect(await seen('exceptionHistory')).toContain(filled.texts['exception_comment.body']);
    expect(await seen('causeStatusById')).toContain(filled.texts['exception_cause_status.status_code']);
  });

  test('change when the own users ask for it, so that the walk would have noticed', async () => {
    for (const name of [
      'assignExceptions',
      'updateExceptionStatus',
      'deleteCauseStatuses',
      'deleteExceptionCauses',
    ] as const) {
      const before = await walk.snapshot();
      await walk.changes();
      await walk.walk(name, 'a user of the tenant', owner);
      expect((await walk.changes()).own, name).not.toEqual([]);
      expect(await walk.snapshot()).not.toEqual(before);
    }
  });

  test('and rows that all share change by the platform, so that the walk would have noticed an act of it', async () => {
    await walk.changes();
    for (const name of ['port.deletes', 'carrier.deletes', 'code.deletes'] as const) {
      await walk.walk(name, 'the platform', platform);
      expect((await walk.changes()).shared, name).not.toEqual([]);
    }
  });
});

describe('the name of a tenant', () => {
  const client = new TestClient(app);
  const ask = async (name: CallName, options: CallOptions, lang: string): Promise<TestAnswer> => {
    const token = await app.deps.sessions.open(platform.id, { ip: null, userAgent: null });
    client.cookie = `portolan_session=${token}`;
    return client.call(name, { ...options, headers: { 'x-lang': lang } });
  };

  test('is in the language of the caller everywhere, and is searched in both', { timeout: 60_000 }, async () => {
    const found: string[] = [];
    // Those about tenants themselves give both names: people look for either.
    const ofTenants = (name: CallName): boolean => name === 'tenants' || name.startsWith('tenant.');
    for (const name of names.filter((one) => kindOfCall(one) !== 'write' && !ofTenants(one)))
      for (const [lang, other] of [
        ['zh', walkedEnglishName],
        ['en', '甲方秘密'],
      ] as const) {
        const { text } = await ask(name, inputOf(name, { id: rowIds.first, texts: {}, everything: true }), lang);
        if (text.includes(other)) found.push(`${lang} ${name}`);
      }
    expect(found).toEqual([]);
    for (const name of ['robot.query', 'calendar.query'] as const)
      for (const tenantName of ['甲方秘', walkedEnglishName.toLowerCase().slice(0, -2)]) {
        const { data } = await ask(name, { body: { tenantName: [tenantName] } }, 'en');
        expect([name, tenantName, data?.records.length > 0]).toEqual([name, tenantName, true]);
      }
  });
});
