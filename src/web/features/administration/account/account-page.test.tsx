import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { accountPage } from './page.ts';

const started = Date.UTC(2026, 2, 1, 8);
const here: CallData<'ownSessions'>[number] = {
  sessionId: 'a1',
  startTime: started,
  lastSeenTime: started + 3_600_000,
  expireTime: started + 86_400_000,
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  current: true,
};
const elsewhere = { ...here, sessionId: 'b2', ip: '198.51.100.9', userAgent: null, current: false };
const off: CallData<'secondFactor'> = { enabled: false, since: null, recoveryCodesLeft: 0, hasPassword: true };
const on = { ...off, enabled: true, since: started, recoveryCodesLeft: 7 };
const server = callServer({
  secondFactor: () => off,
  ownSessions: () => [here, elsewhere],
  pushDevices: () => [],
  connectedPrograms: () => [],
  calendarFeeds: () => [],
});
const actor = userEvent.setup({ delay: null });
afterEach(cleanup);

const isOff = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

test('two-step verification is set up: password, secret, first code, and recovery codes that are shown once', async () => {
  const recoveryCodes = ['AAAA-1111', 'BBBB-2222'];
  server.answer({
    secondFactorBegin: ({ currentPassword }) =>
      currentPassword === 'Secret1'
        ? { secret: 'JBSWY3DP', uri: 'otpauth://totp/Portolan:admin?secret=JBSWY3DP' }
        : new Refusal('密码错误'),
    secondFactorConfirm: ({ code }) => (code === '123456' ? { recoveryCodes } : new Refusal('验证码错误')),
  });
  await openPage(accountPage);
  expect(await screen.findByText(/^未启用/)).toBeDefined();
  expect(screen.queryByLabelText('验证码')).toBeNull();
  expect(isOff('设置两步验证')).toBe(true);
  await actor.type(screen.getByLabelText('当前密码'), 'wrong');
  await press('设置两步验证');
  expect(await screen.findByText('密码错误')).toBeDefined();
  await actor.clear(screen.getByLabelText('当前密码'));
  await actor.type(screen.getByLabelText('当前密码'), 'Secret1');
  await press('设置两步验证');
  expect(await screen.findByText('JBSWY3DP')).toBeDefined();
  expect(isOff('启 用')).toBe(true);
  await actor.type(screen.getByLabelText('验证码'), '000000');
  await press('启用');
  expect(await screen.findByText('验证码错误')).toBeDefined();
  expect(screen.getByText('JBSWY3DP')).toBeDefined();
  await actor.clear(screen.getByLabelText('验证码'));
  await actor.type(screen.getByLabelText('验证码'), '123456');
  server.answer({ secondFactor: () => on });
  await press('启用');
  for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeDefined();
  await press('已保存');
  expect(await screen.findByText(/剩余恢复码 7 个/)).toBeDefined();
  expect(screen.queryByText('AAAA-1111')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('当前密码').value).toBe('');
});

test('two-step verification is begun once by a double click: the secret on screen is the one that counts', async () => {
  server.answer({ secondFactorBegin: () => ({ secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' }) });
  await openPage(accountPage);
  await screen.findByText(/^未启用/);
  await actor.type(screen.getByLabelText('当前密码'), 'Secret1');
  await actor.dblClick(screen.getByRole('button', { name: '设置两步验证' }));
  await screen.findByText('JBSWY3DP');
  expect(server.asked('secondFactorBegin')).toHaveLength(1);
});

test('switching it off wants the password and a code; a refusal keeps what was entered', async () => {
  server.answer({ secondFactor: () => on, secondFactorEnd: () => new Refusal('验证码错误') });
  await openPage(accountPage);
  expect(await screen.findByText(timeAsText(started).slice(0, 19))).toBeDefined();
  await actor.type(screen.getByLabelText('当前密码'), 'Secret1');
  expect(isOff('停用两步验证')).toBe(true);
  await actor.type(screen.getByLabelText('验证码'), '123456');
  await press('停用两步验证');
  expect(await screen.findByText('验证码错误')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('123456');
  server.answer({ secondFactor: () => off, secondFactorEnd: () => new Success(null, '两步验证已停用') });
  await press('停用两步验证');
  expect(await screen.findByText('两步验证已停用')).toBeDefined();
  expect(await screen.findByText(/^未启用/)).toBeDefined();
  expect(server.asked('secondFactorEnd').at(-1)).toEqual({ currentPassword: 'Secret1', code: '123456' });
});

test('who signs in elsewhere has nothing to set up; a failure can be tried again', async () => {
  server.answer({ secondFactor: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  await openPage(accountPage);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  server.answer({ secondFactor: () => ({ ...off, hasPassword: false }) });
  await press('重试');
  expect(await screen.findByText(/统一身份认证登录，两步验证由其负责/)).toBeDefined();
  expect(screen.queryByLabelText('当前密码')).toBeNull();
});

test('sessions say since when, from where and with what; any but this one can be ended, which the list then shows', async () => {
  server.answer({ ownSessionEnd: () => new Refusal('会话不存在') });
  await openPage(accountPage);
  const current = within(await rowOf('192.0.2.7'));
  for (const message of [
    timeAsText(started).slice(0, 19),
    timeAsText(started + 3_600_000).slice(0, 19),
    '当前会话',
    /Chrome/,
  ])
    expect(current.getByText(message)).toBeDefined();
  expect(current.queryByRole('button')).toBeNull();
  const other = await rowOf('198.51.100.9');
  await press('结束', other);
  expect(await screen.findByText('会话不存在')).toBeDefined();
  server.answer({ ownSessionEnd: () => new Success(null, '会话已结束'), ownSessions: () => [here] });
  await press('结束', other);
  expect(await screen.findByText('会话已结束')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('198.51.100.9')).toBeNull());
  expect(server.asked('ownSessionEnd')).toEqual([{ sessionId: 'b2' }, { sessionId: 'b2' }]);
});

test('in English', async () => {
  server.answer({ secondFactor: () => on });
  await openPage(accountPage);
  await screen.findByText(/剩余恢复码 7 个/);
  await setLang('en');
  try {
    expect(await screen.findByText(/recovery codes left: 7/)).toBeDefined();
    expect(within(await rowOf('192.0.2.7')).getByText('This session')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/[一-龥]/);
  } finally {
    await setLang('zh');
  }
});

test('devices are listed and can be taken away; a browser without push says what it needs', async () => {
  const phone = { deviceId: '5', deviceName: 'Chrome 140', createTime: started, lastRungTime: null, mark: 'ab' };
  server.answer({
    pushDevices: () => [phone],
    pushDeviceRemove: ({ deviceId }) => {
      if (deviceId !== '5') return new Refusal('没有这台设备');
      server.answer({ pushDevices: () => [] });
      return new Success(null, '不再向该设备推送');
    },
  });
  await openPage(accountPage);
  expect(await screen.findByText('Chrome 140')).toBeDefined();
  expect(await screen.findByText(/此浏览器无法接收推送/)).toBeDefined();
  expect(screen.queryByRole('button', { name: '在此设备上接收推送' })).toBeNull();
  await press('停止向 Chrome 140 推送');
  expect(await screen.findByText('不再向该设备推送')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Chrome 140')).toBeNull());
});

test('connected programs say what they may do and where; one is disconnected after a question', async () => {
  const chat: CallData<'connectedPrograms'>[number] = {
    connectedProgramId: '9',
    name: '<b>Harbour chat</b>',
    redirectHost: 'chat.example',
    tenantName: '海帆供应链',
    scopes: ['read', 'act'],
    createTime: started,
    lastUsedTime: started + 3_600_000,
    expireTime: started + 86_400_000,
    userCode: 'admin',
    userName: '管理员',
  };
  server.answer({
    connectedPrograms: () => [chat],
    connectedProgramEnd: ({ connectedProgramId }) => {
      if (connectedProgramId !== '9') return new Refusal('没有这个程序');
      server.answer({ connectedPrograms: () => [] });
      return new Success(null, '已断开，程序不能再访问');
    },
  });
  await openPage(accountPage);
  expect(await screen.findByText('<b>Harbour chat</b>')).toBeDefined();
  expect(screen.getByText(/海帆供应链 · 查询 · 操作/)).toBeDefined();
  expect(screen.getByText('chat.example')).toBeDefined();
  await press('断开 <b>Harbour chat</b>');
  await answerDialog('断开“<b>Harbour chat</b>”？', '断开');
  expect(await screen.findByText('已断开，程序不能再访问')).toBeDefined();
  expect(await screen.findByText(/没有程序连接到您的账号/)).toBeDefined();
});
