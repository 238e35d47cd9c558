import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { buttonOf, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { subscriptionPage, subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionSubscribePage } from './page.ts';

type Schedule = CallData<'subscriptionSchedules'>[number];
type Plan = CallData<'schedulePlans'>['records'][number];

const now = Date.UTC(2026, 2, 1, 1);
const source: Schedule = {
  wlSchedulesId: '30',
  detailPackageDesc: '请求数据源',
  detailPackageName: '海运跟踪',
  scheduleStatus: 'Running',
  executeTime: now + 3_600_000,
  cronExpression: '0 0/30 * * * ?',
  tenantName: '海帆',
  scheduleInfo: '定时请求',
  jobId: 'task-7',
  jobName: '聚合平台',
  packageName: '整箱跟踪',
  kind: 'source',
  nextWhy: null,
  failures: 0,
  problem: null,
  lastTime: null,
  pausedUntil: null,
  now,
};
const robot: Schedule = {
  ...source,
  wlSchedulesId: '31',
  jobName: '抓取网页',
  scheduleStatus: 'Stopped',
  executeTime: null,
  cronExpression: '0 15 8 * * ?',
  jobId: '77',
  kind: 'process',
};
const plan: Plan = {
  planId: 'p1',
  finishFlag: 1,
  planTime: now,
  planInfo: '得到 3 个节点',
  targetJobId: '77',
  remoteJobId: null,
  createTime: now,
  lastModifyTime: null,
};
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(subscriptionRow()),
  subscriptionSchedules: () => [source, robot],
  schedulePlans: () => ({ records: [plan], totalPage: 1, totalRecord: 1 }),
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

async function openSchedules(menus: readonly string[] = ['/exception-subscribe']) {
  const page = await openPage(exceptionSubscribePage, '/exception-subscribe', { who: { userType: 'user' }, menus });
  await chooseAct('MERI1', '调度计划');
  return { ...page, dialog: await screen.findByRole('dialog', { name: '调度计划 · MERI1' }) };
}

test('schedules say in words how often, when next, and why they stand as they do', async () => {
  const { left } = await openSchedules();
  const asking = within(await rowOf('定时请求'));
  for (const message of ['聚合平台', '运行中', '每 30 分钟', '2026-03-01 10:00:00', 'task-7', '海帆', '整箱跟踪'])
    expect(asking.getAllByText(message)[0]).toBeDefined();
  expect(asking.getByText('工作正常，2026-03-01 10:00:00 CST +8 再次请求。')).toBeDefined();
  const stopped = within(await rowOf('抓取网页'));
  expect(stopped.getByText('已停止')).toBeDefined();
  expect(stopped.getByText('0 15 8 * * ?')).toBeDefined();
  expect(await stopped.findByText('在08:15')).toBeDefined();
  expect(server.asked('subscriptionSchedules')).toEqual([{ subscribeId: '5' }]);
  // The job of a robot has a page; a request to a source is only known by its number.
  expect(asking.queryByRole('link')).toBeNull();
  await userEvent.click(stopped.getByRole('link', { name: '#77' }));
  expect(left).toEqual(['/job/detail?jobId=77']);
});

test('ticked schedules are started and stopped, and read again whatever came of it', async () => {
  server.answer({
    startSchedules: () => new Success({ changed: 1 }, '已启动 1 个调度'),
    stopSchedules: () => new Refusal('调度正在执行'),
  });
  const { dialog } = await openSchedules();
  const row = await rowOf('抓取网页');
  await press('启动', dialog.querySelector('.pt-import-bar') as HTMLElement);
  expect(await screen.findByText('请先勾选要启动的调度')).toBeDefined();
  await press('停止', dialog);
  expect(await screen.findByText('请先勾选要停止的调度')).toBeDefined();
  await userEvent.click(within(row).getByRole('checkbox'));
  await press('启动', dialog.querySelector('.pt-import-bar') as HTMLElement);
  expect(await screen.findByText('已启动 1 个调度')).toBeDefined();
  expect(server.asked('startSchedules')).toEqual([['31']]);
  await waitFor(() => expect(server.asked('subscriptionSchedules')).toHaveLength(2));
  await press('停止', dialog);
  expect(await screen.findByText('调度正在执行')).toBeDefined();
  expect(server.asked('stopSchedules')).toEqual([['31']]);
  await waitFor(() => expect(server.asked('subscriptionSchedules')).toHaveLength(3));
});

test('a stopped schedule is started from its own sentence', async () => {
  server.answer({ startSchedules: () => ({ changed: 1 }) });
  await openSchedules();
  await press('启动', await rowOf('抓取网页'));
  expect(await screen.findByText('已启动')).toBeDefined();
  expect(server.asked('startSchedules')).toEqual([['31']]);
});

test('a click on a schedule shows what it planned and did, page by page', async () => {
  const plans = Array.from({ length: 10 }, (_, index) => ({ ...plan, planId: `p${index}` }));
  server.answer({
    schedulePlans: ({ scheduleId, currentPage }) => ({
      records: scheduleId === '31' ? plans.map((one) => ({ ...one, planInfo: `第 ${currentPage} 页` })) : [],
      totalPage: 2,
      totalRecord: scheduleId === '31' ? 12 : 0,
    }),
  });
  await openSchedules();
  expect(await screen.findByText('点击一行调度，查看它的计划。')).toBeDefined();
  await userEvent.click(within(await rowOf('抓取网页')).getByText('抓取网页'));
  const plansOf = await screen.findByText('“抓取网页”的计划');
  expect(plansOf).toBeDefined();
  const first = within(await rowOf('第 1 页'));
  expect(first.getByText('已完成')).toBeDefined();
  expect(first.getAllByText('2026-03-01 09:00:00')).toHaveLength(2);
  expect(first.getAllByText('—')).toHaveLength(2);
  await userEvent.click(screen.getByTitle('2'));
  await rowOf('第 2 页');
  expect(server.asked('schedulePlans').at(-1)).toEqual({ scheduleId: '31', currentPage: 2, pageSize: 10 });
  // Another schedule begins with its first page.
  await userEvent.click(within(await rowOf('定时请求')).getByText('定时请求'));
  expect(await screen.findByText('“聚合平台”的计划')).toBeDefined();
  await waitFor(() =>
    expect(server.asked('schedulePlans').at(-1)).toEqual({ scheduleId: '30', currentPage: 1, pageSize: 10 }),
  );
});

test('without schedules it says why; who may not configure them adds none; a failure can be tried again', async () => {
  server.answer({ subscriptionSchedules: () => new Refusal('订阅已删除') });
  const { dialog } = await openSchedules();
  expect(await within(dialog).findByText('订阅已删除')).toBeDefined();
  server.answer({ subscriptionSchedules: () => [] });
  await press('重试', dialog);
  expect(await within(dialog).findByText('该订阅没有数据源，没有调度。')).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: buttonOf('新增流程计划') })).toBeNull();
});

test('who may configure schedules adds one for this subscription, in a form that wants a process', async () => {
  server.answer({ 'process.getAll': () => [], 'calendar.getAll': () => [] });
  const { dialog } = await openSchedules(['/exception-subscribe', '/schedule']);
  await press('新增流程计划', dialog);
  const form = await screen.findByRole('dialog', { name: /计划新增/ });
  await press('保存', form);
  expect(await within(form).findByText('请选择流程配置')).toBeDefined();
  expect(server.asked('schedule.insert')).toEqual([]);
});
