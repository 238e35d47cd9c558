import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { CardRows } from './CardRows.tsx';
import type { DataColumn, RowAction } from './column-model.ts';
import { emptyScheme } from './column-scheme.ts';
import { emptySelection, type Selection } from './selection.ts';
import type { SortRule } from './sort-rules.ts';

type Row = { id: string; blNo: string; status: string; remark: string; port: string };
const rows: Row[] = ['1', '2'].map((id) => ({
  id,
  blNo: `BL${id}`,
  status: `open ${id}`,
  remark: `late ${id}`,
  port: '',
}));
const columns: DataColumn<Row>[] = [
  { key: 'blNo', title: 'Bill', sortName: 'blNo', text: (row) => row.blNo },
  { key: 'remark', title: 'Remark', grow: true, text: (row) => row.remark },
  { key: 'status', title: 'Status', sortName: 'status', text: (row) => row.status },
  { key: 'port', title: 'Port', text: (row) => row.port },
];

let done: string[] = [];
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['views']);
});
beforeEach(() => (done = []));
afterEach(() => vi.useRealTimers());

const note = (act: string) => (row: Row) => void done.push(`${act} ${row.id}`);
const open = note('open');
const actions: RowAction<Row>[] = [
  { key: 'view', label: 'View', run: open },
  { key: 'delete', label: 'Delete', column: true, run: note('delete') },
  { key: 'assign', label: 'Assign', shortcut: 'a', run: note('assign') },
];

function Harness() {
  const [sort, setSort] = useState<SortRule[]>([]);
  const [selection, setSelection] = useState<Selection<Row>>(emptySelection);
  return (
    <div className="pt-list">
      <form className="pt-search">
        <input aria-label="bill" />
        <button type="submit">go</button>
      </form>
      <CardRows<Row>
        label="exceptions"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        scheme={emptyScheme}
        onScheme={() => undefined}
        sortRules={sort}
        onSort={(rules) => {
          setSort(rules);
          done.push(rules.map((rule) => `${rule.columnName} ${rule.sortType}`).join());
        }}
        selection={selection}
        onSelection={(next) => {
          setSelection(next);
          done.push(`selected ${next.ids.join()}`);
        }}
        actions={actions}
        onOpen={open}
      />
    </div>
  );
}

test('each row is an item of a list: name, state, what is wrong, one act that does no harm, the rest in a menu', async () => {
  renderInApp(<Harness />);
  const cards = within(screen.getByRole('list', { name: 'exceptions' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  const card = within(cards[1] as HTMLElement);
  expect(card.getByText('open 2')).toBeTruthy();
  expect(card.getByText('late 2')).toBeTruthy();
  expect(card.queryByText('Port')).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Assign' }));
  expect(card.queryByRole('button', { name: 'Delete' })).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'BL2 的更多操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  expect(done).toEqual(['assign 2', 'delete 2']);
});

test('the whole card opens its row, and so do its name and the keys', async () => {
  renderInApp(<Harness />);
  await userEvent.click(screen.getByText('late 1'));
  await userEvent.click(screen.getByRole('button', { name: 'BL2' }));
  screen.getByRole('button', { name: 'BL1' }).focus();
  await userEvent.keyboard('{Enter}ja');
  expect(document.activeElement?.textContent).toBe('BL2');
  expect(done).toEqual(['open 1', 'open 2', 'open 1', 'assign 2']);
});

test('a box or a finger that rests selects; the click after it opens nothing', async () => {
  renderInApp(<Harness />);
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 BL2' }));
  vi.useFakeTimers();
  const words = screen.getByText('late 1');
  fireEvent.pointerDown(words, { pointerType: 'touch' });
  vi.advanceTimersByTime(500);
  fireEvent.pointerUp(words, { pointerType: 'touch' });
  fireEvent.click(words);
  // A finger that scrolls does not rest.
  fireEvent.pointerDown(words, { pointerType: 'touch' });
  fireEvent.pointerCancel(words, { pointerType: 'touch' });
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('checkbox', { name: '本页全选' }));
  expect(done).toEqual(['selected 2', 'selected 2,1', 'selected ']);
});

test('order and filter are reached without heads of columns', async () => {
  renderInApp(<Harness />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '排序' }), 'Status');
  await userEvent.click(screen.getByRole('button', { name: /升序/ }));
  expect(done).toEqual(['status asc', 'status desc']);
  const filter = screen.getByRole('button', { name: /筛\s*选/ });
  await userEvent.click(filter);
  expect(filter.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('bill'));
  await userEvent.keyboard('{Escape}');
  expect(filter.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(filter);
});
