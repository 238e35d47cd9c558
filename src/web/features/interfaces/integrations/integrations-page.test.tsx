import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { testStories } from '#shared/ids/test-reference.ts';
import { keysOf } from '#shared/values/objects.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { integrationsPage } from './page.ts';

type Webhook = CallData<'webhookQuery'>[number];
type Delivery = CallData<'webhookDeliveries'>['records'][number];

const webhook: Webhook = {
  webhookId: '5f4c7f0a-0b52-4c0e-9b7e-2d6b7a1c0001',
  tenantId: '3',
  tenantName: '海帆供应链',
  callbackUrl: 'https://receiver.example/events',
  state: 'retrying',
  filters: { eventType: ['TRANSPORT'], vesselIMONumber: '9074729' },
  createTime: Date.UTC(2026, 2, 1),
  pausedTime: null,
  failures: 2,
  nextTryTime: Date.UTC(2026, 2, 2),
  lastErrorText: '应答 HTTP 503',
  lastDeliveredTime: null,
  waiting: 1_000,
  formerSecretUntil: null,
};
const failed: Delivery = {
  deliveryId: '41',
  kind: 'events',
  createTime: Date.UTC(2026, 2, 1, 8),
  events: 3,
  bodyBytes: 1234,
  state: 'failed',
  attempts: 2,
  lastTime: Date.UTC(2026, 2, 1, 9),
  lastStatus: 503,
  resending: false,
};
const detail: CallData<'webhookDelivery'> = {
  ...failed,
  body: '[{"eventID":"a"}]',
  attemptList: [
    {
      number: 2,
      time: Date.UTC(2026, 2, 1, 9),
      durationMs: 87,
      status: 503,
      reasonText: null,
      headers: { 'notification-signature': 'sha256=abc' },
      response: '<b>busy</b>',
      actorCode: 'system',
    },
    {
      number: 1,
      time: Date.UTC(2026, 2, 1, 8),
      durationMs: 10_000,
      status: null,
      reasonText: '接收方未在时限内应答',
      headers: {},
      response: null,
      actorCode: 'wang',
    },
  ],
};
const haifan = { wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆供应链' };
const server = callServer({
  apiKeyQuery: () => [],
  tenants: () => [haifan],
  webhookQuery: () => [webhook],
  webhookDeliveries: () => ({ records: [failed], more: false }),
  webhookDelivery: () => detail,
  testShipmentQuery: () => [],
});
afterEach(cleanup);

const openWebhooks = () => openPage(integrationsPage, '/integrations?part=webhooks');

test('parts are tabs of one address, also by keyboard', async () => {
  await openPage(integrationsPage);
  const keys = await screen.findByRole('tab', { name: '密钥' });
  expect(keys.getAttribute('aria-selected')).toBe('true');
  act(() => keys.focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  expect(await screen.findByText(/无需等待真实船舶/)).toBeDefined();
  await userEvent.click(screen.getByRole('tab', { name: '接口变更' }));
  expect(await screen.findAllByText('弃用')).not.toEqual([]);
  await act(() => setLang('en'));
  expect(await screen.findAllByText('Deprecated')).not.toEqual([]);
  await act(() => setLang('zh'));
});

test('a webhook shows how it does, and what happens after a failure', async () => {
  await openWebhooks();
  const row = within(await rowOf('https://receiver.example/events'));
  for (const text of ['重试中', '运输 · 9074729', '1,000 条以上', '应答 HTTP 503'])
    expect(row.getByText(text)).toBeDefined();
  await userEvent.click(screen.getByText('发送失败后会怎样'));
  expect(screen.getByText(/间隔最长 1 小时/)).toBeDefined();
});

test('a new webhook needs an address; its secret is shown this once', async () => {
  server.answer({ webhookInsert: () => new Refusal('该地址没有以 2xx 应答 HEAD 请求') });
  await openWebhooks();
  await press('新建网络回调');
  const dialog = await screen.findByRole('dialog', { name: '新建网络回调' });
  await press('添加', dialog);
  expect(await within(dialog).findByText('请填写接收地址')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: '接收地址' }), 'https://a.example/');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /EQUIPMENT/ }));
  await press('添加', dialog);
  expect(await screen.findByText('该地址没有以 2xx 应答 HEAD 请求')).toBeDefined();
  server.answer({ webhookInsert: () => ({ webhookId: webhook.webhookId, secret: 'c2VjcmV0' }) });
  await press('添加', dialog);
  expect(await screen.findByText('c2VjcmV0')).toBeDefined();
  expect(server.asked('webhookInsert').at(-1)).toEqual({
    tenantId: '3',
    callbackUrl: 'https://a.example/',
    filters: { eventType: ['EQUIPMENT'], transportDocumentReference: '', equipmentReference: '', UNLocationCode: '' },
  });
});

test('acts ask where they cannot be undone, and say what came of them', async () => {
  server.answer({
    webhookPause: () => new Success(null, '已暂停，新事件将等待恢复后发送'),
    webhookRotate: () => ({ webhookId: webhook.webhookId, secret: 'bmV1' }),
    webhookEnd: () => new Refusal('网络回调不存在'),
  });
  await openWebhooks();
  await chooseAct('https://receiver.example/events', '暂停');
  expect(await screen.findByText('已暂停，新事件将等待恢复后发送')).toBeDefined();
  expect(server.asked('webhookPause')).toEqual([{ webhookId: webhook.webhookId, paused: true }]);
  await chooseAct('https://receiver.example/events', '更换密钥');
  await answerDialog('更换签名密钥？', '更换密钥');
  expect(await screen.findByText('bmV1')).toBeDefined();
  await press('关 闭').catch(() => press('关闭'));
  await chooseAct('https://receiver.example/events', '终止');
  await answerDialog('终止网络回调？', '取消');
  expect(server.asked('webhookEnd')).toEqual([]);
  await chooseAct('https://receiver.example/events', '终止');
  await answerDialog('终止网络回调？', '终止');
  expect(await screen.findByText('网络回调不存在')).toBeDefined();
});

test('a delivery shows the bytes, the headers and the answer as text; it is sent again after a question', async () => {
  server.answer({
    webhookResend: () => new Success({ queued: 1, left: 0 }, '1 条将重新发送'),
    webhookTest: () => ({ ...failed, kind: 'test', state: 'delivered', lastStatus: 204 }),
  });
  await openPage(integrationsPage, `/integrations?part=webhooks&webhook=${webhook.webhookId}`);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('3 个事件')).toBeDefined();
  await press('详情', drawer);
  const dialog = await screen.findByRole('dialog', { name: /发送记录/ });
  expect(await within(dialog).findByText('[{"eventID":"a"}]')).toBeDefined();
  expect(within(dialog).getByText('<b>busy</b>')).toBeDefined();
  expect(within(dialog).getByText('notification-signature: sha256=abc')).toBeDefined();
  expect(within(dialog).getByText('接收方未在时限内应答')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await press('重新发送', drawer);
  await answerDialog('重新发送这一条？', '重新发送');
  expect(await screen.findByText('1 条将重新发送')).toBeDefined();
  await press('重新发送失败的', drawer);
  const since = await screen.findByRole('dialog', { name: '重新发送失败的记录' });
  await userEvent.click(within(since).getByRole('radio', { name: '最近 7 天' }));
  await press('重新发送', since);
  await waitFor(() =>
    expect(server.asked('webhookResend')).toEqual([
      { webhookId: webhook.webhookId, deliveryIds: ['41'] },
      { webhookId: webhook.webhookId, failedWithinHours: 168 },
    ]),
  );
  await press('发送测试事件', drawer);
  await userEvent.click(await screen.findByRole('menuitem', { name: /TRANSPORT/ }));
  expect(await screen.findByText('接收方已收到测试事件（HTTP 204）')).toBeDefined();
  await userEvent.click(within(drawer).getByRole('checkbox', { name: '仅显示失败' }));
  await waitFor(() => expect(server.asked('webhookDeliveries').at(-1)).toMatchObject({ failed: '1' }));
});

test('every course of a test shipment is started by its reference, as bill or container', async () => {
  server.answer({
    testShipmentStart: () => new Refusal('每个租户最多同时有 100 票测试货物，请先清除'),
    testShipmentClear: () => new Success({ removed: 2 }, '已清除 2 票测试货物'),
  });
  await openPage(integrationsPage, '/integrations?part=tests');
  for (const digits of keysOf(testStories).map((story) => testStories[story]))
    expect(await screen.findByText(`ZZZZ${digits}0001`)).toBeDefined();
  await press('开始 晚到');
  expect(await screen.findByText(/最多同时有 100 票/)).toBeDefined();
  await userEvent.click(screen.getByText('箱号'));
  const run = screen.getByRole('textbox', { name: '序号' });
  await userEvent.clear(run);
  expect(run.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(run, '0007');
  await press('开始 准时到港');
  expect(server.asked('testShipmentStart')).toEqual([
    { tenantId: '3', reference: 'ZZZZ020001' },
    { tenantId: '3', reference: 'ZZZU0100072' },
  ]);
  await press('清除测试货物');
  await answerDialog('清除海帆供应链的全部测试货物？', '清除测试货物');
  expect(await screen.findByText('已清除 2 票测试货物')).toBeDefined();
});

test('what runs shows how far it is and leads to its tracking', async () => {
  server.answer({
    testShipmentQuery: () => [
      {
        reference: 'ZZZZ020001',
        story: 'late',
        tenantName: '海帆供应链',
        obmTkSubscribeId: '9',
        startTime: Date.UTC(2026, 2, 1),
        ended: false,
        step: 2,
        steps: 3,
      },
    ],
  });
  await openPage(integrationsPage, '/integrations?part=tests');
  expect(await screen.findByText('2 / 3 步')).toBeDefined();
  expect(screen.getByRole('link', { name: '查看跟踪' }).getAttribute('href')).toContain(
    '/trace-index?billNo=ZZZZ020001',
  );
});
