import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { openApiPath } from '#contract/openapi.ts';
import { inputOf } from '#testing/call-inputs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { app } = await testApp(database, { modules: await testProductModules(database) });
const names = Object.keys(paths) as CallName[];
const registered = names.filter((name) => app.registeredCalls.has(name));
const accessOf = (name: CallName): CallPath['access'] => (paths[name] as CallPath).access;

const tenant = await buildTenant(database);
const everyMenu = [
  ...new Set(names.flatMap((name) => (typeof accessOf(name) === 'string' ? [] : [...accessOf(name)]))),
];
const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
const seeds = { id: 1, texts: {}, everything: false };

/** A new session each time, since some calls end it. */
async function as(userId: number): Promise<TestClient> {
  const token = await app.deps.sessions.open(userId, { ip: null, userAgent: null });
  return new TestClient(app, `portolan_session=${token}`);
}

const holders = new Map<string, Promise<TestClient>>();
/** Somebody with these menus only. */
function holderOf(menus: readonly string[]): Promise<TestClient> {
  const key = menus.join(' ');
  const make = async (): Promise<TestClient> =>
    as((await buildUser(database, { tenantId: tenant.id, menus: [...menus] })).id);
  const holder = holders.get(key) ?? make();
  holders.set(key, holder);
  return holder;
}

/** Routes outside of the contract, each with its own guard. */
const others = [
  'DELETE /api/data-center/tnt/v2/event-subscriptions/:id',
  'DELETE /api/data-center/tnt/v2/hooks/:id',
  'DELETE /api/data-center/tnt/v2/test-shipments',
  'GET /api/auth/login/callback',
  'GET /api/auth/login/redirect',
  'GET /api/data-center/calendar/:file',
  'GET /api/data-center/files/v1/*',
  'GET /api/data-center/files/v1/datasets',
  'GET /api/data-center/files/v1/files',
  'GET /api/data-center/files/v1/files/:id',
  'GET /api/data-center/files/v1/files/:id/content',
  'GET /api/data-center/tnt/v2/*',
  'GET /api/data-center/tnt/v2/changes',
  'GET /api/data-center/tnt/v2/event-subscriptions',
  'GET /api/data-center/tnt/v2/event-subscriptions/',
  'GET /api/data-center/tnt/v2/event-subscriptions/:id',
  'GET /api/data-center/tnt/v2/events',
  'GET /api/data-center/tnt/v2/events/:id',
  'GET /api/data-center/tnt/v2/hooks/samples',
  'GET /api/data-center/tnt/v2/openapi.json',
  'GET /api/data-center/tnt/v2/test-shipments',
  'GET /api/live',
  'GET /api/openapi.json',
  'HEAD /api/data-center/dcsa/v2/notifications/:sourceCode',
  'HEAD /api/data-center/files/v1/*',
  'HEAD /api/data-center/tnt/v2/*',
  'OPTIONS /api/*',
  'OPTIONS /api/data-center/files/v1/*',
  'OPTIONS /api/data-center/tnt/v2/*',
  'POST /api/data-center/dcsa/v3/:sourceCode/events',
  'POST /api/data-center/files/v1/files',
  'POST /api/data-center/onerecord/:sourceCode/notifications',
  'POST /api/data-center/tnt/v2/event-subscriptions',
  'POST /api/data-center/tnt/v2/hooks',
  'POST /api/data-center/tnt/v2/test-shipments',
  'PUT /api/data-center/tnt/v2/event-subscriptions/:id',
  'PUT /api/data-center/tnt/v2/event-subscriptions/:id/secret',
];

describe('the contract and the application', () => {
  test('every call of the contract is answered here', () => {
    expect([...app.registeredCalls.keys()].sort()).toEqual([...names].sort());
  });

  test('every route is a call of the contract or a known other', () => {
    const unknown = app.routeTable
      .filter(({ url, call }) => url.startsWith('/api') && call === undefined && !url.startsWith('/api/docs'))
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(unknown)].sort()).toEqual(others);
  });

  test('the description is what is registered', async () => {
    const { paths: described } = (await app.inject({ url: '/api/openapi.json' })).json() as {
      paths: Record<string, Record<string, unknown>>;
    };
    const wanted = app.routeTable
      .filter(({ call }) => call !== undefined)
      .map(({ method, url }) => `${method} ${openApiPath(url)}`);
    // Named parameters of the outward API have the standard's names in the description.
    const outward = others.filter((route) => route.includes(`${outwardBase}/`) && !/openapi|\*$|\/$|^HEAD/.test(route));
    wanted.push(
      ...outward.map((route) => route.replace('events/:id', 'events/{eventID}').replace(':id', '{subscriptionID}')),
    );
    const found = Object.entries(described).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(wanted.sort());
  });

  test('every call has an access rule', () => {
    const without = names.filter((name) => {
      const access = accessOf(name);
      return typeof access === 'string' ? !['public', 'session', 'admin'].includes(access) : access.length === 0;
    });
    expect(without).toEqual([]);
  });
});

describe('who is let in', () => {
  const guarded = registered.filter((name) => accessOf(name) !== 'public');

  test.each(registered.filter((name) => typeof accessOf(name) !== 'string'))(
    '%s is open to each of its menus and to none other',
    async (name) => {
      const wanted = accessOf(name) as readonly string[];
      const input = inputOf(name, seeds);
      for (const menu of wanted)
        expect([401, 403]).not.toContain((await (await holderOf([menu])).call(name, input)).http);
      // Anyone who holds all others is refused, so that none of them opens it.
      const strange = await holderOf(everyMenu.filter((menu) => !wanted.includes(menu)));
      expect((await strange.call(name, input)).http).toBe(403);
    },
  );

  test.each(guarded)('%s is open to an administrator', async (name) => {
    const { http } = await (await as(boss.id)).call(name, inputOf(name, seeds));
    expect([401, 403]).not.toContain(http);
  });

  test('a menu that is taken away is gone at the next call', async () => {
    const [name] = registered.filter((candidate) => typeof accessOf(candidate) !== 'string');
    if (name === undefined) return;
    const holder = await buildUser(database, { tenantId: tenant.id, menus: accessOf(name) as string[] });
    const client = await as(holder.id);
    expect((await client.call(name, inputOf(name, seeds))).http).not.toBe(403);
    await database.execute('delete from user_menu where user_id = $1', [holder.id]);
    expect((await client.call(name, inputOf(name, seeds))).http).toBe(403);
  });
});
