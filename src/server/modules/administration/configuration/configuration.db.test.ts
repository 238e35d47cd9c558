import { describe, expect, test } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { SECRET_MASK } from '#shared/entity/declare.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database: Database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'CONF', name: '配置租户' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const tenantId = String(tenant.id);

/** Everything the database holds, to look for what must not be in it. */
const wholeDatabase = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['asset', 'tenant_asset', 'feedback', 'audit_log'].map((table) => database.query(`select * from ${table}`)),
    ),
  );

describe('assets', () => {
  const secret = 'pa55-of-the-carrier-site';

  test('a credential is sealed and masked everywhere; saving the form again keeps it', async () => {
    const { data: row } = await boss.call('asset.insert', {
      body: { assetType: 'SITE', assetDesc: 'd', valueType: 'CREDENTIAL', defaultValue: secret },
    });
    expect(row.defaultValue).toBe(SECRET_MASK);
    const { data: own } = await boss.call('tenantAsset.insert', {
      body: { wlAssetsId: row.wlAssetsId, tenantId, assetValue: `${secret}-own` },
    });
    expect(own).toMatchObject({
      assetType: 'SITE',
      tenantName: '配置租户',
      valueType: 'CREDENTIAL',
      assetValue: SECRET_MASK,
    });
    const again = await boss.call('asset.update', { body: { ...row, assetDesc: 'changed' } });
    expect(again.data).toMatchObject({ recordVersion: 2, defaultValue: SECRET_MASK });
    const texts = await Promise.all([
      boss.call('asset.getAll'),
      boss.call('asset.query', { body: {} }),
      boss.call('asset.history', { query: { wlAssetsId: row.wlAssetsId } }),
      boss.call('tenantAsset.query', { body: {} }),
      boss.call('tenantAsset.history', { query: { wlTenantAssetsId: own.wlTenantAssetsId } }),
    ]);
    for (const { status, text } of texts) {
      expect(status).toBe(1);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('v1.');
    }
    expect(await wholeDatabase()).not.toContain(secret);
    expect(
      await boss.call('asset.query', { body: { sortRules: [{ columnName: 'defaultValue', sortType: 'asc' }] } }),
    ).toMatchObject({ status: 0 });
  });

  test('a credential cannot be made readable by calling it a text', async () => {
    const { data: row } = await boss.call('asset.insert', {
      body: { assetType: 'TURN', assetDesc: 'd', valueType: 'CREDENTIAL', defaultValue: secret },
    });
    const answer = await boss.call('asset.update', { body: { ...row, valueType: 'TEXT' } });
    expect(answer).toMatchObject({ status: 0, data: { fields: [{ field: 'valueType' }] } });
    expect((await boss.call('asset.get', { query: { wlAssetsId: row.wlAssetsId } })).data).toEqual(row);
  });

  test('a text that becomes a credential is masked from then on, also in its history', async () => {
    const { data: row } = await boss.call('asset.insert', {
      body: { assetType: 'GROW', assetDesc: 'd', valueType: 'TEXT', defaultValue: 'plain text' },
    });
    // The name of one in English is no other's own name.
    await buildTenant(database, { name_en: '配置租户' });
    const { data: own } = await boss.call('tenantAsset.insert', {
      body: { assetType: 'GROW', tenantName: '配置租户', assetValue: 'own text' },
    });
    expect([row.defaultValue, own.assetValue]).toEqual(['plain text', 'own text']);
    expect((await boss.call('asset.update', { body: { ...row, valueType: 'CREDENTIAL' } })).data.defaultValue).toBe(
      SECRET_MASK,
    );
    expect(
      (await boss.call('tenantAsset.get', { query: { wlTenantAssetsId: own.wlTenantAssetsId } })).data.assetValue,
    ).toBe(SECRET_MASK);
    expect(
      (await boss.call('tenantAsset.history', { query: { wlTenantAssetsId: own.wlTenantAssetsId } })).text,
    ).not.toContain('own text');
    const history = await boss.call('asset.history', { query: { wlAssetsId: row.wlAssetsId } });
    expect(history.data).toHaveLength(2);
    expect(history.text).not.toContain('plain text');
  });

  test('going back in the history makes no credential readable either', async () => {
    const { data: row } = await boss.call('asset.insert', {
      body: { assetType: 'BACK', assetDesc: 'd', valueType: 'TEXT', defaultValue: 'was plain' },
    });
    await boss.call('asset.update', { body: { ...row, valueType: 'CREDENTIAL', defaultValue: secret } });
    const history = await boss.call('asset.history', { query: { wlAssetsId: row.wlAssetsId } });
    const answer = await boss.call('asset.restore', { body: { auditId: history.data[0].auditId } });
    expect(answer).toMatchObject({ status: 0, data: { fields: [{ field: 'valueType' }] } });
    expect(answer.text).not.toContain(secret);
  });

  test('an asset in use is not deleted, and its users are named in both languages', async () => {
    const { data: row } = await boss.call('asset.insert', {
      body: { assetType: 'USED', assetDesc: 'd', valueType: 'TEXT' },
    });
    await boss.call('tenantAsset.insert', { body: { wlAssetsId: row.wlAssetsId, tenantId, assetValue: 'x' } });
    const zh = await boss.call('asset.delete', { body: row });
    expect(zh).toMatchObject({
      status: 0,
      data: { users: [{ entity: 'tenantAsset', count: 1, names: ['配置租户'] }] },
    });
    expect(zh.msg).toContain('1 条租户资产');
    expect(zh.msg).toContain('1 条租户资产(配置租户)');
    expect((await boss.call('asset.delete', { body: row, headers: { 'x-lang': 'en' } })).msg).toContain(
      'in use by 1 × Tenant asset (配置租户)',
    );
  });

  test('a name that does not exist is refused', async () => {
    const answer = await boss.call('tenantAsset.insert', {
      body: { assetType: 'NOPE', tenantName: '配置租户', assetValue: 'x' },
    });
    expect(answer).toMatchObject({ status: 0, data: { fields: [{ field: 'wlAssetsId' }] } });
  });
});

describe('the dictionary', () => {
  const addType = async (codeType: string, values: string[]) => {
    const { data: type } = await boss.call('code.insert', { body: { codeType, codeName: 'n' } });
    for (const codeValue of values) {
      const { status } = await boss.call('dict.insert', {
        body: [{ mdCodeTypeId: type.mdCodeTypeId, codeValue, displayValueCn: codeValue }],
      });
      expect(status).toBe(1);
    }
    return type;
  };

  test('a new value is offered at once', async () => {
    const type = await addType('COLOUR', ['RED', 'BLUE']);
    const live = await database.query<{ topic: string }>(`select topic from live_event where topic = 'masterdata'`);
    expect(live.length).toBeGreaterThanOrEqual(3);
    const column = { searchColumns: [{ columnName: 'codeType', operation: 'equal', value: 'COLOUR' }] };
    const offered = await boss.call('dictValues', { query: { pageSize: 999, ...column } });
    expect(offered.data.mdCodeDicts.map((row: { codeValue: string }) => row.codeValue)).toEqual(['RED', 'BLUE']);
    const byType = await boss.call('dictByCodeType', { body: { mdCodeTypeId: type.mdCodeTypeId } });
    expect(byType.data).toEqual([
      expect.objectContaining({ codeType: 'COLOUR', codeValue: 'RED' }),
      expect.objectContaining({ codeValue: 'BLUE' }),
    ]);
    expect((await boss.call('dictAll')).data).toEqual(expect.arrayContaining(byType.data));
    expect(await boss.call('dictByCodeType', { body: {} })).toMatchObject({ status: 0 });
  });

  test('deleting a type says how many values go with it, takes them along, and brings all of them back', async () => {
    const type = await addType('SHAPE', ['ROUND', 'SQUARE']);
    const requested = await boss.call('code.delete', { body: type });
    expect(requested).toMatchObject({
      status: 0,
      data: { confirm: true, count: 2 },
      msg: expect.stringContaining('有 2 条代码值'),
    });
    expect((await boss.call('code.delete', { body: type, headers: { 'x-lang': 'en' } })).msg).toContain(
      'has 2 × code value',
    );
    expect((await boss.call('code.delete', { body: { ...type, confirmed: 1 } })).status).toBe(1);
    expect((await boss.call('dictAll')).text).not.toContain('SQUARE');
    const history = await boss.call('code.history', { query: { mdCodeTypeId: type.mdCodeTypeId } });
    expect((await boss.call('code.restore', { body: { auditId: history.data[0].auditId } })).status).toBe(1);
    const { data } = await boss.call('dictByCodeType', { body: { mdCodeTypeId: type.mdCodeTypeId } });
    expect(data.map((row: { codeValue: string }) => row.codeValue)).toEqual(['ROUND', 'SQUARE']);
  });

  test('a value in use is neither deleted nor renamed, and a type that fields choose from stays', async () => {
    await buildSubscription(database, { tenantId: tenant.id });
    await database.execute(`update subscription set source_type = 'CARRIER'`);
    const { data } = await boss.call('dict.query', {
      body: { keyword: 'CARRIER', pageSize: 99, mdCodeTypeId: 'BIZ_SOURCE_TYPE' },
    });
    const value = data.records[0];
    expect(await boss.call('dict.delete', { body: value })).toMatchObject({
      status: 0,
      data: { users: [{ entity: 'subscription', count: 1 }] },
    });
    expect(await boss.call('dict.update', { body: { ...value, codeValue: 'OTHER' } })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('不能修改'),
    });
    const { data: types } = await boss.call('code.query', { body: { keyword: 'WL_ASSET_VALUE_TYPE' } });
    expect(await boss.call('code.delete', { body: { ...types.records[0], confirmed: 1 } })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('资产定义 值类型'),
    });
  });

  test.each([
    ['USER_TYPE', 'admin', 'app_user'],
    ['LANGUAGE', 'zh', 'tenant'],
  ])('what people and tenants are described by stays: %s', async (type, codeValue, table) => {
    const { data: types } = await boss.call('code.query', { body: { keyword: type } });
    expect(await boss.call('code.delete', { body: { ...types.records[0], confirmed: 1 } })).toMatchObject({
      status: 0,
    });
    const { data } = await boss.call('dict.query', { body: { pageSize: 99, mdCodeTypeId: type } });
    const value = data.records.find((row: { codeValue: string }) => row.codeValue === codeValue);
    expect(await boss.call('dict.delete', { body: value })).toMatchObject({
      status: 0,
      data: { users: [{ entity: table }] },
    });
  });
});

describe('functions and feedback', () => {
  test('only custom functions that are available are offered', async () => {
    const base = { functionName: 'n', functionPathEnv: 'demo', functionPath: '/run' };
    for (const [functionCode, functionType, functionStatus] of [
      ['one', 'CUSTOM', undefined],
      ['two', 'SYSTEM', 'AVAILABLE'],
      ['three', 'CUSTOM', 'DISCARD'],
    ]) {
      expect(
        (await boss.call('function.insert', { body: { ...base, functionCode, functionType, functionStatus } })).status,
      ).toBe(1);
    }
    const { data } = await boss.call('customFunctions');
    expect(data).toEqual([
      expect.objectContaining({ functionCode: 'ONE', functionPathEnv: 'DEMO', functionStatus: 'AVAILABLE' }),
    ]);
  });

  test.each(['run', '//evil.example/run', '/a/../b', '/a b'])('the path %s is refused', async (functionPath) => {
    const body = { functionCode: 'p', functionName: 'n', functionPathEnv: 'demo', functionPath };
    expect(await boss.call('function.insert', { body })).toMatchObject({
      status: 0,
      data: { fields: [{ field: 'functionPath' }] },
    });
  });

  test('a base address and a handler must be known where they are entered; what is stored and known no longer stays', async () => {
    const body = { functionCode: 'known', functionName: 'n', functionPathEnv: 'demo', functionPath: '/run' };
    const refusedAt = (field: string) => ({ status: 0, data: { fields: [{ field }] } });
    for (const [field, wrong] of [
      ['functionPathEnv', 'NOWHERE'],
      ['functionClassPath', 'noSuchHandler'],
    ] as const)
      expect(await boss.call('function.insert', { body: { ...body, [field]: wrong } })).toMatchObject(refusedAt(field));
    const { data: row } = await boss.call('function.insert', { body: { ...body, functionClassPath: 'portResolve' } });
    const wrong = { ...row, functionClassPath: 'noSuchHandler' };
    expect(await boss.call('function.update', { body: wrong })).toMatchObject(refusedAt('functionClassPath'));
    await database.execute(`update function_interface set function_path_env = 'GONE' where function_code = 'KNOWN'`);
    const kept = { ...row, functionPathEnv: 'GONE', functionName: 'renamed' };
    expect(await boss.call('function.update', { body: kept })).toMatchObject({ status: 1 });
  });

  test('the credential of a feedback is kept sealed and never given back', async () => {
    const body = {
      feedbackName: 'f',
      tenantId,
      feedbackType: 'WEBHOOK',
      feedbackAddr: 'https://hook.example/x',
      feedbackAuth: 'whsec_aG9vay1zZWNyZXQtbnVtYmVyLTE=',
      triggerStatus: ['Faulted', 'Stopped'],
    };
    const { data: row } = await boss.call('feedback.insert', { body });
    expect(row).toMatchObject({ feedbackAuth: true, triggerStatus: 'Faulted,Stopped' });
    expect(await wholeDatabase()).not.toContain('whsec_aG9vay1zZWNyZXQtbnVtYmVyLTE=');
    expect((await boss.call('feedback.update', { body: { ...row, feedbackName: 'g' } })).data).toMatchObject({
      feedbackAuth: true,
      recordVersion: 2,
    });
    await boss.call('feedback.delete', { body: row });
    const history = await boss.call('feedback.history', { query: { wlFeedbackId: row.wlFeedbackId } });
    expect((await boss.call('feedback.restore', { body: { auditId: history.data[0].auditId } })).data).toMatchObject({
      feedbackAuth: true,
    });
  });

  test.each([
    [{ feedbackSubject: 'Job {{jobid}}' }, 'feedbackSubject'],
    [{ feedbackContent: '{{time' }, 'feedbackContent'],
    [{ feedbackAddr: 'nobody' }, 'feedbackAddr'],
    [{ feedbackType: 'WEBHOOK', feedbackAddr: 'ftp://x' }, 'feedbackAddr'],
    [{ triggerStatus: 'Faulted,Dancing' }, 'triggerStatus'],
    [{ triggerEvents: 'Faulted' }, 'triggerEvents'],
    [{ triggerMatchInfo: '/(/' }, 'triggerMatchInfo'],
    [{ feedbackType: 'WEBHOOK', feedbackAddr: 'https://x.example', feedbackAuth: 'plain' }, 'feedbackAuth'],
  ])('%j is refused at %s', async (wrong, field) => {
    const body = { feedbackName: 'w', tenantId, feedbackType: 'EMAIL', feedbackAddr: 'a@b.example', ...wrong };
    expect(await boss.call('feedback.insert', { body })).toMatchObject({ status: 0, data: { fields: [{ field }] } });
  });

  test('a rule over several fields also holds for a change of one of them', async () => {
    const { data: row } = await boss.call('feedback.insert', {
      body: { feedbackName: 'turn', tenantId, feedbackType: 'EMAIL', feedbackAddr: 'a@b.example' },
    });
    const change = { wlFeedbackId: row.wlFeedbackId, recordVersion: 1, feedbackType: 'WEBHOOK' };
    expect(await boss.call('feedback.update', { body: change })).toMatchObject({
      status: 0,
      data: { fields: [{ field: 'feedbackAddr' }] },
    });
  });
});
