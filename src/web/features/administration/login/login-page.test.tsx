import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CallError, PermissionsError } from '#web/base/client.ts';
import { RootError } from '#web/app/Root.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { LoginPage } from './LoginPage.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

test('the address has the page say a text of ours, by its code', () => {
  renderInApp(<LoginPage href="/login?msg=sessionOver" />);
  expect(screen.getByRole('alert').textContent).toBe('登录已过期，请重新登录');
});

test('no text of somebody else is shown', () => {
  renderInApp(<LoginPage href="/login?msg=Call%20%2B1%20555%200100%20and%20tell%20your%20password" />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.body.textContent).not.toContain('555');
});

test('permissions that cannot be obtained are named, with the reason', () => {
  const cause = new CallError({ status: 0, msg: '服务器出错了', httpStatus: 500 });
  renderInApp(<RootError error={new PermissionsError(cause)} reset={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toContain('获取权限失败');
  expect(screen.getByRole('alert').textContent).toContain('服务器出错了');
});
