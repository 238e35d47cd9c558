import { describe, expect, test } from 'vitest';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { signedIn } = await testApp(database);

const tenant = await buildTenant(database, { code: 'ACME', name: '艾克米', name_en: 'Acme' });
const other = await buildTenant(database, { code: 'OTHER', name: '其他' });
await buildUser(database, { tenantId: tenant.id, userCode: 'alice', name: '爱丽丝', menus: ['/exception-manage'] });
await buildUser(database, { tenantId: other.id, userCode: 'bob', name: '鲍勃' });
await buildUser(database, { tenantId: other.id, userCode: 'olga', name: '奥尔加', alsoTenants: [tenant.id] });
await buildUser(database, { tenantId: tenant.id, userCode: 'root', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'weak' });

describe('tenants and users', () => {
  const codesOf = (rows: Record<string, string>[], key: string) => rows.map((row) => row[key]).sort();

  test('a user sees the own tenant, an operator the assigned ones, an administrator of all sees all', async () => {
    const seen = async (userCode: string) =>
      codesOf((await (await signedIn(userCode)).call('tenants')).data, 'tenantCode');
    expect(await seen('alice')).toEqual(['ACME']);
    expect(await seen('olga')).toEqual(['ACME', 'OTHER']);
    expect(await seen('root')).toEqual(expect.arrayContaining(['ACME', 'OTHER']));
  });

  test('tenant names follow the language', async () => {
    const client = await signedIn('alice');
    expect((await client.call('tenants', { headers: { 'x-lang': 'en' } })).data[0]).toMatchObject({
      tenantName: 'Acme',
      otherName: '艾克米',
    });
  });

  test('users are those of shared tenants and platform operators', async () => {
    const { data } = await (await signedIn('alice')).call('users', { query: { currentPage: 1, pageSize: 1000 } });
    const codes = codesOf(data.wlUsers, 'userCode');
    expect(codes).toEqual(expect.arrayContaining(['alice', 'root', 'olga', 'weak']));
    expect(codes).not.toContain('bob');
    expect(data.totalRecord).toBe(data.wlUsers.length);
    expect(JSON.stringify(data)).not.toContain('password');
  });

  test('searchColumns narrow, keyword matches text as it is, pages are exact', async () => {
    const client = await signedIn('root');
    const search = (query: Record<string, unknown>) => client.call('users', { query });
    const one = await search({ searchColumns: [{ propertyName: 'userCode', operation: 'equal', value: 'bob' }] });
    expect(one.data).toMatchObject({
      totalRecord: 1,
      totalPage: 1,
      wlUsers: [{ userCode: 'bob', tenantName: '其他' }],
    });
    expect((await search({ keyword: '鲍' })).data.wlUsers).toHaveLength(1);
    expect((await search({ keyword: '%' })).data.totalRecord).toBe(0);
    const page = await search({ currentPage: 2, pageSize: 2 });
    expect(page.data.wlUsers).toHaveLength(2);
    expect(page.data.totalPage).toBe(Math.ceil(page.data.totalRecord / 2));
  });

  test.each([
    [{ propertyName: 'password_hash', operation: 'equal', value: 'x' }, '不支持的查询条件：password_hash'],
    [{ propertyName: 'userCode', operation: 'matches', value: 'x' }, '查询条件 userCode 不支持运算 matches'],
  ])('%j is refused', async (column, msg) => {
    const client = await signedIn('root');
    expect(await client.call('users', { query: { searchColumns: [column] } })).toMatchObject({
      http: 200,
      status: 0,
      msg,
    });
  });
});
