import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { rowOf, takeChoice } from '#testing/screen-acts.ts';
import { text } from '#web/i18n/index.ts';
import { refusalsPage } from './page.ts';

type Group = CallData<'refusalQuery'>['records'][number];

const signature = { code: 'signatureMissing', text: '缺少签名' };
const groups: Group[] = [
  {
    groupId: 'push|4||signatureMissing',
    way: 'push',
    sourceCode: 'dcsa:MERI',
    sourceName: '子午远洋',
    reason: signature,
    count: 1234,
    lastTime: Date.UTC(2026, 2, 1, 8),
  },
  {
    groupId: 'rpa|||keyInvalid',
    way: 'rpa',
    sourceCode: null,
    sourceName: null,
    reason: { code: 'keyInvalid', text: '密钥无效' },
    count: 2,
    lastTime: Date.UTC(2026, 2, 1, 9),
  },
];
const server = callServer({
  refusalQuery: () => ({
    records: groups,
    totalPage: 1,
    totalRecord: 2,
    refused: 1236,
    sources: [{ code: 'dcsa:MERI', name: '子午远洋' }],
    reasons: groups.map(({ reason }) => reason),
  }),
  refusalGet: () => ({ group: groups[1] ?? null, items: [] }),
});
afterEach(cleanup);

test('a row says what was refused from whom and why, also from nobody known', async () => {
  await openPage(refusalsPage);
  const known = within(await rowOf('子午远洋'));
  for (const message of ['推送', '缺少签名', '1,234']) expect(known.getByText(message)).toBeDefined();
  const nobody = within(await rowOf('来源不明'));
  for (const message of ['机器人', '密钥无效', '2']) expect(nobody.getByText(message)).toBeDefined();
  expect(screen.getByText(text('refusals.total', { count: 1236 }))).toBeDefined();
  expect(server.asked('refusalQuery')).toEqual([{ currentPage: 1, pageSize: 20, days: 7 }]);
});

test('filters of a link are requested, and named by what the answer knows', async () => {
  await openPage(refusalsPage, '/refusals?days=30&way=push&sourceCode=dcsa:MERI&reason=signatureMissing');
  await rowOf('子午远洋');
  expect(server.asked('refusalQuery').at(-1)).toMatchObject({
    days: 30,
    way: ['push'],
    sourceCode: ['dcsa:MERI'],
    reason: ['signatureMissing'],
  });
  expect(screen.getByRole('group', { name: text('search.active') }).textContent).toBe(
    '时间范围: 近 30 天进入方式: 推送来源: 子午远洋原因: 缺少签名',
  );
});

test('days that cannot be chosen are those that the list begins with', async () => {
  await openPage(refusalsPage, '/refusals?days=45');
  await rowOf('子午远洋');
  expect(server.asked('refusalQuery')).toMatchObject([{ days: 7 }]);
  expect(screen.getByRole('group', { name: text('search.active') }).textContent).toBe('时间范围: 近 7 天');
});

test('other days are chosen, and requested in the details too', async () => {
  const page = await openPage(refusalsPage);
  await rowOf('子午远洋');
  await takeChoice(screen.getByRole('combobox', { name: '时间范围' }), '近 90 天');
  await userEvent.click(screen.getByRole('button', { name: /查\s*询/ }));
  await rowOf('来源不明');
  expect(page.href()).toContain('days=90');
  expect(server.asked('refusalQuery').at(-1)).toMatchObject({ days: 90 });
  await userEvent.dblClick(within(await rowOf('来源不明')).getByText('来源不明'));
  const drawer = within(await screen.findByRole('dialog', { name: '来源不明' }));
  expect(await drawer.findByText('机器人')).toBeDefined();
  expect(drawer.getByText('最近一次')).toBeDefined();
  expect(server.asked('refusalGet')).toEqual([{ groupId: 'rpa|||keyInvalid', days: '90' }]);
});
