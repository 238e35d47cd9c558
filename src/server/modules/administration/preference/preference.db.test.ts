import { httpModule } from '#server/module/index.ts';
import { describe, expect, test } from 'vitest';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { preference } from './index.ts';

const database = await testDatabase();
const { signedIn } = await testApp(database, { modules: [httpModule(preference, {})] });
const tenant = await buildTenant(database);
const other = await buildTenant(database);
const owner = await buildUser(database, { tenantId: tenant.id, userCode: 'owner', name: '创建者' });
await buildUser(database, { tenantId: tenant.id, userCode: 'mate' });
await buildUser(database, { tenantId: other.id, userCode: 'stranger' });
await buildUser(database, { tenantId: other.id, userCode: 'sees-all', userType: 'admin', allTenants: true });
const [asOwner, asMate, asStranger, asBoss] = await Promise.all(
  ['owner', 'mate', 'stranger', 'sees-all'].map((userCode) => signedIn(userCode)),
);
type Client = Awaited<ReturnType<typeof signedIn>>;
const client = {
  owner: asOwner as Client,
  mate: asMate as Client,
  stranger: asStranger as Client,
  boss: asBoss as Client,
};

describe('a preference', () => {
  const save = (who: Client, preferenceName: string, value: unknown, changedAt: number) =>
    who.call('preferenceSave', { body: { preferenceName, value, changedAt } });
  const read = async (who: Client, preferenceName: string) =>
    (await who.call('preferenceGet', { query: { preferenceName } })).data;

  test('follows its user and nobody else', async () => {
    expect(await read(client.owner, 'columns/user')).toBeNull();
    const value = { order: ['a', 'b'], hidden: ['b'], widths: { a: 120 } };
    expect((await save(client.owner, 'columns/user', value, 1000)).data).toEqual({ value, changedAt: 1000 });
    expect(await read(await signedIn('owner'), 'columns/user')).toEqual({ value, changedAt: 1000 });
    for (const who of [client.mate, client.stranger, client.boss]) expect(await read(who, 'columns/user')).toBeNull();
  });

  test('nested too deeply is refused and not an internal error', async () => {
    const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(await save(client.owner, 'deep', deep(20), 1000)).toMatchObject({ http: 200, status: 1 });
    for (const depth of [200, 5_000, 100_000]) {
      const value = '['.repeat(depth) + ']'.repeat(depth);
      const body = `{"preferenceName":"deep","changedAt":2000,"value":${value}}`;
      const { http, status } = await client.owner.call('preferenceSave', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([http, status]).toEqual([400, 0]);
    }
    expect(await read(client.owner, 'deep')).toMatchObject({ value: deep(20) });
  });

  test('of two devices the later change stays, whichever arrives last', async () => {
    await save(client.owner, 'columns/x', { hidden: ['new'] }, 2000);
    const late = await save(client.owner, 'columns/x', { hidden: ['old'] }, 1500);
    expect(late.data).toEqual({ value: { hidden: ['new'] }, changedAt: 2000 });
    expect((await save(client.owner, 'columns/x', null, 2500)).data).toEqual({ value: null, changedAt: 2500 });
  });

  test('has a limit of size', async () => {
    expect(await save(client.owner, 'big', 'x'.repeat(70_000), 1)).toMatchObject({
      status: 0,
      msg: '内容过大，无法保存',
    });
  });
});

describe('a saved view', () => {
  const list = '/assets';
  const content = { search: { keyword: 'abc', sort: 'assetType' }, columns: { order: [], hidden: ['x'], widths: {} } };
  const save = (who: Client, viewName: string, more: object = {}) =>
    who.call('savedViewSave', { body: { list, kind: 'view', viewName, content, ...more } });
  const names = async (who: Client, of = list): Promise<string[]> =>
    (await who.call('savedViews', { query: { list: of } })).data.map((view: { viewName: string }) => view.viewName);

  test('is seen by its owner; a shared one by the own tenant, not by others', async () => {
    expect(await save(client.owner, '  我的  ')).toMatchObject({
      status: 1,
      msg: '已保存“我的”',
      data: { viewName: '我的', shared: false, own: true, content, recordVersion: 1 },
    });
    expect((await save(client.owner, '共享', { shared: 1 })).status).toBe(1);
    expect(await names(client.owner)).toEqual(expect.arrayContaining(['我的', '共享']));
    expect(await names(client.mate)).toEqual(['共享']);
    expect(await names(client.stranger)).toEqual([]);
    expect(await names(client.boss)).toEqual([]);
    expect(await names(client.owner, '/other')).toEqual([]);
    expect((await client.mate.call('savedViews', { query: { list } })).data[0]).toMatchObject({
      own: false,
      ownerName: '创建者',
    });
  });

  test('is changed and deleted by its owner only', async () => {
    const { data: view } = await save(client.owner, '只有我', { shared: 1 });
    const change = { viewId: view.viewId, recordVersion: 1, shared: 1 };
    for (const lang of ['zh', 'en'] as const) {
      const answer = await client.mate.call('savedViewSave', {
        body: { list, kind: 'view', viewName: 'taken over', content, ...change },
        headers: { 'x-lang': lang },
      });
      expect(answer).toMatchObject({ status: 0, msg: expect.stringContaining('创建者') });
    }
    expect((await client.mate.call('savedViewDelete', { body: { viewId: view.viewId } })).status).toBe(0);
    for (const call of ['savedViewDelete', 'savedViewChoose'] as const)
      expect(await client.stranger.call(call, { body: { viewId: view.viewId } })).toMatchObject({ status: 0 });
    expect((await save(client.owner, '新名字', change)).data).toMatchObject({ viewName: '新名字', recordVersion: 2 });
    expect(await save(client.owner, '更旧', change)).toMatchObject({ status: 0, data: { stale: true } });
    expect(await client.owner.call('savedViewDelete', { body: { viewId: view.viewId } })).toMatchObject({ status: 1 });
    expect(await names(client.mate)).not.toContain('新名字');
  });

  test('has a name that occurs once per person and list', async () => {
    await save(client.owner, 'Same');
    expect(await save(client.owner, 'SAME')).toMatchObject({ status: 0, msg: '您已有名为“SAME”的项' });
    expect((await save(client.mate, 'same')).status).toBe(1);
    expect((await save(client.owner, 'same', { kind: 'columns' })).status).toBe(1);
    expect(await save(client.owner, '  ')).toMatchObject({ status: 0, msg: '名称不能为空' });
    const twice = await Promise.all([1, 2].map(() => save(client.owner, 'twice')));
    expect(twice.map((answer) => answer.status).sort()).toEqual([0, 1]);
  });

  test('is pinned and made the default by everyone for themselves; one default per list', async () => {
    const [first, second] = [
      await save(client.owner, 'd1', { shared: 1 }),
      await save(client.owner, 'd2', { shared: 1 }),
    ];
    const choose = (who: Client, view: { data: { viewId: string } }, choice: object) =>
      who.call('savedViewChoose', { body: { viewId: view.data.viewId, ...choice } });
    expect((await choose(client.mate, first, { pinned: 1, isDefault: 1 })).data).toMatchObject({
      pinned: true,
      isDefault: true,
    });
    await choose(client.mate, second, { isDefault: 1 });
    const mates = (await client.mate.call('savedViews', { query: { list } })).data as Record<string, unknown>[];
    expect(mates[0]).toMatchObject({ viewName: 'd1', pinned: true });
    expect(mates.filter((view) => view['isDefault']).map((view) => view['viewName'])).toEqual(['d2']);
    const own = (await client.owner.call('savedViews', { query: { list } })).data as Record<string, unknown>[];
    expect(own.some((view) => view['pinned'] === true || view['isDefault'] === true)).toBe(false);
  });

  test('that others use is in the audit; one of the own is nobody else’s business', async () => {
    const entries = await database.system
      .selectFrom('audit_log')
      .select(['entity_id', 'action', 'tenant_id'])
      .where('entity', '=', 'savedView')
      .execute();
    const own = await database.query<{ id: number }>(`select id from saved_view where not shared`);
    expect(entries.length).toBeGreaterThan(2);
    expect(entries.every((entry) => entry.tenant_id === tenant.id)).toBe(true);
    expect(entries.filter((entry) => own.some(({ id }) => String(id) === entry.entity_id))).toEqual([]);
  });

  test('of somebody who left or went to another tenant is no longer offered', async () => {
    expect((await names(client.mate)).length).toBeGreaterThan(0);
    await database.execute('update app_user set tenant_id = $2 where id = $1', [owner.id, other.id]);
    expect((await names(client.mate)).filter((name) => name !== 'same')).toEqual([]);
    expect(await names(client.stranger)).toEqual([]);
    await database.execute('update app_user set tenant_id = $2 where id = $1', [owner.id, tenant.id]);
  });
});
