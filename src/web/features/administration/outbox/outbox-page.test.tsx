import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { text } from '#web/i18n/index.ts';
import { outboxPage } from './page.ts';

type Row = CallData<'outboxQuery'>['records'][number];

const row: Row = {
  notificationId: '7',
  createTime: Date.UTC(2026, 2, 1, 8),
  state: 'failed',
  subject: '到港通知',
  feedbackName: '客户回调',
  feedbackType: 'WEBHOOK',
  address: 'https://receiver.example/hook',
  causeStatusName: '到港',
  attempts: 3,
  reasonText: '对方返回 500',
  nextAttemptTime: Date.UTC(2026, 2, 1, 9),
  sentTime: null,
  tenantName: '海帆',
  causeTime: Date.UTC(2026, 2, 1, 7),
  wlFeedbackId: '4',
  kind: 'exception',
  causeStatus: 'ARRIVED',
};
const server = callServer({
  allDict: () => [],
  outboxQuery: () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
});
afterEach(cleanup);

test('a row says what was sent to whom, and why it failed', async () => {
  await openPage(outboxPage);
  const cells = within(await screen.findByRole('row', { name: /到港通知/ }));
  for (const message of ['待重试', '客户回调', 'https://receiver.example/hook', '对方返回 500', '海帆'])
    expect(cells.getByText(message)).toBeDefined();
});

test('filters of a link are requested', async () => {
  await openPage(outboxPage, '/outbox?state=failed,given_up&keyword=CMAU');
  await screen.findByRole('row', { name: /到港通知/ });
  expect(server.asked('outboxQuery').at(-1)).toMatchObject({ state: ['failed', 'given_up'], keyword: 'CMAU' });
});

test('sending again asks first, and says what came of it', async () => {
  server.answer({ outboxReplay: () => new Refusal('没有可以重新发送的通知') });
  await openPage(outboxPage);
  await userEvent.click(await screen.findByText('到港通知'));
  await userEvent.keyboard('r');
  const question = await screen.findByRole('dialog', { name: text('outbox.replayTitle', { count: 1 }) });
  expect(server.asked('outboxReplay')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: text('outbox.replay') }));
  expect(await screen.findByText('没有可以重新发送的通知')).toBeDefined();
  expect(server.asked('outboxReplay')).toEqual([{ notificationIds: ['7'] }]);
});
