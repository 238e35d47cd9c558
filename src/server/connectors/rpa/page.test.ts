import { expect, test } from 'vitest';
import { findFirst, readPage, tableRows, type PageElement } from './page.ts';

const rowsOf = (markup: string): Record<string, string>[] => {
  const page = readPage(markup);
  const table = findFirst(page, ({ name }) => name === 'table') as PageElement;
  return tableRows(page, table, 10).map((row) => Object.fromEntries(row));
};
const head = '<thead><tr><th>Event</th><th>Place</th></tr></thead>';

test('a table within a cell is text of the cell and gives no rows of its own', () => {
  const inner = '<table><tr><th>Yard</th></tr><tr><td>Y4</td></tr></table>';
  const rows = [`<tr><td>Gate in</td><td>Shanghai ${inner}</td></tr>`, '<tr><td>Loaded</td><td>Shanghai</td></tr>'];
  expect(rowsOf(`<table>${head}<tbody>${rows.join('')}</tbody></table>`)).toEqual([
    { Event: 'Gate in', Place: 'Shanghai YardY4' },
    { Event: 'Loaded', Place: 'Shanghai' },
  ]);
});

test('rows of several bodies, and rows whose ends are not written', () => {
  expect(rowsOf(`<table>${head}<tbody><tr><td>A<td>B<tr><td>C<td>D</tbody><tbody><tr><td>E</table>`)).toEqual([
    { Event: 'A', Place: 'B' },
    { Event: 'C', Place: 'D' },
    { Event: 'E' },
  ]);
});

test('rows within a form that begins inside the table', () => {
  expect(rowsOf(`<table><form action="/x">${head}<tr><td>A</td><td>B</td></tr></form></table>`)).toEqual([
    { Event: 'A', Place: 'B' },
  ]);
});
