import { expect, test } from 'vitest';
import type { SizedColumn } from './column-model.ts';
import { fitColumns, roughWidth } from './fit-columns.ts';

type Row = { name: string };
const column = (more: Partial<SizedColumn<Row>> = {}): SizedColumn<Row> => ({
  key: 'name',
  title: 'Name',
  text: (row) => row.name,
  width: 130,
  chosen: false,
  ...more,
});
const fit = (columns: SizedColumn<Row>[], rows: Row[], known = new Map<string, number>()) =>
  fitColumns(columns, rows, known, roughWidth);

test('a column is as wide as its longest value, and never narrower than its head', () => {
  const [short] = fit([column()], [{ name: 'x' }]);
  const [long] = fit([column()], [{ name: 'x' }, { name: '2026-11-22 14:45:36 Asia/Shanghai' }]);
  expect(short).toBeGreaterThanOrEqual(roughWidth('Name', true) + 16);
  expect(short).toBeLessThan(90);
  expect(long).toBeGreaterThanOrEqual(roughWidth('2026-11-22 14:45:36 Asia/Shanghai', false) + 16);
  const [head] = fit([column({ title: 'Subscription by bill', sortName: 'name' })], [{ name: 'x' }]);
  expect(head).toBeGreaterThanOrEqual(roughWidth('Subscription by bill', true) + 16 + 14);
});

test('a text without end does not take the whole table', () => {
  expect(fit([column()], [{ name: 'word '.repeat(200) }])[0]).toBeLessThan(300);
});

test('Chinese letters count as wide as they are', () => {
  const [chinese] = fit([column()], [{ name: '晨星贸易有限责任公司' }]);
  expect(chinese).toBeGreaterThanOrEqual(10 * 13 + 16);
});

test('a width that a person chose and one that grows stay', () => {
  expect(fit([column({ width: 400, chosen: true }), column({ width: 300, grow: true })], [{ name: 'x' }])).toEqual([
    400, 300,
  ]);
});

test('columns do not shrink from page to page', () => {
  const known = new Map<string, number>();
  const [first] = fit([column()], [{ name: 'a rather long name of a tenant' }], known);
  expect(fit([column()], [{ name: 'x' }], known)).toEqual([first]);
  expect(fit([column()], [], known)[0]).toBe(first);
});

test('of values with as many letters the widest counts', () => {
  const measure = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'I' ? 3 : 9), 0);
  const [width] = fitColumns([column()], [{ name: 'IIIIIIIIIIII' }, { name: 'CCCCCCCCCCCC' }], new Map(), measure);
  expect(width).toBeGreaterThanOrEqual(12 * 9);
});

test('a name drawn beside the code has room', () => {
  const [width] = fit([column({ drawnText: (row) => `${row.name} Yokohama Honmoku` })], [{ name: 'JPYOK' }]);
  expect(width).toBeGreaterThanOrEqual(roughWidth('JPYOK Yokohama Honmoku', false) + 16);
});

test('a head has room for its number among several sort keys', () => {
  const head = column({ title: '严重程度', sortName: 'severity' });
  const [[plain], [numbered]] = [fit([head], [{ name: 'x' }]), fit([{ ...head, numbered: true }], [{ name: 'x' }])];
  expect(numbered).toBeGreaterThanOrEqual((plain ?? 0) + 20);
});

test('a head fits before there are rows, and above a column that grows', () => {
  const head = roughWidth('Surcharges of the voyage', true) + 16;
  const title = { title: 'Surcharges of the voyage' };
  expect(fit([column(title)], [])[0]).toBeGreaterThanOrEqual(head);
  expect(fit([column({ ...title, grow: true })], [{ name: 'x' }])[0]).toBeGreaterThanOrEqual(head);
});

test('a value on two lines needs the room of its longer line, and a Chinese one may be broken anywhere', () => {
  const [two] = fit([column({ lines: 2, width: 60 })], [{ name: 'PELAGIA BRILLIANCE / 650W' }]);
  const [one] = fit([column({ width: 60 })], [{ name: 'PELAGIA BRILLIANCE / 650W' }]);
  expect(two).toBeGreaterThanOrEqual(roughWidth('BRILLIANCE / 650W', false) + 16);
  expect(two).toBeLessThan((one ?? 0) - 40);
  const [han] = fit([column({ lines: 2, width: 60 })], [{ name: '船公司要求修改订舱信息' }]);
  expect(han).toBeGreaterThanOrEqual(roughWidth('船公司要求修', false) + 16);
  expect(han).toBeLessThan(roughWidth('船公司要求修改订舱信息', false) + 16);
});
