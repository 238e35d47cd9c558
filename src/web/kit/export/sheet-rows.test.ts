import { expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import { sheetRows } from './sheet-rows.ts';

test("the server's CSV becomes text cells under a bold head, wide enough to read", () => {
  const { data, widths } = sheetRows(parseCsv('\ufeff提单号,备注\r\n0012345,"a ""b"", c"\r\nMERU1,\r\n'));
  expect(data).toEqual([
    [
      { value: '提单号', fontWeight: 'bold' },
      { value: '备注', fontWeight: 'bold' },
    ],
    ['0012345', 'a "b", c'],
    ['MERU1', null],
  ]);
  expect(widths).toEqual([9, 10]);
});

test('a cell never exceeds what a sheet can hold', () => {
  const { data, widths } = sheetRows([['h'], ['x'.repeat(40_000)]]);
  expect(String(data[1]?.[0]).length).toBe(32_767);
  expect(widths).toEqual([62]);
});
