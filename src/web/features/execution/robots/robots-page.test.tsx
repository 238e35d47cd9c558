import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { robotPage } from './pages.ts';

type Row = CallData<'robot.query'>['records'][number];
type State = CallData<'robotStates'>[number];

const row: Row = {
  robotId: '7',
  robotName: '一号机',
  description: null,
  tenantId: null,
  tenantName: null,
  machineType: 'WALI_ROBOT',
  machineVersion: '3.1',
  environmentId: '1,2',
  environmentName: '生产,备用',
  slots: 2,
  remoteUrl: null,
  remoteTokenUrl: null,
  remoteFolderId: null,
  remoteClientId: null,
  remoteClientSecret: false,
  remoteScope: null,
  lostAfterS: 120,
  enabled: 1,
  recordVersion: 3,
};
const second: Row = { ...row, robotId: '8', robotName: '远程站', tenantId: '3', tenantName: '海帆', enabled: 0 };
const state: State = {
  robotId: '7',
  robotName: '一号机',
  state: 'Busy',
  lastSeenTime: null,
  agentVersion: '2.4.0',
  host: 'rpa-host-1',
  capabilities: [],
  skewMs: null,
  keyPrefix: 'rb_1f',
  remote: false,
  remoteProblem: null,
  remoteRobots: null,
  load: { jobs: 12, faulted: 1, busyMs: 21_600_000 },
  jobs: [
    { jobId: '41', processName: '查提单', progress: 60 },
    { jobId: '42', processName: '查箱', progress: null },
  ],
};
const remote: State = {
  ...state,
  robotId: '8',
  robotName: '远程站',
  state: 'Unresponsive',
  agentVersion: null,
  host: null,
  keyPrefix: null,
  remote: true,
  remoteProblem: '令牌地址没有应答',
  remoteRobots: 1,
  jobs: [],
};
const server = callServer({
  allDict: () => [
    {
      codeType: 'WL_MACHINE_TYPE',
      codeValue: 'WALI_ROBOT',
      displayValueCn: '瓦力机器人',
      displayValueEn: 'Wali robot',
    },
  ],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  'environment.getAll': () => [],
  'robot.writers': () => [],
  'robot.query': () => ({ records: [row, second], totalPage: 1, totalRecord: 2 }),
  robotStates: () => [{ ...state, lastSeenTime: Date.now() - 5.5 * 60_000 }, remote],
});
const notify = liveStream();
afterEach(cleanup);

test('a row says what the robot may run and what it does now, and leads to its jobs', async () => {
  const page = await openPage(robotPage);
  const own = within(await rowOf('一号机'));
  await own.findByText('执行中');
  for (const message of ['瓦力机器人', '3.1', '生产，备用', '5 分钟前', '2.4.0', 'rpa-host-1', '是'])
    expect(own.getByText(message)).toBeDefined();
  await userEvent.click(own.getByRole('button', { name: '#41 查提单 60 %' }));
  await userEvent.click(own.getByRole('button', { name: '#42 查箱' }));
  expect(page.left).toEqual(['/job/detail?jobId=41', '/job/detail?jobId=42']);
  const other = within(await rowOf('远程站'));
  for (const message of ['无响应', '令牌地址没有应答', '从未连接', '远程，1 个机器人', '海帆', '否'])
    expect(other.getByText(message)).toBeDefined();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['状态', '最近心跳', '当前作业', '代理版本', '主机']),
  );
  await act(() => setLang('en'));
  expect(await screen.findByText('Remote, 1 robot')).toBeDefined();
  for (const message of ['5 min ago', 'Unresponsive', 'Never connected', 'Wali robot', '生产, 备用'])
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
});

test('a robot whose state is not known yet is not stated to be offline; states follow what happens', async () => {
  let arrive: (states: State[]) => void = () => undefined;
  server.answer({ robotStates: () => new Promise((resolve) => (arrive = resolve)) });
  await openPage(robotPage);
  const own = within(await rowOf('一号机'));
  for (const message of ['未连接', '从未连接', '已停用']) expect(own.queryByText(message)).toBeNull();
  arrive([{ ...state, state: 'Disconnected' }]);
  expect(await own.findByText('未连接')).toBeDefined();
  server.answer({ robotStates: () => [{ ...state, state: 'Available' }] });
  await notify('robot');
  // Sooner than they are requested anyway.
  const soon = { timeout: 5_000 };
  expect(await own.findByText('空闲', {}, soon)).toBeDefined();
  server.answer({ robotStates: () => [{ ...state, state: 'Disabled' }] });
  await notify('job');
  expect(await own.findByText('已停用', {}, soon)).toBeDefined();
});

test('filters of a link are requested, and the list says when nothing matches', async () => {
  server.answer({ 'robot.query': () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
  await openPage(robotPage, '/robot?keyword=一号&machineType=WALI_ROBOT&enabled=0&tenantId=3&page=1&sort=slots.desc');
  expect(await screen.findByText('没有符合条件的数据')).toBeDefined();
  expect(server.asked('robot.query').at(-1)).toEqual({
    keyword: '一号',
    machineType: ['WALI_ROBOT'],
    tenantId: ['3'],
    enabled: '0',
    currentPage: 1,
    pageSize: 10,
    sortRules: [{ columnName: 'slots', sortType: 'desc' }],
  });
});

test('a robot that has a key gets a new one after a question only; it is shown once, with the command', async () => {
  server.answer({ robotKey: () => ({ key: 'rb_new' }) });
  await openPage(robotPage);
  await within(await rowOf('一号机')).findByText('执行中');
  await chooseAct('一号机', '生成密钥');
  expect(await answerDialog('为机器人“一号机”生成新密钥？', '取消')).toContain('原密钥立即失效');
  expect(server.asked('robotKey')).toEqual([]);
  await chooseAct('一号机', '生成密钥');
  const requested = server.asked('robotStates').length;
  await answerDialog('为机器人“一号机”生成新密钥？', '生成密钥');
  const once = await screen.findByRole('dialog', { name: '机器人密钥' });
  expect(within(once).getByText('rb_new')).toBeDefined();
  expect(within(once).getByText(`npm run robot -- --server ${location.origin} --key rb_new`)).toBeDefined();
  expect(server.asked('robotKey')).toEqual([{ robotId: '7' }]);
  await waitFor(() => expect(server.asked('robotStates').length).toBeGreaterThan(requested));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('rb_new')).toBeDefined();
  await press('Close', once);
  await waitFor(() => expect(screen.queryByText('rb_new')).toBeNull());
});

test('a first key needs no question; one that could not be made says so', async () => {
  server.answer({ robotKey: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  await openPage(robotPage);
  await within(await rowOf('远程站')).findByText('无响应');
  await userEvent.click(await screen.findByText('远程站'));
  await userEvent.keyboard('g');
  expect(await screen.findByText('生成密钥失败：服务器忙')).toBeDefined();
  expect(server.asked('robotKey')).toEqual([{ robotId: '8' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new robot has a name, and an orchestrator elsewhere an address for tokens; refused fields say why', async () => {
  server.answer({
    'robot.insert': () =>
      new Refusal('机器人名称已存在', { data: { fields: [{ field: 'robotName', message: '“三号机”已存在' }] } }),
  });
  await openPage(robotPage);
  await press('新增');
  const dialog = within(await screen.findByRole('dialog', { name: '机器人新增' }));
  const enter = async (label: string, value: string): Promise<void> => {
    fireEvent.change(await dialog.findByLabelText(label), { target: { value } });
  };
  await press('保存');
  expect(await dialog.findByText('请输入机器人名称')).toBeDefined();
  await enter('机器人名称', '三号机');
  await enter('远程编排器地址', 'uipath.example');
  expect(dialog.getByText('请输入完整的 http(s) 地址')).toBeDefined();
  await enter('远程编排器地址', 'https://uipath.example/o');
  await press('保存');
  expect(await dialog.findByText('请输入令牌地址')).toBeDefined();
  await enter('令牌地址', 'https://uipath.example/token');
  await enter('客户端密钥', 's3cret');
  expect(server.asked('robot.insert')).toEqual([]);
  await press('保存');
  expect(await dialog.findByText('“三号机”已存在')).toBeDefined();
  const sent = server.asked('robot.insert').at(-1);
  expect(sent).toMatchObject({
    robotName: '三号机',
    machineType: 'WALI_ROBOT',
    environmentId: '',
    slots: 1,
    lostAfterS: 120,
    enabled: 1,
    remoteUrl: 'https://uipath.example/o',
    remoteTokenUrl: 'https://uipath.example/token',
    remoteClientSecret: 's3cret',
  });
  server.answer({ 'robot.insert': () => new Success({ ...row, robotId: '9', robotName: '三号机' }, '新增机器人成功') });
  await press('保存');
  expect(await screen.findByText('新增机器人成功')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
