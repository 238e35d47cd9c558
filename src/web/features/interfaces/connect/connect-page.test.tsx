import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage, tenantPerson } from '#testing/open-page.tsx';
import { buttonOf, press, takeChoice } from '#testing/screen-acts.ts';
import { definePage } from '#web/base/define-page.ts';
import { setLang } from '#web/i18n/index.ts';
import { ConnectPage } from './ConnectPage.tsx';

const asked: CallData<'connectRequest'> = {
  name: '<img src=x onerror=alert(1)> Harbour chat',
  redirectHost: 'chat.example',
  onThisComputer: false,
  scopes: ['read', 'act'],
  mayAct: true,
  userCode: 'li',
};
const tenants = [
  { wlTenantId: '2', tenantCode: 'HF', tenantName: '海帆' },
  { wlTenantId: '3', tenantCode: 'YJ', tenantName: '远景' },
];
const server = callServer({ connectRequest: () => asked, tenants: () => tenants });
const actor = userEvent.setup({ delay: null });
afterEach(cleanup);

/** Puts the page on screen; gives where it led in the end. */
async function openConnect(search: { request?: string; problem?: string } = { request: 'r1' }): Promise<string[]> {
  const left: string[] = [];
  const Page = () => (
    <ConnectPage request={search.request} problem={search.problem} leave={(href) => void left.push(href)} />
  );
  await openPage(
    definePage({
      route: '/connect',
      title: { zh: '连接程序', en: 'Connect' },
      order: 1,
      texts: ['connect'],
      load: async () => ({ default: Page }),
    }),
    '/connect',
    { who: tenantPerson() },
  );
  return left;
}

test('it says who asks and for what, as text; reading in the own tenant is chosen, acting is not', async () => {
  server.answer({ connectAllow: () => ({ redirectTo: 'https://portolan.example/oauth/authorize/r1' }) });
  const left = await openConnect();
  expect(await screen.findByText('«<img src=x onerror=alert(1)> Harbour chat»')).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText('chat.example')).toBeDefined();
  expect(await screen.findByText('海帆')).toBeDefined();
  const [read, act] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([read?.checked, act?.checked]).toEqual([true, false]);
  await press('允许');
  expect(server.asked('connectAllow')).toEqual([{ request: 'r1', tenantId: '2', scopes: ['read'] }]);
  expect(left).toEqual(['https://portolan.example/oauth/authorize/r1']);
});

test('another tenant and acts are chosen by hand; without any scope nothing can be allowed', async () => {
  server.answer({ connectAllow: () => new Refusal('每人最多连接 50 个程序') });
  const left = await openConnect();
  await takeChoice(await screen.findByRole('combobox'), '远景');
  await actor.click(screen.getByRole('checkbox', { name: '查询' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: buttonOf('允许') }).disabled).toBe(true);
  await actor.click(screen.getByRole('checkbox', { name: '操作' }));
  await press('允许');
  expect(server.asked('connectAllow')).toEqual([{ request: 'r1', tenantId: '3', scopes: ['act'] }]);
  expect(await screen.findByText('每人最多连接 50 个程序')).toBeDefined();
  expect(left).toEqual([]);
});

test('a person whose role allows no acts cannot lend them', async () => {
  server.answer({ connectRequest: () => ({ ...asked, mayAct: false }) });
  await openConnect();
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '操作' })).disabled).toBe(true);
  expect(screen.getByText(/您的角色不能执行操作/)).toBeDefined();
});

test('a refusal goes back to the program too', async () => {
  server.answer({ connectRequest: () => asked, connectDeny: () => ({ redirectTo: 'https://portolan.example/back' }) });
  const left = await openConnect();
  await screen.findByText('chat.example');
  await press('拒绝');
  expect(left).toEqual(['https://portolan.example/back']);
});

test('a request that is over, or that cannot be answered, says what to do; in English too', async () => {
  server.answer({ connectRequest: () => new Refusal('该连接请求已失效') });
  await openConnect();
  expect(await screen.findByText('该连接请求已失效')).toBeDefined();
  cleanup();
  await openConnect({ problem: 'invalid_redirect_uri' });
  expect(await screen.findByText(/未登记的地址/)).toBeDefined();
  cleanup();
  await openConnect({ problem: '<script>' });
  expect(await screen.findByText(/连接请求有误/)).toBeDefined();
  await setLang('en');
  try {
    expect(await screen.findByText('This program cannot be connected')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/[一-龥]/);
  } finally {
    await setLang('zh');
  }
});
