import { beforeEach, describe, expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'PKG', name: '产品租户' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', name: '老板', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: tenant.id, userCode: 'reader' });
const boss = await signedIn('boss');
const reader = await signedIn('reader');
const tenantId = String(tenant.id);

let serial = 0;
const packageOf = async (name: string) => {
  serial += 1;
  const body = {
    packageName: `${name}${serial}`,
    packageDesc: `desc ${serial}`,
    packageType: 'TRACKING',
    packageStatus: 'AVAILABLE',
  };
  return (await boss.call('package.insert', { body })).data;
};
const versionOf = async (packageId: string, packageVersion = '1.0.0') => {
  const version = { packageId, packageVersion, packageVersionStatus: 'AVAILABLE' };
  const [added] = (await boss.call('packageVersion.insert', { body: [version] })).data;
  return added as { wlPackageVersionId: string; packageName: string };
};
const functionOf = async () => {
  serial += 1;
  const body = { functionCode: `F${serial}`, functionName: `f ${serial}`, functionPathEnv: 'DEMO', functionPath: '/f' };
  return (await boss.call('function.insert', { body })).data;
};

describe('packages', () => {
  test('name and description are upper-cased; what is missing is stated in the order of the form', async () => {
    const made = await packageOf('abc');
    expect(made).toMatchObject({ packageName: `ABC${serial}`, packageDesc: `DESC ${serial}`, officialFlag: 0 });
    // The list shows the name of the template, which somebody has to be able to give.
    const named = await boss.call('package.update', { body: { ...made, templateName: 'EDI 315' } });
    expect(named).toMatchObject({ status: 1, data: { templateName: 'EDI 315' } });
    const long = { packageName: 'X'.repeat(51), packageDesc: 'Y'.repeat(201) };
    const chosen = { packageType: 'AIS', packageStatus: 'DRAFT' };
    for (const [body, msg] of [
      [{ packageName: long.packageName }, '请输入产品名称'],
      [long, '请选择产品类型'],
      [{ ...long, ...chosen }, '产品代码不能超过50个字符'],
      [{ ...long, ...chosen, packageName: 'X' }, '产品名称不能超过200个字符'],
      [{}, '请输入产品代码'],
      [{ packageName: 'X' }, '请输入产品名称'],
      [{ packageName: 'X', packageDesc: 'Y' }, '请选择产品类型'],
      [{ packageName: 'X', packageDesc: 'Y', packageType: 'AIS' }, '请选择产品状态'],
    ] as const)
      expect(await boss.call('package.insert', { body })).toMatchObject({ status: 0, msg });
  });

  test('a package in use by a process is kept and the process is named; otherwise its versions go with it and come back', async () => {
    const made = await packageOf('used');
    const version = await versionOf(made.wlPackagesId);
    const type = { machineType: 'SERVER', machineVersion: '1', packageVersionTypeStatus: 'AVAILABLE' };
    await boss.call('pvt.insert', { body: [{ ...type, packageVersionId: version.wlPackageVersionId }] });
    const process = await boss.call('process.insert', {
      body: { tenantId, packageVersionId: version.wlPackageVersionId },
    });
    const refused = await boss.call('package.delete', { body: { wlPackagesId: made.wlPackagesId, confirmed: 1 } });
    expect(refused).toMatchObject({ status: 0, msg: expect.stringContaining('条流程配置') });
    await boss.call('process.delete', { body: process.data });
    const requested = await boss.call('package.delete', { body: { wlPackagesId: made.wlPackagesId } });
    expect(requested).toMatchObject({ status: 0, data: { confirm: true, count: 2 } });
    expect(
      (await boss.call('package.delete', { body: { wlPackagesId: made.wlPackagesId, confirmed: 1 } })).status,
    ).toBe(1);
    expect((await boss.call('packageVersion.query', { body: [made.wlPackagesId] })).data).toEqual([]);
    const [entry] = (await boss.call('package.history', { query: { wlPackagesId: made.wlPackagesId } })).data;
    await boss.call('package.restore', { body: { auditId: entry?.auditId ?? '' } });
    expect((await boss.call('packageVersion.query', { body: [{ packageId: made.wlPackagesId }] })).data).toMatchObject([
      { packageVersion: '1.0.0', packageName: made.packageName },
    ]);
    expect((await boss.call('pvt.query', { body: [version.wlPackageVersionId] })).data).toMatchObject([
      { machineType: 'SERVER', packageId: made.wlPackagesId, weight: 1, priority: 50 },
    ]);
  });

  test('everybody signed in may choose versions, nobody else but administrators changes them', async () => {
    const made = await packageOf('open');
    await versionOf(made.wlPackagesId);
    const { data } = await reader.call('packagesWithVersions');
    expect(data).toContainEqual(expect.objectContaining({ packageName: made.packageName, packageVersion: '1.0.0' }));
    expect((await reader.call('package.query', { body: {} })).http).toBe(403);
    expect((await reader.call('packageVersion.insert', { body: [{ packageId: made.wlPackagesId }] })).http).toBe(403);
  });

  test('cron expressions are checked', async () => {
    const made = await packageOf('cron');
    const body = [
      {
        packageId: made.wlPackagesId,
        packageVersion: '1',
        packageVersionStatus: 'DRAFT',
        cronExpression: '0 25 * * *',
      },
    ];
    expect(await boss.call('packageVersion.insert', { body })).toMatchObject({
      status: 0,
      msg: 'Cron 表达式的“时”不正确：25',
    });
  });
});

describe('a panel that is saved', () => {
  let packageId = '';
  beforeEach(async () => {
    packageId = (await packageOf('panel')).wlPackagesId;
  });
  const names = async () =>
    ((await boss.call('packageVersion.query', { body: [packageId] })).data as { packageVersion: string }[]).map(
      (row) => row.packageVersion,
    );

  test('is saved whole: new rows, changed rows and removed ones', async () => {
    const one = await versionOf(packageId, '1');
    const two = await versionOf(packageId, '2');
    const { status, data } = await boss.call('packageVersion.saveOrUpdate', {
      body: [
        { packageId, packageVersion: '3', packageVersionStatus: 'DRAFT' },
        { wlPackageVersionId: one.wlPackageVersionId, packageVersion: '1.1', recordVersion: 1 },
        { wlPackageVersionId: two.wlPackageVersionId, rowStatus: 8 },
      ],
    });
    expect([status, data.map((row: { packageVersion: string }) => row.packageVersion)]).toEqual([1, ['3', '1.1']]);
    expect(await names()).toEqual(['1.1', '3']);
  });

  test('is not saved at all when one row is wrong, and the answer says which', async () => {
    const one = await versionOf(packageId, '1');
    const answer = await boss.call('packageVersion.saveOrUpdate', {
      body: [
        { packageId, packageVersion: '2', packageVersionStatus: 'DRAFT' },
        { wlPackageVersionId: one.wlPackageVersionId, packageVersion: '', recordVersion: 1 },
      ],
    });
    expect(answer).toMatchObject({
      status: 0,
      msg: '请输入版本号',
      data: { row: 1, fields: [{ field: 'packageVersion', message: '请输入版本号' }] },
    });
    expect(await names()).toEqual(['1']);
    const several = await boss.call('packageVersion.insert', {
      body: [
        { packageId, packageVersion: '5', packageVersionStatus: 'DRAFT' },
        { packageId, packageVersion: '5', packageVersionStatus: 'DRAFT' },
      ],
    });
    expect(several).toMatchObject({ status: 0, data: { row: 1 } });
    expect(await names()).toEqual(['1']);
  });
});

describe('sub-packages', () => {
  test('a version cannot contain itself through others; the chain is named', async () => {
    const versions = [];
    for (const name of ['a', 'b', 'c']) versions.push(await versionOf((await packageOf(name)).wlPackagesId));
    const [a, b, c] = versions as [(typeof versions)[0], (typeof versions)[0], (typeof versions)[0]];
    const put = (whole: typeof a, part: typeof a) =>
      boss.call('pvp.insert', {
        body: [{ packageVersionId: whole.wlPackageVersionId, detailPackageVersionId: part.wlPackageVersionId }],
      });
    expect((await put(a, b)).status).toBe(1);
    expect((await put(b, c)).status).toBe(1);
    expect((await put(c, a)).msg).toBe(
      `子产品不能包含自身：${[c, a, b, c].map((one) => `${one.packageName} 1.0.0`).join(' → ')}`,
    );
    expect((await put(a, a)).msg).toContain('子产品不能包含自身');
    expect((await put(a, c)).status).toBe(1);
    const used = await boss.call('packageVersion.delete', {
      body: { wlPackageVersionId: c.wlPackageVersionId, confirmed: 1 },
    });
    expect(used).toMatchObject({ status: 0, msg: expect.stringContaining('子产品') });
  });
});

describe('processes', () => {
  const process = async () => {
    const made = await packageOf('proc');
    const version = await versionOf(made.wlPackagesId);
    const { data } = await boss.call('process.insert', {
      body: { tenantId, packageVersionId: version.wlPackageVersionId },
    });
    return { made, process: data };
  };

  test('type and name follow the package, also when it is renamed', async () => {
    const { made, process: one } = await process();
    expect(one).toMatchObject({ processType: made.packageName, processName: made.packageDesc, priority: 50 });
    await boss.call('package.update', { body: { wlPackagesId: made.wlPackagesId, packageDesc: 'renamed' } });
    const found = await boss.call('process.query', { body: { processName: 'RENAM', tenantName: '产品' } });
    expect(found.data.records).toMatchObject([{ wlProcessesId: one.wlProcessesId, processName: 'RENAMED' }]);
  });

  test('translating parameters needs a service that exists, given by its code', async () => {
    const { process: one } = await process();
    const body = { wlProcessesId: one.wlProcessesId, needParamExchange: 1 as const };
    expect((await boss.call('process.update', { body })).msg).toBe('参数转换时须填写参数转换服务');
    const service = await functionOf();
    const saved = await boss.call('process.update', {
      body: { ...body, paramExchangeServiceName: service.functionCode } as never,
    });
    expect(saved.data).toMatchObject({ needParamExchange: 1, paramExchangeServiceName: service.functionCode });
    expect((await boss.call('function.delete', { body: service })).msg).toContain('条流程配置');
  });

  test('notifications are several, and one that is used is kept', async () => {
    const { process: one } = await process();
    const feedbacks = [];
    for (const feedbackName of ['one', 'two']) {
      const body = {
        tenantId,
        feedbackName: `${feedbackName}${serial}`,
        feedbackType: 'EMAIL',
        feedbackAddr: 'a@b.cc',
      };
      feedbacks.push((await boss.call('feedback.insert', { body })).data);
    }
    const saved = await boss.call('process.update', {
      body: { wlProcessesId: one.wlProcessesId, feedbackId: feedbacks.map((row) => row.wlFeedbackId).join(',') },
    });
    expect(saved.data.feedbackName).toBe(feedbacks.map((row) => row.feedbackName).join(','));
    expect((await boss.call('feedback.delete', { body: feedbacks[1] as never })).msg).toContain('条流程配置');
    const elsewhere = await buildTenant(database);
    const foreign = {
      tenantId: String(elsewhere.id),
      feedbackName: '别处',
      feedbackType: 'EMAIL',
      feedbackAddr: 'a@b.cc',
    };
    const { wlFeedbackId } = (await boss.call('feedback.insert', { body: foreign })).data;
    expect(
      await boss.call('process.update', { body: { wlProcessesId: one.wlProcessesId, feedbackId: wlFeedbackId } }),
    ).toMatchObject({
      status: 0,
      msg: '反馈“别处”属于其他租户，不能选择',
      data: { fields: [{ field: 'feedbackId' }] },
    });
  });

  test('functions change places in one save; their order occurs once; who changed them is stated', async () => {
    const { process: one } = await process();
    const [f, g] = [await functionOf(), await functionOf()];
    const row = (sequence: number, functionId: string) => ({
      processesId: one.wlProcessesId,
      tenantId,
      sequence,
      functionId,
    });
    const saved = await boss.call('processFunction.saveOrUpdate', {
      body: [row(1, f.wlFunctionInterfaceId), row(2, g.wlFunctionInterfaceId)],
    });
    expect(saved.data).toMatchObject([{ sequence: 1, lastModifierName: '老板', functionName: f.functionName }, {}]);
    const [first, second] = saved.data;
    const swapped = await boss.call('processFunction.saveOrUpdate', {
      body: [
        { wlProcessesFunctionId: first?.wlProcessesFunctionId ?? '', sequence: 2, recordVersion: 1 },
        { wlProcessesFunctionId: second?.wlProcessesFunctionId ?? '', sequence: 1, recordVersion: 1 },
      ],
    });
    expect(swapped.data.map((part: { sequence: number }) => part.sequence)).toEqual([2, 1]);
    const [entry] = (
      await boss.call('processFunction.history', {
        query: { wlProcessesFunctionId: first?.wlProcessesFunctionId ?? '' },
      })
    ).data;
    expect([entry?.before?.['sequence'], entry?.after?.['sequence']]).toEqual([1, 2]);
    const twice = await boss.call('processFunction.saveOrUpdate', {
      body: [{ wlProcessesFunctionId: first?.wlProcessesFunctionId ?? '', sequence: 1, recordVersion: 2 }],
    });
    expect(twice).toMatchObject({ status: 0, msg: expect.stringContaining('已存在') });
    const none = await boss.call('processFunction.saveOrUpdate', { body: [row(0, f.wlFunctionInterfaceId)] });
    expect(none.msg).toContain('顺序应为 1 到 9999 的整数');
    // All functions of one process: the list as specified, by its body or its query; a page only when nothing is requested.
    const body = { processId: one.wlProcessesId } as never;
    for (const requested of [{ body }, { query: body, also: true }])
      expect((await boss.call('processFunction.query', requested)).data).toMatchObject([
        { sequence: 1 },
        { sequence: 2 },
      ]);
    expect((await boss.call('processFunction.query', { body: { processesName: 'x' } as never })).msg).toContain(
      '不支持的参数：processesName',
    );
    const listed = await reader.call('processFunction.query', { body: [one.wlProcessesId] });
    expect(listed.data).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
  });

  test('anyone who is signed in sees those of the own tenants and changes none without the page', async () => {
    const { process: one } = await process();
    const other = await buildTenant(database);
    await buildUser(database, { tenantId: other.id, userCode: `stranger${serial}`, menus: ['/process'] });
    const stranger = await signedIn(`stranger${serial}`);
    const ids = async (client: typeof boss) =>
      (await client.call('process.query', { body: { pageSize: 9999 } })).data.records.map(
        (row: { wlProcessesId: string }) => row.wlProcessesId,
      );
    expect(await ids(reader)).toContain(one.wlProcessesId);
    expect(await ids(stranger)).not.toContain(one.wlProcessesId);
    expect((await reader.call('process.update', { body: { wlProcessesId: one.wlProcessesId } })).http).toBe(403);
    expect(
      (await stranger.call('process.update', { body: { wlProcessesId: one.wlProcessesId, priority: 1 } })).status,
    ).toBe(0);
  });
});
