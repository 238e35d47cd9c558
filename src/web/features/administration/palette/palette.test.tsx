import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { callServer, Refusal } from '#testing/call-server.ts';
import { tenantPerson } from '#testing/open-page.tsx';
import { setNavigator } from '#web/base/navigate.ts';
import { keepMenus, keepUser } from '#web/base/session.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { Palette } from './Palette.tsx';

const worst = {
  exceptionId: '9',
  referenceNo: 'MERI654321',
  typeName: '离港延误',
  text: '离港晚 7 天',
  severity: 'high',
  assigneeName: null,
  moneyUsd: 0,
};
const nothing = { records: [], totalPage: 1, totalRecord: 0 };
const server = callServer({
  querySubscriptions: () => nothing,
  users: () => ({ wlUsers: [], totalPage: 1, totalRecord: 0 }),
  handOverGet: () => ({
    from: 0,
    now: 1,
    byName: null,
    open: { total: 1, high: 1, unassigned: 1, moneyUsd: 0, items: [worst] },
    changed: { opened: 0, resolved: 0, handled: 0, items: [] },
    due: [],
    text: '',
  }),
});
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['palette']);
});
afterEach(cleanup);

test('what is typed leads to a line, and Enter goes there', async () => {
  const went: string[] = [];
  let closed = 0;
  setNavigator((href) => void went.push(href));
  renderInApp(<Palette open onClose={() => (closed += 1)} />);
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, '退出');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(closed).toBe(1);
  expect(went).toEqual(['/login']);
});

test('a number that nobody tracks yet leads to tracking it; before anything is typed stands what is due today', async () => {
  const went: string[] = [];
  setNavigator((href) => void went.push(href));
  keepUser(tenantPerson());
  keepMenus(['/trace-index', '/exception-subscribe', '/exception-manage'], 1);
  renderInApp(<Palette open onClose={() => undefined} />);
  const field = await screen.findByRole('combobox');
  expect(await screen.findByRole('option', { name: /离港延误.*MERI654321/ })).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Enter}');
  await userEvent.type(field, 'meri 700100');
  await screen.findByRole('option', { name: /跟踪 MERI700100.*尚未跟踪/ });
  await userEvent.keyboard('{Enter}');
  expect(went).toEqual(['/exception-manage/handle?id=9', '/trace-index?paste=MERI700100']);
  expect(server.asked('querySubscriptions')).toContainEqual({
    currentPage: 1,
    pageSize: 8,
    parts: [],
    blNo: 'MERI700100',
  });
});

test.each([
  ['who may not look numbers up', ['/trace-index']],
  ['where a look-up failed', ['/trace-index', '/exception-subscribe']],
])('a number is not called untracked for someone %s', async (_, menus) => {
  server.answer({ querySubscriptions: ({ ctnNo }) => (ctnNo === undefined ? nothing : new Refusal('忙')) });
  keepUser(tenantPerson());
  keepMenus(menus, 1);
  renderInApp(<Palette open onClose={() => undefined} />);
  const before = server.asked('querySubscriptions').length;
  await userEvent.type(await screen.findByRole('combobox'), 'meri 700200');
  if (menus.length > 1) await waitFor(() => expect(server.asked('querySubscriptions').length).toBe(before + 2));
  await waitFor(() => expect(screen.getByText('没有找到。提单号和箱号需要输入完整。')).toBeDefined());
  expect(screen.queryByRole('option', { name: /尚未跟踪/ })).toBeNull();
});
