import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { Pager } from './Pager.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const show = (page: number, total: number): [number, number][] => {
  const requested: [number, number][] = [];
  renderInApp(<Pager page={page} pageSize={10} total={total} onChange={(...next) => requested.push(next)} />);
  return requested;
};
const jumper = (): HTMLElement => screen.getByLabelText(/^跳至/);

test.each([0, 1, 10, 11, 95])(
  'with %i rows it has total, sizes, previous, pages, next and jumper in this order',
  (total) => {
    show(1, total);
    const parts = [
      screen.getByText(`共 ${total} 条`),
      screen.getByLabelText('每页条数'),
      screen.getByTitle('Previous Page'),
      screen.getByTitle('1'),
      screen.getByTitle('Next Page'),
      jumper(),
    ];
    for (const [index, part] of parts.slice(1).entries())
      expect(parts[index]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

test('the jumper goes to the page typed, at most to the last, and takes nothing but a number', async () => {
  const requested = show(2, 95);
  for (const typed of ['3', '400', 'a0', '2', '']) await userEvent.type(jumper(), `${typed}{Enter}`);
  expect(requested).toEqual([
    [3, 10],
    [10, 10],
  ]);
});

test('while nothing is known it says no number, and keeps the page requested', () => {
  renderInApp(<Pager page={3} pageSize={30} total={undefined} onChange={() => {}} />);
  expect(screen.getByText('共 … 条')).toBeDefined();
  expect(screen.getByTitle('3').className).toContain('active');
  expect(screen.getByText('30 条/页')).toBeDefined();
});
