import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { schedulePages } from './pages.ts';

type Run = CallData<'occurrenceQuery'>['records'][number];
type Outlook = CallData<'scheduleOutlook'>;
type Environment = Outlook['environments'][number];

const [, runsPage, outlookPage] = schedulePages as [
  (typeof schedulePages)[number],
  (typeof schedulePages)[number],
  (typeof schedulePages)[number],
];
const nine = Date.UTC(2026, 2, 2, 1);
const run: Run = {
  occurrenceId: '70',
  wlSchedulesId: '7',
  scheduleName: '每日船期',
  processId: '5',
  processName: '船期采集',
  tenantName: '海帆',
  runTime: nine,
  cronZone: 'Asia/Shanghai',
  outcome: 'ran',
  reason: null,
  reasonText: null,
  jobId: '41',
  jobStatus: 'Successful',
  decidedTime: nine + 1_000,
};
const skipped: Run = {
  ...run,
  occurrenceId: '71',
  scheduleName: null,
  processName: '箱动态',
  outcome: 'skipped',
  reason: 'day_off',
  reasonText: '当天是休息日',
  jobId: null,
  jobStatus: null,
};
const planned: Environment['schedules'][number] = {
  wlSchedulesId: '7',
  scheduleName: '每日船期',
  processName: '船期采集',
  tenantName: '海帆',
  starts: [1_200, 0, 34],
  waits: 0,
  firstWaitAt: null,
  longestWaitMs: 0,
  assumed: false,
};
const environment: Environment = {
  environmentId: '1',
  environmentName: '生产',
  capacity: 4,
  runs: 1_234,
  buckets: [0, 1, 2].map((hour) => ({ at: nine + hour * 3_600_000, running: hour, waiting: hour / 4 })),
  schedules: [
    planned,
    {
      ...planned,
      wlSchedulesId: '8',
      scheduleName: '每周报表',
      starts: [1, 0, 0],
      waits: 1,
      firstWaitAt: nine,
      longestWaitMs: 45_000,
      assumed: true,
    },
  ],
};
const outlook: Outlook = { from: nine, schedules: 2, seen: 2, assumedMs: 300_000, environments: [environment] };
const server = callServer({
  tenants: () => [],
  allDict: () => [
    { codeType: 'WL_JOB_STATUS', codeValue: 'Successful', displayValueCn: '成功', displayValueEn: 'Successful' },
  ],
  occurrenceQuery: () => ({ records: [run, skipped], totalPage: 1, totalRecord: 2 }),
  scheduleOutlook: () => outlook,
});
const notify = liveStream();
afterEach(cleanup);

test('a run says what became of it and leads to its job; one of a schedule that is gone says so', async () => {
  const page = await openPage(runsPage);
  const ran = within(await rowOf('船期采集'));
  for (const message of ['已执行', '每日船期', '成功', '海帆']) expect(await ran.findByText(message)).toBeDefined();
  const other = within(await rowOf('箱动态'));
  for (const message of ['已跳过', '当天是休息日', '(计划已删除)']) expect(other.getByText(message)).toBeDefined();
  expect(other.queryByRole('link')).toBeNull();
  await userEvent.click(ran.getByRole('link', { name: '#41' }));
  expect(page.left).toEqual(['/job/detail?jobId=41']);
  await act(() => setLang('en'));
  expect(await screen.findByText('(deleted schedule)')).toBeDefined();
});

test('runs are requested by a link and by their outcome, and follow the jobs; without any it says what will come', async () => {
  server.answer({ occurrenceQuery: () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
  const page = await openPage(runsPage, '/occurrence?wlSchedulesId=7');
  await screen.findByText('没有符合条件的数据');
  expect(server.asked('occurrenceQuery').at(-1)).toMatchObject({ wlSchedulesId: '7' });
  await userEvent.click(screen.getByRole('button', { name: '已错过' }));
  await waitFor(() => expect(server.asked('occurrenceQuery').at(-1)).toMatchObject({ outcome: 'missed' }));
  expect(page.href()).toContain('outcome=missed');
  server.answer({ occurrenceQuery: () => ({ records: [run], totalPage: 1, totalRecord: 1 }) });
  await notify('job');
  expect(await screen.findByText('每日船期', {}, { timeout: 5_000 })).toBeDefined();
  cleanup();
  server.answer({ occurrenceQuery: () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
  await openPage(runsPage);
  expect(await screen.findByText(/还没有计划到期/)).toBeDefined();
});

test('the outlook tells the runs of each hour, what queues since when, and leads to the runs of a schedule', async () => {
  const page = await openPage(outlookPage);
  expect(await screen.findByText('运行中的计划 2 个；不含无权查看的租户的计划。')).toBeDefined();
  expect(screen.getByText('生产：可并行 4 个作业 · 24 小时内执行 1,234 次')).toBeDefined();
  const daily = within(await rowOf('每日船期'));
  for (const message of ['海帆', '1,234', '不排队']) expect(daily.getByText(message)).toBeDefined();
  const from = timeAsText(nine).slice(11, 16);
  expect(daily.getByRole('img', { name: '1200, 0, 34' }).firstElementChild?.getAttribute('title')).toBe(
    `${from}：1,200 次`,
  );
  const weekly = (await rowOf('每周报表')).textContent;
  expect(weekly).toContain('长度未知，按 5 分钟 估算');
  expect(weekly).toContain('1 个作业排队');
  expect(weekly).toContain(`自 ${timeAsText(nine).slice(0, 16)} 起，最长 45 秒`);
  const picture = screen.getByRole('table', { name: /^生产: / });
  expect([...picture.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '0',
    '0',
    '1',
    '0.3',
    '2',
    '0.5',
  ]);
  await press('每日船期');
  expect(page.left).toEqual(['/occurrence?wlSchedulesId=7']);
  await act(() => setLang('en'));
  expect(await screen.findByText('1 job waits')).toBeDefined();
  expect(screen.getByText('2 running schedules. Those of tenants you cannot see are not counted.')).toBeDefined();
});

test('the outlook says what it left out, that no robot is there, that nothing runs, and that it failed', async () => {
  server.answer({ scheduleOutlook: () => new Refusal('数据库忙', { httpStatus: 500 }) });
  await openPage(outlookPage);
  await screen.findByText('数据库忙');
  server.answer({ scheduleOutlook: () => ({ ...outlook, schedules: 900, environments: [] }) });
  await press('重试');
  expect(await screen.findByText('没有运行中的计划')).toBeDefined();
  expect(screen.getByText(/运行中的计划 900 个，此处计入最近到期的 2 个/)).toBeDefined();
  server.answer({ scheduleOutlook: () => ({ ...outlook, environments: [{ ...environment, capacity: 0 }] }) });
  await notify('robot');
  expect(await screen.findByText('没有可用的机器人：全部排队', {}, { timeout: 5_000 })).toBeDefined();
});
