import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MiniRow, MiniTable } from './MiniTable.tsx';

afterEach(cleanup);

const columns = [
  { key: 'port', title: 'Port', isRowHead: true },
  { key: 'ships', title: 'Ships', isNumber: true },
  { key: 'acts', title: 'Actions', isTitleHidden: true },
] as const;

test('a table has a name, heads of columns and rows, and numbers at the end', () => {
  render(
    <MiniTable
      label="Ports"
      columns={columns}
      rows={[{ code: 'NLRTM', count: 3 }]}
      rowKey={({ code }) => code}
      cells={({ code, count }) => ({ port: { content: code, title: 'Rotterdam' }, ships: count, acts: null })}
    />,
  );
  const table = screen.getByRole('table', { name: 'Ports' });
  expect(within(table).getByRole('rowheader', { name: 'NLRTM' }).title).toBe('Rotterdam');
  const number = within(table).getByRole('cell', { name: '3' });
  expect(number.dataset).toMatchObject({ end: 'true', title: 'Ships' });
  expect(within(table).getByRole('columnheader', { name: 'Actions' })).toBeDefined();
  expect(table.className).toBe('pt-mini');
});

test('more than three columns are cards on a phone, unless the table says otherwise', () => {
  const wide = [...columns, { key: 'note', title: 'Note' }];
  const shown = (phone?: 'table') => (
    <MiniTable
      label="Ports"
      columns={wide}
      rows={[1]}
      rowKey={(row) => row}
      row={() => <MiniRow<string> cells={{ port: 'NLRTM' }} marks={{ 'data-side': 'tried' }} />}
      {...(phone && { phone })}
    />
  );
  const { rerender } = render(shown());
  expect(screen.getByRole('table').className).toContain('pt-mini-cards');
  expect(screen.getAllByRole('row').at(-1)?.dataset['side']).toBe('tried');
  rerender(shown('table'));
  expect(screen.getByRole('table').className).toBe('pt-mini');
});

test('words stand in place of a table without rows', () => {
  render(
    <MiniTable
      label="Ports"
      columns={columns}
      rows={[]}
      rowKey={String}
      cells={() => ({ port: '', ships: '', acts: '' })}
      empty="No ports"
    />,
  );
  expect(screen.getByText('No ports')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
