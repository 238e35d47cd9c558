import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, buttonOf, press } from '#testing/screen-acts.ts';
import { subscriptionPage } from '#testing/subscription-row.ts';
import { exceptionSubscribePage } from './page.ts';

type Answer = CallData<'importSubscriptions'>;
type Result = Answer['results'][number];

const fine: Result = { row: 1, ok: true, obmTkSubscribeId: null, errors: [], warnings: [] };
const answerOf = (...results: Result[]): Answer => ({
  created: results.filter(({ ok }) => ok).length,
  failed: results.filter(({ ok }) => !ok).length,
  results,
});
const bad: Result = { ...fine, ok: false, errors: [{ field: 'carrierCode', msg: '没有这家船公司' }] };
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(),
});
afterEach(cleanup);

/** Opens the import and types bills, one row each. */
async function typeRows(...bills: string[]): Promise<HTMLElement> {
  await openPage(exceptionSubscribePage);
  await press('导入自助订阅');
  const dialog = await screen.findByRole('dialog', { name: '导入自助订阅' });
  for (const [index, bill] of bills.entries()) {
    await press('添加一行', dialog);
    fireEvent.change(cellOf(dialog, index + 2, '提单号'), { target: { value: bill } });
  }
  return dialog;
}
const cellOf = (dialog: HTMLElement, line: number, column: string): HTMLInputElement =>
  within(dialog).getByLabelText<HTMLInputElement>(`行 ${line} ${column}`);
const summaryOf = (dialog: HTMLElement): string | null => within(dialog).getByText(/^共/).textContent;

test('rows are checked before they are sent; errors stand at their cells until they are corrected', async () => {
  server.answer({
    importSubscriptions: (input) =>
      answerOf({ ...fine, warnings: [{ field: 'voyage', msg: '航次已开航' }] }, 'dryRun' in input ? bad : fine),
  });
  const dialog = await typeRows('BILL1', 'BILL2');
  await press('检查数据', dialog);
  expect(await within(dialog).findByText('没有这家船公司')).toBeDefined();
  expect(summaryOf(dialog)).toBe('共 2 行：1 行可导入，1 行有误');
  expect(within(dialog).getByText('航次已开航')).toBeDefined();
  expect(cellOf(dialog, 3, '船公司').getAttribute('aria-invalid')).toBe('true');
  expect(cellOf(dialog, 2, '船公司').getAttribute('aria-invalid')).toBe('false');
  const typed = { isBillNo: '', ctnNo: '', carrierCode: '', vesselName: '', voyage: '' };
  const rows = [
    { ...typed, blNo: 'BILL1', row: 2 },
    { ...typed, blNo: 'BILL2', row: 3 },
  ];
  expect(server.asked('importSubscriptions')).toEqual([{ rows, dryRun: 1 }]);

  await userEvent.click(within(dialog).getByRole('checkbox', { name: '只看有误的行' }));
  expect(within(dialog).queryByLabelText('行 2 提单号')).toBeNull();
  // A row that was changed has to be checked again.
  fireEvent.change(cellOf(dialog, 3, '船公司'), { target: { value: 'MERI' } });
  expect(within(dialog).getByRole('button', { name: buttonOf('检查数据') })).toBeDefined();
});

test('right rows are imported; what the server still refuses stays to be corrected', async () => {
  server.answer({ importSubscriptions: () => answerOf(fine, fine) });
  const dialog = await typeRows('BILL1', 'BILL2');
  await press('检查数据', dialog);
  await within(dialog).findByRole('button', { name: buttonOf('导入 2 行') });
  server.answer({ importSubscriptions: () => answerOf(fine, bad) });
  const before = server.asked('querySubscriptions').length;
  await press('导入 2 行', dialog);
  expect(await screen.findByText('已新增 1 条订阅')).toBeDefined();
  expect(screen.getByText('还有 1 行需要更正，已保留在表中')).toBeDefined();
  expect(summaryOf(dialog)).toBe('共 1 行：0 行可导入，1 行有误');
  expect(cellOf(dialog, 3, '提单号').value).toBe('BILL2');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: buttonOf('导入 0 行') }).disabled).toBe(true);
  await waitFor(() => expect(server.asked('querySubscriptions').length).toBeGreaterThan(before));

  fireEvent.change(cellOf(dialog, 3, '船公司'), { target: { value: 'MERI' } });
  server.answer({ importSubscriptions: () => answerOf(fine) });
  await press('检查数据', dialog);
  await press('导入 1 行', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('nothing is not imported; a failure loses no row, and leaving asks first', async () => {
  server.answer({ importSubscriptions: () => new Refusal('服务器忙') });
  const dialog = await typeRows();
  await press('检查数据', dialog);
  expect(await screen.findByText('请至少添加一条订阅')).toBeDefined();
  expect(server.asked('importSubscriptions')).toEqual([]);
  await press('添加一行', dialog);
  fireEvent.change(cellOf(dialog, 2, '提单号'), { target: { value: 'BILL1' } });
  await press('检查数据', dialog);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  expect(cellOf(dialog, 2, '提单号').value).toBe('BILL1');
  await press('取消', dialog);
  await answerDialog('放弃未保存的内容？', '继续编辑');
  expect(cellOf(dialog, 2, '提单号').value).toBe('BILL1');
});
