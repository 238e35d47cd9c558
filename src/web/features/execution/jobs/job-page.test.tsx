import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { jobRow } from '#testing/job-row.ts';
import { openPage } from '#testing/open-page.tsx';
import { jobDetailPage } from './pages.ts';

type Detail = CallData<'jobGet'>;

const now = Date.UTC(2026, 4, 10, 4);
const detail: Detail = {
  runs: [
    { jobId: '6', jobStatus: 'Successful', startTime: 1_778_000_000_000, waitMs: 1_000, runMs: 60_000 },
    { jobId: '7', jobStatus: 'Faulted', startTime: 1_778_000_600_000, waitMs: 5_000, runMs: 125_000 },
  ],
  ...jobRow({ endTime: now + 3_725_000, durationMs: 3_725_000, progress: 40 }),
  packageVersionId: '12',
  input: { blNo: 'MERI0001' },
  output: null,
  errorCode: 'timeout',
  progressText: '第 2 页',
  logLines: 1,
  site: null,
  confirmedBy: null,
  confirmTime: null,
  publishTime: null,
  waiting: null,
  states: [
    { time: now, jobStatus: 'Pending', actorKind: 'user', actorName: '李雷', text: '已创建' },
    { time: now + 1000, jobStatus: 'Faulted', actorKind: 'system', actorName: '', text: '超时' },
  ],
  attempts: [
    { jobId: '6', attempt: 1, jobStatus: 'Stopped' },
    { jobId: '7', attempt: 2, jobStatus: 'Faulted' },
  ],
  artifacts: [],
  subscription: {
    subscriptionId: '5',
    shipmentId: '61',
    subjectNo: 'MERI0001',
    carrierCode: 'MERI',
    openExceptions: 3,
  },
  steps: [],
  parts: [],
  whole: { jobId: '4', processName: '整票' },
  givenInput: null,
  occurrenceId: null,
  schedule: { scheduleId: '2', scheduleName: null, runTime: now },
  pages: [{ answerId: '21', carrierCode: 'MERI', subjectNo: 'MERI0001', state: 'read', events: 4, shipmentId: '61' }],
  can: { stop: false, kill: false, retry: true, confirm: false, resume: false },
};
const server = callServer({
  allDict: () => [],
  jobGet: () => detail,
  jobLog: () => ({ lines: [{ line: 1, time: now, level: 'warn', message: '重试第 2 次' }], total: 1, more: false }),
});
const user = userEvent.setup({ delay: null });
afterEach(cleanup);

const open = (options?: Parameters<typeof openPage>[2]) => openPage(jobDetailPage, '/job/detail?jobId=7', options);

test('a job tells its facts, its states with who brought them about, its error, its data and its log', async () => {
  const page = await open();
  expect(await screen.findByRole('heading', { name: '采集墨里官网 #7' })).toBeDefined();
  for (const message of ['页面打不开', 'net::ERR_TIMED_OUT', '1 小时 2 分', '40 % · 第 2 页', '没有输出', '没有产物'])
    expect(screen.getByText(message)).toBeDefined();
  expect(screen.getByText('人员 李雷')).toBeDefined();
  expect(screen.getByText('系统')).toBeDefined();
  expect(screen.getByRole('group', { name: '输入' }).textContent).toContain('"blNo": "MERI0001"');
  expect(within(await screen.findByRole('log')).getByText('重试第 2 次')).toBeDefined();
  for (const name of ['MERI MERI0001', '3 个未关闭异常', '计划已删除'])
    await user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('link', { name: '查看页面' }));
  expect(page.left).toEqual([
    '/trace-detail?obmBkId=61',
    '/exception-manage?blNo=MERI0001',
    '/occurrence?wlSchedulesId=2',
    '/robot-answers?answerId=21',
  ]);
  for (const name of ['整票 #4', '1. 已停止']) await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(server.asked('jobGet')).toEqual([{ jobId: '7' }, { jobId: '4' }, { jobId: '6' }]));
});

test('pages of robots are not offered to who may not see them', async () => {
  await open({ who: { userType: 'user' } });
  expect(await screen.findByRole('link', { name: 'MERI0001' })).toBeDefined();
  expect(screen.queryByRole('link', { name: '查看页面' })).toBeNull();
});

test('a job that is tried again leads to the new one; other acts are not offered', async () => {
  const result = {
    jobId: '7',
    processName: 'P',
    done: true,
    jobStatus: 'Faulted' as const,
    text: '已重新排队',
    newJobId: '9',
  };
  server.answer({
    jobAct: ({ preview }) => ({
      chosen: 1,
      possible: 1,
      cut: false,
      runId: null,
      results: preview === 1 ? [] : [result],
    }),
  });
  const page = await open();
  await user.click(await screen.findByRole('button', { name: /重\s*试/ }));
  for (const name of [/^stop 停\s*止$/, /^停\s*止$/, /强制终止/, /确认结果/, /从失败的步骤继续/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  const question = await screen.findByRole('dialog', { name: '重试 1 个作业？' });
  await user.click(within(question).getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText('已重新排队')).toBeDefined();
  await waitFor(() => expect(page.href()).toBe('/job/detail?jobId=9'));
  expect(server.asked('jobAct').at(-1)).toEqual({ act: 'retry', jobIds: ['7'] });
});

test('a result waits for a person, who rejects it; a refusal is shown, and the job is asked again', async () => {
  const waiting: Detail = {
    ...detail,
    jobStatus: 'Successful',
    errorText: null,
    errorDetail: null,
    confirmState: 'waiting',
    can: { ...detail.can, retry: false, confirm: true },
  };
  server.answer({ jobGet: () => waiting, jobConfirm: () => new Refusal('结果已由他人确认') });
  await open();
  expect(await screen.findByText(/结果已产生，须经人工确认后才发布。/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /确认结果/ }));
  expect(await screen.findByText('结果已由他人确认')).toBeDefined();
  server.answer({
    jobConfirm: () => {
      server.answer({
        jobGet: () => ({
          ...waiting,
          confirmState: 'rejected',
          confirmedBy: '李雷',
          can: { ...waiting.can, confirm: false },
        }),
      });
      return new Success(null, '已驳回');
    },
  });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /驳回结果/ }).disabled).toBe(false));
  await user.click(screen.getByRole('button', { name: /驳回结果/ }));
  expect(await screen.findByText('已驳回 · 李雷')).toBeDefined();
  expect(server.asked('jobConfirm')).toEqual([
    { jobId: '7', accept: 1 },
    { jobId: '7', accept: 0 },
  ]);
  expect(screen.queryByText(/须经人工确认/)).toBeNull();
});

test('a step that failed is named and goes on from there; what a job waits for leads to where it is mended', async () => {
  const step: Detail['steps'][number] = {
    phase: 'after',
    kind: 'endFunction',
    name: '通知货主',
    state: 'failed',
    attempt: 3,
    output: null,
    error: '对方返回 500',
    endTime: now,
  };
  server.answer({
    jobGet: () => ({
      ...detail,
      steps: [step],
      waiting: { code: 'robot', text: '没有空闲机器人', until: null, page: '/robot' },
      can: { ...detail.can, resume: true },
    }),
    jobResume: () => new Success(null, '已继续'),
  });
  const page = await open();
  expect(await screen.findByText(/步骤“通知货主”失败，结果没有发布： 对方返回 500/)).toBeDefined();
  expect(screen.getByText('尝试 3 次')).toBeDefined();
  expect(screen.getByText(/没有空闲机器人/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '前往处理' }));
  expect(page.left).toEqual(['/robot']);
  await user.click(screen.getByRole('button', { name: /从失败的步骤继续/ }));
  expect(await screen.findByText('已继续')).toBeDefined();
  expect(server.asked('jobResume')).toEqual([{ jobId: '7' }]);
});

test('a job that nobody has, or may see, is shown; it can be requested again', async () => {
  server.answer({ jobGet: () => new Refusal('没有这个作业') });
  await open();
  expect(await screen.findByText('没有这个作业')).toBeDefined();
  server.answer({ jobGet: () => detail });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByRole('heading', { name: '采集墨里官网 #7' })).toBeDefined();
});
