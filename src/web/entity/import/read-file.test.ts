import { strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { formatCsv } from '#shared/text/csv.ts';
import { FileError, maxFileBytes } from './file-problem.ts';
import { readTable } from './read-file.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const problemOf = async (bytes: Uint8Array<ArrayBuffer>, name = 'x.csv'): Promise<unknown> =>
  readTable(bytes, name).then(
    () => 'read',
    (error: unknown) => (error instanceof FileError ? [error.problem, error.count] : error),
  );
const xlsx = async (rows: readonly (readonly unknown[])[]): Promise<Uint8Array<ArrayBuffer>> => {
  const blob = await writeXlsxFile(rows as never, { sheet: 'a' }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
};

describe('csv', () => {
  test('with and without a byte order mark, with semicolons and tabs, numbered by line', async () => {
    const wanted = { headings: ['代码', '名称'], rows: [['CNSHA', '上海']], lines: [2] };
    for (const text of [
      '代码,名称\nCNSHA,上海\n',
      '\ufeff代码,名称\r\nCNSHA,上海',
      '代码;名称\nCNSHA;上海',
      '代码\t名称\nCNSHA\t上海',
    ])
      expect(await readTable(bytesOf(text), 'x.csv')).toEqual(wanted);
  });

  test('GBK and UTF-16 are told by their bytes', async () => {
    const gbk = Uint8Array.of(0xb4, 0xfa, 0xc2, 0xeb, 0x0a, 0xc9, 0xcf, 0xba, 0xa3, 0x0a);
    expect(await readTable(gbk, 'x.csv')).toMatchObject({ headings: ['代码'], rows: [['上海']] });
    const text = '\ufeff代码\n上海';
    const utf16 = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]));
    expect(await readTable(utf16, 'x.csv')).toMatchObject({ headings: ['代码'], rows: [['上海']] });
  });

  test('a first line that only names the separator is none of the table', async () => {
    expect(await readTable(bytesOf('sep=|\r\na|b\r\n1,5|2\r\n'), 'x.csv')).toEqual({
      headings: ['a', 'b'],
      rows: [['1,5', '2']],
      lines: [3],
    });
  });

  test('UTF-16 with its high bytes first', async () => {
    const text = 'a;b\n1;中\n';
    const bytes = Uint8Array.from(
      [...`\ufeff${text}`].flatMap((char) => [char.charCodeAt(0) >> 8, char.charCodeAt(0) & 255]),
    );
    expect((await readTable(bytes, 'x.csv')).rows).toEqual([['1', '中']]);
  });

  test('what is no text, empty, too long or another kind of file is said so', async () => {
    expect(await problemOf(Uint8Array.of(0x61, 0x00, 0xff, 0x01, 0x02))).toEqual(['encoding', 0]);
    expect(await problemOf(bytesOf('a,b\n'))).toEqual(['empty', 0]);
    expect(await problemOf(bytesOf(' , \n,\n'))).toEqual(['empty', 0]);
    expect(await problemOf(bytesOf(`a\n${'1\n'.repeat(100_001)}`))).toEqual(['tooMany', 100_001]);
    expect(await problemOf(bytesOf(`a\n${'1\n'.repeat(100_000)}`))).toBe('read');
    expect(await problemOf(bytesOf('x'), 'x.pdf')).toEqual(['type', 0]);
    expect(await problemOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'x.xls')).toEqual(['oldExcel', 0]);
    expect(await problemOf(new Uint8Array(maxFileBytes + 1))).toEqual(['tooLarge', 0]);
  });

  test('what an export writes is read back as it was', async () => {
    const cell = fc
      .string({ maxLength: 20 })
      // oxlint-disable-next-line no-control-regex -- what no file of text has
      .map((text) => text.replaceAll(/[\u0000-\u001f\ue000-\uf8ff\ufffd\ufeff]/g, 'x'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const filled = rows.map(([one, two]) => [`k${one}`, two]);
        const table = await readTable(bytesOf(formatCsv([['a', 'b'], ...filled], { bom: true })), 'x.csv');
        expect(table.rows).toEqual(filled);
      }),
      { numRuns: 60 },
    );
  });
});

describe('xlsx', () => {
  test('texts, numbers, dates and flags become text; empty rows are left out and lines keep their numbers', async () => {
    const bytes = await xlsx([
      ['code', 'n', 'at', 'on'],
      ['0012', 12.5, { value: new Date(Date.UTC(2026, 0, 2)), type: Date, format: 'yyyy-mm-dd' }, true],
      [null, null, null, null],
      ['x', null, null, false],
    ]);
    expect(await readTable(bytes, 'x.xlsx')).toEqual({
      headings: ['code', 'n', 'at', 'on'],
      rows: [
        ['0012', '12.5', '2026-01-02', '1'],
        ['x', '', '', '0'],
      ],
      lines: [2, 4],
    });
  });

  test('times of day are whole seconds, however a sheet counts parts of days', async () => {
    const format = 'yyyy-mm-dd hh:mm:ss';
    const days = [46_082.354_166_66, 46_082.354_166_67, 46_082.999_988_4];
    const bytes = await xlsx([['t'], ...days.map((value) => [{ value, type: Number, format }])]);
    expect((await readTable(bytes, 'x.xlsx')).rows.flat()).toEqual([
      '2026-03-01 08:30:00',
      '2026-03-01 08:30:00',
      '2026-03-01 23:59:59',
    ]);
  });

  test('of a formula the result counts', async () => {
    const bytes = await xlsx([['n'], [{ value: '=1+1', type: 'Formula' }]]);
    const table = await problemOf(bytes, 'x.xlsx');
    // Without a stored result there is nothing to import.
    expect([['empty', 0], 'read']).toContainEqual(table);
  });

  test('merged cells, damaged files and other archives are refused', async () => {
    const merged = await xlsx([
      [{ value: 'a', columnSpan: 2 }, null],
      ['1', '2'],
    ]);
    expect(await problemOf(merged, 'x.xlsx')).toEqual(['merged', 0]);
    const good = await xlsx([['a'], ['1']]);
    expect(await problemOf(good.slice(0, good.length / 2), 'x.xlsx')).toEqual(['unreadable', 0]);
    const other = zipSync({ 'readme.txt': strToU8('hello') });
    expect(await problemOf(new Uint8Array(other), 'x.xlsx')).toEqual(['unreadable', 0]);
  });

  test('a cell far away from the table is refused before its rows and columns are made', async () => {
    const good = unzipSync(await xlsx([['a'], ['1']]));
    const name = Object.keys(good).find((path) => /worksheets\/[^/]+\.xml$/.test(path)) as string;
    const withCell = (row: string): Uint8Array<ArrayBuffer> => {
      const xml = new TextDecoder().decode(good[name]).replace('</sheetData>', `${row}</sheetData>`);
      return new Uint8Array(zipSync({ ...good, [name]: strToU8(xml) }));
    };
    const far = '<row r="1048576"><c s="0" r="XFD1048576"><v>1</v></c></row>';
    expect(await problemOf(withCell(far), 'x.xlsx')).toEqual(['spread', 16_384 * 1_048_576]);
    // The address alone counts, whatever the row says of itself.
    expect(await problemOf(withCell('<row><c r="XFD1048576"/></row>'), 'x.xlsx')).toEqual([
      'spread',
      16_384 * 1_048_576,
    ]);
    expect(await problemOf(withCell('<row r="40"><c r="CV40"><v>1</v></c></row>'), 'x.xlsx')).toBe('read');
  });

  test('what is packed too tightly is not unpacked', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(160_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await problemOf(new Uint8Array(bomb), 'x.xlsx')).toEqual(['inflated', 0]);
  });
});
