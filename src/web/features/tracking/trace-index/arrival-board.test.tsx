import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { traceIndexPage } from './page.ts';

const rows = (count: number) => ({ count, marked: 0 });
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  allStatuses: () => [],
  tenants: () => [],
  'traceIndex.list': () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  'traceIndex.board': () => ({
    weeks: [{ week: '2026-03-02', records: [], ...rows(0) }],
    overdue: { records: [], ...rows(2) },
    earlier: rows(0),
    later: rows(0),
    none: rows(3),
    thisWeek: '2026-03-02',
  }),
});
afterEach(cleanup);

test('the board is shown by a switch, in the place of the table, and a count leads back to its rows', async () => {
  const page = await openPage(traceIndexPage);
  await userEvent.click(await screen.findByTitle('到港周看板'));
  await userEvent.click(await screen.findByRole('button', { name: '已逾期：在表格中查看 2 条' }));
  expect(page.href()).toBe('/trace-index?arrivalWeek=overdue');
  expect(await screen.findByText('抵港周: 已逾期')).toBeDefined();
  await userEvent.click(await screen.findByTitle('到港周看板'));
  await userEvent.click(await screen.findByRole('button', { name: '抵港时间未知 3' }));
  expect(server.asked('traceIndex.board')).toHaveLength(2);
  expect(page.href()).toBe('/trace-index?arrivalWeek=none');
  expect(await screen.findByText('抵港周: 抵港时间未知')).toBeDefined();
  expect(screen.queryByRole('region', { name: '到港周看板' })).toBeNull();
});
