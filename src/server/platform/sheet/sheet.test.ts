import { createHash } from 'node:crypto';
import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import { csvFile } from './csv-file.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
import type { SheetCell, SheetFile } from './sheet-file.ts';
import { columnLetters, sheetName, xlsxFile, xmlText } from './xlsx-file.ts';

type Rows = readonly (readonly SheetCell[])[];

async function written(file: SheetFile, parts: readonly Rows[]): Promise<Buffer> {
  const bytes: Buffer[] = [];
  for (const part of parts) bytes.push(...(await file.add(part)));
  return Buffer.concat([...bytes, ...(await file.end())]);
}

const rows: Rows = [
  ['0012345', 12.5, null, 'a "b" <c> & d\nnext'],
  ['=1+1', -3, '@SUM(A1)', '_x000D_ \u0001half \ud800'],
  ['-5.2', 0, '+86 21', '港口'],
];

describe('a workbook', () => {
  test('reads back as it was: zeros kept, numbers as numbers, signs of XML, lines, nothing that runs', async () => {
    const [sheet] = await readSheets(
      await written(xlsxFile(['提单号', 'n', '备注', 'x'], '订阅/列表'), [rows.slice(0, 1), rows.slice(1)]),
    );
    expect(sheet?.sheet).toBe('订阅 列表');
    expect(sheet?.data).toEqual([
      ['提单号', 'n', '备注', 'x'],
      ['0012345', 12.5, null, 'a "b" <c> & d\nnext'],
      ["'=1+1", -3, "'@SUM(A1)", '_x000D_ half \ufffd'],
      ['-5.2', 0, "'+86 21", '港口'],
    ]);
  });

  test('that is full goes on in a further sheet with the heading again', async () => {
    const many = Array.from({ length: 5 }, (_, index) => [String(index)]);
    const sheets = await readSheets(await written(xlsxFile(['n'], 'N', 2), [many]));
    expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
      ['N', 3],
      ['N 2', 3],
      ['N 3', 2],
    ]);
    expect(sheets[2]?.data).toEqual([['n'], ['4']]);
  });

  test('whose rows can hardly be packed is written to its end', async () => {
    const noise = (row: number): string =>
      Array.from({ length: 12 }, (_, n) => createHash('sha512').update(`${row} ${n}`).digest('base64')).join('');
    const many = Array.from({ length: 500 }, (_, row) => [noise(row)]);
    const [sheet] = await readSheets(await written(xlsxFile(['n'], 'N'), [many]));
    expect(sheet?.data.length).toBe(501);
    expect(sheet?.data[500]).toEqual([noise(499)]);
  });

  test('without rows has its heading', async () => {
    const [sheet] = await readSheets(await written(xlsxFile(['a', 'b'], 'Empty'), []));
    expect(sheet?.data).toEqual([['a', 'b']]);
  });
});

test('a CSV has the mark of UTF-8, CRLF, quotes where needed and nothing that runs', async () => {
  const text = (await written(csvFile(['提单号', 'n', 'r', 'x']), [rows.slice(0, 2), rows.slice(2)])).toString();
  expect(text.startsWith('\ufeff提单号,n,r,x\r\n0012345,12.5,,')).toBe(true);
  expect(
    parseCsv(text)
      .slice(1)
      .map((row) => row.slice(0, 3)),
  ).toEqual([
    ['0012345', '12.5', ''],
    ["'=1+1", '-3', "'@SUM(A1)"],
    ['-5.2', '0', "'+86 21"],
  ]);
  expect((await written(csvFile(['a']), [])).toString()).toBe('\ufeffa\r\n');
});

test('what begins like a formula is escaped, a signed number stays', () => {
  expect(['=A1', '+cmd', '-2+3', '@x', '\t=1', '\r1', '-12', '+3.5', 'a=b'].map(escapeFormula)).toEqual([
    "'=A1",
    "'+cmd",
    "'-2+3",
    "'@x",
    "'\t=1",
    "'\r1",
    '-12',
    '+3.5',
    'a=b',
  ]);
});

test('full-width signs and what stands behind a semicolon are escaped too', () => {
  expect(['＝1+1', '＠x', 'a;=1+1', 'a; @x', 'a;-5;b', 'a;-5', 'a;b', ';+cmd|x'].map(escapeFormula)).toEqual([
    "'＝1+1",
    "'＠x",
    "a;'=1+1",
    "a;' @x",
    'a;-5;b',
    'a;-5',
    'a;b',
    ";'+cmd|x",
  ]);
});

test('names of sheets and columns are as spreadsheet programs want them', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect(sheetName("'a:b[c]'", 1)).toBe('a b c ');
  expect(sheetName('x'.repeat(40), 12)).toBe(`${'x'.repeat(28)} 12`);
  expect(sheetName('', 1)).toBe('Sheet');
  expect(xmlText('a\u0000b')).toBe('ab');
});
