import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { refusalsPage } from './page.ts';

type Detail = CallData<'refusalGet'>;

const group: CallData<'refusalQuery'>['records'][number] = {
  groupId: 'push|4||badTime',
  way: 'push',
  sourceCode: 'dcsa:MERI',
  sourceName: '子午远洋',
  reason: { code: 'badTime', text: '时间无法识别' },
  count: 1234,
  lastTime: Date.UTC(2026, 2, 1, 1),
};
const item: Detail['items'][number] = {
  time: Date.UTC(2026, 2, 1, 1),
  count: 3,
  text: 'eventDateTime：明天',
  field: 'eventDateTime',
  sample: '{"eventDateTime":"明天"}',
  subject: 'MERI1',
  subscriptionId: '7',
  ediMessageId: null,
};
const server = callServer({
  refusalQuery: () => ({
    records: [group],
    totalPage: 1,
    totalRecord: 1,
    refused: 1234,
    sources: [],
    reasons: [group.reason],
  }),
  refusalGet: () => ({
    group,
    items: [
      item,
      { ...item, text: '报文有误', subject: 'D-1', subscriptionId: null, ediMessageId: '8', sample: null },
      { ...item, text: '签名有误', subject: null, subscriptionId: null },
    ],
  }),
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

async function openDrawer() {
  const page = await openPage(refusalsPage);
  await chooseAct('子午远洋', '查看明细');
  return { ...page, drawer: await screen.findByRole('dialog') };
}

test('refused pieces say what came, why it was refused, and lead to what they were about', async () => {
  const { drawer, left } = await openDrawer();
  const first = within(await rowOf('eventDateTime：明天'));
  for (const message of ['03-01 09:00', '3', '{"eventDateTime":"明天"}'])
    expect(first.getByText(message)).toBeDefined();
  expect(within(drawer).getByText('子午远洋')).toBeDefined();
  expect(within(drawer).getByText('1,234')).toBeDefined();
  expect(within(drawer).getByText('2026-03-01 09:00:00')).toBeDefined();
  // What is known of nothing leads nowhere.
  const unknown = within(await rowOf('签名有误'));
  expect(unknown.getByText('—')).toBeDefined();
  expect(unknown.queryByRole('link')).toBeNull();
  await userEvent.click(first.getByRole('link', { name: 'MERI1' }));
  await userEvent.click(within(await rowOf('报文有误')).getByRole('link', { name: 'D-1' }));
  expect(left).toEqual(['/exception-subscribe?obmTkSubscribeId=7', '/edi-manager?keyword=D-1']);
});

test('a failure can be tried again; pieces that are gone are shown, also in English', async () => {
  server.answer({ refusalGet: () => new Refusal('服务器忙') });
  const { drawer } = await openDrawer();
  expect(await within(drawer).findByText('服务器忙')).toBeDefined();
  server.answer({ refusalGet: () => ({ group: null, items: [] }) });
  await press('重试', drawer);
  expect(await within(drawer).findByText('没有明细。')).toBeDefined();
  await act(() => setLang('en'));
  await waitFor(() => expect(within(drawer).queryByText('没有明细。')).toBeNull());
  expect(await within(drawer).findByText('Latest items')).toBeDefined();
});
