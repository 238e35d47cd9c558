import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setNavigator } from '#web/base/navigate.ts';
import { clearSession, keepMenus } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { setLang } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { resetSharedState } from '#web/kit/test-state.ts';
import { ErrorPage } from './ErrorPage.tsx';

let left: string[] = [];
beforeEach(async () => {
  resetSharedState();
  await prepareDom();
  clearSession();
  left = [];
  setNavigator((href) => left.push(href));
  keepMenus(['/dashboard'], 1);
});
afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  ['/404?path=%2Fnowhere', '页面不存在', '页面 /nowhere 不存在。', 'There is no page /nowhere.'],
  ['/404', '页面不存在', '您访问的页面不存在。', 'The page you asked for does not exist.'],
  ['/403?path=%2Fusers', '没有权限', '您没有权限访问 /users。', 'You have no permission to open /users.'],
  ['/403', '没有权限', '您没有权限访问该页面。', 'You have no permission to open this page.'],
  [
    '/403?reason=noMenu',
    '没有权限',
    '尚未给您分配任何菜单，请联系管理员。',
    'No menu is assigned to you; please ask your administrator.',
  ],
])('%s says what was requested', async (href, title, text, english) => {
  renderInApp(<ErrorPage href={href} />);
  expect(screen.getByRole('heading').textContent).toBe(title);
  expect(screen.getByText(text)).toBeDefined();
  await setLang('en');
  expect(await screen.findByText(english)).toBeDefined();
});

test('the way back leads to the page that was open last, else to the start', async () => {
  const tab = (key: string) => ({ key, route: '/outbox', href: `/outbox?keyword=${key}` });
  useTabs.setState({ tabs: [tab('a'), tab('b')], active: null, last: 'a' });
  renderInApp(<ErrorPage href="/404" />);
  await press('返回上一页');
  useTabs.setState({ last: 'gone' });
  await press('返回上一页');
  useTabs.setState({ tabs: [], last: null });
  await press('返回上一页');
  await press('返回首页');
  expect(left).toEqual(['/outbox?keyword=a', '/outbox?keyword=b', '/index', '/index']);
});
