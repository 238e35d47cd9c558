import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press } from '#testing/screen-acts.ts';
import { accountPage } from './page.ts';

const feed: CallData<'calendarFeeds'>[number] = {
  calendarFeedId: '7',
  name: '到港',
  tenantName: null,
  kinds: ['arrivals', 'cutoffs'],
  shipments: 'transit',
  daysAhead: 60,
  daysBehind: 14,
  createTime: Date.UTC(2026, 2, 1, 8),
  lastReadTime: null,
};
const address = 'https://portolan.example/api/data-center/calendar/secret.ics';
const server = callServer({
  secondFactor: () => ({ enabled: false, since: null, recoveryCodesLeft: 0, hasPassword: true }),
  ownSessions: () => [],
  pushDevices: () => [],
  connectedPrograms: () => [],
  calendarFeeds: () => [],
  tenants: () => [
    { wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' },
    { wlTenantId: '4', tenantCode: 'BETA', tenantName: '贝塔' },
  ],
});
const actor = userEvent.setup({ delay: null });
afterEach(cleanup);

test('a calendar is made with what was chosen, and its address shown once', async () => {
  server.answer({
    calendarFeedInsert: () => new Success({ calendarFeedId: '7', address }, '日历已建立'),
  });
  await openPage(accountPage);
  expect(await screen.findByText('还没有日历。')).toBeDefined();
  await press('新建日历');
  const dialog = within(await screen.findByRole('dialog', { name: '新建日历' }));
  await press('建立', screen.getByRole('dialog', { name: '新建日历' }));
  expect(await dialog.findByText('请输入日历名称')).toBeDefined();
  expect(server.asked('calendarFeedInsert')).toEqual([]);
  await actor.type(dialog.getByLabelText('日历名称'), ' 到港 ');
  await actor.click(dialog.getByLabelText('离港'));
  server.answer({ calendarFeeds: () => [feed] });
  await press('建立', screen.getByRole('dialog', { name: '新建日历' }));
  const once = within(await screen.findByRole('dialog', { name: '日历“到港”的地址' }));
  expect(once.getByText(address)).toBeDefined();
  expect(once.getByRole('link', { name: '用本机日历程序打开' }).getAttribute('href')).toBe(
    address.replace('https:', 'webcal:'),
  );
  expect(server.asked('calendarFeedInsert')).toEqual([
    { name: '到港', kinds: ['arrivals', 'cutoffs'], shipments: 'all', daysAhead: 60, daysBehind: 14 },
  ]);
  await actor.click(once.getByRole('button', { name: '复制地址' }));
  expect(await navigator.clipboard.readText()).toBe(address);
  await actor.click(once.getByRole('button', { name: /^关\s?闭$/ }));
  expect(await screen.findByText(/抵港 \/ 截止时间 · 仅未到达的 · 前 14 天至后 60 天/)).toBeDefined();
  expect(screen.getByText(/尚未读取/)).toBeDefined();
});

test('what the server refuses is shown, and the input stays', async () => {
  server.answer({ calendarFeeds: () => [], calendarFeedInsert: () => new Refusal('每人最多 20 个日历') });
  await openPage(accountPage);
  await press('新建日历');
  const dialog = await screen.findByRole('dialog', { name: '新建日历' });
  await actor.type(within(dialog).getByLabelText('日历名称'), '到港');
  await press('建立', dialog);
  expect(await screen.findByText('每人最多 20 个日历')).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLInputElement>('日历名称').value).toBe('到港');
});

test('a calendar is ended after a question', async () => {
  server.answer({
    calendarFeeds: () => [feed],
    calendarFeedDelete: () => {
      server.answer({ calendarFeeds: () => [] });
      return new Success(null, '日历已停用');
    },
  });
  await openPage(accountPage);
  await actor.click(await screen.findByRole('button', { name: '停用日历 到港' }));
  await answerDialog('停用日历“到港”？', '停用');
  expect(await screen.findByText('日历已停用')).toBeDefined();
  expect(server.asked('calendarFeedDelete')).toEqual([{ calendarFeedId: '7' }]);
  expect(await screen.findByText('还没有日历。')).toBeDefined();
});
