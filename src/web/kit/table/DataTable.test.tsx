import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { ColumnDrawer } from './ColumnDrawer.tsx';
import type { DataColumn, RowAction } from './column-model.ts';
import { DataTable } from './DataTable.tsx';
import { emptySelection, type Selection } from './selection.ts';
import type { SortRule } from './sort-rules.ts';
import { useColumnScheme } from './use-column-scheme.ts';
import { leadCursor } from './use-table-keyboard.ts';

type Row = { id: string; name: string; port: string };
const rowsOf = (from: number): Row[] =>
  [0, 1, 2].map((step) => ({ id: String(from + step), name: `row ${from + step}`, port: `PORT${from + step}` }));
const columns: DataColumn<Row>[] = [
  { key: 'name', title: 'Name', sortName: 'name', text: (row) => row.name },
  { key: 'port', title: 'Port', sortName: 'port', text: (row) => row.port, copyable: true },
  { key: 'note', title: 'Note', text: () => '' },
];

type Seen = { sort: SortRule[]; selection: Selection<Row>; opened: string[]; assigned: string[] };

function Harness({
  seen,
  onState,
  tableName = 'test',
}: {
  seen: Seen;
  onState: (state: Pick<Seen, 'sort' | 'selection'>) => void;
  tableName?: string;
}) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<SortRule[]>([]);
  const [selection, setSelection] = useState<Selection<Row>>(emptySelection);
  const { scheme, setScheme } = useColumnScheme(tableName);
  useEffect(() => onState({ sort, selection }));
  const actions: RowAction<Row>[] = [{ key: 'assign', label: 'Assign', run: (row) => seen.assigned.push(row.id) }];
  return (
    <>
      <button type="button" onClick={() => setPage(page + 1)}>
        next page
      </button>
      <input aria-label="filter" />
      <DataTable<Row>
        label="rows"
        columns={columns}
        rows={rowsOf(page * 10)}
        rowKey={(row) => row.id}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={sort}
        onSort={setSort}
        selection={selection}
        onSelection={setSelection}
        actions={actions}
        onOpen={(row) => seen.opened.push(row.id)}
      />
      <ColumnDrawer open onClose={() => undefined} columns={columns} scheme={scheme} onScheme={setScheme} />
    </>
  );
}

const show = (tableName?: string): Seen => {
  const seen: Seen = { sort: [], selection: emptySelection, opened: [], assigned: [] };
  renderInApp(
    <Harness seen={seen} onState={(state) => void Object.assign(seen, state)} {...(tableName ? { tableName } : {})} />,
  );
  return seen;
};
// The drawer is a dialog and takes the keys; these tests close it by not looking at it.
const hideDrawer = (): void => document.querySelector('[role="dialog"]')?.remove();
const table = (): HTMLElement => screen.getByRole('region', { name: 'rows' });
const sortButton = (title: string): HTMLElement =>
  within(table().querySelector<HTMLElement>('.ant-table-thead') as HTMLElement).getByRole('button', {
    name: new RegExp(title),
  });
const cursorRow = (): string | undefined =>
  table().querySelector<HTMLElement>('.ant-table-row[data-cursor]')?.dataset['rowKey'];

beforeAll(prepareDom);
afterEach(cleanup);

describe('sorting', () => {
  test('two clicked columns show their order, and the order of clicks is the order of keys', async () => {
    const seen = show();
    hideDrawer();
    await userEvent.click(sortButton('Port'));
    await userEvent.click(sortButton('Name'));
    await userEvent.click(sortButton('Name'));
    expect(seen.sort).toEqual([
      { columnName: 'port', sortType: 'asc' },
      { columnName: 'name', sortType: 'desc' },
    ]);
    expect(sortButton('Port').textContent).toContain('1');
    expect(sortButton('Name').textContent).toContain('2');
    expect(sortButton('Name').closest('th')?.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('selection', () => {
  test('survives paging and can span pages', async () => {
    const seen = show();
    hideDrawer();
    const tick = async (key: string): Promise<void> =>
      userEvent.click(
        within(table().querySelector<HTMLElement>(`[data-row-key="${key}"]`) as HTMLElement).getByRole('checkbox'),
      );
    await tick('11');
    await userEvent.click(screen.getByText('next page'));
    await tick('22');
    expect(seen.selection.ids).toEqual(['11', '22']);
    expect(seen.selection.rows.get('11')?.name).toBe('row 11');
    await tick('22');
    expect(seen.selection.ids).toEqual(['11']);
  });
});

describe('another page', () => {
  test('is read from its top; the same rows drawn again stay where they were', async () => {
    show();
    hideDrawer();
    const body = table().querySelector('.ant-table-body') as HTMLElement;
    body.scrollTop = 40;
    await userEvent.click(sortButton('Port'));
    expect(body.scrollTop).toBe(40);
    await userEvent.click(screen.getByText('next page'));
    expect(body.scrollTop).toBe(0);
  });
});

describe('what rows show', () => {
  const rows = rowsOf(10);
  function Named({ word, acts }: { word: string; acts: string[] }) {
    const { scheme, setScheme } = useColumnScheme('named');
    const [selection, setSelection] = useState<Selection<Row>>(emptySelection);
    return (
      <DataTable<Row>
        label="rows"
        columns={[{ key: 'name', title: 'Name', text: (row) => `${word} ${row.name}` }]}
        rows={rows}
        rowKey={(row) => row.id}
        scheme={scheme}
        onScheme={setScheme}
        selection={selection}
        onSelection={setSelection}
        actions={[{ key: 'edit', label: word, column: true, run: (row) => acts.push(`${word} ${row.id}`) }]}
      />
    );
  }
  const first = (): HTMLElement => table().querySelector<HTMLElement>('[data-row-key="10"]') as HTMLElement;

  test('follows what the columns, acts and ticks say, though the rows stay the same', async () => {
    const acts: string[] = [];
    const { rerender } = renderInApp(<Named word="old" acts={acts} />);
    expect(first().textContent).toContain('old row 10');
    await userEvent.click(within(first()).getByRole('button', { name: 'old' }));
    rerender(<Named word="new" acts={acts} />);
    expect(first().textContent).toContain('new row 10');
    await userEvent.click(within(first()).getByRole('button', { name: 'new' }));
    expect(acts).toEqual(['old 10', 'new 10']);
    for (const ticked of [true, false, true]) {
      await userEvent.click(within(first()).getByRole('checkbox'));
      expect(within(first()).getByRole<HTMLInputElement>('checkbox').checked).toBe(ticked);
    }
  });
});

describe('keyboard', () => {
  test('j and k move, Space selects, Enter opens, a letter starts its action', async () => {
    const seen = show();
    hideDrawer();
    await userEvent.keyboard('jj');
    expect(cursorRow()).toBe('11');
    await userEvent.keyboard(' ');
    expect(seen.selection.ids).toEqual(['11']);
    await userEvent.keyboard('k{Enter}a');
    expect(cursorRow()).toBe('10');
    expect(seen.opened).toEqual(['10']);
    expect(seen.assigned).toEqual(['10']);
    await userEvent.keyboard('{ArrowRight}');
    expect((document.activeElement as HTMLElement).dataset['column']).toBe('port');
  });

  test('a drawer that walks over the rows takes the cursor along, and the focus comes back to the last row', async () => {
    const seen = show();
    hideDrawer();
    await userEvent.keyboard('j');
    const opener = document.activeElement as HTMLElement;
    // The drawer has the focus meanwhile.
    screen.getByLabelText('filter').focus();
    leadCursor('11');
    leadCursor('12');
    leadCursor('no row of this table');
    expect(cursorRow()).toBe('12');
    opener.focus();
    expect(cursorRow()).toBe('12');
    await userEvent.keyboard('k{Enter}');
    expect(seen.opened).toEqual(['11']);
    // Requested by the person, the row that was led to is a row like any other.
    leadCursor('12');
    await userEvent.click(within(table()).getByText('row 10'));
    expect(cursorRow()).toBe('10');
  });

  test('keys typed into a field stay there', async () => {
    const seen = show();
    hideDrawer();
    await userEvent.type(screen.getByLabelText('filter'), 'jja');
    expect(cursorRow()).toBeUndefined();
    expect(seen.assigned).toEqual([]);
  });

  test('an open dialog takes the keys', async () => {
    show();
    await userEvent.keyboard('j');
    expect(cursorRow()).toBeUndefined();
  });
});

describe('column scheme', () => {
  const heads = (): string[] =>
    [...table().querySelectorAll('.ant-table-thead .pt-th-title')].map((head) => head.textContent ?? '');

  test('hiding and moving columns shows at once and is still there for a new table of the same name', async () => {
    show('scheme-a');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Port' }));
    await userEvent.click(screen.getByRole('button', { name: '下移 Name' }));
    await userEvent.click(screen.getByRole('button', { name: '下移 Name' }));
    expect(heads()).toEqual(['Note', 'Name']);
    const kept = localStore.get(preferenceKey('columns/scheme-a'));
    expect(JSON.parse(kept ?? '')).toEqual({ order: ['port', 'note', 'name'], hidden: ['port'], widths: {} });
    cleanup();
    show('scheme-a');
    expect(heads()).toEqual(['Note', 'Name']);
    cleanup();
    show('scheme-b');
    expect(heads()).toEqual(['Name', 'Port', 'Note']);
  });

  test('with no column left the drawer says so', async () => {
    show('scheme-c');
    for (const name of ['Name', 'Port', 'Note']) await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(screen.getByRole('alert').textContent).toBe('表格没有显示任何字段');
  });
});

test('a long table draws its head at once and its rows as soon as it has what draws those in sight', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => ({ id: String(index), name: `row ${index}`, port: 'PORT' }));
  function Long() {
    const { scheme, setScheme } = useColumnScheme('long');
    return (
      <DataTable<Row>
        label="rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        scheme={scheme}
        onScheme={setScheme}
      />
    );
  }
  renderInApp(<Long />);
  expect(sortButton('Name')).toBeDefined();
  await waitFor(() => expect(table().querySelector('.pt-window table')?.ariaRowCount).toBe('600'));
});
