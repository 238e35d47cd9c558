import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { integrationsPage } from './page.ts';

type Row = CallData<'apiKeyQuery'>[number];

const row: Row = {
  apiKeyId: '7',
  name: 'ERP 生产环境',
  tenantName: '海帆供应链',
  prefix: 'pk_9f3a',
  createTime: Date.UTC(2026, 2, 1, 1, 2, 3),
  creatorCode: 'wang',
  lastUsedTime: null,
  revokedTime: null,
  scopes: ['events'],
  expireTime: null,
  isExpired: false,
  rateLimit: 600,
  rateRemaining: 600,
  rateResetS: 0,
  callsToday: 0,
  refusedToday: 0,
};
const ended: Row = {
  ...row,
  apiKeyId: '8',
  name: '旧系统',
  lastUsedTime: Date.UTC(2026, 2, 2, 1, 2, 3),
  revokedTime: Date.UTC(2026, 2, 3, 1, 2, 3),
};
const haifan = { wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆供应链' };
const yuanjing = { wlTenantId: '4', tenantCode: 'YUANJING', tenantName: '远景物流' };
const server = callServer({ apiKeyQuery: () => [row, ended], tenants: () => [haifan] });
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

/** Opens the dialog of a new key. */
async function openDialog(): Promise<HTMLElement> {
  await openPage(integrationsPage);
  await press('新建密钥');
  return screen.findByRole('dialog', { name: '新建接口密钥' });
}

test('a row says whose the key is, when it was used and whether it still counts', async () => {
  await openPage(integrationsPage);
  const used = within(await rowOf('ERP 生产环境'));
  for (const message of ['海帆供应链', 'pk_9f3a', 'wang', '使用中', '事件', '2026-03-01 09:02:03'])
    expect(used.getByText(message)).toBeDefined();
  expect(used.getAllByText(/^2026-/)).toHaveLength(1);
  const over = within(await rowOf('旧系统'));
  for (const message of ['已停用', '2026-03-02 09:02:03', '2026-03-03 09:02:03'])
    expect(over.getByText(message)).toBeDefined();
  expect(screen.getByText(`${location.origin}/api/data-center/tnt/v2`)).toBeDefined();
  await act(() => setLang('en'));
  expect(within(await rowOf('旧系统')).getByText('Ended')).toBeDefined();
});

test('a failure can be tried again; without keys the list says what a key is for', async () => {
  server.answer({ apiKeyQuery: () => new Refusal('暂时无法读取', { httpStatus: 500 }) });
  await openPage(integrationsPage);
  expect((await screen.findByRole('alert')).textContent).toContain('暂时无法读取');
  server.answer({ apiKeyQuery: () => [] });
  await press('重试');
  expect(await screen.findByText(/^还没有接口密钥/)).toBeDefined();
});

test('a key is ended after a question only, and the list is asked again; one that is ended already stays', async () => {
  server.answer({ apiKeyRevoke: () => new Success(null, '密钥已停用') });
  await openPage(integrationsPage);
  await chooseAct('旧系统', '停用');
  expect(await screen.findByText('该密钥已停用')).toBeDefined();
  await chooseAct('ERP 生产环境', '停用');
  expect(await answerDialog('停用密钥“ERP 生产环境”？', '取消')).toContain('不能恢复');
  expect(server.asked('apiKeyRevoke')).toEqual([]);
  server.answer({ apiKeyQuery: () => [{ ...row, revokedTime: Date.UTC(2026, 2, 4) }] });
  await chooseAct('ERP 生产环境', '停用');
  await answerDialog('停用密钥“ERP 生产环境”？', '停用');
  expect(await screen.findByText('密钥已停用')).toBeDefined();
  expect(server.asked('apiKeyRevoke')).toEqual([{ apiKeyId: '7' }]);
  expect(within(await rowOf('ERP 生产环境')).getByText('已停用')).toBeDefined();
});

test('a key that could not be ended says why, and the list shows what holds now', async () => {
  server.answer({ apiKeyRevoke: () => new Refusal('密钥不存在') });
  await openPage(integrationsPage);
  await chooseAct('ERP 生产环境', '停用');
  server.answer({ apiKeyQuery: () => [ended] });
  await answerDialog('停用密钥“ERP 生产环境”？', '停用');
  expect((await screen.findByText('密钥不存在')).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(screen.queryByText('ERP 生产环境')).toBeNull());
});

test('a new key has a tenant and a name that is more than blanks; the only tenant is chosen already', async () => {
  server.answer({ tenants: () => [haifan, yuanjing] });
  const dialog = await openDialog();
  await press('生成', dialog);
  expect(await within(dialog).findByText('请选择租户')).toBeDefined();
  expect(within(dialog).getByText('请填写密钥名称')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: '名称' }), '  ');
  await takeChoice(within(dialog).getByRole('combobox', { name: '租户' }), '远景物流');
  await press('生成', dialog);
  await waitFor(() => expect(within(dialog).queryByText('请选择租户')).toBeNull());
  expect(within(dialog).getByText('请填写密钥名称')).toBeDefined();
  expect(server.asked('apiKeyInsert')).toEqual([]);
  // Something was entered: leaving asks.
  await press('取消', dialog);
  await answerDialog('放弃未保存的内容？', '放弃');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('新建密钥');
  expect(within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox').value).toBe('');
  server.answer({ tenants: () => [haifan], apiKeyInsert: () => new Refusal('名称已存在') });
  const only = await openDialog();
  await within(only).findByTitle('海帆供应链');
  expect(within(only).getByRole<HTMLInputElement>('textbox', { name: '名称' }).value).toBe('');
  await userEvent.type(within(only).getByRole('textbox', { name: '名称' }), ' ERP ');
  await press('生成', only);
  expect(await screen.findByText('名称已存在')).toBeDefined();
  expect(server.asked('apiKeyInsert')).toEqual([{ tenantId: '3', name: 'ERP', scopes: ['events'] }]);
  expect(within(only).getByRole<HTMLInputElement>('textbox', { name: '名称' }).value).toBe(' ERP ');
});

test('a key for assistants says that it acts in one’s own name and how it is used', async () => {
  server.answer({ apiKeyInsert: () => ({ apiKeyId: '9', key: 'pk_secret' }) });
  const dialog = await openDialog();
  await within(dialog).findByTitle('海帆供应链');
  await userEvent.type(within(dialog).getByRole('textbox', { name: '名称' }), '助手');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /DCSA/ }));
  await press('生成', dialog);
  expect(await within(dialog).findByText('请至少选择一项')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^供助手查询/ }));
  expect(await within(dialog).findByText(/以您的名义记入操作审计/)).toBeDefined();
  await press('生成', dialog);
  const once = await screen.findByRole('dialog', { name: '密钥已生成：助手' });
  expect(within(once).getByText(/Bearer 令牌/)).toBeDefined();
  expect(server.asked('apiKeyInsert')).toEqual([{ tenantId: '3', name: '助手', scopes: ['read'] }]);
});

test('a new key is shown this once, is copied, and Escape does not take it away', async () => {
  const made: Row = { ...row, apiKeyId: '9', name: 'WMS' };
  server.answer({
    apiKeyInsert: () => {
      server.answer({ apiKeyQuery: () => [row, ended, made] });
      return { apiKeyId: '9', key: 'pk_secret' };
    },
  });
  const user = userEvent.setup({ delay: null });
  const dialog = await openDialog();
  await within(dialog).findByTitle('海帆供应链');
  await user.type(within(dialog).getByRole('textbox', { name: '名称' }), 'WMS{Control>}{Enter}{/Control}');
  const once = await screen.findByRole('dialog', { name: '密钥已生成：WMS' });
  expect(screen.queryByRole('dialog', { name: '新建接口密钥' })).toBeNull();
  expect(within(once).getByText('pk_secret')).toBeDefined();
  await press('复制密钥', once);
  expect(await screen.findByText('已复制')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('pk_secret');
  await user.keyboard('{Escape}');
  expect(screen.getByText('pk_secret')).toBeDefined();
  await press('关闭', once);
  await waitFor(() => expect(screen.queryByText('pk_secret')).toBeNull());
  expect(await rowOf('WMS')).toBeDefined();
});

test('programs that users connected are a view of their own; each can be disconnected', async () => {
  const chat: CallData<'connectedProgramQuery'>[number] = {
    connectedProgramId: '9',
    name: 'Harbour chat',
    redirectHost: 'chat.example',
    tenantName: '海帆供应链',
    scopes: ['read'],
    createTime: Date.UTC(2026, 2, 1, 1, 2, 3),
    lastUsedTime: null,
    expireTime: Date.UTC(2026, 3, 1, 1, 2, 3),
    userCode: 'wang',
    userName: '王芳',
  };
  server.answer({
    connectedProgramQuery: () => [chat],
    connectedProgramRevoke: () => {
      server.answer({ connectedProgramQuery: () => [] });
      return new Success(null, '已断开，程序不能再访问');
    },
  });
  await openPage(integrationsPage);
  await userEvent.click(await screen.findByRole('tab', { name: '已连接的程序' }));
  const shown = within(await rowOf('Harbour chat'));
  for (const text of ['王芳 (wang)', '海帆供应链', '查询', 'chat.example', '2026-03-01 09:02:03'])
    expect(shown.getByText(text)).toBeDefined();
  await chooseAct('Harbour chat', '断开');
  await answerDialog('断开“Harbour chat”？', '断开');
  expect(await screen.findByText('已断开，程序不能再访问')).toBeDefined();
  expect(await screen.findByText(/没有程序连接到您的租户/)).toBeDefined();
  expect(server.asked('connectedProgramRevoke')).toEqual([{ connectedProgramId: '9' }]);
});
