import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import type { ReplayRun } from '#contract/intake/replay.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { exceptionOf, subscriptionPage, subscriptionRow } from '#testing/subscription-row.ts';
import { setLang } from '#web/i18n/index.ts';
import { exceptionSubscribePage } from './page.ts';

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
  dropped: 0,
  restorable: 0,
  error: null,
  handlerCode: 'admin',
  handlerName: '管理员',
  startTime: Date.UTC(2026, 2, 1, 8),
  finishTime: Date.UTC(2026, 2, 1, 8, 1),
  joined: 0,
};
const running: ReplayRun = { ...run, state: 'running' };
const requested: ReplayRun = { ...run, kind: 'ask', sourceType: 'FT' };
const expertValue: OverrideEntry = {
  wlDataCombineDisableId: '3',
  isDelete: 1,
  processType: 'SHIPPING_TRACKING',
  packageVersion: '',
  tableName: 'obm_bk',
  tableKeyId: '9',
  columnName: 'ata',
  newValue: '2026-03-01 08:00:00',
  value: Date.UTC(2026, 2, 1),
  automaticValue: null,
  zone: 'Asia/Shanghai',
  path: 'booking.ata',
  creatorCode: 'lili',
  creatorName: '李丽',
  createTime: Date.UTC(2026, 2, 1),
  recordVersion: 1,
};
const overridesOf = (...booking: OverrideEntry[]) => ({
  obm_bk: booking,
  obm_multi_vessel: [],
  obm_doc_actual_container: [],
  md_status_record: [],
});
const record = {
  pullRecordId: '8',
  obmTkSubscribeId: '5',
  blNo: 'MERI1',
  ctnNo: null,
  tenantCode: 'HAIFAN',
  tkSourceId: '2',
  sourceName: '聚合平台',
  dataType: 1 as const,
  createTime: Date.UTC(2026, 2, 1, 8),
  regainTime: null,
  handlerCode: 'admin',
  handlerName: '管理员',
  lastError: null,
};
const server = callServer({
  allDict: () => [],
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian', operatorNameCn: '子午航运' }],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(subscriptionRow()),
  replayRuns: () => [run],
});
const notify = liveStream();
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const one = [{ obmTkSubscribeId: '5' }];
const lists = (): number => server.asked('querySubscriptions').length;

describe('what is done about a row', () => {
  test('fusing again says first how many expert values it drops, and shows what runs', async () => {
    server.answer({
      overrides: () => overridesOf(expertValue, { ...expertValue, wlDataCombineDisableId: '4' }),
      refuse: () => new Success(running, '已开始重新融合'),
    });
    await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', '重新触发融合');
    expect(await answerDialog('重新触发融合？', '取消')).toContain('将移除该订阅的 2 个专家值');
    expect(server.asked('overrides')).toEqual(one);
    expect(server.asked('refuse')).toEqual([]);

    const before = lists();
    await chooseAct('MERI1', '重新触发融合');
    await answerDialog('重新触发融合？', '确定');
    expect(await screen.findByText('已开始重新融合')).toBeDefined();
    expect(server.asked('refuse')).toEqual(one);
    const runs = within(await screen.findByRole('dialog', { name: '执行记录 · MERI1' }));
    expect(await runs.findByText('已完成：更新 3 个值')).toBeDefined();
    expect(server.asked('replayRuns')[0]).toEqual({ obmTkSubscribeId: '5' });
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
  });

  test('fusing again says that nothing is dropped; nothing is asked when that cannot be found out', async () => {
    server.answer({ overrides: () => overridesOf() });
    await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', '重新触发融合');
    expect(await answerDialog('重新触发融合？', '取消')).toContain('该订阅没有专家值');
    server.answer({ overrides: () => new Refusal('订阅已删除') });
    await chooseAct('MERI1', '重新触发融合');
    expect(await screen.findByText('订阅已删除')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a request is sent without a question; what came of it is one click away', async () => {
    server.answer({ requestFt: () => new Success(requested, 'FT 没有新数据') });
    await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', 'FT 发送请求');
    const message = (await screen.findByText('FT 没有新数据')).parentElement as HTMLElement;
    expect(server.asked('requestFt')).toEqual(one);
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('查看', message);
    expect(await screen.findByRole('dialog', { name: '执行记录 · MERI1' })).toBeDefined();
    expect(await rowOf('更新 3 个值')).toBeDefined();
  });

  test('what runs is not shown over a dialog that was opened meanwhile', async () => {
    const sent = Promise.withResolvers<void>();
    server.answer({ requestFt: () => sent.promise.then(() => new Success(running, '已发送请求')) });
    await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', 'FT 发送请求');
    await chooseAct('MERI1', '编辑订阅备注');
    const dialog = await screen.findByRole('dialog', { name: /备注/ });
    await userEvent.type(within(dialog).getByRole('textbox'), 'call the carrier');
    sent.resolve();
    await screen.findByText('已发送请求');
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(within(dialog).getByDisplayValue('call the carrier')).toBeDefined();
  });

  test('reading stored data again asks first; a refusal is shown', async () => {
    server.answer({ reinsertRpa: () => new Refusal('没有已保存的数据') });
    await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', 'RPA 数据补录');
    const message = await answerDialog('RPA 数据补录？', '确定');
    expect(message).toContain('将重新解析已保存的最新数据并融合，不会向外部发送新的请求。');
    expect((await screen.findByText('没有已保存的数据')).parentElement?.getAttribute('role')).toBe('alert');
    expect(server.asked('reinsertRpa')).toEqual(one);
  });

  test('expert data need data, those of self-service its own type, and the trace a booking', async () => {
    server.answer({
      querySubscriptions: () => subscriptionPage(subscriptionRow({ subscribeStatus: 0, bkId: null })),
    });
    const { left } = await openPage(exceptionSubscribePage);
    await chooseAct('MERI1', '编辑专家数据');
    expect(await screen.findByText('订阅无数据，无法编辑专家数据')).toBeDefined();
    await chooseAct('MERI1', '编辑自助专家数据');
    expect(await screen.findByText('非自助类型')).toBeDefined();
    await press('MERI1');
    expect(await screen.findByText('订阅无bk信息，无法跳转')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(left).toEqual([]);
  });
});

describe('what is done about several rows', () => {
  test('wants a selection', async () => {
    await openPage(exceptionSubscribePage);
    await rowOf('MERI1');
    await press('重新激活异常记录');
    expect(await screen.findByText('请至少选择一条记录')).toBeDefined();
  });

  test('activating names the selected rows and leads to the records; cancelling nothing is a warning', async () => {
    const rows = [subscriptionRow(), subscriptionRow({ obmTkSubscribeId: '6', blNo: 'MERI2' })];
    server.answer({
      querySubscriptions: () => subscriptionPage(...rows),
      activatePullRecords: () => new Success([record], '已激活 1 条'),
      cancelPullRecords: () => new Success([], '没有可取消的记录'),
      queryPullRecords: () => [record],
    });
    await openPage(exceptionSubscribePage);
    await rowOf('MERI2');
    await userEvent.click(screen.getByRole('checkbox', { name: '选择本页' }));
    await press('取消异常记录');
    const warning = (await screen.findByText('没有可取消的记录')).parentElement as HTMLElement;
    expect(within(warning).queryByRole('button', { name: '查看' })).toBeNull();
    expect(server.asked('cancelPullRecords')).toEqual([['5', '6']]);

    await press('重新激活异常记录');
    await press('查看', (await screen.findByText('已激活 1 条')).parentElement as HTMLElement);
    expect(server.asked('activatePullRecords')).toEqual([['5', '6']]);
    const dialog = within(await screen.findByRole('dialog', { name: '异常记录' }));
    expect(await dialog.findByText('聚合平台')).toBeDefined();
    expect(server.asked('queryPullRecords')).toEqual([['5', '6']]);
  });
});

test('the page of a carrier opens beside, and the number is copied for it', async () => {
  const user = userEvent.setup({ delay: null });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async () => undefined);
  server.answer({
    querySubscriptions: () =>
      subscriptionPage(
        subscriptionRow({ blNo: null, ctnNo: 'BOX 1' }, { carrierUrl: 'https://meri.example/find?box={ctnNo}' }),
      ),
  });
  await openPage(exceptionSubscribePage);
  const link = await screen.findByRole('link', { name: /子午航运.*在新窗口打开/ });
  expect(link.getAttribute('href')).toBe('https://meri.example/find?box=BOX%201');
  expect(link.getAttribute('target')).toBe('_blank');
  await user.click(link);
  expect(await screen.findByText('已复制 BOX 1，可在船公司网站粘贴查询')).toBeDefined();
  expect(writeText.mock.calls).toEqual([['BOX 1']]);
});

test('others change the list: it says so and waits to be asked; what one changed oneself is no news', async () => {
  await openPage(exceptionSubscribePage);
  await rowOf('MERI1');
  await notify('subscription', { by: 'admin' });
  expect(screen.queryByText('列表有更新，点击刷新')).toBeNull();
  await notify('subscription', { by: 'lili' });
  const before = lists();
  await press('列表有更新，点击刷新');
  await waitFor(() => expect(screen.queryByText('列表有更新，点击刷新')).toBeNull());
  expect(lists()).toBe(before + 1);
});

test('a row tells of its open exception and its expert values, in English too', async () => {
  server.answer({
    querySubscriptions: () =>
      subscriptionPage(
        subscriptionRow(
          { subscribeStatus: 0, isBillNo: 0 },
          { obmAutotestResult: exceptionOf(), updateLogMap: { 'booking.ata': {} } },
        ),
      ),
    overrides: () => overridesOf(expertValue),
  });
  await openPage(exceptionSubscribePage);
  const cells = within(await rowOf('MERI1'));
  for (const message of ['甩柜', '无数据', '箱号']) expect(cells.getByText(message)).toBeDefined();
  expect(cells.getByText('专家').title).toBe('1 个专家值');
  await act(() => setLang('en'));
  const row = within(await rowOf('Meridian'));
  expect(row.getByText('No data')).toBeDefined();
  expect(row.getByTitle('1 expert value')).toBeDefined();
  await userEvent.click(row.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByText('Recompute'));
  const question = await screen.findByRole('dialog', { name: 'Fuse this subscription again?' });
  expect(question.textContent).toContain('This removes 1 expert value and');
});
