import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { environmentPage } from './pages.ts';

type Row = CallData<'environment.query'>['records'][number];
type State = CallData<'robotStates'>[number];
type Use = CallData<'environmentUse'>[number];

const row: Row = { environmentId: '1', environmentName: '生产', description: '机房甲', recordVersion: 3 };
const second: Row = { ...row, environmentId: '2', environmentName: '备用', description: null };
const use: Use = {
  environmentId: '1',
  isDefault: true,
  load: { pending: 4, running: 2, jobs: 20, faulted: 1 },
  robots: [
    { robotId: '7', robotName: '一号机', state: 'Available' },
    { robotId: '8', robotName: '二号机 & 三号机', state: 'Busy' },
  ],
  processes: [{ processId: '5', processName: '查提单', tenantName: '海帆' }],
};
const state: State = {
  robotId: '7',
  robotName: '一号机',
  state: 'Available',
  lastSeenTime: null,
  agentVersion: null,
  host: null,
  capabilities: [],
  skewMs: null,
  keyPrefix: null,
  remote: false,
  remoteProblem: null,
  remoteRobots: null,
  load: { jobs: 12, faulted: 1, busyMs: 21_600_000 },
  jobs: [],
};
const server = callServer({
  'environment.query': () => ({ records: [row, second], totalPage: 1, totalRecord: 2 }),
  'environment.writers': () => [],
  environmentUse: () => [use, { ...use, environmentId: '2', isDefault: false, robots: [], processes: [] }],
  robotStates: () => [
    state,
    { ...state, robotId: '8', robotName: '二号机 & 三号机', state: 'Busy' },
    { ...state, robotId: '9', robotName: '四号机', state: 'Disconnected' },
  ],
});
const notify = liveStream();
afterEach(cleanup);

const dialogOf = (name: string) => screen.findByRole('dialog', { name });
/** The choice of robots in the dialog of the first environment, once the robots are known. */
async function openRobots(): Promise<HTMLElement> {
  await screen.findByRole('button', { name: '一号机' });
  await press('编辑', await rowOf('机房甲'));
  const dialog = await dialogOf('运行环境更新');
  await within(dialog).findByText('一号机');
  return within(dialog).getByRole('combobox', { name: '机器人' });
}

test('a row counts and names its robots and processes, and leads to them', async () => {
  const page = await openPage(environmentPage);
  const link = await screen.findByRole('button', { name: '二号机 & 三号机' });
  const own = within(await rowOf('机房甲'));
  const texts = own.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(['默认', '2 个机器人一号机二号机 & 三号机', '1 个流程查提单 (海帆)']));
  await userEvent.click(link);
  await userEvent.click(own.getByRole('button', { name: '查提单 (海帆)' }));
  expect(page.left).toEqual([
    `/robot?keyword=${encodeURIComponent('二号机 & 三号机')}`,
    `/process?processName=${encodeURIComponent('查提单')}`,
  ]);
  const other = within(await rowOf('备用'));
  expect(other.queryByText('默认')).toBeNull();
  for (const none of ['0 个机器人', '0 个流程']) expect(other.getByText(none)).toBeDefined();
  server.answer({ environmentUse: () => [{ ...use, robots: [], isDefault: false }] });
  await notify('robot');
  await waitFor(() => expect(screen.queryByRole('button', { name: '一号机' })).toBeNull());
  expect(within(await rowOf('机房甲')).queryByText('默认')).toBeNull();
  await act(() => setLang('en'));
  expect(await screen.findByRole('columnheader', { name: /Processes/ })).toBeDefined();
});

test('robots are put in and taken out with the button that saves the environment', async () => {
  const requested: string[] = [];
  server.answer({
    'environment.update': () => {
      requested.push('environment');
      return new Success({ ...row, recordVersion: 4 }, '更新运行环境成功');
    },
    environmentRobots: () => {
      requested.push('robots');
      server.answer({ environmentUse: () => [{ ...use, robots: [{ robotId: '9', robotName: '四号机', state: '' }] }] });
      return null;
    },
  });
  await openPage(environmentPage);
  const robots = await openRobots();
  await takeChoice(robots, '四号机');
  const option = { selector: '.ant-select-item-option-content' };
  expect(screen.getByText('四号机', option).textContent).toBe('四号机 未连接');
  await userEvent.click(screen.getByText('一号机', option));
  await press('保存');
  expect(await screen.findByText('更新运行环境成功')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requested).toEqual(['environment', 'robots']);
  expect(server.asked('environmentRobots')).toEqual([{ environmentId: '1', add: ['9'], remove: ['7'] }]);
  expect(await screen.findByRole('button', { name: '四号机' })).toBeDefined();
});

test('without a change of robots none are sent; a change alone is asked about before it is lost', async () => {
  server.answer({ 'environment.update': () => ({ ...row, description: '机房乙', recordVersion: 4 }) });
  await openPage(environmentPage);
  const robots = await openRobots();
  await takeChoice(robots, '四号机');
  await press('取消');
  await answerDialog('放弃未保存的内容？', '继续编辑');
  await takeChoice(robots, '四号机');
  const description = within(await dialogOf('运行环境更新')).getByLabelText('说明');
  await userEvent.clear(description);
  await userEvent.type(description, '机房乙');
  await press('保存');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('environment.update')).toEqual([
    { environmentName: '生产', description: '机房乙', environmentId: '1', recordVersion: 3 },
  ]);
  expect(server.asked('environmentRobots')).toEqual([]);
});

test('robots that could not be changed keep the dialog open, and saving again stands on the saved row', async () => {
  let version = row.recordVersion;
  server.answer({
    'environment.update': () => ({ ...row, recordVersion: (version += 1) }),
    environmentRobots: () => new Refusal('四号机正在执行作业'),
  });
  await openPage(environmentPage);
  await takeChoice(await openRobots(), '四号机');
  await press('保存');
  expect(await screen.findByText('四号机正在执行作业')).toBeDefined();
  server.answer({ environmentRobots: () => null });
  await press('保存', await dialogOf('运行环境更新'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const change = { environmentId: '1', add: ['9'], remove: [] };
  expect(server.asked('environmentRobots')).toEqual([change, change]);
  expect(server.asked('environment.update')).toMatchObject([{ recordVersion: 3 }, { recordVersion: 4 }]);
});

test('a new environment has no robots yet; who may only read is informed and sees who changed what', async () => {
  await openPage(environmentPage);
  await press('新增');
  const dialog = within(await dialogOf('运行环境新增'));
  await dialog.findByLabelText('环境名称');
  expect(dialog.queryByRole('combobox')).toBeNull();
  cleanup();
  server.answer({ 'environment.history': () => [] });
  await openPage(environmentPage, '/environment', { who: { writesShared: false } });
  await userEvent.dblClick(await screen.findByText('机房甲'));
  expect(await screen.findByText('还没有变更记录')).toBeDefined();
  expect(screen.getByText('只读')).toBeDefined();
  for (const button of ['新增', '编辑', '删除'])
    expect(screen.queryByRole('button', { name: new RegExp(button) })).toBeNull();
});
