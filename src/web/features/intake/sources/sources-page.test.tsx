import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, takeChoice } from '#testing/screen-acts.ts';
import { firstStepsPage, sourcesPage } from './page.ts';

type Row = CallData<'source.query'>['records'][number];
type Tested = CallData<'sourceTest'>;

const profile: CallData<'sourceProfiles'>[number] = {
  name: 'cma-cgm',
  label: { zh: '达飞', en: 'CMA CGM' },
  kind: 'carrier',
  carriers: ['CMDU', 'ANNU'],
  portalUrl: 'https://portal.example',
  docsUrl: 'https://docs.example',
  steps: { zh: '在门户中建立应用', en: 'Create an application in the portal' },
  references: ['bill', 'container'],
  credentials: [
    {
      name: 'apiKey',
      label: { zh: 'API 密钥', en: 'API key' },
      help: { zh: '在“我的应用”中', en: 'Under "My apps"' },
      secret: true,
      required: true,
      certificatePassword: null,
    },
  ],
  address: 'https://api.example',
  testAddress: 'https://stage.example',
  tokenAddress: null,
  limits: { perMinute: null, perHour: null, perDay: null, atOnce: 4 },
  pushes: true,
  pushSteps: { zh: '在门户中新建 Webhook', en: 'Create a webhook in the portal' },
};

const row: Row = {
  sourceId: '7',
  sourceCode: 'cma-cgm',
  nameCn: '达飞',
  nameEn: 'CMA CGM',
  profile: 'cma-cgm',
  baseUrl: 'https://api.example',
  tokenUrl: null,
  carrierCodes: 'CMDU,ANNU',
  mode: 'sea',
  pullIntervalS: 3600,
  polling: 'shipment',
  maintenanceFrom: null,
  maintenanceUntil: null,
  mostPerMinute: null,
  mostPerHour: null,
  mostPerDay: null,
  mostAtOnce: null,
  platformKeyForAll: 1,
  pushEnabled: 0,
  pushSecret: false,
  enabled: 1,
  forTenantId: null,
  forTenantName: null,
  protocol: 'dcsa',
  recordVersion: 1,
};

const tested: Tested = {
  ok: true,
  steps: [
    { step: 'resolve', state: 'done', ms: 3, text: '203.0.113.7' },
    { step: 'connect', state: 'done', ms: 12, text: '203.0.113.7:443' },
    { step: 'ask', state: 'done', ms: 120, text: '已应答（HTTP 200）' },
    { step: 'read', state: 'done', ms: 1, text: '读取到 1 个节点' },
  ],
  exchanges: [
    {
      method: 'GET',
      url: 'https://api.example/events',
      ms: 120,
      requestHeaders: { keyId: '••••••' },
      status: 200,
      headers: {},
      body: '[]',
      bytes: 2,
    },
  ],
  shipment: {
    billNo: 'CMDU12345678',
    bookingNo: null,
    carrierCode: 'CMDU',
    vesselName: 'AMBER TIDE',
    voyage: '101W',
    portOfLoading: 'CNSHA',
    portOfDischarge: 'NLRTM',
    containers: ['CSQU3054383'],
    events: [
      {
        statusCode: 'LOBD',
        containerNo: 'CSQU3054383',
        portCode: 'CNSHA',
        place: null,
        zone: 'Asia/Shanghai',
        planned: null,
        estimated: null,
        actual: Date.UTC(2026, 0, 9, 18),
        vesselName: 'AMBER TIDE',
        voyage: '101W',
      },
    ],
  },
  refusals: [{ text: '事件代码无效', sample: 'WHAT' }],
  tolerated: [{ name: 'otherSpelling', text: '字段名写法不同', n: 4 }],
};

const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  allStatuses: () => [
    {
      statusCode: 'LOBD',
      statusNameCn: '装船',
      statusNameEn: 'Loaded',
      stageCode: 'ORIGIN',
      stageName: '起运',
      stageNameEn: 'Origin',
      stageSequence: 1,
      statusSequence: 1,
    },
  ],
  searchPorts: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  tenants: () => [{ wlTenantId: '3', tenantCode: 'A', tenantName: '海帆' }],
  'source.query': () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  'source.writers': () => [],
  sourceProfiles: () => [profile],
  sourceToleranceQuery: () => [
    {
      name: 'otherSpelling',
      text: '字段名写法不同',
      n: 1280,
      firstDay: '2026-01-05',
      lastTime: Date.UTC(2026, 1, 2),
      mended: true,
    },
  ],
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const openDialog = async () => {
  await openPage(sourcesPage);
  await press('连接数据源');
  const dialog = await screen.findByRole('dialog', { name: '连接数据源' });
  const counterpart = within(dialog).getByLabelText('对接方');
  await userEvent.type(counterpart, 'annu');
  await takeChoice(counterpart, '达飞');
  return within(dialog);
};

test('a counterpart is found by a carrier code, tried with the entered key, and saved with it', async () => {
  server.answer({
    sourceTest: () => tested,
    'source.insert': () => new Success(row, '新增数据源成功'),
    sourceKeySave: () => new Success(null, '凭据已保存'),
  });
  const dialog = await openDialog();
  fireEvent.change(await dialog.findByLabelText('API 密钥'), { target: { value: 'my-key' } });
  fireEvent.change(dialog.getByLabelText(/用一个编号试查/), { target: { value: ' CMDU12345678 ' } });
  await userEvent.click(dialog.getByRole('button', { name: /测试$/ }));
  expect(await dialog.findByText('装船')).toBeDefined();
  // Enter does the same, and nothing while the source has not answered.
  const again = Promise.withResolvers<Tested>();
  server.answer({ sourceTest: () => again.promise });
  await userEvent.type(dialog.getByLabelText(/用一个编号试查/), '{Enter}{Enter}');
  again.resolve(tested);
  expect(await dialog.findByText('装船')).toBeDefined();
  expect(server.asked('sourceTest')).toHaveLength(2);
  for (const text of ['203.0.113.7:443', '事件代码无效', /字段名写法不同 × 4/])
    expect(dialog.getByText(text)).toBeDefined();
  expect(server.asked('sourceTest').at(-1)).toMatchObject({
    profile: 'cma-cgm',
    baseUrl: null,
    values: { apiKey: 'my-key' },
    reference: 'CMDU12345678',
  });
  await userEvent.click(dialog.getByRole('button', { name: /保\s*存$/ }));
  expect(await screen.findByText('新增数据源成功')).toBeDefined();
  expect(server.asked('source.insert').at(-1)).toMatchObject({
    sourceCode: 'cma-cgm',
    profile: 'cma-cgm',
    baseUrl: null,
  });
  expect(server.asked('sourceKeySave').at(-1)).toEqual({ sourceId: '7', values: { apiKey: 'my-key' } });
});

test('a failed step is shown in words, and a refusal keeps what was entered', async () => {
  server.answer({
    sourceTest: () => ({
      ...tested,
      ok: false,
      shipment: null,
      steps: [{ step: 'resolve', state: 'failed', ms: 2, text: '找不到主机' }],
    }),
    'source.insert': () => new Refusal('数据源代码已存在'),
  });
  const dialog = await openDialog();
  const key = await dialog.findByLabelText<HTMLInputElement>('API 密钥');
  fireEvent.change(key, { target: { value: 'my-key' } });
  await userEvent.click(dialog.getByRole('button', { name: /测试$/ }));
  expect(await dialog.findByText('找不到主机')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: /保\s*存$/ }));
  expect(await screen.findByText('数据源代码已存在')).toBeDefined();
  expect(key.value).toBe('my-key');
});

test('keys that are refused are saved by the next attempt to the source that was added by the first', async () => {
  server.answer({
    'source.insert': () => new Success(row, '新增数据源成功'),
    sourceKeySave: () => new Refusal('凭据无效'),
  });
  const dialog = await openDialog();
  fireEvent.change(await dialog.findByLabelText('API 密钥'), { target: { value: 'my-kye' } });
  await userEvent.click(dialog.getByRole('button', { name: /保\s*存$/ }));
  expect(await screen.findByText('凭据无效')).toBeDefined();
  server.answer({ sourceKeySave: () => new Success(null, '凭据已保存') });
  fireEvent.change(dialog.getByLabelText('API 密钥'), { target: { value: 'my-key' } });
  await userEvent.click(dialog.getByRole('button', { name: /保\s*存$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('source.insert')).toHaveLength(1);
  expect(server.asked('sourceKeySave').at(-1)).toEqual({ sourceId: '7', values: { apiKey: 'my-key' } });
});

test('keys by owner say how the source answers them; stored values are not shown', async () => {
  server.answer({
    sourceKeyQuery: () => [
      {
        tenantId: '3',
        tenantName: '海帆',
        fields: ['apiKey'],
        updateTime: Date.UTC(2026, 2, 1),
        lastSuccessTime: null,
        lastFailureTime: Date.UTC(2026, 2, 2),
        lastError: '数据源拒绝了凭据',
        subscriptions: 12,
      },
    ],
    sourceKeySave: () => new Success(null, '凭据已保存'),
  });
  await openPage(sourcesPage, '/sources', { who: { writesShared: false } });
  await chooseAct('达飞', '凭据与测试');
  const drawer = within(await screen.findByRole('dialog', { name: /凭据与测试/ }));
  expect(drawer.getByText(`${location.origin}/api/data-center/dcsa/v2/notifications/cma-cgm`)).toBeDefined();
  expect(drawer.getByText('在门户中新建 Webhook')).toBeDefined();
  expect(await drawer.findByText('数据源拒绝了凭据')).toBeDefined();
  expect(drawer.getByText('12')).toBeDefined();
  for (const text of ['字段名写法不同', '1,280', '2026-01-05', /已 30 天未出现/])
    expect(await drawer.findByText(text)).toBeDefined();
  const key = await drawer.findByPlaceholderText<HTMLInputElement>('已设置，不填写则保持不变');
  expect(key.value).toBe('');
  fireEvent.change(key, { target: { value: 'new-key' } });
  await userEvent.click(drawer.getByRole('button', { name: '保存凭据' }));
  expect(await screen.findByText('凭据已保存')).toBeDefined();
  expect(server.asked('sourceKeySave').at(-1)).toEqual({ sourceId: '7', tenantId: '3', values: { apiKey: 'new-key' } });
});

test('a link that names a carrier opens the dialog with its counterpart; an empty list leads there too', async () => {
  server.answer({ 'source.query': () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
  await openPage(sourcesPage, '/sources?connect=CMDU');
  const dialog = within(await screen.findByRole('dialog', { name: '连接数据源' }));
  expect(await dialog.findByLabelText('API 密钥')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: /取\s*消/ }));
  expect(await screen.findByText(/还没有数据源/)).toBeDefined();
  expect(screen.getAllByRole('button', { name: /连接数据源$/ })).toHaveLength(2);
});

test('the simulated world is removed after a preview and a typed word, by administrators of the platform', async () => {
  server.answer({
    firstSteps: () => ({ sources: 0, keys: 0, subscriptions: 3, tracked: 2 }),
    getWorld: () => ({ simulated: true, now: 0, speed: 1, paused: false, behind: { count: 0, more: false } }),
    previewWorldRemoval: () => [{ part: 'subscriptions' as const, goes: 2551, stays: 4 }],
    removeWorld: () => new Success(null, '正在移除模拟世界，产品将重新启动'),
  });
  await openPage(firstStepsPage, '/first-steps', { who: { userType: 'admin', writesShared: true } });
  await press('移除模拟世界…');
  const dialog = within(await screen.findByRole('dialog', { name: '移除模拟世界…' }));
  expect((await dialog.findByRole('row', { name: /订阅与货物/ })).textContent).toBe('订阅与货物2,5514');
  const remove = dialog.getByRole<HTMLButtonElement>('button', { name: /移\s*除$/ });
  expect(remove.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText(/REMOVE/), { target: { value: 'remove' } });
  await userEvent.click(remove);
  expect(await screen.findByText(/产品将重新启动/)).toBeDefined();
  expect(server.asked('removeWorld')).toEqual([{ confirm: 'REMOVE' }]);
});

test('calls used and left are shown by keys, and until when a source is left alone', async () => {
  const until = Date.UTC(2026, 2, 1, 8);
  server.answer({
    sourceCallQuery: () => ({
      maintenanceUntil: null,
      sets: [
        {
          tenantId: null,
          tenantName: null,
          windows: [{ window: 'hour', limit: 4000, used: 1200 }],
          atOnce: { limit: 4, used: 1 },
          pausedUntil: null,
          pausedBy: null,
          waiting: 0,
        },
        {
          tenantId: '3',
          tenantName: '海帆',
          windows: [{ window: 'hour', limit: 4000, used: 4000 }],
          atOnce: null,
          pausedUntil: until,
          pausedBy: 'limit',
          waiting: 12,
        },
      ],
    }),
  });
  await openPage(sourcesPage);
  await chooseAct('达飞', '调用次数');
  const drawer = within(await screen.findByRole('dialog', { name: /调用次数/ }));
  await drawer.findByText('每小时 4000 次：已用 1200，剩 2800');
  expect(drawer.getByText('同时 4 次：正在进行 1')).toBeDefined();
  expect(drawer.getByText(/对方限流，暂停到 2026-03-01/)).toBeDefined();
  expect(drawer.getByText('12')).toBeDefined();
});
