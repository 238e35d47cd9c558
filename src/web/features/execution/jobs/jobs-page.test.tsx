import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { JobListRow } from '#contract/execution/job.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { jobRow } from '#testing/job-row.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { jobPage } from './pages.ts';

const row = jobRow();
const rowsOf = (...records: JobListRow[]) => ({ records, totalPage: 1, totalRecord: records.length });
const none = { chosen: 2, possible: 2, cut: false, runId: null, results: [] };
type Result = CallData<'jobAct'>['results'][number];
const done: Result = {
  jobId: '7',
  processName: '采集墨里官网',
  done: true,
  jobStatus: 'Faulted',
  text: '已重新排队',
  newJobId: '9',
};
const noon = Date.UTC(2026, 4, 10, 4);
const quiet = { open: 0, faulted: 0, successful: 0, stopped: 0 };
const board: CallData<'jobBoard'> = {
  now: noon,
  states: { Pending: 3, Running: 1, Stopping: 0, Faulted: 12, Successful: 1_840, Stopped: 0 },
  hours: Array.from({ length: 24 }, (_, place) => ({
    from: noon - (23 - place) * 3_600_000,
    ...(place === 20 ? { ...quiet, faulted: 5, successful: 70 } : quiet),
  })),
  lanesFrom: noon - 6 * 3_600_000,
  lanes: [
    {
      robotName: 'robot-1',
      jobs: [{ jobId: '5', processName: '采集海帆', jobStatus: 'Faulted', startTime: noon - 3_600_000, endTime: noon }],
    },
  ],
};
const server = callServer({
  tenants: () => [],
  jobBoard: () => board,
  allDict: () => [
    {
      codeType: 'WL_JOB_SOURCE',
      codeValue: 'MANUAL',
      displayValueCn: '手工',
      displayValueEn: 'By hand',
      displayOrder: 1,
    },
  ],
  jobBulkRuns: () => [],
  jobQuery: () => rowsOf(row, { ...row, jobId: '8', processName: '采集海帆', jobStatus: 'Running', durationMs: null }),
});
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

const theRow = () => screen.findByRole('row', { name: /采集墨里官网/ });
const toolbarButton = (name: RegExp) => screen.findByRole('button', { name });

test('a row has words for its codes, a duration, and the error with what the robot stated', async () => {
  const page = await openPage(jobPage);
  const cells = within(await theRow());
  for (const message of ['失败', 'robot-1', '2 分 5 秒', '页面打不开 · net::ERR_TIMED_OUT'])
    expect(cells.getByText(message)).toBeDefined();
  expect(await cells.findByText('手工')).toBeDefined();
  await user.dblClick(cells.getByText('robot-1'));
  expect(page.left).toEqual(['/job/detail?jobId=7']);
  await setLang('en');
  const english = within(await theRow());
  expect(english.getByText('Faulted')).toBeDefined();
  expect(await english.findByText('By hand')).toBeDefined();
});

test('all that fit the filters are acted on after a question; what became of each is shown with links', async () => {
  const left: Result = { ...done, jobId: '8', processName: '采集海帆', done: false, text: '不能重试', newJobId: null };
  server.answer({ jobAct: ({ preview }) => (preview === 1 ? none : { ...none, results: [done, left] }) });
  const page = await openPage(jobPage, '/job?jobStatus=Faulted,Stopped&process=采集');
  await theRow();
  // With nothing selected no button acts: all that fit are a choice of its own.
  for (const name of [/^redo 重\s*试$/, /停\s*止$/, /强制终止$/])
    expect((await toolbarButton(name)).hasAttribute('disabled')).toBe(true);
  await user.click(await toolbarButton(/筛选出的全部 2 个/));
  await user.click(await screen.findByRole('menuitem', { name: /全部重试/ }));
  const question = await screen.findByRole('dialog', { name: '筛选出的全部 2 个作业中，重试 2 个？' });
  expect(within(question).getByText('共 2 个，其中 2 个可以重试。每个作业以相同输入重新排队。')).toBeDefined();
  expect(server.asked('jobAct')).toHaveLength(1);
  const before = server.asked('jobQuery').length;
  await user.click(within(question).getByRole('button', { name: /重\s*试/ }));
  const results = within(await screen.findByRole('dialog', { name: '执行结果' }));
  expect(results.getByText('1 个成功，1 个未执行')).toBeDefined();
  expect(results.getByRole('row', { name: /#8.*采集海帆.*失败.*不能重试/ })).toBeDefined();
  const [counted, acted] = server.asked('jobAct');
  expect(counted).toMatchObject({
    act: 'retry',
    preview: 1,
    filter: { jobStatus: ['Faulted', 'Stopped'], process: '采集' },
  });
  expect(acted).toEqual({ act: 'retry', filter: counted?.filter });
  await waitFor(() => expect(server.asked('jobQuery').length).toBe(before + 1));
  await user.click(results.getByRole('button', { name: '#9' }));
  expect(page.left).toEqual(['/job/detail?jobId=9']);
});

test('states and hours are counted above the list and filter it; a bar of a robot leads to its job', async () => {
  const page = await openPage(jobPage, '/job?process=采集');
  await user.click(await screen.findByRole('button', { name: /^失败 12$/ }));
  await waitFor(() =>
    expect(server.asked('jobQuery').at(-1)).toMatchObject({
      process: '采集',
      jobStatus: ['Faulted'],
      createdIn: '24h',
    }),
  );
  await user.click(await screen.findByRole('button', { name: /失败 5 · 成功 70/ }));
  await waitFor(() =>
    expect(server.asked('jobQuery').at(-1)?.createdIn).toMatch(/^2026-05-\d\d \d\d:\d\d UTC[+-]\d\d:\d\d$/),
  );
  expect(server.asked('jobQuery').at(-1)).toMatchObject({ jobStatus: ['Faulted'] });
  await user.click(screen.getByText('各机器人最近 6 小时（1 个）'));
  await user.click(screen.getByRole('button', { name: /^#5 采集海帆 · 失败/ }));
  expect(page.left).toEqual(['/job/detail?jobId=5']);
});

test('only what is ticked is acted on; a refusal is shown and keeps the ticks', async () => {
  server.answer({
    jobAct: ({ preview }) => (preview === 1 ? { ...none, chosen: 1, possible: 1 } : new Refusal('作业已结束')),
  });
  await openPage(jobPage);
  await user.click(within(await theRow()).getByRole('checkbox'));
  expect(await screen.findByText('已选 1 条')).toBeDefined();
  await user.click(await toolbarButton(/停\s*止$/));
  const question = await screen.findByRole('dialog', { name: '停止 1 个作业？' });
  await user.click(within(question).getByRole('button', { name: /停\s*止/ }));
  expect(await screen.findByText('作业已结束')).toBeDefined();
  expect(server.asked('jobAct')).toEqual([
    { act: 'stop', jobIds: ['7'], preview: 1 },
    { act: 'stop', jobIds: ['7'] },
  ]);
  expect(screen.getByText('已选 1 条')).toBeDefined();
});

test('where nothing can be done nothing is asked; keys act on the row', async () => {
  server.answer({ jobAct: () => ({ ...none, possible: 0 }) });
  await openPage(jobPage);
  await user.click(within(await theRow()).getByText('robot-1'));
  await user.keyboard('x');
  expect(await screen.findByText('没有可执行此操作的作业')).toBeDefined();
  expect(server.asked('jobAct')).toEqual([{ act: 'kill', jobIds: ['7'], preview: 1 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who may only read has no way to act; an empty list and a failure are shown', async () => {
  const reader = { who: { userType: 'user' }, menus: ['/trace-index'] } as const;
  await openPage(jobPage, '/job', reader);
  await theRow();
  expect(screen.queryByRole('button', { name: /停\s*止$/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  server.answer({ jobQuery: () => new Refusal('数据库忙') });
  await openPage(jobPage, '/job', reader);
  expect(await screen.findByText('数据库忙')).toBeDefined();
  server.answer({ jobQuery: () => rowsOf() });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText(/还没有作业/)).toBeDefined();
});
