import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { exceptionOf, subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionManagePage } from './page.ts';

type Row = CallData<'queryExceptions'>['records'][number];
type Source = CallData<'sources'>[number];

const row = (values: Partial<Row['obmAutotestResult']> = {}): Row => ({
  ...subscriptionRow(),
  obmAutotestResult: exceptionOf(values),
});
const rows = [
  row({ chargeCode: 'lili', chargeName: '李丽', recordVersion: 4 }),
  row({ obmAutotestResultId: '12', blNo: 'MERI2', tenantCode: 'LANHAI' }),
];
const source: Source = {
  code: 'dcsa:MERI',
  protocol: 'dcsa',
  nameCn: '子午接口',
  nameEn: 'Meridian API',
  enabled: true,
  failing: false,
  consecutiveFailures: 0,
  lastSuccessTime: null,
  lastFailureTime: null,
  lastError: null,
  refusals24h: 0,
  overdue: 0,
};
const status = (codeValue: string, displayValueCn: string) => ({
  codeType: 'HANDLE_STATUS',
  codeValue,
  displayValueCn,
  displayValueEn: null,
});
const server = callServer({
  allDict: () => [status('0', '未处理'), status('1', '处理中'), status('2', '已处理')],
  exceptionTypes: () => [],
  allOperators: () => [],
  tenants: () => [],
  sources: () => [],
  queryExceptions: () => ({ records: rows, totalPage: 1, totalRecord: 2 }),
  users: () => ({
    wlUsers: [{ wlUserId: '4', userCode: 'wangwu', userNameCn: '王五', tenantName: '海帆' }],
    totalPage: 1,
    totalRecord: 1,
  }),
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const lists = (): number => server.asked('queryExceptions').length;
async function openList(): Promise<void> {
  await openPage(exceptionManagePage, '/exception-manage?all=1');
  await rowOf('MERI2');
}
/** The name of such a button ends with its letter once rows are selected. */
const pressBatch = (button: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: new RegExp(`^${button}`) }));
async function openBatch(button: string, title: string): Promise<HTMLElement> {
  await openList();
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页' }));
  await pressBatch(button);
  return screen.findByRole('dialog', { name: title });
}
/** Chooses the handle status of a dialog by its number. */
const chooseStatus = (dialog: HTMLElement, key: string): void =>
  void fireEvent.keyDown(within(dialog).getByRole('combobox', { name: '处理状态' }), { key });

describe('responsible people', () => {
  test('rows are given to somebody who sees their tenants; former ones are named', async () => {
    server.answer({ assignExceptions: () => '已分配 2 条异常' });
    const dialog = await openBatch('批量分配', '分配责任人');
    for (const message of ['将 2 条异常分配给：', '现责任人：李丽 1 条']) expect(dialog.textContent).toContain(message);
    await press('确定', dialog);
    expect(await within(dialog).findAllByText('请选择责任人')).toHaveLength(2);
    expect(server.asked('assignExceptions')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('combobox', { name: '责任人' }));
    await userEvent.click(await screen.findByTitle('王五'));
    expect(server.asked('users').at(-1)).toMatchObject({ tenantCodes: 'HAIFAN,LANHAI' });
    const before = lists();
    await press('确定', dialog);
    expect(await screen.findByText('已分配 2 条异常')).toBeDefined();
    expect(server.asked('assignExceptions')).toEqual([{ ids: ['11', '12'], chargeCode: 'wangwu', chargeName: '王五' }]);
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    expect((await rowOf('MERI1')).classList).toContain('pt-row-saved');
    expect(screen.queryByRole('dialog')).toBeNull();
    // The batch is done: nothing is selected any more.
    await pressBatch('批量分配');
    expect(await screen.findByText('请先勾选要分配的记录')).toBeDefined();
  });
});

describe('the handle status', () => {
  test('of many makes them one’s own; those that failed are named, the others stand out', async () => {
    server.answer({
      updateExceptionStatus: () => ({
        changed: 1,
        results: [
          { id: '11', ok: true, msg: '' },
          { id: '12', ok: false, msg: '已被王五更新' },
        ],
      }),
    });
    const dialog = await openBatch('批量更新处理状态', '批量更新处理状态');
    expect(dialog.textContent).toContain('这些异常的责任人将改为 管理员');
    await press('确定', dialog);
    expect(await within(dialog).findAllByText('请选择处理状态')).toHaveLength(2);
    chooseStatus(dialog, '3');
    fireEvent.change(within(dialog).getByRole('textbox', { name: '处理备注' }), { target: { value: ' 已改船 ' } });
    await press('确定', dialog);
    expect(await screen.findByText('已更新 1 条，1 条未更新')).toBeDefined();
    expect(server.asked('updateExceptionStatus')).toEqual([
      {
        ids: ['11', '12'],
        chargeCode: 'admin',
        chargeName: '管理员',
        handleStatus: '2',
        handleRemark: '已改船',
        handleTime: expect.any(Number),
      },
    ]);
    const failed = await screen.findByRole('dialog', { name: '未能更新的异常' });
    expect(within(failed).getByRole('listitem').textContent).toBe('12 已被王五更新');
    await press('确定', failed);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '未能更新的异常' })).toBeNull());
    expect((await rowOf('MERI1')).classList).toContain('pt-row-saved');
    expect((await rowOf('MERI2')).classList).not.toContain('pt-row-saved');
  });

  test('of one keeps its person; what somebody else saved meanwhile is shown before it is replaced', async () => {
    const current = { handleStatus: '1', handleRemark: '等船公司', recordVersion: 9 };
    server.answer({
      updateException: () => new Refusal('已被修改', { data: { stale: true, current, who: '王五', time: 1 } }),
    });
    await openList();
    await chooseAct('MERI1', '更新处理状态');
    const dialog = await screen.findByRole('dialog', { name: '更新处理状态' });
    chooseStatus(dialog, '3');
    await press('确定', dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('王五 刚刚保存了：处理中 / 等船公司');
    server.answer({ updateException: () => null });
    await press('确定', dialog);
    expect(await screen.findByText('保存成功')).toBeDefined();
    const saved = { obmAutotestResultId: '11', handleStatus: '2', handleRemark: '' };
    expect(server.asked('updateException')).toEqual([
      { ...saved, recordVersion: 4 },
      { ...saved, recordVersion: 9 },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('the next row of a key is never one that was handled a moment ago, though rows changed places meanwhile', async () => {
  const shipment = { obmTkSubscribeId: '77' };
  const [first, second] = [row({ ...shipment, blNo: 'TRIA1' }), row({ ...shipment, obmAutotestResultId: '13' })];
  const others = ['14', '15'].map((id) => row({ obmAutotestResultId: id, obmTkSubscribeId: id, blNo: `TRIA${id}` }));
  const written: (() => void)[] = [];
  const list = (records: Row[]) => ({
    queryExceptions: () => ({ records, totalPage: 1, totalRecord: records.length }),
  });
  server.answer({
    ...list([first, ...others.slice(0, 1), second, ...others.slice(1)]),
    updateException: () => new Promise<null>((resolve) => written.push(() => resolve(null))),
  });
  await openPage(exceptionManagePage, '/exception-manage?all=1');
  await userEvent.click(within(await rowOf('TRIA1')).getByText('TRIA1'));
  const cursor = () => document.querySelector<HTMLElement>('.ant-table-row[data-cursor]')?.dataset['rowKey'];
  await userEvent.keyboard('33');
  expect(cursor()).toBe('14');
  // The first one is gone; the second one of its shipment now stands behind the cursor, and its own write is under way.
  server.answer(list([others[0], second, others[1]].filter((one) => one !== undefined)));
  written[0]?.();
  await waitFor(() => expect(screen.queryByText('TRIA1')).toBeNull());
  expect(cursor()).toBe('14');
  await userEvent.keyboard('3');
  expect(cursor()).toBe('15');
  for (const done of written) done();
});

test('a single exception is snoozed by the same letter as an incident, at the version that was seen', async () => {
  server.answer({ actOnIncident: () => new Success({ changed: 1, unchanged: 0, left: 0, results: [] }, '已搁置') });
  await openList();
  await userEvent.click(within(await rowOf('MERI2')).getByText('MERI2'));
  await userEvent.keyboard('s');
  const dialog = await screen.findByRole('dialog', { name: '搁置' });
  expect(dialog.textContent).toContain('MERI2');
  await press('确定', dialog);
  expect(await screen.findByText('已搁置')).toBeDefined();
  expect(server.asked('actOnIncident')).toEqual([{ ids: ['12'], action: 'snooze', versions: { '12': 1 } }]);
});

test('failing sources are counted and stand first; their refused messages are one click away', async () => {
  const broken = { ...source, code: 'edi', nameCn: '码头报文', failing: true, consecutiveFailures: 4 };
  server.answer({
    sources: () => [source, { ...broken, lastError: '连接被拒绝', refusals24h: 6, overdue: 2 }],
    getWorld: () => ({ simulated: false, now: 0, speed: 1, paused: false, behind: { count: 0, more: false } }),
    refusals: ({ sourceCode, currentPage }) => ({
      records: [
        {
          id: `${currentPage}`,
          time: Date.UTC(2026, 2, 1),
          sourceCode: sourceCode ?? null,
          via: 'folder',
          reason: 'noPort',
          reasonText: `港口未知 ${currentPage}`,
          detail: 'ZZRTM',
          sample: null,
        },
      ],
      totalPage: 2,
      totalRecord: 40,
    }),
  });
  await openList();
  await press('1 个数据源故障');
  const drawer = await screen.findByRole('dialog', { name: '数据源状态' });
  const [first] = within(drawer).getAllByRole('listitem');
  for (const message of ['码头报文', '故障', '从未', '连续失败 4 次', '2 个拉取逾期', '连接被拒绝'])
    expect(first?.textContent).toContain(message);
  expect(await within(drawer).findByText('港口未知 1')).toBeDefined();
  await press('较早', drawer);
  expect(await within(drawer).findByText('港口未知 2')).toBeDefined();
  await press('24 小时内拒收 6 条', drawer);
  expect(await within(drawer).findByText('港口未知 1')).toBeDefined();
  const requested = server.asked('refusals').map(({ sourceCode, currentPage }) => [sourceCode, currentPage]);
  expect(requested).toEqual([
    [undefined, '1'],
    [undefined, '2'],
    ['edi', '1'],
  ]);
});
