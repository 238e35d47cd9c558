import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { AuditRow } from '#contract/administration/audit.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press } from '#testing/screen-acts.ts';
import { text } from '#web/i18n/index.ts';
import { auditPage } from './page.ts';

const row: AuditRow = {
  auditId: '31',
  time: Date.UTC(2026, 2, 1, 8),
  userCode: 'boss',
  userName: '老板',
  tenantName: '海帆',
  origin: 'Manual',
  originName: '手工',
  client: null,
  ip: '10.0.0.1',
  requestId: 'req-5',
  entity: 'feedback',
  entityName: '反馈定义',
  entityId: '77',
  title: '早班通知',
  action: 'update',
  actionName: '更新',
  changes: [{ name: 'feedbackName', label: '反馈名称', before: '夜班通知', after: '早班通知', kind: 'text' }],
};
const server = callServer({
  users: () => ({ totalPage: 1, totalRecord: 0, wlUsers: [] }),
  auditChoices: () => ({ entities: [{ value: 'feedback', label: '反馈定义' }], actions: [], origins: [] }),
  auditQuery: () => ({ records: [row], totalPage: 500, totalRecord: 10_000, more: true }),
});
afterEach(cleanup);

test('a row says who did what, and what changed', async () => {
  await openPage(auditPage);
  const cells = within(await screen.findByRole('row', { name: /早班通知/ }));
  for (const message of ['老板 (boss)', '更新', '反馈定义', '海帆', '77', '手工', '10.0.0.1', 'req-5'])
    expect(cells.getByText(message)).toBeDefined();
  expect(cells.getByText('反馈名称：夜班通知 → 早班通知')).toBeDefined();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '时间',
    '操作人',
    '操作',
    '对象',
    '名称',
    '变更内容',
    '租户',
    '编号',
    '来源',
    '代操作程序',
    'IP 地址',
    '请求号',
    text('table.actions'),
  ]);
  expect(screen.getByText(text('audit.onlyLatest', { max: '10,000' }))).toBeDefined();
});

test('a link is requested as it stands, days as texts, and shows by name what it filters by', async () => {
  await openPage(auditPage, '/audit?entity=feedback&timeFrom=2026-03-01&requestId=req-5&page=2');
  await screen.findByRole('row', { name: /早班通知/ });
  expect(server.asked('auditQuery').at(-1)).toEqual({
    entity: ['feedback'],
    timeFrom: '2026-03-01',
    requestId: 'req-5',
    currentPage: 2,
    pageSize: 20,
  });
  expect(await screen.findByText('请求号: req-5')).toBeDefined();
});

test('the key of a row narrows the list to all changes of its object', async () => {
  const page = await openPage(auditPage);
  await userEvent.click(await screen.findByText('早班通知'));
  await userEvent.keyboard('h');
  await screen.findByRole('row', { name: /早班通知/ });
  expect(page.href()).toBe('/audit?entity=feedback&entityId=77');
});

test('the export has the columns on screen, and the filters of the list', async () => {
  server.answer({ exportOrder: () => new Refusal('服务器忙') });
  await openPage(auditPage, '/audit?requestId=req-5');
  await screen.findByRole('row', { name: /早班通知/ });
  await press('导出');
  await userEvent.click(await screen.findByText(text('table.export.csv')));
  expect(await screen.findByText('服务器忙')).toBeDefined();
  expect(server.asked('exportOrder')).toMatchObject([
    {
      list: 'audit',
      kind: 'csv',
      query: { requestId: 'req-5' },
      columns: 'time who action entity name changes tenant entityId origin client ip requestId'.split(' '),
    },
  ]);
});
