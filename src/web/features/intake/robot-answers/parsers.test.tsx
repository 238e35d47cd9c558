import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { robotAnswersPage } from './page.ts';

type Parsers = CallData<'rpaParsers'>;
type Parser = Parsers['parsers'][number];
type Run = CallData<'rpaRuns'>[number];
type Difference = CallData<'rpaDifferences'>['records'][number];

const trial: Run = {
  runId: '31',
  kind: 'trial',
  parserId: 'meri-html',
  version: 3,
  beforeVersion: 2,
  state: 'done',
  total: 40,
  done: 40,
  equal: 36,
  changed: 2,
  parsed: 1,
  refused: 1,
  unread: 0,
  shipments: 0,
  withdrawn: 0,
  sinceTime: Date.UTC(2026, 2, 1),
  startTime: Date.UTC(2026, 2, 2),
  finishTime: Date.UTC(2026, 2, 2),
  handlerName: '王芳',
};
const applied: Run = { ...trial, runId: '30', kind: 'apply', version: 2, beforeVersion: 1, shipments: 1 };
const version = { state: 'released', about: '', answers: 0, refusedAnswers: 0 } as const;
const parser: Parser = {
  parserId: 'meri-html',
  carrierCode: 'MERI',
  carrierName: '海潮航运',
  kind: 'script',
  releasedVersion: 2,
  versions: [
    { ...version, version: 3, state: 'candidate', about: '新版页面' },
    { ...version, version: 2, about: '多式联运', answers: 12 },
    { ...version, version: 1, state: 'former', about: '首版' },
  ],
  releaseTime: null,
  releasedBy: null,
  answers: 1234,
  lastTime: Date.UTC(2026, 2, 3, 1, 2, 3),
  trial,
  apply: applied,
};
const idle: Parser = {
  ...parser,
  parserId: 'hali-json',
  carrierCode: 'HALI',
  carrierName: null,
  versions: [{ ...version, version: 2, about: '首版' }],
  lastTime: null,
  trial: null,
  apply: null,
};
const parsers: Parsers = {
  parsers: [parser, idle],
  carriers: [
    {
      carrierCode: 'MERI',
      carrierName: '海潮航运',
      answers: 5,
      refusedAnswers: 3,
      reasons: [{ code: 'noTable', text: '没有动态表', count: 3 }],
      lastTime: null,
    },
  ],
  platform: true,
};
const difference: Difference = {
  differenceId: '1',
  answerId: '77',
  kind: 'changed',
  carrierCode: 'MERI',
  subject: 'bill',
  subjectNo: 'MERI123',
  path: 'leg[1].eta',
  before: String(Date.UTC(2026, 2, 9, 16)),
  after: null,
  isTime: true,
};
const server = callServer({
  allOperators: () => [],
  allStatuses: () => [],
  rpaParsers: () => parsers,
  rpaSites: () => ({ sites: [], platform: true }),
  rpaRuns: () => [trial, applied],
  rpaAnswerQuery: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  rpaDifferences: () => ({ records: [difference], totalPage: 1, totalRecord: 1 }),
});
const notify = liveStream();
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const found = '一致 36，有变化 2，新读取 1，新拒绝 1，均不可读 0';

describe('the parsers', () => {
  test('are shown with their versions, what they read, and how their runs ended', async () => {
    await openPage(robotAnswersPage);
    const own = await rowOf('meri-html');
    expect([...own.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
      '海潮航运',
      'meri-html',
      'v3 候选新版页面v2 已发布多式联运 · 近 7 天 12 份v1 旧版首版',
      '1234',
      '03-03 09:02CST +8',
      `v3 试运行结果${found}v2 重读结果未变 36，有变化 2，新读取 1，不再读取 1，仍不可读 0；更新货物 1 票`,
      '试运行 v3发布 v3回退到 v1',
    ]);
    const other = await rowOf('hali-json');
    expect([...other.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
      'HALI',
      'hali-json',
      'v2 已发布首版',
      '1234',
      '—',
      '—',
      '',
    ]);
    await act(() => setLang('en'));
    expect(await screen.findByText(/still unreadable; 1 shipment updated$/)).toBeDefined();
  });

  test('are only looked at by those who do not run the platform; what a run does shows as it goes on', async () => {
    const running: Run = { ...trial, state: 'running', done: 8 };
    server.answer({ rpaParsers: () => ({ ...parsers, parsers: [{ ...parser, trial: running }], platform: false }) });
    await openPage(robotAnswersPage);
    const own = within(await rowOf('meri-html'));
    expect(own.getByText(`进行中 8 / 40 · ${found}`)).toBeDefined();
    expect(own.queryByRole('button', { name: /发布|回退|^试运行/ })).toBeNull();
    const withdrawn: Run = { ...applied, state: 'failed', withdrawn: 1 };
    server.answer({ rpaParsers: () => ({ ...parsers, parsers: [{ ...parser, trial: null, apply: withdrawn }] }) });
    await notify('rpa');
    expect(await screen.findByText(/^已中止 · .*更新货物 1 票，其中 1 票撤下数据$/)).toBeDefined();
  });

  test('that could not be requested can be requested again', async () => {
    server.answer({ rpaParsers: () => new Refusal('暂时无法读取', { httpStatus: 500 }) });
    await openPage(robotAnswersPage);
    expect((await screen.findByRole('alert')).textContent).toContain('暂时无法读取');
    server.answer({ rpaParsers: () => ({ ...parsers, carriers: [] }) });
    await press('重试');
    expect(await rowOf('meri-html')).toBeDefined();
    expect(screen.queryByText('近 7 天未能读取：')).toBeNull();
  });

  test('lead from what nobody could read to the pages of that reason', async () => {
    server.answer({ rpaAnswerQuery: () => ({ records: [], totalPage: 5, totalRecord: 100 }) });
    const page = await openPage(robotAnswersPage, '/robot-answers?page=3&keyword=X');
    await userEvent.click(await screen.findByRole('button', { name: '海潮航运 · 没有动态表 3' }));
    await waitFor(() => expect(page.href()).toBe('/robot-answers?carrierCode=MERI&reason=noTable'));
    await waitFor(() =>
      expect(server.asked('rpaAnswerQuery').at(-1)).toEqual({
        carrierCode: ['MERI'],
        reason: ['noTable'],
        currentPage: 1,
        pageSize: 20,
      }),
    );
    expect(await screen.findByText(/原因.*没有动态表/)).toBeDefined();
  });
});

describe('a version', () => {
  test('is tried, and the drawer tells value by value what it makes otherwise', async () => {
    server.answer({
      rpaTry: () => new Success(trial, '试运行已开始'),
      rpaDifferences: () => ({
        records: [
          difference,
          { ...difference, differenceId: '2', kind: 'parsed', path: null, before: null, after: null, isTime: false },
          {
            ...difference,
            differenceId: '3',
            path: 'booking.vesselName',
            before: 'JADE',
            after: 'OPAL',
            isTime: false,
          },
        ],
        totalPage: 2,
        totalRecord: 60,
      }),
      rpaAnswerGet: () => new Refusal('页面已删除'),
    });
    await openPage(robotAnswersPage);
    await press('试运行 v3', await rowOf('meri-html'));
    const drawer = await screen.findByRole('dialog', { name: 'meri-html · v3 试运行结果' });
    expect(await screen.findByText('试运行已开始')).toBeDefined();
    expect(server.asked('rpaTry')).toEqual([{ parserId: 'meri-html', version: 3 }]);
    await within(drawer).findByText('JADE');
    const rows = within(drawer)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows[0]).toBe('单号结果数据项现用版本新版本');
    expect(rows[1]).toMatch(/^MERI123有变化.*2026-03-10 00:00:00CST \+8—$/);
    expect(rows[2]).toBe('MERI123新读取整页——');
    expect(rows[3]).toMatch(/JADEOPAL$/);
    await userEvent.click(within(drawer).getByRole('listitem', { name: '2' }));
    await waitFor(() =>
      expect(server.asked('rpaDifferences').at(-1)).toEqual({ runId: '31', currentPage: 2, pageSize: 50 }),
    );
    await userEvent.click(within(drawer).getAllByRole('button', { name: 'MERI123' })[0] ?? drawer);
    expect(await screen.findByText('页面已删除')).toBeDefined();
    expect(server.asked('rpaAnswerGet')).toEqual([{ answerId: '77' }]);
  });

  test('that could not be tried says why; a run that goes on has no differences yet, one that ended has none', async () => {
    server.answer({
      rpaTry: () => new Refusal('已有试运行在进行'),
      rpaRuns: () => [{ ...applied, state: 'running', done: 1 }],
      rpaDifferences: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
    });
    await openPage(robotAnswersPage);
    await press('试运行 v3', await rowOf('meri-html'));
    expect(await screen.findByText('已有试运行在进行')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('v2 重读结果', await rowOf('meri-html'));
    expect(await screen.findByText('还没有发现差异。')).toBeDefined();
    server.answer({ rpaRuns: () => [applied] });
    await notify('rpa');
    expect(await screen.findByText('没有差异。')).toBeDefined();
  });

  test('is released after a question that says how its trial ended; that can be undone once', async () => {
    server.answer({ rpaRelease: ({ version: to }) => new Success(applied, `已发布 v${to}`) });
    await openPage(robotAnswersPage);
    await press('发布 v3', await rowOf('meri-html'));
    expect(await answerDialog('发布 meri-html v3？', '取消')).toContain(`试运行结果：${found}。`);
    expect(server.asked('rpaRelease')).toEqual([]);
    const requested = server.asked('rpaAnswerQuery').length;
    await press('发布 v3', await rowOf('meri-html'));
    await answerDialog('发布 meri-html v3？', '发布 v3');
    expect(await screen.findByText('已发布 v3')).toBeDefined();
    await waitFor(() => expect(server.asked('rpaAnswerQuery').length).toBeGreaterThan(requested));
    await press('撤销');
    expect(await screen.findByText('已发布 v2')).toBeDefined();
    expect(server.asked('rpaRelease')).toEqual([
      { parserId: 'meri-html', version: 3, beforeVersion: 2 },
      { parserId: 'meri-html', version: 2, beforeVersion: 3 },
    ]);
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  test('without a trial, or with one of another version, is shown to be untried; going back has a question of its own', async () => {
    server.answer({
      rpaParsers: () => ({ ...parsers, parsers: [{ ...parser, trial: { ...trial, version: 2 } }] }),
      rpaRelease: () => new Refusal('版本已被他人发布'),
    });
    await openPage(robotAnswersPage);
    await press('发布 v3', await rowOf('meri-html'));
    expect(await answerDialog('发布 meri-html v3？', '取消')).toContain('该版本还没有试运行');
    await press('回退到 v1', await rowOf('meri-html'));
    expect(await answerDialog('把 meri-html 回退到 v1？', '回退到 v1')).toContain('撤下被回退版本读出的数据');
    expect(await screen.findByText('版本已被他人发布')).toBeDefined();
    expect(server.asked('rpaRelease')).toEqual([{ parserId: 'meri-html', version: 1, beforeVersion: 2 }]);
  });
});
