import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UserRecord } from '#contract/administration/auth.ts';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage, tenantPerson } from '#testing/open-page.tsx';
import { definePage } from '#web/base/define-page.ts';
import { askAboutWeakPassword, closePasswordDialog, openPasswordDialog } from '#web/base/password-state.ts';
import { useSession } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { setLang } from '#web/i18n/index.ts';
import { rePasswordPage } from './page.ts';
import { PasswordHost } from './PasswordHost.tsx';

const user = tenantPerson();
const strict: CallData<'signInOptions'> = {
  oidc: false,
  firstRun: false,
  passwordSignIn: true,
  passwordPolicy: 'strict',
  demoLogins: [],
  dataPageUrl: null,
  ftPageUrl: null,
};
const server = callServer({ login: () => user, updatePassword: () => null });
/** Any page, with the host that the shell puts beside it. */
const hostPage = definePage({
  route: '/index',
  title: { zh: '首页', en: 'Home' },
  order: 1,
  load: () => Promise.resolve({ default: PasswordHost }),
});
const who = { userCode: 'li' };
const actor = userEvent.setup({ delay: null });

beforeEach(() => {
  closePasswordDialog();
  useSession.setState({ options: null });
});
afterEach(cleanup);

const field = (label: string): HTMLElement => screen.getByLabelText(label);
async function enter(current: string, next: string, confirmation = next): Promise<void> {
  for (const [label, value] of [
    ['原密码', current],
    ['新密码', next],
    ['确认新密码', confirmation],
  ] as const) {
    await actor.clear(field(label));
    if (value !== '') await actor.type(field(label), value);
  }
}
const message = (): string[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('the page', () => {
  test('says at each field what is wrong with it, and asks for nothing until all is right', async () => {
    await openPage(rePasswordPage, '/re-password', { who });
    expect(message()).toEqual([]);
    expect(screen.getByText('必须包含大小写字母和数字,且不少于6位')).toBeDefined();
    const save = screen.getByRole('button', { name: /保\s*存/ });
    await actor.click(save);
    expect(message()).toEqual(['请输入原密码', '请输入新密码', '请再次输入新密码']);
    await enter('Old1old', 'Old1old', 'Old1ol');
    expect(message()).toEqual(['原密码与新密码不能相同', '两次输入的密码不一致']);
    expect(field('新密码').getAttribute('aria-invalid')).toBe('true');
    await actor.click(save);
    expect(server.asked('login')).toEqual([]);
    await setLang('en');
    try {
      expect(message()).toHaveLength(2);
      expect(screen.getByLabelText('New password')).toBeDefined();
      expect(screen.queryByText(/密码/)).toBeNull();
    } finally {
      await setLang('zh');
    }
  });

  test('where long passwords are demanded, a short one is refused at its field', async () => {
    useSession.setState({ options: strict });
    await openPage(rePasswordPage, '/re-password', { who });
    await enter('Old1old', 'New1new');
    expect(message()).toEqual(['必须包含大小写字母和数字，且不少于12位']);
    await actor.type(field('新密码'), 'New1new');
    expect(message()).toEqual(['两次输入的密码不一致']);
  });

  test('a wrong current password changes nothing and is shown; what was entered stays', async () => {
    server.answer({ login: () => new Refusal('用户名或密码错误') });
    const page = await openPage(rePasswordPage, '/re-password', { who });
    await enter('Wrong1', 'New1new');
    expect(useTabs.getState().dirty.size).toBe(1);
    await actor.click(screen.getByRole('button', { name: /保\s*存/ }));
    expect(await screen.findByText('登录信息有误,请退出后重试')).toBeDefined();
    expect(server.asked('login')).toEqual([{ userCode: 'li', password: 'Wrong1' }]);
    expect(server.asked('updatePassword')).toEqual([]);
    expect(screen.getByDisplayValue('Wrong1')).toBeDefined();
    expect(page.left).toEqual([]);
  });

  test('a server that fails is not taken for a wrong password; a refused new one is shown in its words', async () => {
    server.answer({ login: () => new Refusal('服务器忙', { httpStatus: 500 }) });
    const page = await openPage(rePasswordPage, '/re-password', { who });
    await enter('Old1old', 'New1new');
    const save = screen.getByRole('button', { name: /保\s*存/ });
    await actor.click(save);
    expect(await screen.findByText(/密码修改失败.*服务器忙/)).toBeDefined();
    server.answer({ login: () => user, updatePassword: () => new Refusal('新密码太常见') });
    await actor.click(save);
    expect(await screen.findByText('新密码太常见')).toBeDefined();
    expect(page.left).toEqual([]);
    server.answer({ updatePassword: () => null });
    await actor.click(save);
    expect(await screen.findByText('密码修改成功，请重新登录')).toBeDefined();
    expect(server.asked('updatePassword').at(-1)).toEqual({
      userCode: 'li',
      password: 'New1new',
      currentPassword: 'Old1old',
    });
    expect(page.left).toEqual(['/login']);
    expect(useTabs.getState().dirty.size).toBe(0);
  });

  test('somebody with two-step verification changes the password too: the question for a code says that it is right', async () => {
    server.answer({ login: () => new Refusal('请输入两步验证码', { data: { secondFactor: true } }) });
    const page = await openPage(rePasswordPage, '/re-password', { who });
    await enter('Old1old', 'New1new');
    await actor.click(screen.getByRole('button', { name: /保\s*存/ }));
    expect(await screen.findByText('密码修改成功，请重新登录')).toBeDefined();
    expect(server.asked('updatePassword')).toHaveLength(1);
    expect(page.left).toEqual(['/login']);
  });

  test('Enter saves, and pressed twice it saves once', async () => {
    let go: (signedIn: UserRecord) => void = () => undefined;
    server.answer({ login: () => new Promise((resolve) => (go = resolve)) });
    const page = await openPage(rePasswordPage, '/re-password', { who });
    await enter('Old1old', 'New1new');
    await actor.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(server.asked('login')).not.toEqual([]));
    await actor.click(screen.getByRole('button', { name: /保\s*存/ }));
    go(user);
    await waitFor(() => expect(page.left).toEqual(['/login']));
    expect(server.asked('login')).toHaveLength(1);
    expect(server.asked('updatePassword')).toHaveLength(1);
  });
});

describe('the dialog', () => {
  test('is opened from the header; leaving it with an entry asks first', async () => {
    await openPage(hostPage, '/index', { who });
    expect(screen.queryByRole('dialog')).toBeNull();
    openPasswordDialog();
    const dialog = await screen.findByRole('dialog', { name: '修改密码' });
    await actor.type(within(dialog).getByLabelText('原密码'), 'Old1old');
    await actor.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    const question = await screen.findByRole('dialog', { name: /未保存/ });
    await actor.click(within(question).getByRole('button', { name: /继续编辑/ }));
    expect(screen.getByDisplayValue('Old1old')).toBeDefined();
    await enter('Old1old', 'New1new');
    await actor.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
    expect(await screen.findByText('密码修改成功，请重新登录')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('insists on changing an initial password: the other way leads to sign-in', async () => {
    const page = await openPage(hostPage, '/index', { who: { ...who, mustChangePassword: true } });
    const dialog = await screen.findByRole('dialog', { name: '请先修改初始密码' });
    expect(within(dialog).getByText(/首次登录后需要设置新密码/)).toBeDefined();
    await actor.click(within(dialog).getByRole('button', { name: /退出/ }));
    await waitFor(() => expect(page.left).toEqual(['/login']));
    expect(server.asked('updatePassword')).toEqual([]);
  });

  test('asks once about a weak password, and opens only for who agrees', async () => {
    await openPage(hostPage, '/index', { who });
    for (const [answer, opens] of [
      ['暂不修改', false],
      ['现在修改', true],
    ] as const) {
      askAboutWeakPassword();
      const question = await screen.findByRole('dialog', { name: '密码强度不足' });
      await actor.click(within(question).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: '密码强度不足' })).toBeNull());
      expect(screen.queryByRole('dialog', { name: '修改密码' }) !== null).toBe(opens);
    }
  });
});
