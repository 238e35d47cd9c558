import { expect, test } from 'vitest';
import { declareEntity } from './declare.ts';
import { checkRow } from './check-row.ts';
import { keyOf, matchHeadings, readCell, readCells } from './read-cells.ts';

const label = (zh: string, en: string) => ({ zh, en });
const tool = declareEntity({
  name: 'tool',
  table: 'tool',
  id: 'toolId',
  label: label('工具', 'Tool'),
  title: ['toolCode'],
  menu: '/tools',
  order: [['toolCode', 'asc']],
  importBy: ['toolCode', 'ownerId'],
  fields: {
    toolCode: { kind: 'text', label: label('工具代码', 'Tool code'), max: 20 },
    ownerId: {
      kind: 'reference',
      label: label('所有人', 'Owner'),
      entity: 'user',
      show: 'userName',
      showField: 'name',
    },
    state: { kind: 'choice', label: label('状态', 'State'), dict: 'STATE', many: true },
    price: { kind: 'number', label: label('价格', 'Price'), min: 0, max: 1e6, decimals: 2 },
    active: { kind: 'flag', label: label('启用', 'In use') },
    made: { kind: 'instant', label: label('制造时间', 'Made') },
    seen: { kind: 'text', label: label('只读', 'Seen'), max: 10, readOnly: true },
    key: { kind: 'secret', label: label('密钥', 'Key'), max: 10 },
  },
});
const choices = () =>
  new Map([
    ['A', ['可用', 'Available']],
    ['B', ['停用', 'Off']],
  ]);

const zone = 'Asia/Shanghai';

test('headings in either language or by wire name, whatever their width and case; none twice', () => {
  expect(
    matchHeadings(tool, [
      '工具代码 *',
      ' owner ',
      'STATE',
      'ｐｒｉｃｅ',
      'tool code',
      'userName',
      '制造时间',
      'Key',
      '只读',
      '',
    ]),
  ).toEqual(['toolCode', 'ownerId', 'state', 'price', undefined, undefined, 'made', undefined, undefined, undefined]);
});

test('names of choices, yes and no, numbers with separators and quoted formulas are understood', () => {
  const { state, active, price } = tool.fields;
  expect(readCell(state, '可用、off；C', choices, { zone })).toBe('A,B,C');
  expect(
    ['是', 'YES', 'true', '1', '否', 'no', '0', 'perhaps'].map((text) => readCell(active, text, choices, { zone })),
  ).toEqual([...'1111000', 'perhaps']);
  expect(['1,234.5', '12,34', ' 7 '].map((text) => readCell(price, text, choices, { zone }))).toEqual([
    '1234.5',
    '12,34',
    '7',
  ]);
  const european = { zone, decimalComma: true };
  // 1,500 is one and a half there, or fifteen hundred as in English: nobody guesses.
  expect(
    ['1,5', '1.234,5', '12.345678', '1,500', '-0,25'].map((text) => readCell(price, text, choices, european)),
  ).toEqual(['1.5', '1234.5', '12.345678', '1,500', '-0.25']);
});

test('times are read in the zone of the reader; what is none is left for the check', () => {
  const read = (text: string) => readCell(tool.fields.made, text, choices, { zone });
  expect(['2026-03-01 08:00', '2026/3/1 下午2:05', '20260301'].map(read)).toEqual([
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T06:05:00.000Z',
    '2026-02-28T16:00:00.000Z',
  ]);
  expect(['2026-02-30', ' soon ', ''].map(read)).toEqual(['2026-02-30', 'soon', '']);
});

const cell = (text: string) => ({ text });

test('a row has what its columns bring; an empty flag is neither yes nor no', () => {
  const columns = ['toolCode', undefined, 'ownerId', 'active'];
  expect(readCells(tool, { columns }, ['t1', 'ignored', 'Ann', ''].map(cell), choices, { zone })).toEqual({
    toolCode: 't1',
    userName: 'Ann',
  });
  expect(readCells(tool, { columns }, [cell('t1')], choices, { zone })).toEqual({ toolCode: 't1', userName: '' });
});

test('the natural key ignores case and width, and is none when a part is missing', () => {
  expect(keyOf(tool, { toolCode: 'Ｔ1 ', userName: 'ANN' })).toBe(keyOf(tool, { toolCode: 't1', userName: 'ann' }));
  expect(keyOf(tool, { toolCode: 't1', userName: ' ' })).toBeUndefined();
});

test('of a number the value counts, of all else what is shown; what could not be read stays that', () => {
  const columns = ['toolCode', 'price', 'ownerId'];
  const cells = [
    { text: '00123', value: '123' },
    { text: '12.35', value: '12.345678' },
    { text: '#N/A', unread: 'error' as const },
  ];
  const row = readCells(tool, { columns }, cells, choices, { zone });
  expect(row).toEqual({ toolCode: '00123', price: '12.345678', userName: { unread: 'error', text: '#N/A' } });
  expect(keyOf(tool, row)).toBeUndefined();
  expect(checkRow(tool, { ...row, ownerId: row['userName'] }, 'UPDATE').problems.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['ownerId', 'price']),
  );
});

test('a column of times that an export wrote is read in the zone that its heading names', () => {
  expect(matchHeadings(tool, ['制造时间（Europe/Berlin）', 'Price (USD)'])).toEqual(['made', 'price']);
  const headings = ['Made (Europe/Berlin)'];
  expect(readCells(tool, { columns: ['made'], headings }, [cell('2026-03-01 08:00')], choices, { zone })).toEqual({
    made: '2026-03-01T07:00:00.000Z',
  });
});
