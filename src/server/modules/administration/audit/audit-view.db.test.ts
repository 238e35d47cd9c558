import { describe, expect, test } from 'vitest';
import { AUDIT_ROWS_PAGED } from '#contract/administration/audit-pages.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { parseCsv } from '#shared/text/csv.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'AUD', name: '审计租户', name_en: 'Audited' });
const other = await buildTenant(database, { name: '别的租户' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', name: '老板', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'local', userType: 'admin' });
const boss = await signedIn('boss');
const local = await signedIn('local');
const english = { 'x-lang': 'en' };
const secret = 'pa55-of-the-carrier-site';

type Change = { name: string; label: string; before: string | null; after: string | null; kind: string };
type Row = {
  entity: string;
  entityName: string;
  entityId: string;
  action: string;
  actionName: string;
  title: string;
  changes: Change[];
  [name: string]: unknown;
};
const ask = async (body: object, who = boss, headers: Record<string, string> = {}) => {
  const answer = await who.call('auditQuery', { body, headers });
  expect([answer.status, answer.msg]).toEqual([1, '']);
  return answer.data as { records: Row[]; totalRecord: number; more: boolean };
};
const reported = (row: Row | undefined, name: string) => {
  const change = row?.changes.find((item) => item.name === name);
  return change && [change.label, change.before, change.after];
};

describe('an entry says', () => {
  test('who did what to which row, from where, in names of fields and values', async () => {
    const { data: made } = await boss.call('feedback.insert', {
      body: {
        feedbackName: '夜班通知',
        tenantId: String(tenant.id),
        feedbackType: 'EMAIL',
        feedbackAddr: 'night@forwarder.example',
        triggerStatus: ['Faulted', 'Stopped'],
      },
    });
    await boss.call('feedback.update', {
      body: { wlFeedbackId: made.wlFeedbackId, recordVersion: 1, feedbackName: '早班通知', triggerStatus: 'Faulted' },
    });
    const { records } = await ask({ entity: 'feedback' });
    expect(records.map((row) => row.actionName)).toEqual(['更新', '新增']);
    expect(records[0]).toMatchObject({
      entityName: '反馈定义',
      entityId: made.wlFeedbackId,
      title: '早班通知',
      userCode: 'boss',
      userName: '老板',
      tenantName: '审计租户',
      origin: 'Manual',
      originName: '手工',
      ip: '10.0.0.1',
    });
    expect(records[0]?.changes.map((change) => change.name)).toEqual(['feedbackName', 'triggerStatus']);
    expect(reported(records[0], 'feedbackName')).toEqual(['反馈名称', '夜班通知', '早班通知']);
    expect(reported(records[1], 'tenantId')).toEqual(['租户', null, '审计租户']);
    expect(reported(records[1], 'feedbackType')?.[2]).not.toBe('EMAIL');
    const inEnglish = (await ask({ entity: 'feedback' }, boss, english)).records;
    expect(inEnglish[0]).toMatchObject({
      entityName: 'Feedback definition',
      actionName: 'Changed',
      originName: 'Manual',
    });
    expect(reported(inEnglish[0], 'feedbackName')?.[0]).toBe('Name');
    expect(JSON.stringify(inEnglish.map((row) => row.changes.map((change) => change.label)))).not.toMatch(
      /[\u4e00-\u9fff]/,
    );
  });

  test('that a secret was set or replaced, never what it is', async () => {
    const { data: asset } = await boss.call('asset.insert', {
      body: { assetType: 'SITE', assetDesc: 'd', valueType: 'CREDENTIAL', defaultValue: secret },
    });
    await boss.call('asset.update', {
      body: { wlAssetsId: asset.wlAssetsId, recordVersion: 1, defaultValue: `${secret}-2` },
    });
    const { records } = await ask({ entity: 'asset', entityId: asset.wlAssetsId });
    expect(records.map((row) => reported(row, 'defaultValue'))).toEqual([
      ['默认值', '******', '已更换'],
      ['默认值', null, '******'],
    ]);
    // A text that became a credential is hidden in what was written before, too.
    const { data: text } = await boss.call('asset.insert', {
      body: { assetType: 'GROWN', assetDesc: 'd', valueType: 'TEXT', defaultValue: 'plain text' },
    });
    await boss.call('asset.update', { body: { ...text, valueType: 'CREDENTIAL' } });
    const whole = await boss.call('auditQuery', { body: { entity: 'asset', pageSize: 200 } });
    const file = await boss.call('auditExport', { body: {} });
    for (const { text: statement } of [whole, file]) {
      expect(statement).not.toContain(secret);
      expect(statement).not.toContain('plain text');
      expect(statement).not.toMatch(/v1\.[\w-]{8}\./);
    }
  });

  test('what changed of a user, and no password', async () => {
    const { data: user } = await boss.call('userInsert', {
      body: {
        tenantId: String(tenant.id),
        userCode: 'newcomer',
        userNameCn: '新人',
        userType: 'user',
        password: 'Harbour7x',
        menus: ['/assets'],
      },
    });
    await boss.call('userUpdate', {
      body: { wlUserId: user.wlUserId, recordVersion: 1, tenantIds: [other.id], sex: 1 },
    });
    await boss.call('userResetPassword', { body: { userCode: 'newcomer', password: 'Second8y' } });
    const { records } = await ask({ entity: 'user', entityId: user.wlUserId });
    expect(records.map((row) => [row.actionName, row.title])).toEqual([
      ['重置密码', ''],
      ['更新', 'newcomer · 新人'],
      ['新增', 'newcomer · 新人'],
    ]);
    expect(reported(records[1], 'tenantIds')).toEqual(['其他可见租户', null, '别的租户']);
    expect(reported(records[1], 'sex')).toEqual(['性别', null, '女']);
    expect(reported(records[2], 'menus')).toEqual(['菜单权限', null, '/assets']);
    expect(JSON.stringify(records)).not.toMatch(/Harbour7x|Second8y|argon/);
  });
});

describe('narrowing', () => {
  const find = async (body: object): Promise<Row[]> => (await ask({ pageSize: 200, ...body })).records;

  test('by person, kind, act, origin, text and time', async () => {
    expect((await find({ actor: ['boss'] })).length).toBeGreaterThan(5);
    expect(await find({ actor: ['nobody'] })).toEqual([]);
    expect(new Set((await find({ action: ['password-reset'] })).map((row) => row.entity))).toEqual(new Set(['user']));
    expect((await find({ origin: 'Remote' })).length).toBe(0);
    expect((await find({ keyword: '早班' })).map((row) => row.entity)).toEqual(['feedback']);
    expect(await find({ keyword: '100%' })).toEqual([]);
    expect((await find({ timeFrom: '2020-01-01', timeTo: '2099-01-01' })).length).toBeGreaterThan(5);
    expect(await find({ timeTo: '2020-01-01' })).toEqual([]);
    const [row] = await find({ entity: 'feedback' });
    expect((await find({ requestId: String(row?.['requestId']) })).length).toBe(1);
  });

  test('by something that is no time or in the wrong order is refused', async () => {
    expect(await boss.call('auditQuery', { body: { timeFrom: 'soon' } })).toMatchObject({ status: 0 });
    expect(
      await boss.call('auditQuery', { body: { timeFrom: '2026-02-01', timeTo: '2026-01-01' }, headers: english }),
    ).toMatchObject({ status: 0, msg: 'The start must not be after the end' });
  });

  test('the choices are names', async () => {
    const { data } = await boss.call('auditChoices');
    expect(data.entities).toContainEqual({ value: 'feedback', label: '反馈定义' });
    expect(data.actions).toContainEqual({ value: 'password-reset', label: '重置密码' });
    expect(data.origins).toContainEqual({ value: 'Manual', label: '手工' });
  });
});

describe('an administrator of one tenant', () => {
  test('reads what was done to that tenant, and nothing that has no tenant', async () => {
    const { records } = await ask({ pageSize: 200 }, local);
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map((row) => row['tenantName']))).toEqual(new Set(['别的租户']));
    expect(records.some((row) => row.entity === 'asset' || row.entity === 'feedback')).toBe(false);
    const file = (await local.call('auditExport', { body: {} })).text;
    expect(file).not.toContain('早班通知');
  });

  test('and nobody else reads it', async () => {
    await buildUser(database, { tenantId: tenant.id, userCode: 'plain', menus: ['/user', '/audit'] });
    const plain = await signedIn('plain');
    for (const call of ['auditQuery', 'auditExport', 'auditChoices'] as const)
      expect((await plain.call(call, { body: {} })).http).toBe(403);
  });
});

test('reading is not written down', async () => {
  const count = async () => (await database.query(`select 1 from audit_log`)).length;
  const before = await count();
  await ask({});
  await boss.call('auditExport', { body: {} });
  expect(await count()).toBe(before);
});

test('pages are stable, counted up to what can be paged; the export has all of them in order', async () => {
  const first = await database.query<{ id: number }>('select max(id) as id from audit_log');
  await database.execute(
    `insert into audit_log (at, tenant_id, actor_code, origin, entity, entity_id, action)
     select now() - n * interval '1 second', $1, 'machine', 'TimeTrigger', 'bulk', n::text, 'update'
       from generate_series(1, 12000) n`,
    [tenant.id],
  );
  expect(first).toHaveLength(1);
  const page = await ask({ entity: 'bulk', pageSize: 50, currentPage: 3 });
  expect(page).toMatchObject({ totalRecord: AUDIT_ROWS_PAGED, more: true });
  expect(page.records.map((row) => row.entityId)).toEqual(
    Array.from({ length: 50 }, (_, index) => String(101 + index)),
  );
  expect(await boss.call('auditQuery', { body: { currentPage: 201, pageSize: 50 } })).toMatchObject({
    status: 0,
    msg: expect.stringContaining('10000'),
  });
  const lines = parseCsv((await boss.call('auditExport', { body: { entity: 'bulk' } })).text);
  expect(lines[0]?.[0]).toBe('时间（Asia/Shanghai）');
  expect(lines.slice(1).map((line) => line[7])).toEqual(
    Array.from({ length: 12_000 }, (_, index) => String(index + 1)),
  );
});

test('the streamed file tells code and name of the user apart, in the columns that programs read', async () => {
  const head = async (lang: string) =>
    (await boss.call('auditExport', { body: { actor: 'nobody' }, headers: { 'x-lang': lang } })).text;
  expect(await head('zh')).toBe(
    '\ufeff时间（Asia/Shanghai）,用户代码,用户名,租户,来源,IP 地址,对象,编号,名称,操作,变更内容,请求号,代操作程序\r\n',
  );
  expect(await head('en')).toBe(
    '\ufeffTime (Asia/Shanghai),User code,User,Tenant,Origin,IP address,What,Id,Name,Act,Changes,Request,By program\r\n',
  );
  const [, line = []] = parseCsv((await boss.call('auditExport', { body: { entity: 'feedback' } })).text);
  expect([1, 2, 3, 6, 8, 9].map((column) => line[column])).toEqual([
    'boss',
    '老板',
    '审计租户',
    '反馈定义',
    '早班通知',
    '更新',
  ]);
  expect(line[10]).toContain('反馈名称: 夜班通知 → 早班通知');
});

test('a formula in what was entered is no formula in the file', async () => {
  const ctx = {
    actor: { kind: 'system', userCode: '=cmd' },
    origin: 'Manual',
    requestId: 'r',
    unscoped: database,
  } as const;
  await writeAudit(ctx, { entity: 'session', entityId: '@sum', action: 'sign-in', tenantId: tenant.id });
  const lines = parseCsv((await boss.call('auditExport', { body: { actor: '=cmd' } })).text);
  expect([lines[1]?.[1], lines[1]?.[7]]).toEqual(["'=cmd", "'@sum"]);
});
