import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { useQuestions } from '#web/kit/confirm/confirm.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { walkCards } from './walk-cards.ts';
import { BoardColumn } from './BoardColumn.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['events']);
});
afterEach(cleanup);

const now = Date.UTC(2026, 2, 1);
const item: CallData<'eventBoard'>['groupList'][number]['itemList'][number] = {
  eventItemIds: ['7'],
  itemName: '到港延误',
  itemNameEn: 'Late',
  total: 9,
  overdue: 2,
  fresh: 4,
  ageList: [
    { age: 'day', total: 4 },
    { age: 'week', total: 0 },
    { age: 'older', total: 5 },
  ],
  tenantList: [
    { tenantCode: 'HF', tenantName: '海帆', total: 6 },
    { tenantCode: 'YJ', tenantName: '远景', total: 3 },
  ],
  dayList: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4],
  worstList: [
    { shipmentEventId: '31', referenceNo: 'MERI1', severity: 'high', dueTime: now - 7_200_000 },
    { shipmentEventId: '32', referenceNo: 'MERI2', severity: 'low', dueTime: now + 10_800_000 },
  ],
};
const group = {
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
  itemList: [item],
};

function show(counts: Partial<typeof item> = {}) {
  const acts: unknown[] = [];
  renderInApp(
    <BoardColumn
      group={{ ...group, itemList: [{ ...item, ...counts }] }}
      now={now}
      tenants
      title="在途"
      hrefOf={(more) => `/event-index?${new URLSearchParams(more)}`}
      onAct={(...all) => acts.push(all)}
    />,
  );
  return acts;
}
const choose = async (name: string, choice: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }));
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }));
};

test('every number opens the events behind it', () => {
  show();
  expect(screen.getByRole('link', { name: '8 票' }).getAttribute('href')).toBe('/event-index?');
  expect(screen.getByRole('link', { name: '新 4' }).getAttribute('href')).toBe('/event-index?state=new');
  expect(screen.getByRole('link', { name: '3 · 远景' }).getAttribute('href')).toBe(
    '/event-index?itemId=7&tenantCode=YJ',
  );
  expect(screen.getByRole('link', { name: 'MERI2' }).getAttribute('href')).toBe(
    '/event-index?itemId=7&referenceNo=MERI2',
  );
  expect(screen.getByRole('link', { name: /到港延误/ }).getAttribute('href')).toBe('/event-index?itemId=7');
});

test('a card says how old its events are, how many were found per day, and when the worst have to be handled', () => {
  show();
  const ages = within(screen.getByRole('list', { name: '已存在多久' }));
  expect(ages.getAllByRole('listitem').map((part) => part.textContent)).toEqual(['4 · 1 天内', '5 · 7 天以上']);
  expect(screen.getByRole('img', { name: /近 14 天发现 6 个/ })).toBeDefined();
  const worst = within(screen.getByRole('list', { name: '最严重的三票' })).getAllByRole('listitem');
  expect(worst.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/MERI1.*2 小时前/),
    expect.stringMatching(/MERI2.*3 小时后/),
  ]);
});

test('J and K walk the cards, C asks to confirm the new events of the card', async () => {
  renderInApp(
    <div onKeyDown={walkCards}>
      <BoardColumn
        group={{ ...group, itemList: [item, { ...item, eventItemIds: ['8'], itemName: '甩柜' }] }}
        now={now}
        tenants={false}
        title="在途"
        hrefOf={(more) => `/event-index?${new URLSearchParams(more)}`}
        onAct={() => undefined}
      />
    </div>,
  );
  const [first, second] = [screen.getByRole('link', { name: /到港延误/ }), screen.getByRole('link', { name: /甩柜/ })];
  first.focus();
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('jk');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('c');
  expect(await screen.findByRole('menuitem', { name: /确认新事件（4）/ })).toBeDefined();
});

test('the new events of a card are confirmed after a question that says how many', async () => {
  const acts = show();
  await choose('到港延误', /确认新事件（4）/);
  const [question] = useQuestions.getState().questions;
  expect(question).toMatchObject({ title: '确认“到港延误”的 4 个新事件？', danger: false });
  expect(acts).toEqual([]);
  await act(async () => question?.answer(true));
  expect(acts).toEqual([['confirm', ['7']]]);
});

test('a whole stage is closed, not without the answer yes', async () => {
  const acts = show();
  await choose('在途', /全部关闭（9）/);
  await act(async () => useQuestions.getState().questions[0]?.answer(false));
  expect(acts).toEqual([]);
  await choose('在途', /全部关闭（9）/);
  await act(async () => useQuestions.getState().questions[0]?.answer(true));
  expect(acts).toEqual([['close']]);
});
