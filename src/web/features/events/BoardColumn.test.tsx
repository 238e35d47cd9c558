import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { useQuestions } from '#web/kit/confirm/confirm.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { BoardColumn } from './BoardColumn.tsx';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['events']);
});
afterEach(cleanup);

const item = { eventItemId: '7', itemName: '到港延误', itemNameEn: 'Late', total: 9, overdue: 2, fresh: 4 };
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
  expect(screen.getByRole('link', { name: /到港延误/ }).getAttribute('href')).toBe('/event-index?itemId=7');
});

test('the new events of a card are confirmed after a question that says how many', async () => {
  const acts = show();
  await choose('到港延误', /确认新事件（4）/);
  const [question] = useQuestions.getState().questions;
  expect(question).toMatchObject({ title: '确认“到港延误”的 4 个新事件？', danger: false });
  expect(acts).toEqual([]);
  await act(async () => question?.answer(true));
  expect(acts).toEqual([['confirm', '7']]);
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
