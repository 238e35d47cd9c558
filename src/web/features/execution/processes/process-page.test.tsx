import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { allParts, callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { processPage } from './page.ts';

type Row = CallData<'process.query'>['records'][number];
type Started = CallData<'jobRunMany'>;

const row: Row = {
  wlProcessesId: '5',
  processType: 'SAILING',
  processName: '船期采集',
  tenantId: '3',
  tenantName: '海帆',
  packageVersionId: '71',
  packageVersion: '1.2',
  packageVersionStatus: 'AVAILABLE',
  wlPackageVersionId: '71',
  packageId: '7',
  packageName: 'SAILING',
  needParamExchange: 0,
  paramExchangeFunctionId: null,
  paramExchangeServiceName: null,
  templateExchangeFlag: 0,
  needExchange: 1,
  needConfirm: 0,
  feedbackId: null,
  feedbackName: null,
  priority: 50,
  environmentId: null,
  environmentName: null,
  runningCap: null,
  retryLimit: 0,
  retryWaitS: 60,
  timeLimitS: 1_800,
  stopLimitS: 60,
  createTime: Date.UTC(2026, 2, 1, 8),
  lastModifyTime: Date.UTC(2026, 2, 2, 9, 30),
  recordVersion: 4,
};
const second: Row = { ...row, wlProcessesId: '6', processName: '箱动态', tenantId: '4', tenantName: '远洋' };
const started: Started = {
  chosen: 2,
  cut: false,
  runId: null,
  results: [
    { processId: '5', processName: '船期采集', tenantName: '海帆', jobId: '41', text: '已排队' },
    { processId: '6', processName: '箱动态', tenantName: '远洋', jobId: null, text: '流程没有可用的版本' },
  ],
};
const server = callServer({
  allDict: () => [
    { codeType: 'WL_PACKAGE_STATUS', codeValue: 'AVAILABLE', displayValueCn: '可用', displayValueEn: 'Available' },
  ],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  packagesWithVersions: () => [
    { wlPackageVersionId: '71', packageVersion: '1.2', packageName: 'SAILING', packageDesc: '船期采集产品' },
  ],
  'package.getAll': () => [],
  'process.getAll': () => [],
  'function.getAll': () => [],
  'feedback.getAll': () => [],
  'environment.getAll': () => [],
  'process.query': () => ({ records: [row, second], totalPage: 1, totalRecord: 2 }),
  'process.writers': () => [],
  'processFunction.query': () => allParts([]),
  jobBulkRuns: () => [],
  jobRunMany: ({ preview }) => (preview === 1 ? { ...started, results: [] } : started),
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const runFiltered = '执行筛选出的全部';

test('a process is started at once, with one job for many presses, and one is led to it; a refusal says why', async () => {
  let arrive: (job: Success<{ jobId: string }>) => void = () => undefined;
  server.answer({ jobRun: () => new Promise((resolve) => (arrive = resolve)) });
  const page = await openPage(processPage);
  const cells = within(await rowOf('船期采集'));
  for (const message of ['海帆', '1.2']) expect(cells.getByText(message)).toBeDefined();
  await userEvent.click(cells.getByText('船期采集'));
  await userEvent.keyboard('rr');
  await waitFor(() => expect(server.asked('jobRun')).toEqual([{ processId: '5' }]));
  arrive(new Success({ jobId: '41' }, '已启动作业 41'));
  expect(await screen.findByText('已启动作业 41')).toBeDefined();
  expect(page.left).toEqual(['/job/detail?jobId=41']);
  server.answer({ jobRun: () => new Refusal('没有在线的机器人', { httpStatus: 500 }) });
  await chooseAct('箱动态', '立即执行');
  expect(await screen.findByText('未能启动作业：没有在线的机器人')).toBeDefined();
  expect(server.asked('jobRun')).toEqual([{ processId: '5' }, { processId: '6' }]);
  expect(page.left).toHaveLength(1);
});

test('what fits the filters is counted, asked about, started, and reported one by one', async () => {
  const page = await openPage(processPage, '/process?processName=采集');
  await rowOf('船期采集');
  await press(runFiltered);
  expect(await answerDialog('筛选出的全部 2 个流程各启动一个作业？', '取消')).toContain(
    '各排队一次，优先级取流程自身的设置',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const counted = server.asked('jobRunMany');
  expect(counted).toEqual([{ filter: expect.objectContaining({ processName: '采集' }), preview: 1 }]);
  await press(runFiltered);
  await answerDialog('筛选出的全部 2 个流程各启动一个作业？', runFiltered);
  const dialog = await screen.findByRole('dialog', { name: '已启动的作业' });
  expect(within(dialog).getByText('1 个已启动，1 个未启动')).toBeDefined();
  const refused = within(dialog).getByText('箱动态').closest('tr') as HTMLElement;
  expect(refused.textContent).toBe('箱动态远洋流程没有可用的版本');
  expect(within(refused).queryByRole('button')).toBeNull();
  expect(server.asked('jobRunMany').at(-1)).toEqual({ filter: counted[0]?.filter });
  await press('已排队', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.left).toEqual(['/job/detail?jobId=41']);
});

test('without a process nothing is asked; one that cannot be counted says why', async () => {
  server.answer({ jobRunMany: () => ({ ...started, chosen: 0, results: [] }) });
  await openPage(processPage);
  await rowOf('船期采集');
  await press(runFiltered);
  expect(await screen.findByText('没有符合筛选条件的流程')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  server.answer({ jobRunMany: () => new Refusal('队列已满', { httpStatus: 500 }) });
  await press(runFiltered);
  expect(await screen.findByText('未能启动作业：队列已满')).toBeDefined();
  server.answer({ jobRunMany: () => ({ ...started, chosen: 1, cut: true, results: [] }) });
  await act(() => setLang('en'));
  await press('Run all filtered');
  expect(await answerDialog('Run all 1 filtered process?', 'Cancel')).toContain('at most 100,000 at a time');
});

test('a run over many goes on by itself and is shown as it is', async () => {
  const run: CallData<'jobBulkRuns'>[number] = {
    runId: '9',
    act: 'run',
    state: 'done',
    total: 250,
    done: 250,
    succeeded: 249,
    refused: 1,
    startTime: Date.UTC(2026, 2, 1),
    finishTime: Date.UTC(2026, 2, 1, 1),
  };
  server.answer({
    jobRunMany: ({ preview }) => ({ ...started, chosen: 250, results: [], runId: preview === 1 ? null : '9' }),
    jobBulkResults: () => ({ records: [], totalPage: 0, totalRecord: 0, run }),
  });
  await openPage(processPage);
  await rowOf('船期采集');
  server.answer({ jobBulkRuns: () => [run] });
  await press(runFiltered);
  await answerDialog('筛选出的全部 250 个流程各启动一个作业？', runFiltered);
  await waitFor(() => expect(server.asked('jobBulkResults').at(-1)).toMatchObject({ runId: '9' }));
  expect(screen.queryByRole('dialog', { name: '已启动的作业' })).toBeNull();
});

test('the form tells what follows from the version; translating takes a service; a refused field says why', async () => {
  server.answer({
    'process.update': () =>
      new Refusal('优先级无效', { data: { fields: [{ field: 'priority', message: '优先级超出租户上限' }] } }),
  });
  await openPage(processPage);
  await userEvent.dblClick(within(await rowOf('海帆')).getByText('船期采集'));
  const dialog = within(await screen.findByRole('dialog', { name: '流程配置更新' }));
  expect(await dialog.findByText('船期采集产品')).toBeDefined();
  expect(dialog.getByText(/2026-03-02 \d\d:30:00/)).toBeDefined();
  const priority = dialog.getByLabelText('优先级');
  fireEvent.change(priority, { target: { value: '101' } });
  fireEvent.blur(priority);
  await press('保存');
  expect(priority.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(priority, { target: { value: '99' } });
  const translates = dialog.getByRole('checkbox', { name: '参数转换' });
  await userEvent.click(translates);
  await press('保存');
  expect(await dialog.findByText('参数转换时须填写参数转换服务')).toBeDefined();
  expect(server.asked('process.update')).toEqual([]);
  await userEvent.click(translates);
  await press('保存');
  expect(await dialog.findByText('优先级超出租户上限')).toBeDefined();
  expect(server.asked('process.update').at(-1)).toMatchObject({ wlProcessesId: '5', recordVersion: 4 });
  server.answer({ 'process.update': () => new Success(row, '更新流程配置成功') });
  await press('保存');
  expect(await screen.findByText('更新流程配置成功')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who has not the page among the menus reads, and starts and changes nothing', async () => {
  await openPage(processPage, '/process', { who: { userType: 'user' }, menus: [] });
  await userEvent.click(within(await rowOf('船期采集')).getByText('船期采集'));
  await userEvent.keyboard('r');
  for (const name of [/新\s*增$/, /执行筛选出的全部$/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(server.asked('jobRun')).toEqual([]);
});
