import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { type OpenPage, openPage } from '#testing/open-page.tsx';
import { press } from '#testing/screen-acts.ts';
import { definePage } from '#web/base/define-page.ts';
import { setLang } from '#web/i18n/index.ts';
import { shortTimeText } from '#web/kit/value/TimeText.tsx';
import { InboxBell } from './InboxBell.tsx';
import { InboxSlot } from './InboxSlot.tsx';

type Inbox = CallData<'inboxQuery'>;
const fresh: Inbox['messages'][number] = {
  notificationId: '8',
  tenantName: '海帆',
  subject: '到港通知',
  content: 'MERI1 已到洛杉矶',
  link: 'https://portolan.example/trace-detail?obmBkId=6',
  time: Date.UTC(2026, 2, 1, 8),
  read: false,
};
const old = { ...fresh, notificationId: '7', subject: null, content: '旧消息', link: null, read: true };
let inbox: Inbox;
const answers = { inboxQuery: () => inbox };
const server = callServer(answers);
const notify = liveStream();
const actor = userEvent.setup({ delay: null });
const header = definePage({
  route: '/index',
  title: { zh: '首页', en: 'Home' },
  order: 1,
  load: () => Promise.resolve({ default: InboxBell }),
});
afterEach(cleanup);

async function openBell(label: string): Promise<{ page: OpenPage; box: HTMLElement }> {
  const page = await openPage(header);
  const bell = await screen.findByRole('button', { name: label });
  await actor.click(bell);
  return { page, box: await screen.findByRole('dialog', { name: '站内消息' }) };
}
const itemOf = (box: HTMLElement, message: string): HTMLElement => {
  const item = within(box).getByText(message).closest('li');
  if (item === null) throw new Error(`${message} is not in a list`);
  return item;
};

test('a message says what, when and for whom; who has read it is not asked to', async () => {
  inbox = { unread: 1, messages: [fresh, old] };
  const { box } = await openBell('站内消息，1 条未读');
  const item = itemOf(box, 'MERI1 已到洛杉矶');
  expect(item.textContent).toContain('到港通知');
  expect(item.textContent).toContain('海帆');
  expect(item.querySelector('time')?.textContent.replace(/\s/g, '')).toBe(shortTimeText(fresh.time).replace(/\s/g, ''));
  const read = itemOf(box, '旧消息');
  // Without a subject its tenant stands for it.
  expect(within(read).getAllByText('海帆')).toHaveLength(2);
  expect(within(read).queryByRole('link')).toBeNull();
  expect(within(read).queryByRole('button')).toBeNull();
});

test('marking one as read asks for that one, and the number goes with it', async () => {
  inbox = { unread: 2, messages: [fresh, { ...fresh, notificationId: '9', content: '另一条' }] };
  server.answer({
    inboxRead: () => {
      inbox = { unread: 1, messages: [{ ...fresh, read: true }, old] };
      return null;
    },
  });
  const { box } = await openBell('站内消息，2 条未读');
  await press('标为已读', itemOf(box, 'MERI1 已到洛杉矶'));
  expect(await screen.findByRole('button', { name: '站内消息，1 条未读' })).toBeDefined();
  expect(server.asked('inboxRead')).toEqual([{ notificationIds: ['8'] }]);
});

test('following a link marks it and leads within the product, wherever the message was written', async () => {
  inbox = { unread: 1, messages: [fresh, { ...old, link: 'not a link:', content: '坏链接' }] };
  server.answer({ inboxRead: () => null });
  const { page, box } = await openBell('站内消息，1 条未读');
  await actor.click(within(itemOf(box, 'MERI1 已到洛杉矶')).getByRole('link', { name: '查看' }));
  expect(page.left).toEqual(['/trace-detail?obmBkId=6']);
  await waitFor(() => expect(server.asked('inboxRead')).toEqual([{ notificationIds: ['8'] }]));
});

test('all are marked at once; a refusal is shown and nothing changes', async () => {
  inbox = { unread: 120, messages: [fresh] };
  server.answer({ inboxRead: () => new Refusal('稍后再试') });
  const { box } = await openBell('站内消息，120 条未读');
  expect(screen.getByText('99+')).toBeDefined();
  await press('全部标为已读', box);
  expect(await screen.findByText('稍后再试')).toBeDefined();
  server.answer({
    inboxRead: () => {
      inbox = { unread: 0, messages: [{ ...fresh, read: true }] };
      return null;
    },
  });
  await press('全部标为已读', box);
  expect(await screen.findByRole('button', { name: '站内消息，0 条未读' })).toBeDefined();
  expect(screen.queryByText('99+')).toBeNull();
  expect(within(box).queryByRole('button')).toBeNull();
  expect(server.asked('inboxRead').at(-1)).toEqual({});
});

test('news is requested when it is shown, and nothing is called empty before it is known to be', async () => {
  server.answer({ inboxQuery: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  const { box } = await openBell('站内消息，0 条未读');
  expect(await within(box).findByText('服务器忙')).toBeDefined();
  expect(within(box).queryByText('没有站内消息')).toBeNull();
  inbox = { unread: 0, messages: [] };
  server.answer(answers);
  await press('重试', box);
  expect(await within(box).findByText('没有站内消息')).toBeDefined();
  inbox = { unread: 1, messages: [fresh] };
  await notify('inbox');
  expect(await screen.findByRole('button', { name: '站内消息，1 条未读' })).toBeDefined();
  await setLang('en');
  try {
    expect(await screen.findByRole('button', { name: 'Messages, 1 unread' })).toBeDefined();
    expect(within(box).getByRole('button', { name: 'Mark all as read' })).toBeDefined();
  } finally {
    await setLang('zh');
  }
});

test('what the reader came for is requested first: the bell comes three seconds later', async () => {
  inbox = { unread: 1, messages: [fresh] };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await openPage(definePage({ ...header, load: () => Promise.resolve({ default: InboxSlot }) }));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(server.asked('inboxQuery')).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
  } finally {
    vi.useRealTimers();
  }
  expect(await screen.findByRole('button', { name: '站内消息，1 条未读' })).toBeDefined();
});
