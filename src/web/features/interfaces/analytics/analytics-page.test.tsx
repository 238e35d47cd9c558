import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnalyticsFile } from '#contract/interfaces/analytics.ts';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { analyticsPage } from './page.ts';

type Access = CallData<'analyticsRoleQuery'>;

const file: AnalyticsFile = {
  exportId: '5',
  dataset: 'shipment',
  tenantId: '3',
  state: 'done',
  rows: 1_234,
  sizeBytes: 20_480,
  orderedAt: Date.UTC(2026, 2, 1, 1, 2, 3),
  finishedAt: Date.UTC(2026, 2, 1, 1, 2, 9),
  keptUntil: Date.UTC(2026, 2, 4, 1, 2, 3),
  since: null,
  token: '1-7.5-900',
  problem: null,
};
const account: Access['roles'][number] = {
  roleId: '7',
  name: 'Metabase',
  roleName: 'portolan_0123456789abcdef0123',
  tenantName: '海帆供应链',
  createTime: Date.UTC(2026, 2, 1, 1, 2, 3),
  creatorCode: 'wang',
  rotatedTime: null,
  suspendedTime: null,
  suspendedWhy: null,
};
const access: Access = {
  state: 'ready',
  statements: [],
  address: 'replica.example:5433',
  database: 'portolan',
  connections: 5,
  roles: [account],
};
const haifan = { wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆供应链' };
const datasets = [
  { dataset: 'shipment', label: '货物', about: '每票货物一行', columns: 31 },
  { dataset: 'rate', label: '运价', about: '每条运价一行', columns: 22 },
];
const server = callServer({
  tenants: () => [haifan],
  analyticsDatasets: () => datasets,
  analyticsFileQuery: () => [file],
  analyticsRoleQuery: () => access,
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const openAccounts = async (): Promise<void> => {
  await openPage(analyticsPage, '/analytics?tab=accounts');
};

test('a file shows its data set, rows, size and token; another one is ordered with what changed', async () => {
  server.answer({ analyticsFileOrder: () => ({ ...file, exportId: '6', state: 'waiting', token: null }) });
  await openPage(analyticsPage);
  const row = within(await rowOf('1-7.5-900'));
  for (const shown of ['货物', '海帆供应链', '全部', '已完成', '1,234', '20 KB', '2026-03-01 09:02:03'])
    expect(row.getByText(shown)).toBeDefined();
  await takeChoice(screen.getByRole('combobox', { name: '数据集' }), '运价');
  await takeChoice(screen.getByRole('combobox', { name: '内容' }), '自上次以来的变化');
  await press('生成文件');
  await waitFor(() =>
    expect(server.asked('analyticsFileOrder')).toEqual([
      { tenantId: '3', dataset: 'rate', since: 'last', clientKey: expect.any(String) },
    ]),
  );
  await act(() => setLang('en'));
  expect(within(await rowOf('1-7.5-900')).getByText('All rows')).toBeDefined();
});

test('people who are no administrators see files alone', async () => {
  await openPage(analyticsPage, '/analytics?tab=accounts', { who: { userType: 'user' } });
  expect(await rowOf('1-7.5-900')).toBeDefined();
  expect(screen.queryByText('SQL 账号')).toBeNull();
  expect(server.asked('analyticsRoleQuery')).toEqual([]);
});

test('a file that is not ready is not downloaded, and an order that is refused says why', async () => {
  server.answer({
    analyticsFileQuery: () => [{ ...file, state: 'failed', problem: '导出失败，请重试', token: null }],
    analyticsFileOrder: () => new Refusal('最多同时导出 10 个'),
  });
  await openPage(analyticsPage);
  await chooseAct('失败', '下载');
  expect(await screen.findByText('文件尚未完成')).toBeDefined();
  await press('生成文件');
  expect(await screen.findByText('最多同时导出 10 个')).toBeDefined();
});

test('a new account has a name; its password is shown once with the connection string', async () => {
  server.answer({ analyticsRoleInsert: () => ({ roleId: '8', roleName: 'portolan_new', password: 'secret-word' }) });
  await openAccounts();
  expect(within(await rowOf('Metabase')).getByText('使用中')).toBeDefined();
  await press('新建账号');
  const dialog = await screen.findByRole('dialog', { name: '新建分析账号' });
  await within(dialog).findByTitle('海帆供应链');
  await press('创建', dialog);
  expect(await within(dialog).findByText('请填写账号名称')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: '名称' }), ' Grafana ');
  await press('创建', dialog);
  const once = await screen.findByRole('dialog', { name: '分析账号的密码' });
  expect(within(once).getByText('postgresql://portolan_new:secret-word@replica.example:5433/portolan')).toBeDefined();
  expect(server.asked('analyticsRoleInsert')).toEqual([{ tenantId: '3', name: 'Grafana' }]);
  await press('关闭', once);
  await waitFor(() => expect(screen.queryByText(/secret-word/)).toBeNull());
});

test('a suspended account says why; a new password is asked for first, and so is removing', async () => {
  server.answer({
    analyticsRoleQuery: () => ({
      ...access,
      roles: [{ ...account, suspendedWhy: 'locks', suspendedTime: Date.UTC(2026, 2, 2) }],
    }),
    analyticsRoleRotate: () => ({ roleId: '7', roleName: account.roleName, password: 'other-word' }),
    analyticsRoleDelete: () => new Success(null, '账号已删除'),
  });
  await openAccounts();
  expect(within(await rowOf('Metabase')).getByText('已停用：占用了航图的锁')).toBeDefined();
  await chooseAct('Metabase', '更换密码');
  await answerDialog('更换“Metabase”的密码？', '更换密码');
  expect(await screen.findByText(/other-word@replica/)).toBeDefined();
  await press('关闭', screen.getByRole('dialog', { name: '分析账号的密码' }));
  await chooseAct('Metabase', '删除');
  await answerDialog('删除分析账号“Metabase”？', '取消');
  expect(server.asked('analyticsRoleDelete')).toEqual([]);
  await chooseAct('Metabase', '删除');
  await answerDialog('删除分析账号“Metabase”？', '删除');
  expect(await screen.findByText('账号已删除')).toBeDefined();
  expect(server.asked('analyticsRoleDelete')).toEqual([{ roleId: '7' }]);
});

test('where accounts are not possible, the page says what is missing', async () => {
  server.answer({ analyticsRoleQuery: () => ({ ...access, state: 'embedded', address: null, roles: [] }) });
  await openAccounts();
  expect(await screen.findByText(/内置数据库不接受外部连接/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /新建账号/ }).disabled).toBe(true);
  cleanup();
  const sql = 'alter role "portolan" createrole;';
  server.answer({
    analyticsRoleQuery: () => ({ ...access, state: 'noRight', statements: [{ why: 'createRole', sql }], roles: [] }),
  });
  await openAccounts();
  expect(await screen.findByText(sql)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /新建账号/ }).disabled).toBe(true);
});
