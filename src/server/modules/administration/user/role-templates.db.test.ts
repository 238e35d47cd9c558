import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { shippedRoles } from '#shared/reference/roles.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'ROLE', name: '角色租户', name_en: 'Role tenant' });
const other = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'local', userType: 'admin' });
await buildUser(database, { tenantId: other.id, userCode: 'foreign', userType: 'admin' });
const boss = await signedIn('boss');
const foreign = await signedIn('foreign');
type Client = typeof boss;

const names = async (who: Client): Promise<string[]> =>
  (await who.call('roleTemplates')).data.map((role: { roleName: string }) => role.roleName);
const save = (who: Client, roleName: string, menus: readonly string[], more: object = {}) =>
  who.call('roleTemplateSave', { body: { roleName, menus, ...more } });

describe('role templates of the product', () => {
  test('hold menus that exist, each once, and are named in both languages', async () => {
    for (const role of shippedRoles) {
      expect(role.menus.length).toBeGreaterThan(0);
      expect(new Set(role.menus).size).toBe(role.menus.length);
      for (const menu of role.menus) expect(menuCodes).toContain(menu);
    }
    expect((await names(boss)).slice(0, 3)).toEqual(['管理员', '平台运营', '租户用户']);
    const english = await boss.call('roleTemplates', { headers: { 'x-lang': 'en' } });
    expect(english.data[0]).toMatchObject({ roleName: 'Administrator', shipped: true });
  });

  test('are not written over', async () => {
    expect((await save(boss, '管理员', ['/user'])).status).toBe(0);
    expect((await boss.call('roleTemplateDelete', { body: { roleId: 'administrator' } })).status).toBe(0);
  });
});

describe('own role templates', () => {
  test('are added, changed and deleted, and kept in the audit', async () => {
    const { data: role } = await save(boss, ' 夜班 ', ['/exception-manage', '/assets', '/assets']);
    expect(role).toMatchObject({
      roleName: '夜班',
      shipped: false,
      tenantName: '角色租户',
      menus: ['/assets', '/exception-manage'],
      recordVersion: 1,
    });
    const change = { roleId: role.roleId, recordVersion: 1 };
    expect((await save(boss, '夜班', ['/assets'], change)).data).toMatchObject({
      recordVersion: 2,
      menus: ['/assets'],
    });
    expect(await save(boss, '夜班', ['/feedback'], change)).toMatchObject({ status: 0, data: { stale: true } });
    // The same form sent twice changes once.
    expect((await save(boss, '夜班', ['/assets'], change)).data).toMatchObject({ recordVersion: 2 });
    expect((await boss.call('roleTemplateDelete', { body: { roleId: role.roleId } })).msg).toBe('角色模板已删除');
    expect(await names(boss)).not.toContain('夜班');
    const acts = await database.query<{ action: string }>(
      `select action from audit_log where entity = 'roleTemplate' and entity_id = $1 order by id`,
      [role.roleId],
    );
    expect(acts.map((act) => act.action)).toEqual(['insert', 'update', 'delete']);
  });

  test('have a name, once per tenant, and menus that exist', async () => {
    expect((await save(boss, 'Twice', [])).status).toBe(1);
    expect(await save(boss, 'TWICE', [])).toMatchObject({ status: 0, msg: '角色模板“TWICE”已存在' });
    expect((await save(foreign, 'Twice', [])).status).toBe(1);
    expect(await save(boss, ' ', [])).toMatchObject({ status: 0, msg: '角色模板名称不能为空' });
    expect(await save(boss, 'x', ['/nowhere'])).toMatchObject({ status: 0, msg: '菜单不存在：/nowhere' });
  });

  test('belong to a tenant: an administrator of another one neither sees nor changes them', async () => {
    const { data: role } = await save(boss, '本租户', ['/assets']);
    expect(await names(await signedIn('local'))).toContain('本租户');
    expect(await names(foreign)).not.toContain('本租户');
    expect((await save(foreign, 'taken', [], { roleId: role.roleId })).status).toBe(0);
    expect((await foreign.call('roleTemplateDelete', { body: { roleId: role.roleId } })).status).toBe(0);
    expect(await names(boss)).toContain('本租户');
  });
});
