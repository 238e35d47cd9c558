import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditRow } from '#contract/administration/audit.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, buttonOf, press, rowOf } from '#testing/screen-acts.ts';
import { auditPage } from './page.ts';

const row: AuditRow = {
  auditId: '31',
  time: Date.UTC(2026, 2, 1, 1),
  userCode: 'boss',
  userName: '老板',
  tenantName: '海帆',
  origin: 'Manual',
  originName: '手工',
  client: null,
  ip: '10.0.0.1',
  requestId: 'req-5',
  entity: 'business_data',
  entityName: '业务数据',
  entityId: '77',
  title: 'MERI1',
  action: 'saved',
  actionName: '保存',
  changes: [
    { name: 'ata', label: '实际到港', before: null, after: String(Date.UTC(2026, 2, 1)), kind: 'instant' },
    { name: 'remark', label: '备注', before: '加急', after: null, kind: 'text' },
    { name: 'menus', label: '可打开的页面', before: '/audit', after: '/audit, /refusals', kind: 'text' },
  ],
};
const listOf = (...records: AuditRow[]) => ({ records, totalPage: 1, totalRecord: records.length, more: false });
const server = callServer({
  users: () => ({ totalPage: 1, totalRecord: 0, wlUsers: [] }),
  auditChoices: () => ({ entities: [], actions: [], origins: [] }),
  auditQuery: () => listOf(row),
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

async function openDrawer() {
  const page = await openPage(auditPage);
  await userEvent.dblClick(within(await rowOf('MERI1')).getByText('MERI1'));
  return { ...page, drawer: await screen.findByRole('dialog', { name: '保存 业务数据' }) };
}

test('an act is shown field by field: times in one’s own zone, what is empty, and only pages that came or went', async () => {
  const { drawer } = await openDrawer();
  const lines = within(within(drawer).getByRole('table')).getAllByRole('row');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '字段原值新值',
    '实际到港（空）2026-03-01 08:00:00 CST +8',
    '备注加急（空）',
    '可打开的页面新增：拒收数据',
  ]);
  for (const message of ['老板 (boss)', '2026-03-01 09:00:00 CST +8', '海帆', '10.0.0.1', 'req-5'])
    expect(within(drawer).getByText(message)).toBeDefined();
});

test('from an act one comes to all changes of its object, and to all of its request', async () => {
  const { drawer, href } = await openDrawer();
  await press('同一次请求的全部变更', drawer);
  await waitFor(() => expect(href()).toBe('/audit?requestId=req-5'));
  await waitFor(() => expect(server.asked('auditQuery').at(-1)).toMatchObject({ requestId: 'req-5' }));
  await userEvent.dblClick(within(await rowOf('MERI1')).getByText('MERI1'));
  await press('此对象的全部变更', await screen.findByRole('dialog', { name: '保存 业务数据' }));
  await waitFor(() => expect(href()).toBe('/audit?entity=business_data&entityId=77'));
});

test('an act is taken back after a question that says what becomes of later ones', async () => {
  server.answer({ undoBusinessData: () => new Refusal('之后还有修改') });
  const { drawer } = await openDrawer();
  await press('撤销此变更', drawer);
  expect(await answerDialog('撤销此变更？', '取消')).toContain(
    '“MERI1”将恢复到 2026-03-01 09:00:00 CST +8 变更之前的样子，此后的修改也会被撤销。',
  );
  expect(server.asked('undoBusinessData')).toEqual([]);
  await press('撤销此变更', drawer);
  await answerDialog('撤销此变更？', '撤销此变更');
  expect(await screen.findByText('之后还有修改')).toBeDefined();
  expect(server.asked('undoBusinessData')).toEqual([{ changeId: '77' }]);

  server.answer({ undoBusinessData: () => new Success(null, '已撤销') });
  const before = server.asked('auditQuery').length;
  await press('撤销此变更', drawer);
  await answerDialog('撤销此变更？', '撤销此变更');
  expect(await screen.findByText('已撤销')).toBeDefined();
  await waitFor(() => expect(server.asked('auditQuery').length).toBeGreaterThan(before));
});

test('what cannot be taken back has no button, and an act without changes says so', async () => {
  server.answer({ auditQuery: () => listOf({ ...row, action: 'viewed', requestId: null, changes: [] }) });
  const { drawer } = await openDrawer();
  expect(within(drawer).getByText('此操作没有记录字段变更')).toBeDefined();
  expect(within(drawer).getByRole('button', { name: buttonOf('此对象的全部变更') })).toBeDefined();
  for (const name of ['撤销此变更', '同一次请求的全部变更'])
    expect(within(drawer).queryByRole('button', { name: buttonOf(name) })).toBeNull();
});
