import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { traceIndexPage } from './page.ts';

type Found = CallData<'recogniseReferences'>[number];

const typed = 'BL MERI0001 CSQU3054383 MERI0001 784-1';
const bill: Found = {
  start: 3,
  end: 11,
  kind: 'bill',
  number: 'MERI0001',
  carrierCode: 'MERI',
  certainty: 'certain',
  problem: null,
  repeats: null,
  obmTkSubscribeId: null,
};
const found: Found[] = [
  bill,
  { ...bill, start: 12, end: 23, kind: 'container', number: 'CSQU3054383', carrierCode: null, certainty: 'unknown' },
  { ...bill, start: 24, end: 32, problem: 'duplicate', repeats: 0 },
  { ...bill, start: 33, end: 38, kind: 'airWaybill', number: '784-1', carrierCode: null, problem: 'otherMode' },
];
const server = callServer({
  allDict: () => [],
  allStatuses: () => [],
  exceptionTypes: () => [],
  tenants: () => [],
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Line', operatorNameCn: '子午线航运' },
  ],
  'traceIndex.list': () => ({ records: [], totalPage: 1, totalRecord: 0 }),
  recogniseReferences: () => found,
});
const user = userEvent.setup({ delay: null });
beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

async function paste(text: string) {
  await openPage(traceIndexPage);
  await user.click(await screen.findByRole('button', { name: /添加跟踪/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '粘贴单号，添加跟踪' }));
  await user.click(dialog.getByRole('textbox', { name: '要识别的内容' }));
  await user.paste(text);
  await user.click(dialog.getByRole('button', { name: /识\s*别/ }));
  return dialog;
}
const box = (dialog: Awaited<ReturnType<typeof paste>>, number: string, index = 0) =>
  dialog.getAllByRole<HTMLInputElement>('checkbox', { name: `选择 ${number}` })[index] as HTMLInputElement;

test('what is found is marked where it stands, and what cannot be tracked says why', async () => {
  const dialog = await paste(typed);
  expect(await dialog.findByText('与第 1 个重复')).toBeDefined();
  expect(server.asked('recogniseReferences')).toEqual([{ text: typed }]);
  const text = dialog.getByLabelText('识别结果在原文中的位置');
  expect(text.textContent).toBe(typed);
  expect([...text.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'MERI0001',
    'CSQU3054383',
    'MERI0001',
    '784-1',
  ]);
  for (const message of ['不是海运单号', '箱号', '空运单', '未知']) expect(dialog.getByText(message)).toBeDefined();
  expect(
    [box(dialog, 'MERI0001'), box(dialog, 'MERI0001', 1), box(dialog, '784-1')].map((one) => one.disabled),
  ).toEqual([false, true, true]);
  expect(dialog.getByRole('button', { name: '跟踪 2 个' })).toBeDefined();
});

test('a number without a carrier is not sent; what was refused stays with its reason, the others are tracked', async () => {
  server.answer({
    batchSubscribe: () => ({
      created: 0,
      failed: 1,
      results: [
        {
          row: 1,
          ok: false,
          obmTkSubscribeId: null,
          errors: [{ field: 'blNo', msg: '该船公司不支持订阅' }],
          warnings: [],
        },
      ],
    }),
  });
  const dialog = await paste(typed);
  await user.click(await dialog.findByRole('button', { name: '跟踪 2 个' }));
  expect(await screen.findByText('请为选中的单号选择船公司')).toBeDefined();
  expect(server.asked('batchSubscribe')).toEqual([]);
  await user.click(box(dialog, 'CSQU3054383'));
  await user.click(dialog.getByRole('button', { name: '跟踪 1 个' }));
  expect(await dialog.findByText('该船公司不支持订阅')).toBeDefined();
  expect(server.asked('batchSubscribe')).toEqual([
    { rows: [{ row: 1, isBillNo: '1', blNo: 'MERI0001', carrierCode: 'MERI' }] },
  ]);
  server.answer({
    batchSubscribe: () => ({
      created: 1,
      failed: 0,
      results: [{ row: 1, ok: true, obmTkSubscribeId: '77', errors: [], warnings: [] }],
    }),
  });
  const before = server.asked('traceIndex.list').length;
  await user.click(box(dialog, 'MERI0001'));
  await user.click(dialog.getByRole('button', { name: '跟踪 1 个' }));
  expect(await screen.findByText('已添加 1 个跟踪')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('traceIndex.list').length).toBe(before + 1);
});

test('of two texts the one given last counts, whichever is recognised last', async () => {
  const slow = Promise.withResolvers<Found[]>();
  server.answer({ recogniseReferences: () => slow.promise });
  const dialog = await paste('MERI0009');
  server.answer({ recogniseReferences: () => [{ ...bill, start: 0, end: 8 }] });
  await user.clear(dialog.getByRole('textbox', { name: '要识别的内容' }));
  await user.paste('MERI0001');
  await user.click(dialog.getByRole('button', { name: /识\s*别/ }));
  expect(await dialog.findByText('MERI0001', { selector: 'mark' })).toBeDefined();
  await act(async () => slow.resolve([{ ...bill, number: 'MERI0009', start: 0, end: 8 }]));
  await act(() => slow.promise);
  expect(dialog.queryByText('MERI0009', { selector: 'mark' })).toBeNull();
});

test('a text without numbers, and a failure, are shown', async () => {
  server.answer({ recogniseReferences: () => new Refusal('文本过长') });
  const dialog = await paste('nothing here');
  expect(await screen.findByText('文本过长')).toBeDefined();
  server.answer({ recogniseReferences: () => [] });
  await user.click(dialog.getByRole('button', { name: /识\s*别/ }));
  expect(await dialog.findByText('没有识别到提单号或箱号。')).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '跟踪 0 个' }).disabled).toBe(true);
});

test('a number that comes with the address is recognised at once, and Enter tracks it', async () => {
  server.answer({
    recogniseReferences: () => [{ ...bill, start: 0, end: 8 }],
    batchSubscribe: () => ({
      created: 1,
      failed: 0,
      results: [{ row: 1, ok: true, obmTkSubscribeId: '5', errors: [], warnings: [] }],
    }),
  });
  const page = await openPage(traceIndexPage, '/trace-index?paste=MERI0001');
  const track = await screen.findByRole('button', { name: '跟踪 1 个' });
  await waitFor(() => expect(document.activeElement).toBe(track));
  expect(server.asked('recogniseReferences')).toEqual([{ text: 'MERI0001' }]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(page.href()).toBe('/trace-index'));
  expect(server.asked('batchSubscribe')).toHaveLength(1);
});
