import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { ReplayRun } from '#contract/intake/replay.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { buttonOf, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { subscriptionPage, subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionSubscribePage } from './page.ts';

type PullRecord = CallData<'queryPullRecords'>[number];

const morning = Date.UTC(2026, 2, 1, 1, 2, 3);
const pull: PullRecord = {
  pullRecordId: '8',
  obmTkSubscribeId: '5',
  blNo: 'MERI1',
  ctnNo: null,
  tenantCode: 'HAIFAN',
  tkSourceId: '2',
  sourceName: '聚合平台',
  dataType: 1,
  createTime: morning,
  regainTime: morning + 60_000,
  handlerCode: 'lili',
  handlerName: '李丽',
  lastError: null,
};
const run: ReplayRun = {
  runId: '21',
  kind: 'fuse',
  sourceType: null,
  obmTkSubscribeId: '5',
  state: 'done',
  total: 1,
  done: 1,
  outcome: '更新 3 个值',
  changed: 3,
  dropped: 2,
  restorable: 2,
  error: null,
  handlerCode: 'lili',
  handlerName: '李丽',
  startTime: morning,
  finishTime: morning,
  joined: 0,
};
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(subscriptionRow({ remark: '加急' })),
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

/** Opens the dialog of the one row that an act leads to. */
async function openDialog(act: string, title: string): Promise<HTMLElement> {
  await openPage(exceptionSubscribePage);
  await chooseAct('MERI1', act);
  return screen.findByRole('dialog', { name: title });
}
const lists = (): number => server.asked('querySubscriptions').length;

describe('the remark', () => {
  test('is saved without blanks around it, and the row stands out in the list that is read again', async () => {
    server.answer({ updateSubscriptionRemark: () => new Success(null, '备注已保存') });
    const dialog = await openDialog('编辑订阅备注', '编辑订阅备注 · MERI1');
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: '备注' });
    expect(field.value).toBe('加急');
    fireEvent.change(field, { target: { value: '  等客户确认 ' } });
    expect(within(dialog).getByText('5/200')).toBeDefined();
    const before = lists();
    await press('确定', dialog);
    expect(await screen.findByText('备注已保存')).toBeDefined();
    const saved = { obmTkSubscribeId: '5', remark: '等客户确认', recordVersion: 1 };
    expect(server.asked('updateSubscriptionRemark')).toEqual([saved]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lists()).toBe(before + 1);
    await waitFor(async () => expect((await rowOf('MERI1')).classList).toContain('pt-row-saved'));
  });

  test('of more than 200 characters is not sent; one that is refused stays in the open dialog', async () => {
    server.answer({ updateSubscriptionRemark: () => new Refusal('订阅已结束') });
    const dialog = await openDialog('编辑订阅备注', '编辑订阅备注 · MERI1');
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: '备注' });
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: buttonOf('确定') });
    fireEvent.change(field, { target: { value: '船'.repeat(201) } });
    expect(within(dialog).getByRole('alert').textContent).toBe('备注不能超过 200 个字符');
    expect(save.disabled).toBe(true);
    fireEvent.change(field, { target: { value: '🚢'.repeat(200) } });
    expect(save.disabled).toBe(false);
    await press('确定', dialog);
    expect(await screen.findByText('订阅已结束')).toBeDefined();
    expect(screen.getByRole('dialog', { name: '编辑订阅备注 · MERI1' })).toBe(dialog);
    expect(field.value).toBe('🚢'.repeat(200));
  });
});

describe('pull records', () => {
  const openRecords = async (...records: PullRecord[]): Promise<HTMLElement> => {
    server.answer({ queryPullRecords: () => records });
    await openPage(exceptionSubscribePage);
    await userEvent.click(within(await rowOf('MERI1')).getByRole('checkbox'));
    await press('查询异常记录');
    return screen.findByRole('dialog', { name: '异常记录' });
  };

  test('say of each source who wanted what, and why nothing came', async () => {
    await openRecords(pull, {
      ...pull,
      pullRecordId: '9',
      blNo: null,
      ctnNo: 'BOX1',
      lastError: '连接超时',
      dataType: 2,
      regainTime: null,
    });
    const done = within(await rowOf('李丽 于 2026-03-01 09:02:03 CST +8 要求的拉取已经完成'));
    for (const message of ['MERI1', '聚合平台', '已拉取', '2026-03-01 09:03:03'])
      expect(done.getByText(message)).toBeDefined();
    const cancelled = within(await rowOf('BOX1'));
    expect(cancelled.getByText('已取消')).toBeDefined();
    expect(cancelled.getByText(/李丽 取消了拉取/)).toBeDefined();
    expect(server.asked('queryPullRecords')).toEqual([['5']]);
  });

  test('that are not there are explained; a failure can be tried again', async () => {
    const dialog = within(await openRecords());
    expect(await dialog.findByText(/所选订阅没有异常记录/)).toBeDefined();
    cleanup();
    server.answer({ queryPullRecords: () => new Refusal('服务器忙') });
    await openPage(exceptionSubscribePage);
    await userEvent.click(within(await rowOf('MERI1')).getByRole('checkbox'));
    await press('查询异常记录');
    const failed = await screen.findByRole('dialog', { name: '异常记录' });
    expect(await within(failed).findByText('服务器忙')).toBeDefined();
    server.answer({ queryPullRecords: () => [pull] });
    await press('重试', failed);
    expect(await rowOf('聚合平台')).toBeDefined();
  });
});

test('the newest answer of FT is shown as it came, and copied', async () => {
  const user = userEvent.setup({ delay: null });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async () => undefined);
  const record = '{"bl": "MERI1"}';
  server.answer({
    latestFtRecord: () => ({
      obmTkSubscribeId: '5',
      sourceName: '聚合平台',
      askTime: morning + 7_200_000,
      answerTime: morning + 3_600_000,
      receiveTime: morning,
      via: 'pull',
      sizeBytes: 12_345,
      record,
    }),
  });
  const dialog = within(await openDialog('FT 最新记录', 'FT 最新记录'));
  expect(await dialog.findByText(record)).toBeDefined();
  expect(dialog.getByText(/聚合平台 · 12,345 字节/)).toBeDefined();
  const times = dialog.getByText('最近请求', { exact: false }).parentElement?.textContent;
  for (const text of ['最近请求 2026-03-01 11:02:03', '最近应答 2026-03-01 10:02:03', '最近变化 2026-03-01 09:02:03'])
    expect(times).toContain(text);
  await user.click(dialog.getByRole('button', { name: buttonOf('复制') }));
  expect(await screen.findByText('已复制')).toBeDefined();
  expect(writeText.mock.calls).toEqual([[record]]);
  expect(server.asked('latestFtRecord')).toEqual([{ obmTkSubscribeId: '5' }]);

  server.answer({ latestFtRecord: () => null });
  const empty = await openDialog('FT 最新记录', 'FT 最新记录');
  expect(await within(empty).findByText('FT 还没有返回过数据。')).toBeDefined();
  await press('复制', empty);
  expect(await screen.findByText('FT请求无数据，无法复制')).toBeDefined();
});

describe('runs', () => {
  test('say what was run and what came of it; dropped expert values are brought back', async () => {
    server.answer({
      replayRuns: () => [
        run,
        { ...run, runId: '22', kind: 'ask', sourceType: 'FT', state: 'failed', error: '连接超时', restorable: 0 },
        { ...run, runId: '23', kind: 'reinsert', sourceType: 'RPA', outcome: '', restorable: 0 },
      ],
      restoreOverrides: () => new Refusal('已被新的值替换'),
      activatePullRecords: () => [],
    });
    await openDialog('执行记录', '执行记录 · MERI1');
    const failed = await rowOf('FT 发送请求');
    expect(within(failed).getByText('失败')).toBeDefined();
    expect(within(failed).getByText(/执行失败：连接超时/)).toBeDefined();
    expect((await rowOf('RPA 数据补录')).textContent).toContain('已完成：—');
    await press('重新拉取', failed);
    expect(await screen.findByText('已要求数据源重新拉取')).toBeDefined();
    expect(server.asked('activatePullRecords')).toEqual([['5']]);

    const requested = server.asked('replayRuns').length;
    await press('恢复 2 个专家值', await rowOf('已完成：更新 3 个值'));
    expect(await screen.findByText('已被新的值替换')).toBeDefined();
    expect(server.asked('restoreOverrides')).toEqual([{ obmTkSubscribeId: '5', runId: '21' }]);
    await waitFor(() => expect(server.asked('replayRuns')).toHaveLength(requested + 1));
  });

  test('of many subscriptions want a carrier or a period, and show how far they are', async () => {
    server.answer({
      replayRuns: () => [{ ...run, kind: 'replay', state: 'running', total: 8, done: 3, restorable: 0 }],
      replayStored: () => new Success([run], '已开始重放'),
    });
    await openPage(exceptionSubscribePage);
    await rowOf('MERI1');
    await press('批量重放');
    const dialog = await screen.findByRole('dialog', { name: '批量重放' });
    const progress = await within(dialog).findByRole('progressbar');
    expect(progress.getAttribute('aria-valuenow')).toBe('37');
    await press('开始重放', dialog);
    expect(await screen.findByText('请选择船公司或订阅时间')).toBeDefined();
    expect(server.asked('replayStored')).toEqual([]);
    expect(server.asked('replayRuns')[0]).toEqual({});
  });
});
