import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UserRecord } from '#contract/administration/auth.ts';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { type OpenPage, openPage, tenantPerson } from '#testing/open-page.tsx';
import { press } from '#testing/screen-acts.ts';
import { definePage } from '#web/base/define-page.ts';
import { usePasswordState, askAboutPassword } from '#web/base/password-state.ts';
import { sessionState, useSession } from '#web/base/session.ts';
import { askToSignInAgain, signedInAgain, useSignInAgain } from '#web/base/sign-in-again.ts';
import { setLang } from '#web/i18n/index.ts';
import { LoginPage } from './LoginPage.tsx';
import { SignInAgainHost } from './SignInAgainHost.tsx';

const user = tenantPerson();
const options: CallData<'signInOptions'> = {
  oidc: false,
  firstRun: false,
  passwordSignIn: true,
  passwordPolicy: 'standard',
  demoLogins: [],
  dataPageUrl: null,
  ftPageUrl: null,
};
const server = callServer({ signInOptions: () => options, login: () => user });
const actor = userEvent.setup({ delay: null });
const title = { zh: '登录', en: 'Sign in' };

beforeEach(() => {
  useSession.setState({ options: null });
  askAboutPassword();
  signedInAgain();
});
afterEach(cleanup);

function openLogin(href = '/login'): Promise<OpenPage> {
  const Page = () => <LoginPage href={href} />;
  return openPage(
    definePage({ route: '/login', title, order: 1, load: () => Promise.resolve({ default: Page }) }),
    href,
  );
}
const field = (label: string): HTMLElement => screen.getByLabelText(label);
async function enter(userCode: string, password: string): Promise<void> {
  await actor.type(field('用户名'), userCode);
  await actor.type(field('密码'), password);
}
const message = (): string[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('the page', () => {
  test('wants a name and a password before it asks, and says so at the fields in either language', async () => {
    await openLogin();
    expect(message()).toEqual([]);
    await press('登录');
    expect(message()).toEqual(['请输入用户名', '请输入密码']);
    await setLang('en');
    try {
      expect(message()).toEqual(['Please enter the user name', 'Please enter the password']);
    } finally {
      await setLang('zh');
    }
    await enter('  ', 'Secret1{Enter}');
    expect(message()).toEqual(['请输入用户名']);
    expect(server.asked('login')).toEqual([]);
  });

  test('signs in once, however often it is pressed, and leads to the page that was requested', async () => {
    let go: (signedIn: UserRecord) => void = () => undefined;
    server.answer({ login: () => new Promise((resolve) => (go = resolve)) });
    const page = await openLogin('/login?redirect=%2Ftrace-index%3Ftab%3Dall');
    await enter(' li ', 'Secret1{Enter}{Enter}');
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: '登录中…' });
    expect(busy.disabled).toBe(true);
    await waitFor(() => expect(server.asked('login')).not.toEqual([]));
    go(user);
    expect(await screen.findByText('登录成功')).toBeDefined();
    expect(server.asked('login')).toEqual([{ userCode: 'li', password: 'Secret1' }]);
    expect(page.left).toEqual(['/trace-index?tab=all']);
    expect(sessionState().user).toEqual(user);
  });

  test('another site in the address is not where it leads', async () => {
    const page = await openLogin('/login?redirect=%2F%2Fevil.example%2Findex');
    await enter('li', 'Secret1{Enter}');
    await waitFor(() => expect(page.left).toEqual(['/index']));
  });

  test('a refusal is shown in the words of the server, a failure is just that; what was entered stays', async () => {
    server.answer({ login: () => new Refusal('用户名或密码错误') });
    const page = await openLogin('/login?msg=sessionOver');
    expect(message()).toEqual(['登录已过期，请重新登录']);
    await enter('li', 'Wrong1{Enter}');
    await waitFor(() => expect(message()).toEqual(['用户名或密码错误']));
    server.answer({ login: () => new Refusal('relation app_user does not exist', { httpStatus: 500 }) });
    await press('登录');
    await waitFor(() => expect(message()).toEqual(['登录失败']));
    expect(screen.getByDisplayValue('Wrong1')).toBeDefined();
    expect(page.left).toEqual([]);
  });

  test('two-step verification is requested when the password is right, again after a wrong code, and sent along', async () => {
    server.answer({
      login: ({ code = '' }) =>
        code === '123456'
          ? user
          : new Refusal(code === '' ? '请输入两步验证码' : '验证码错误', { data: { secondFactor: true } }),
    });
    const page = await openLogin();
    await enter('li', 'Secret1{Enter}');
    const entry = await screen.findByLabelText('验证码');
    expect(message()).toEqual(['请输入两步验证码']);
    expect(document.activeElement).toBe(entry);
    await actor.type(entry, '654321{Enter}');
    await waitFor(() => expect(message()).toEqual(['验证码错误']));
    await actor.type(field('验证码'), '123456{Enter}');
    await waitFor(() => expect(page.left).toEqual(['/index']));
    expect(server.asked('login').map(({ code }) => code)).toEqual([undefined, '654321', '123456']);
  });

  test.each([
    [{ weakPassword: true }, true],
    [{ weakPassword: true, mustChangePassword: true }, false],
    [{}, false],
  ])('after a sign-in with %o the question about a weak password waits: %s', async (more, asks) => {
    server.answer({ login: () => ({ ...user, ...more }) });
    const page = await openLogin();
    await enter('li', 'Secret1{Enter}');
    await waitFor(() => expect(page.left).toEqual(['/index']));
    expect(usePasswordState.getState().askAboutWeak).toBe(asks);
  });

  test('the password can be shown, and Caps Lock is pointed out', async () => {
    await openLogin();
    await enter('li', 'Secret1');
    expect(field('密码').getAttribute('type')).toBe('password');
    await press('显示密码');
    expect(field('密码').getAttribute('type')).toBe('text');
    await press('隐藏密码');
    expect(field('密码').getAttribute('type')).toBe('password');
    fireEvent.keyUp(field('密码'), { key: 'A', modifierCapsLock: true });
    expect(screen.getByText('大写锁定已打开')).toBeDefined();
  });

  test('demo accounts are filled in by a click, and named in the language of the reader', async () => {
    const role = { zh: '租户管理员', en: 'Tenant administrator' };
    server.answer({
      signInOptions: () => ({ ...options, demoLogins: [{ userCode: 'demo', password: 'Demo123', role }] }),
    });
    const page = await openLogin();
    await actor.click(await screen.findByRole('button', { name: /demo.*租户管理员/ }));
    await press('登录');
    await waitFor(() => expect(page.left).toEqual(['/index']));
    expect(server.asked('login')).toEqual([{ userCode: 'demo', password: 'Demo123' }]);
    await setLang('en');
    expect(screen.getByRole('button', { name: /demo.*Tenant administrator/ })).toBeDefined();
    await setLang('zh');
  });

  test('where only single sign-on is offered there is no password to enter, and the way back is kept', async () => {
    server.answer({ signInOptions: () => ({ ...options, oidc: true, passwordSignIn: false }) });
    await openLogin('/login?redirect=%2Ftrace-index&msg=oidcUnknownUser');
    const link = await screen.findByRole('link', { name: '统一身份认证登录' });
    expect(link.getAttribute('href')).toBe('/api/auth/login/redirect?redirectUrl=%2Ftrace-index');
    expect(screen.queryByLabelText('密码')).toBeNull();
    expect(screen.queryByText('或')).toBeNull();
    expect(message()).toEqual(['该身份未关联本系统用户，请联系管理员']);
  });

  test('one can sign in though the ways to do so are not known', async () => {
    server.answer({ signInOptions: () => new Refusal('忙', { httpStatus: 500 }) });
    const page = await openLogin();
    await enter('li', 'Secret1{Enter}');
    await waitFor(() => expect(page.left).toEqual(['/index']));
  });
});

/** A page on which something was entered before the session ended. */
function Below() {
  return (
    <>
      <input aria-label="备注" />
      <SignInAgainHost />
    </>
  );
}
const below = definePage({
  route: '/index',
  title: { zh: '首页', en: 'Home' },
  order: 1,
  load: () => Promise.resolve({ default: Below }),
});

describe('signing in again above a page', () => {
  const open = async (): Promise<{ page: OpenPage; dialog: HTMLElement }> => {
    const page = await openPage(below, '/index', { who: user });
    await actor.type(await screen.findByLabelText('备注'), '等待放行');
    askToSignInAgain();
    return { page, dialog: await screen.findByRole('dialog', { name: '请重新登录' }) };
  };

  test('keeps the page and what was entered; a wrong password is shown, and Enter held down asks once', async () => {
    server.answer({ login: () => new Refusal('用户名或密码错误') });
    const { page, dialog } = await open();
    expect(within(dialog).getByText('li')).toBeDefined();
    await press('登录', dialog);
    expect(await within(dialog).findByText('请输入密码')).toBeDefined();
    expect(server.asked('login')).toEqual([]);
    await actor.type(within(dialog).getByLabelText('密码'), 'Wrong1{Enter}{Enter}{Enter}');
    expect(await within(dialog).findByText('用户名或密码错误')).toBeDefined();
    expect(server.asked('login')).toEqual([{ userCode: 'li', password: 'Wrong1' }]);
    server.answer({
      login: ({ code = '' }) =>
        code === '' ? new Refusal('请输入两步验证码', { data: { secondFactor: true } }) : user,
    });
    await press('登录', dialog);
    await actor.type(await within(dialog).findByLabelText('验证码'), '123456');
    await press('登录', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('login').at(-1)).toEqual({ userCode: 'li', password: 'Wrong1', code: '123456' });
    expect(screen.getByDisplayValue('等待放行')).toBeDefined();
    expect(page.left).toEqual([]);
  });

  test('anyone who wants another account leaves for sign-in', async () => {
    const { page, dialog } = await open();
    await press('换一个账号', dialog);
    expect(page.left).toEqual(['/login']);
    expect(useSignInAgain.getState().wanted).toBe(false);
  });

  test('who signed in elsewhere meanwhile goes on when they come back; somebody else does not', async () => {
    useSession.setState({ options: { ...options, oidc: true } });
    server.answer({ session: () => ({ ...user, userCode: 'wang' }) });
    const { dialog } = await open();
    const link = within(dialog).getByRole('link', { name: /单点登录/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/api/auth/login/redirect?redirectUrl=%2Findex',
      '_blank',
    ]);
    fireEvent.focus(window);
    await waitFor(() => expect(server.asked('session')).toHaveLength(1));
    expect(useSignInAgain.getState().wanted).toBe(true);
    server.answer({ session: () => user });
    fireEvent.focus(window);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
