import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
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
const server = callServer({
  querySubscriptions: () => ({ records: [], totalPage: 1, totalRecord: 0 }),
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
