import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { schedulePages } from './pages.ts';

type Row = CallData<'schedule.query'>['records'][number];
type Preview = CallData<'schedulePreview'>;

const [page] = schedulePages as [(typeof schedulePages)[number]];
const nine = Date.UTC(2026, 2, 2, 1);
const hour = 3_600_000;
const row: Row = {
  wlSchedulesId: '7',
  scheduleName: '每日船期',
  processesId: '5',
  processName: '船期采集',
  subscribeId: null,
  tenantId: '3',
  tenantName: '海帆',
  cronExpression: null,
  effectiveCron: '0 0 9 * * ?',
  cronZone: 'Asia/Shanghai',
  calendarId: null,
  calendarName: null,
  missedPolicy: 'latest',
  catchUpLimit: 10,
  overlapPolicy: 'skip',
  priority: null,
  input: null,
  scheduleStatus: 'Running',
  pausedUntil: null,
  nextRunTime: nine,
  problem: null,
  recordVersion: 4,
};
const stopped: Row = {
  ...row,
  wlSchedulesId: '8',
  scheduleName: '每周报表',
  scheduleStatus: 'Stopped',
  nextRunTime: null,
  problem: '流程没有可用的版本',
};
const preview: Preview = {
  cronExpression: '0 0 9 * * ?',
  next: [
    { at: nine, outcome: 'ran', reasonText: null },
    { at: nine + 24 * hour, outcome: 'skipped', reasonText: '休息日' },
  ],
  runs: 3,
  runsInAll: 3,
  starts: 2,
  intervalMs: 24 * hour,
  durationMs: 90_000,
  overlaps: false,
  overlapText: null,
  assumedMs: 300_000,
  environmentName: '生产',
  capacity: 4,
  others: 60,
  othersSeen: 50,
  othersAssumed: 2,
  buckets: Array.from({ length: 8 }, (_, part) => ({
    at: nine + (part * hour) / 4,
    own: part < 4 ? 1 : 0,
    others: part === 4 ? 2 : 0,
    waiting: part % 4 === 0 ? 1 : 0,
  })),
  firstWaitAt: null,
  longestWaitMs: 0,
};
const dict = (codeType: string, codeValue: string, displayValueCn: string) => ({
  codeType,
  codeValue,
  displayValueCn,
  displayValueEn: codeValue,
});
const server = callServer({
  allDict: () => [
    dict('WL_SCHEDULE_STATUS', 'Running', '运行中'),
    dict('WL_SCHEDULE_STATUS', 'Stopped', '已停止'),
    dict('WL_MISSED_POLICY', 'latest', '只补最近一次'),
    dict('WL_OVERLAP_POLICY', 'skip', '跳过'),
  ],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  'process.getAll': () => [{ wlProcessesId: '5', processName: '船期采集', tenantName: '海帆', packageVersion: '1.0' }],
  'calendar.getAll': () => [],
  'schedule.writers': () => [],
  'schedule.query': () => ({ records: [row, stopped], totalPage: 1, totalRecord: 2 }),
  schedulePreview: () => preview,
  scheduleAct: () => ({ changed: 1 }),
});
const notify = liveStream();
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const edit = async (): Promise<ReturnType<typeof within>> => {
  await userEvent.dblClick(within(await rowOf('每日船期')).getByText('每日船期'));
  return within(await screen.findByRole('dialog', { name: '计划更新' }));
};

test('a schedule says what runs when and what is wrong, asks by the filters of its address, and follows what happens', async () => {
  const opened = await openPage(page, '/schedule?keyword=每日&scheduleStatus=Running&processesId=5&tenantId=3');
  const cells = within(await rowOf('每日船期'));
  for (const message of ['运行中', '船期采集', '0 0 9 * * ?', '海帆'])
    expect(await cells.findByText(message)).toBeDefined();
  expect(cells.getByText(/2026-03-0[12] \d\d:00:00/)).toBeDefined();
  const other = within(await rowOf('每周报表'));
  for (const message of ['已停止', '流程没有可用的版本']) expect(other.getByText(message)).toBeDefined();
  const heads = [...document.querySelectorAll('.pt-th-title')].map(({ textContent }) => textContent);
  const first = heads.indexOf('计划名称');
  expect(heads.slice(first, first + 4)).toEqual(['计划名称', '状态', '问题', '流程配置']);
  expect(server.asked('schedule.query').at(-1)).toMatchObject({
    keyword: '每日',
    scheduleStatus: ['Running'],
    processesId: ['5'],
    tenantId: ['3'],
  });
  server.answer({
    'schedule.query': () => ({ records: [{ ...row, problem: '上次作业失败' }], totalPage: 1, totalRecord: 1 }),
  });
  await notify('job');
  expect(await cells.findByText('上次作业失败', {}, { timeout: 5_000 })).toBeDefined();
  await userEvent.click(cells.getByText('每日船期'));
  await userEvent.keyboard('i');
  expect(opened.left).toEqual(['/occurrence?wlSchedulesId=7']);
});

test('a stopped schedule starts over, one that is paused goes on, and a refusal says why', async () => {
  await openPage(page);
  await chooseAct('每周报表', '启动 / 恢复');
  expect(await screen.findByText('计划“每周报表”已启动')).toBeDefined();
  const requested = server.asked('schedule.query').length;
  await chooseAct('每日船期', '启动 / 恢复');
  expect(await screen.findByText('计划“每日船期”已恢复')).toBeDefined();
  await waitFor(() => expect(server.asked('schedule.query').length).toBeGreaterThan(requested));
  server.answer({ scheduleAct: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  await chooseAct('每日船期', '停止');
  expect(await screen.findByText('操作失败：服务器忙')).toBeDefined();
  expect(server.asked('scheduleAct')).toEqual([
    { ids: ['8'], act: 'start' },
    { ids: ['7'], act: 'resume' },
    { ids: ['7'], act: 'stop' },
  ]);
});

test('a pause is for a span or until a time in the zone of the schedule', async () => {
  await openPage(page);
  await chooseAct('每日船期', '暂停');
  const dialog = await screen.findByRole('dialog', { name: '暂停计划“每日船期”' });
  expect(within(dialog).getByText(/会被跳过/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole('radio', { name: '7 天' }));
  await press('暂停', dialog);
  expect(await screen.findByText('计划“每日船期”已暂停')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseAct('每周报表', '暂停');
  const again = await screen.findByRole('dialog', { name: '暂停计划“每周报表”' });
  await userEvent.click(within(again).getByRole('radio', { name: '直到指定时间' }));
  expect(within(again).getByRole<HTMLButtonElement>('button', { name: /暂\s*停$/ }).disabled).toBe(true);
  const time = within(again).getByLabelText('暂停至(Asia/Shanghai)', { selector: 'input' });
  fireEvent.change(time, { target: { value: '2026-03-09 08:00' } });
  fireEvent.blur(time);
  await press('暂停', again);
  await waitFor(() =>
    expect(server.asked('scheduleAct')).toEqual([
      { ids: ['7'], act: 'pause', forMs: 7 * 24 * hour },
      { ids: ['8'], act: 'pause', until: Date.UTC(2026, 2, 9) },
    ]),
  );
});

test('the form shows what it would run and where it would queue before it is saved', async () => {
  await openPage(page);
  const dialog = await edit();
  const skipped = await dialog.findByText(/跳过：休息日/);
  expect(skipped.closest('ol')?.textContent).toMatch(/2026-03-02 09:00.*2026-03-03 09:00.*跳过：休息日/);
  for (const message of ['到期 3 次，执行 2 次', '1.5 分钟', '生产：可并行 4 个作业', '接下来的执行(Asia/Shanghai)'])
    expect(dialog.getByText(message)).toBeDefined();
  expect(dialog.getByText(/60\(已计入 50 个\)/).textContent).toContain('2 个的执行长度未知，按 5 分钟 估算');
  expect(dialog.getByText(/按产品版本的 Cron 执行/)).toBeDefined();
  const values = [...document.querySelectorAll('.pt-pic-table tbody tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent),
  );
  expect(values).toEqual([
    ['2026-03-02 09:00', '1', '0', '0.3'],
    ['2026-03-02 10:00', '0', '0.5', '0.3'],
  ]);
  expect(server.asked('schedulePreview')).toEqual([
    { wlSchedulesId: '7', processesId: '5', cronExpression: '', cronZone: 'Asia/Shanghai', calendarId: null },
  ]);
  server.answer({
    schedulePreview: () => ({
      ...preview,
      next: [],
      durationMs: null,
      overlapText: '执行时间长于间隔',
      capacity: 0,
      firstWaitAt: nine,
      runs: 2000,
      runsInAll: 86_400,
      starts: 1990,
    }),
  });
  const cron = dialog.getByLabelText(/^Cron/, { selector: 'input' });
  fireEvent.change(cron, { target: { value: '0 0 3 * * ?' } });
  for (const message of [
    '不再有执行',
    '到期约 86400 次；前 2000 次中执行 1990 次',
    '执行时间长于间隔',
    '环境“生产”中没有可用的机器人，作业会一直排队',
    '尚无执行记录，长度未知，按 5 分钟 估算',
  ])
    expect(await dialog.findByText(message)).toBeDefined();
  expect(dialog.queryByText(/按产品版本的 Cron/)).toBeNull();
  expect(server.asked('schedulePreview').at(-1)).toMatchObject({ cronExpression: '0 0 3 * * ?' });
  server.answer({ schedulePreview: () => ({ ...preview, firstWaitAt: nine, longestWaitMs: 2 * hour }) });
  fireEvent.change(cron, { target: { value: '0 0 4 * * ?' } });
  expect((await dialog.findByText(/作业需要排队/)).textContent).toContain('最长等待 2 小时');
  const requested = server.asked('schedulePreview').length;
  fireEvent.change(cron, { target: { value: 'often' } });
  expect(await dialog.findByText(/填写有效的 Cron 表达式和时区后/)).toBeDefined();
  expect(server.asked('schedulePreview')).toHaveLength(requested);
});

test('what was changed is saved with the version that was seen; a refused field says why and the form stays', async () => {
  server.answer({
    'schedule.update': () =>
      new Refusal('计划名称已存在', { data: { fields: [{ field: 'scheduleName', message: '“夜间船期”已存在' }] } }),
  });
  await openPage(page);
  const dialog = await edit();
  const name = dialog.getByLabelText('计划名称');
  fireEvent.change(name, { target: { value: '' } });
  await press('保存');
  expect(await dialog.findByText('请输入计划名称')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('输入参数'), { target: { value: '[1]' } });
  expect(await dialog.findByText('输入参数应为 JSON 对象')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('输入参数'), { target: { value: '{"port":"CNSHA"}' } });
  fireEvent.change(name, { target: { value: '夜间船期' } });
  expect(server.asked('schedule.update')).toEqual([]);
  await press('保存');
  expect(await dialog.findByText('“夜间船期”已存在')).toBeDefined();
  expect(server.asked('schedule.update').at(-1)).toMatchObject({
    wlSchedulesId: '7',
    recordVersion: 4,
    scheduleName: '夜间船期',
    input: '{"port":"CNSHA"}',
  });
  server.answer({
    'schedule.update': () => new Success({ ...row, scheduleName: '夜间船期' }, '更新计划成功'),
  });
  await press('保存');
  expect(await screen.findByText('更新计划成功')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('in English a pause and its end are shown in its words', async () => {
  await openPage(page);
  await chooseAct('每日船期', '暂停');
  await act(() => setLang('en'));
  const dialog = await screen.findByRole('dialog', { name: 'Pause the schedule "每日船期"' });
  await press('Pause', dialog);
  expect(await screen.findByText('Schedule "每日船期" is paused')).toBeDefined();
  expect(server.asked('scheduleAct')).toEqual([{ ids: ['7'], act: 'pause', forMs: hour }]);
});
