import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press } from '#testing/screen-acts.ts';
import { subscriptionPage } from '#testing/subscription-row.ts';
import { readTable } from '#shared/sheet/read-file.ts';
import { exceptionSubscribePage } from './page.ts';

/** What jsdom lacks: a worker that reads files as the one of the product does. */
class FileReading extends EventTarget {
  postMessage({ bytes, fileName }: { bytes: Uint8Array<ArrayBuffer>; fileName: string }): void {
    void readTable(bytes, fileName).then((table) =>
      this.dispatchEvent(new MessageEvent('message', { data: { table } })),
    );
  }
  terminate(): void {}
}

let kept: unknown = null;
/** What the save of columns waits for. */
let saving: Promise<void> = Promise.resolve();
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(),
  preferenceGet: () => (kept === null ? null : { value: kept, changedAt: 1 }),
  preferenceSave: async ({ value, changedAt }) => {
    await saving;
    kept = value;
    return { value, changedAt };
  },
  importSubscriptions: (input) => {
    const rows = 'rows' in input ? (input.rows ?? []) : [];
    const result = { ok: true, obmTkSubscribeId: null, errors: [], warnings: [] };
    return { created: rows.length, failed: 0, results: rows.map((_, index) => ({ ...result, row: index + 1 })) };
  },
});
beforeEach(() => {
  kept = null;
  saving = Promise.resolve();
  vi.stubGlobal('Worker', FileReading);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Chooses a file in the import. */
async function choose(csv: string): Promise<HTMLElement> {
  await press('导入自助订阅');
  const dialog = await screen.findByRole('dialog', { name: '导入自助订阅' });
  const input = dialog.querySelector('input[type=file]');
  if (input === null) throw new Error('no file can be chosen');
  fireEvent.change(input, { target: { files: [new File([csv], 'rows.csv', { type: 'text/csv' })] } });
  return dialog;
}
const sent = () => server.asked('importSubscriptions').at(-1);
const empty = { ctnNo: '', vesselName: '', voyage: '' };

test("a forwarder's columns are looked at once; the next file with these headings is read by them", async () => {
  await openPage(exceptionSubscribePage);
  const dialog = await choose('订单号,提单号,箱号,船司\nPO1,MERI1,CSQU3054383,MERI\nPO2,MERI1,MSKU0000007,MERI\n');
  const columns = await within(dialog).findByRole('region', { name: '列对应关系' });
  expect(within(columns).getAllByText('按列名')).toHaveLength(3);
  expect(within(columns).getByText('不导入的列：订单号')).toBeDefined();
  expect(server.asked('importSubscriptions')).toEqual([]);
  await press('下一步：检查数据', dialog);
  expect(await within(dialog).findByText('1 行与前面的行提单相同，已合并为一条订阅')).toBeDefined();
  const row = { row: 2, isBillNo: '是', blNo: 'MERI1', carrierCode: 'MERI', ...empty };
  expect(sent()).toEqual({ rows: [row], dryRun: 1 });
  await waitFor(() =>
    expect(kept).toMatchObject([{ columns: { blNo: '提单号', ctnNo: '箱号', carrierCode: '船司' } }]),
  );
  await press('取消', dialog);
  await answerDialog('放弃未保存的内容？', '放弃');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // The same headings in another order.
  const again = await choose('船司,箱号,提单号,订单号\nMERI,,MERI2,PO3\n');
  await within(again).findByText('可导入');
  expect(sent()).toEqual({ rows: [{ ...row, blNo: 'MERI2' }], dryRun: 1 });
  expect(within(again).queryByRole('region', { name: '列对应关系' })).toBeNull();
});

test('rows are imported while their columns are still being remembered; the next file waits for that', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  saving = promise;
  await openPage(exceptionSubscribePage);
  const dialog = await choose('订单号,提单号,船司\nPO1,MERI1,MERI\n');
  await within(dialog).findByRole('region', { name: '列对应关系' });
  await press('下一步：检查数据', dialog);
  await within(dialog).findByText('可导入');
  await press('导入 1 行', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).not.toHaveProperty('dryRun');

  const again = await choose('船司,提单号,订单号\nMERI,MERI2,PO3\n');
  resolve();
  await within(again).findByText('可导入');
  expect(within(again).queryByRole('region', { name: '列对应关系' })).toBeNull();
});
