import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DetectionRule, RuleRun, RuleSetting, TriedProblem } from '#contract/exceptions/rule-backtest.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { detectionRulesPage } from './page.ts';

const rule: DetectionRule = {
  ruleCode: 'ETA_LATE',
  nameCn: '预计晚到',
  nameEn: 'Late arrival',
  description: '预计到港晚于计划',
  severity: 'high',
  enabled: 1,
  values: { lateHours: 36 },
  thresholds: [
    { name: 'lateHours', label: '晚到', unit: 'hours', min: 1, max: 240, step: 1, defaultValue: 24, main: 1 },
  ],
  settingCount: 0,
  replayable: 1,
  openNow: 0,
  opened30: 0,
  resolved30: 0,
  confirmed: 0,
  dismissed: 0,
  inWork: 0,
  evidence: [],
};
const verdicts = { confirmed: 3, dismissed: 4, undecided: 5, unseen: 6 };
const run: RuleRun = {
  runId: '21',
  kind: 'trial',
  ruleCode: 'ETA_LATE',
  ruleName: '预计晚到',
  state: 'done',
  total: 200,
  done: 200,
  tenantId: '11',
  tenantName: '海帆',
  carrierCode: null,
  lane: null,
  enabled: null,
  values: { lateHours: 48 },
  days: 7,
  fromTime: null,
  toTime: null,
  actorCode: 'admin',
  actorName: '管理员',
  startTime: Date.UTC(2026, 2, 1, 8),
  finishTime: Date.UTC(2026, 2, 1, 9),
  error: null,
  result: {
    present: { total: 1300, atStart: 11, shipments: 12, open: 13 },
    tried: { total: 40, atStart: 21, shipments: 22, open: 23 },
    same: verdicts,
    added: { ...verdicts, confirmed: 31 },
    gone: { confirmed: 0, dismissed: 2, undecided: 0, unseen: 0 },
    days: [
      { day: '2026-02-27', present: 2, tried: 1 },
      { day: '2026-03-01', present: 4, tried: 3 },
    ],
    curve: [
      { value: 24, total: 90, ...verdicts },
      { value: 60, total: 33, ...verdicts },
    ],
    failures: 2,
    listed: 10,
  },
  changed: null,
};
const problem: TriedProblem = {
  obmTkSubscribeId: '31',
  bkId: '41',
  blNo: 'MERI123456',
  ctnNo: null,
  carrierCode: 'MERI',
  tenantName: '海帆',
  outcome: 'new',
  severity: 'high',
  text: '晚到 60 小时',
  firstTime: Date.UTC(2026, 2, 1, 8),
  goneTime: null,
  openings: 1,
  exceptionId: null,
  handleStatus: '2',
};
const setting: RuleSetting = {
  ruleSettingId: '3',
  ruleCode: 'ETA_LATE',
  level: 'tenant',
  tenantId: '11',
  tenantName: '海帆',
  carrierCode: null,
  lane: null,
  enabled: null,
  values: { lateHours: 24 },
  writable: 1,
  recordVersion: 5,
};

beforeEach(resetSharedState);
const server = callServer({
  allDict: () => [{ codeType: 'HANDLE_STATUS', codeValue: '2', displayValueCn: '已处理', displayValueEn: 'Handled' }],
  allOperators: () => [],
  tenants: () => [{ wlTenantId: '11', tenantCode: 'HF', tenantName: '海帆' }],
  detectionRules: () => [rule],
  ruleSettings: () => [setting],
  ruleTry: () => run,
  ruleRun: () => run,
  ruleRuns: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  ruleRunProblems: () => ({ records: [problem], totalPage: 3, totalRecord: 25 }),
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const open = (tab: string, who = {}) =>
  openPage(detectionRulesPage, `/detection-rules?rule=ETA_LATE&tab=${tab}`, { who });
const tryOut = () => press('开始试运行');
const counts = async (name: string): Promise<string[]> =>
  within(await rowOf(name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '');

describe('trying a rule', () => {
  test('what is entered is tried, and its counts stand beside those of the present settings', async () => {
    await open('try');
    fireEvent.change(await screen.findByRole('spinbutton', { name: '晚到' }), { target: { value: '48' } });
    await takeChoice(screen.getByRole('combobox', { name: '回溯天数' }), '最近 7 天');
    await tryOut();
    await screen.findByText('已检查 200 票');
    expect(server.asked('ruleTry')).toEqual([
      {
        ruleCode: 'ETA_LATE',
        tenantId: null,
        carrierCode: null,
        lane: '',
        values: { lateHours: 48 },
        enabled: null,
        days: 7,
      },
    ]);
    expect(server.asked('ruleRun')).toEqual([{ runId: '21' }]);
    expect(await counts('当前设置')).toEqual(['1,300', '11', '13', '12']);
    expect(await counts('试运行设置')).toEqual(['40', '21', '23', '22']);
    expect(await counts('不再命中')).toEqual(['0', '2', '0', '0']);
    expect(screen.getByText('有 2 票未能检测。')).toBeDefined();
    // A day on which nothing was opened is one of the period as well.
    expect(await counts('2026-02-28')).toEqual(['0', '0']);
    expect(screen.getByText('清单只保留前 10 条，统计数字是完整的。')).toBeDefined();
  });

  test('moving the threshold tells from the curve what it would find', async () => {
    await open('try');
    await tryOut();
    await screen.findByText(/晚到为 24 小时：命中 90（人工确认 3 · 判为无需处理 4/);
    fireEvent.change(screen.getByRole('spinbutton', { name: '晚到' }), { target: { value: '57' } });
    await screen.findByText(/晚到为 60 小时：命中 33/);
    expect(server.asked('ruleTry')).toHaveLength(1);
  });

  test('the problems lead to their shipments, and are requested by outcome and page', async () => {
    server.answer({
      ruleRunProblems: () => ({
        records: [problem, { ...problem, obmTkSubscribeId: '32', bkId: null, blNo: null, handleStatus: null }],
        totalPage: 3,
        totalRecord: 25,
      }),
    });
    const page = await open('try');
    await tryOut();
    const first = within(await rowOf('MERI123456'));
    for (const message of ['新增', '已处理']) expect(await first.findByText(message)).toBeDefined();
    await user.click(first.getByRole('link'));
    expect(page.left).toEqual(['/trace-detail?obmBkId=41']);
    expect(within(await rowOf('32新增')).queryByRole('link')).toBeNull();
    await user.click(screen.getByTitle('2'));
    await waitFor(() =>
      expect(server.asked('ruleRunProblems').at(-1)).toEqual({ runId: '21', currentPage: 2, pageSize: 10 }),
    );
    server.answer({ ruleRunProblems: () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
    fireEvent.click(screen.getByRole('radio', { name: '不再命中' }));
    await screen.findByText('没有命中');
    expect(server.asked('ruleRunProblems').at(-1)).toEqual({
      runId: '21',
      currentPage: 1,
      pageSize: 10,
      outcome: ['gone'],
    });
  });

  test('tried settings are saved after a question: over those of the level that are there', async () => {
    server.answer({ ruleSettingUpdate: () => new Success({ setting, runId: null, shipments: 4 }, '已保存') });
    await open('try');
    await tryOut();
    await press('按试运行设置保存');
    expect(await answerDialog('保存试运行的设置？', '保存')).toContain('范围：海帆。');
    await screen.findByText('已保存');
    expect(server.asked('ruleSettingUpdate')).toEqual([
      { ruleSettingId: '3', recordVersion: 5, values: { lateHours: 48 }, enabled: null },
    ]);
  });

  test('of a level without settings they become new ones; a run that changed nothing cannot be saved', async () => {
    server.answer({
      ruleSettings: () => [],
      ruleSettingInsert: () => new Success({ setting, runId: null, shipments: 4 }, '已新增'),
    });
    await open('try');
    await tryOut();
    await press('按试运行设置保存');
    await answerDialog('保存试运行的设置？', '保存');
    await screen.findByText('已新增');
    expect(server.asked('ruleSettingInsert')).toEqual([
      { ruleCode: 'ETA_LATE', tenantId: '11', carrierCode: null, lane: '', values: { lateHours: 48 }, enabled: null },
    ]);
    server.answer({ ruleRun: () => ({ ...run, runId: '22', values: {} }), ruleTry: () => ({ ...run, runId: '22' }) });
    await tryOut();
    await waitFor(() => expect(screen.queryByRole('button', { name: '按试运行设置保存' })).toBeNull());
  });

  test('a refused trial says why; a running one is cancelled and shows how far it came', async () => {
    server.answer({
      detectionRules: () => [{ ...rule, replayable: 0 }],
      ruleTry: () => new Refusal('已有一个试运行'),
    });
    await open('try', { writesShared: false });
    await screen.findByText('此规则依据的数据不保留历史，只能按当前状态试算。');
    await tryOut();
    await screen.findByText('已有一个试运行');
    expect(server.asked('ruleTry')).toMatchObject([{ tenantId: '11', days: 30 }]);
    const going: RuleRun = { ...run, state: 'running', done: 50, result: null };
    const cancelled: RuleRun = { ...going, state: 'cancelled' };
    server.answer({
      ruleTry: () => going,
      ruleRun: () => going,
      ruleRunCancel: () => {
        server.answer({ ruleRun: () => cancelled });
        return new Success(cancelled, '已取消');
      },
    });
    await tryOut();
    await screen.findByText('已检查 50 / 200 票');
    await press('取消', document.querySelector<HTMLElement>('.pt-run') ?? undefined);
    await screen.findByText('已取消，已检查 50 / 200 票');
    expect(server.asked('ruleRunCancel')).toEqual([{ runId: '21' }]);
  });
});

describe('runs and changes', () => {
  test('runs say in words what they did; one of the trials is shown again with what was tried', async () => {
    server.answer({
      ruleRuns: () => ({
        records: [
          run,
          {
            ...run,
            runId: '20',
            kind: 'detect',
            tenantName: null,
            tenantId: null,
            values: {},
            result: null,
            changed: { opened: 5, resolved: 6, regressed: 1 },
          },
        ],
        totalPage: 1,
        totalRecord: 2,
      }),
    });
    const page = await open('runs');
    const detect = within(await rowOf('重新检测'));
    for (const message of ['所有租户', '管理员', '已完成', '新增 5，关闭 6，重新出现 1'])
      expect(detect.getByText(message)).toBeDefined();
    expect(detect.queryByRole('button')).toBeNull();
    const tried = await rowOf('命中 40（当前 1300）');
    expect(within(tried).getByText('晚到 48 小时')).toBeDefined();
    expect(server.asked('ruleRuns')).toEqual([{ ruleCode: ['ETA_LATE'], pageSize: 20 }]);
    await press('查看结果', tried);
    await screen.findByText('已检查 200 票');
    expect(page.href()).toBe('/detection-rules?rule=ETA_LATE&tab=try');
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: '晚到' }).value).toBe('48');
    await setLang('en');
    expect(await screen.findByText('200 shipments checked')).toBeDefined();
    await setLang('zh');
  });

  test('a change says who did it and what it was before; it is taken back after a question', async () => {
    server.answer({
      ruleSettingHistory: () => [
        {
          auditId: '71',
          time: Date.UTC(2026, 2, 1, 8),
          userCode: 'anna',
          userName: '安娜',
          action: 'update',
          ruleSettingId: '3',
          before: { ...setting, enabled: 0 },
          after: { ...setting, values: { lateHours: 48 } },
        },
        {
          auditId: '70',
          time: Date.UTC(2026, 1, 1, 8),
          userCode: 'root',
          userName: null,
          action: 'insert',
          ruleSettingId: '3',
          before: null,
          after: { ...setting, writable: 0 },
        },
      ],
      ruleSettingRestore: () => new Success({ setting, runId: null, shipments: 4 }, '已恢复'),
    });
    await open('history');
    const change = await rowOf('停用 · 晚到 24 小时 → 晚到 48 小时');
    for (const message of ['安娜', '修改', '海帆']) expect(within(change).getByText(message)).toBeDefined();
    expect(within(await rowOf('未设置 → 晚到 24 小时')).getByText('root')).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^撤\s?销$/ })).toHaveLength(1);
    await press('撤销', change);
    await answerDialog('撤销这次修改？', '撤销');
    await screen.findByText('已恢复');
    expect(server.asked('ruleSettingRestore')).toEqual([{ auditId: '71' }]);
    await waitFor(() => expect(server.asked('ruleSettingHistory')).toHaveLength(2));
  });

  test('nothing run and nothing changed is shown', async () => {
    server.answer({ ruleSettingHistory: () => [] });
    await open('runs');
    await screen.findByText('还没有运行记录');
    await user.click(screen.getByRole('tab', { name: '修改记录' }));
    expect(await screen.findByText('还没有修改')).toBeDefined();
  });
});
