import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { ReportRow, ReportRunRow } from '#contract/exceptions/report.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press } from '#testing/screen-acts.ts';
import { reportPages } from './pages.ts';

const [page] = reportPages;
const weekly: ReportRow = {
  reportId: '7',
  tenantId: '3',
  tenantName: '海帆供应链',
  ownerName: '钱信',
  own: true,
  reportName: '每周货物',
  reportKind: 'shipments',
  viewName: null,
  filters: { tab: 'transit' },
  days: 7,
  formats: ['xlsx', 'pdf'],
  language: 'zh',
  cron: '0 8 * * 1',
  zone: 'Asia/Shanghai',
  missed: 'latest',
  recipients: [{ value: 'user 5', name: '李明', email: 'li@x.example' }],
  active: true,
  pausedBecause: null,
  nextTime: Date.UTC(2026, 4, 4),
  lastTime: Date.UTC(2026, 3, 27),
  lastState: 'done',
  recordVersion: 2,
};
const run: ReportRunRow = {
  runId: '41',
  plannedTime: Date.UTC(2026, 3, 27),
  startTime: Date.UTC(2026, 3, 27),
  endTime: Date.UTC(2026, 3, 27),
  state: 'done',
  problem: null,
  rows: 1204,
  handlerName: '钱信',
  files: [{ format: 'pdf', sizeBytes: 1 }],
  keptUntil: Date.UTC(2026, 4, 27),
  mails: [{ notificationId: '9', address: 'li@x.example', state: 'given_up', reasonText: '邮箱已满', sentTime: null }],
};
const server = callServer({
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆供应链' }],
  reportQuery: () => ({ mailReady: false, reports: [weekly] }),
  reportRecipients: () => [{ value: 'user 5', name: '李明', email: 'li@x.example' }],
  reportRuns: () => [run],
  savedViews: () => [],
});
afterEach(cleanup);

const open = async () => {
  if (page === undefined) throw new Error('no page');
  await openPage(page);
};

test('the list says that no mail can be sent, and what became of each sending', async () => {
  await open();
  expect(await screen.findByText(/未配置邮件服务器/)).toBeDefined();
  await chooseAct('每周货物', '发送记录');
  expect(await screen.findByText('邮箱已满')).toBeDefined();
  expect(screen.getByText('1,204 行')).toBeDefined();
  expect(screen.getByRole('button', { name: /下载 PDF/ })).toBeDefined();
});

test('a report is sent after a question, paused without one', async () => {
  server.answer({
    reportSend: () => new Success({ runId: '42' }, '正在生成'),
    reportSwitch: () => new Refusal('该报表属于王五'),
  });
  await open();
  await chooseAct('每周货物', '立即发送');
  await answerDialog('立即发送“每周货物”？', '立即发送');
  expect(await screen.findByText('正在生成')).toBeDefined();
  expect(server.asked('reportSend')).toEqual([{ reportId: '7' }]);
  await chooseAct('每周货物', '暂停');
  expect(await screen.findByText('该报表属于王五')).toBeDefined();
});

test('a new report needs a name and a recipient, and is every Monday at eight unless chosen otherwise', async () => {
  server.answer({ reportSave: () => new Success(weekly, '已保存') });
  await open();
  await press('新建报表');
  const dialog = await screen.findByRole('dialog', { name: '新建定期报表' });
  await press('新建', dialog);
  expect(await within(dialog).findByText('请填写名称')).toBeDefined();
  expect(await within(dialog).findByText('请至少选择一位收件人')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: '名称' }), '到港');
  await userEvent.click(within(dialog).getByRole('combobox', { name: '收件人' }));
  await userEvent.click(await screen.findByTitle('李明 <li@x.example>'));
  await press('新建', dialog);
  expect(await screen.findByText('已保存')).toBeDefined();
  expect(server.asked('reportSave').at(-1)).toMatchObject({
    reportName: '到港',
    cron: '0 8 * * 1',
    filters: { tab: 'transit' },
    recipients: ['user 5'],
    formats: ['xlsx', 'pdf'],
  });
});
