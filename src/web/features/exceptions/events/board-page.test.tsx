import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { eventPages } from './pages.ts';

const [boardPage] = eventPages;
type Board = CallData<'eventBoard'>;

const group: Board['groupList'][number] = {
  code: 'underWay',
  name: null,
  nameEn: null,
  total: 9,
  overdue: 2,
  shipments: 8,
  high: 9,
  medium: 0,
  low: 0,
  fresh: 4,
  confirmed: 5,
  itemList: [
    {
      eventItemIds: ['21'],
      itemName: '到港延误',
      itemNameEn: 'Late arrival',
      total: 9,
      overdue: 2,
      fresh: 4,
      ageList: [{ age: 'day', total: 9 }],
      tenantList: [],
      dayList: [9],
      worstList: [],
    },
  ],
};
const board: Board = { now: Date.UTC(2026, 2, 1), total: 9, overdue: 2, shipments: 8, groupList: [group] };

beforeEach(resetSharedState);
const server = callServer({
  allOperators: () => [],
  searchPorts: () => ({ records: [], totalPage: 0, totalRecord: 0 }),
  tenants: () => [
    { wlTenantId: '11', tenantCode: 'HF', tenantName: '海帆' },
    { wlTenantId: '12', tenantCode: 'YJ', tenantName: '远景' },
  ],
  eventBoard: ({ by }) =>
    by === 'type' ? { ...board, groupList: [{ ...group, code: 'DELAY', name: '延误', nameEn: 'Delays' }] } : board,
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const noFilter = { carrierCode: [], polCode: [], podCode: [] };

test('the board counts by stage; its numbers lead to the events with the filters of the board', async () => {
  const page = await openPage(boardPage, '/event-board-index?tenantCode=HF&polCode=CNSHA');
  await screen.findByText('未关闭 9 个事件，涉及 8 票，逾期 2 个');
  expect(screen.getByText('在途')).toBeDefined();
  await waitFor(() =>
    expect(server.asked('eventBoard').at(-1)).toEqual({
      ...noFilter,
      by: 'stage',
      polCode: ['CNSHA'],
      tenantId: ['11'],
    }),
  );
  await user.click(screen.getByRole('link', { name: '查看全部' }));
  await user.click(screen.getByRole('link', { name: '新 4' }));
  expect(page.left).toEqual([
    '/event-index?tenantCode=HF&polCode=CNSHA&open=1',
    '/event-index?tenantCode=HF&polCode=CNSHA&open=1&stage=underWay&state=new',
  ]);
});

test('until the tenants are known, a link for one of them shows no events of others', async () => {
  await openPage(boardPage, '/event-board-index?tenantCode=HF');
  await screen.findByText('在途');
  expect(server.asked('eventBoard')[0]).toMatchObject({ tenantId: ['0'] });
});

test('by type the groups have the names of types, in both languages, and the choice stands in the address', async () => {
  const page = await openPage(boardPage);
  await screen.findByText('在途');
  fireEvent.click(screen.getByRole('radio', { name: '按类型' }));
  await screen.findByText('延误');
  expect(page.href()).toBe('/event-board-index?by=type');
  await user.click(screen.getByRole('link', { name: '8 票' }));
  expect(page.left).toEqual(['/event-index?open=1&typeCode=DELAY']);
  await setLang('en');
  await screen.findByText('Delays');
  await setLang('zh');
});

test('the events of a card are acted on with the filters that were seen, and the board is asked again', async () => {
  server.answer({ eventBoardAct: () => new Success({ count: 4 }, '已确认 4 个事件') });
  await openPage(boardPage, '/event-board-index?podCode=USLAX');
  await screen.findByText('在途');
  const before = server.asked('eventBoard').length;
  await press('“到港延误”的快捷操作');
  await user.click(await screen.findByRole('menuitem', { name: '确认新事件（4）' }));
  expect(server.asked('eventBoardAct')).toEqual([]);
  await answerDialog('确认“到港延误”的 4 个新事件？', '确定');
  await screen.findByText('已确认 4 个事件');
  expect(server.asked('eventBoardAct')).toEqual([
    {
      ...noFilter,
      by: 'stage',
      podCode: ['USLAX'],
      tenantId: [],
      act: 'confirm',
      code: 'underWay',
      eventItemIds: ['21'],
    },
  ]);
  await waitFor(() => expect(server.asked('eventBoard')).toHaveLength(before + 1));
});

test('nothing at all is shown; filters that find nothing keep the board; a failure is tried again', async () => {
  server.answer({ eventBoard: () => new Refusal('看板暂时取不到', { httpStatus: 500 }) });
  await openPage(boardPage);
  await screen.findByText('看板暂时取不到');
  const none = { ...board, total: 0, overdue: 0, shipments: 0, groupList: [] };
  server.answer({ eventBoard: () => none });
  await press('重试');
  await screen.findByText('还没有事件');
  cleanup();
  await openPage(boardPage, '/event-board-index?carrierCode=MERI');
  await screen.findByText('未关闭 0 个事件，涉及 0 票，逾期 0 个');
  expect(screen.queryByText('还没有事件')).toBeNull();
});

test('who sees one tenant only has no choice of tenants', async () => {
  server.answer({ tenants: () => [{ wlTenantId: '11', tenantCode: 'HF', tenantName: '海帆' }] });
  await openPage(boardPage);
  await screen.findByText('在途');
  const labels = within(document.body)
    .getAllByRole('combobox')
    .map((box) => box.getAttribute('aria-label'));
  expect(labels).not.toContain('租户');
  expect(labels).toContain('船公司');
});
