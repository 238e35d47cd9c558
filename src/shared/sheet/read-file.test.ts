import { strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { formatCsv } from '#shared/text/csv.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
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
      expect(await readTable(bytesOf(text), 'x.csv')).toMatchObject(wanted);
  });

  test('GBK and UTF-16 are shown by their bytes', async () => {
    const gbk = Uint8Array.of(0xb4, 0xfa, 0xc2, 0xeb, 0x0a, 0xc9, 0xcf, 0xba, 0xa3, 0x0a);
    expect(await readTable(gbk, 'x.csv')).toMatchObject({ headings: ['代码'], rows: [['上海']] });
    const text = '\ufeff代码\n上海';
    const utf16 = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]));
    expect(await readTable(utf16, 'x.csv')).toMatchObject({ headings: ['代码'], rows: [['上海']] });
  });

  test('a first line that only names the separator is none of the table', async () => {
    expect(await readTable(bytesOf('sep=|\r\na|b\r\n1,5|2\r\n'), 'x.csv')).toMatchObject({
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

  test('the separator is what takes every line apart alike, whatever stands within quotes and texts', async () => {
    const headingsOf = async (text: string) => (await readTable(bytesOf(text), 'x.csv')).headings;
    expect(await headingsOf('"no, of, it";name\n001;A\n')).toEqual(['no, of, it', 'name']);
    expect(await headingsOf('no;name, long, very;price\n001;A;1,5\n')).toEqual(['no', 'name, long, very', 'price']);
    expect(await headingsOf('no,note\n1,a;b;c\n2,d;e\n')).toEqual(['no', 'note']);
    expect((await readTable(bytesOf('note\na, b\nc;d;e, f\n'), 'x.csv')).rows).toEqual([['a, b'], ['c;d;e, f']]);
    expect((await readTable(bytesOf('a;b\n1,5;2\n'), 'x.csv')).decimalComma).toBe(true);
  });

  test('a row with more cells than there are headings is not read in part', async () => {
    const table = await readTable(bytesOf('code,name\n1,Smith, John\n2,a,,\n'), 'x.csv');
    expect(table).toMatchObject({
      rows: [
        ['1', 'Smith, John'],
        ['2', 'a', '', ''],
      ],
      notes: new Map([[0, new Map([[1, { unread: 'surplus' }]])]]),
    });
  });

  test('zeros that a formula keeps, quotes of exports and errors are what they mean', async () => {
    const text = `code,note,n\n="00123",'=1+1,#N/A\n"=""0,7""",'x;'=1,#n\n`;
    expect(await readTable(bytesOf(text), 'x.csv')).toMatchObject({
      rows: [
        ['00123', '=1+1', '#N/A'],
        ['0,7', `'x;=1`, '#n'],
      ],
      notes: new Map([[0, new Map([[2, { unread: 'error' }]])]]),
    });
  });

  test('what is no text, empty, too long or another kind of file is shown so', async () => {
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
      .map((text) => text.replaceAll(/['\u0000-\u001f\ue000-\uf8ff\ufffd\ufeff]/g, 'x'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const filled = rows.map(([one, two]) => [`k${one}`, two]);
        const table = await readTable(
          bytesOf(formatCsv([['a', 'b'], ...filled.map((row) => row.map(escapeFormula))], { bom: true })),
          'x.csv',
        );
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
    expect(await readTable(bytes, 'x.xlsx')).toMatchObject({
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

  /** A workbook of these sheets, as XML within `sheetData`, with formats of its own for the styles from 1. */
  const workbook = (
    sheets: readonly { rows: string; hidden?: true }[],
    formats: readonly string[] = [],
    from1904 = false,
  ): Uint8Array<ArrayBuffer> => {
    const quoted = formats.map((code) => code.replaceAll('"', '&quot;'));
    const list = sheets.map((sheet, n) => `<sheet name="s${n}" r:id="r${n}"${sheet.hidden ? ' state="hidden"' : ''}/>`);
    const files: Record<string, string> = {
      'xl/workbook.xml': `<workbook xmlns:r="x"><workbookPr date1904="${from1904 ? 1 : 0}"/>${list.join('')}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<x>${sheets.map((_, n) => `<Relationship Id="r${n}" Target="worksheets/s${n}.xml"/>`).join('')}</x>`,
      'xl/styles.xml': `<x>${quoted.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('')}
        <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/>${quoted.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}</cellXfs></x>`,
    };
    for (const [n, { rows }] of sheets.entries())
      files[`xl/worksheets/s${n}.xml`] = `<x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`;
    return new Uint8Array(
      zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)]))),
    );
  };
  const cellsOf = (cells: readonly (readonly [style: number, value: number | string])[]): string =>
    `<row><c t="str"><v>heading</v></c></row><row>${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;

  test('numbers are as their formats show them, with the value behind; tails of binary fractions are none', async () => {
    const formats = ['00000', '"C-"000', '0.00', '#,##0.00', '0.00E+00', '0%', '000-0000', '@', '[Red]0000;\\-0000'];
    const numbers = [123, 7, 12.345678, 1234.5, 123456789012, 0.12, 1234567, 42, -5];
    const cells = numbers.map((value, index) => [index + 1, value] as const);
    const table = await readTable(
      workbook([{ rows: cellsOf([...cells, [0, '0.30000000000000004'], [0, '1E-7']]) }], formats),
      'x.xlsx',
    );
    expect(table.rows[0]).toEqual([
      '00123',
      'C-007',
      '12.35',
      '1,234.50',
      '123456789012',
      '12%',
      '123-4567',
      '42',
      '-0005',
      '0.3',
      '0.0000001',
    ]);
    expect(Object.fromEntries(table.notes.get(0) ?? [])).toEqual({
      0: { value: '123' },
      1: { value: '7' },
      2: { value: '12.345678' },
      3: { value: '1234.5' },
      6: { value: '1234567' },
      8: { value: '-5' },
    });
  });

  test('days, times of day and times elapsed', async () => {
    const formats = ['yyyy"年"m"月"d"日"', 'h:mm', 'h:mm:ss AM/PM', '[h]:mm', 'yyyy/m/d h:mm', 'mm:ss'];
    const cells = [
      [1, 46_082],
      [2, 0.354_166_67],
      [3, 0.604_178_24],
      [4, 1.25],
      [5, 46_082.5],
      [6, 0.01],
      [5, 0.5],
    ] as const;
    expect((await readTable(workbook([{ rows: cellsOf(cells) }], formats), 'x.xlsx')).rows[0]).toEqual([
      '2026-03-01',
      '08:30',
      '14:30:01',
      '30:00',
      '2026-03-01 12:00:00',
      '00:14:24',
      '12:00',
    ]);
    const from1904 = workbook([{ rows: cellsOf([[1, 44_620]]) }], formats, true);
    expect((await readTable(from1904, 'x.xlsx')).rows[0]).toEqual(['2026-03-01']);
  });

  test('errors and formulas without a result are noted at their cells; a result that is empty is empty', async () => {
    const rows =
      '<row><c t="str"><v>a</v></c></row><row><c t="e"><v>#N/A</v></c><c><f>1+1</f></c><c><f>1+1</f><v>2</v></c>' +
      '<c t="str"><f>""</f><v></v></c><c t="inlineStr"><is><t>#REF!</t></is></c><c t="inlineStr"><is><r><t>上</t></r><r><t>海</t></r><rPh><t>x</t></rPh></is></c></row>';
    const table = await readTable(workbook([{ rows }]), 'x.xlsx');
    expect(table.rows[0]).toEqual(['#N/A', '=1+1', '2', '', '#REF!', '上海']);
    expect(Object.fromEntries(table.notes.get(0) ?? [])).toEqual({
      0: { unread: 'error' },
      1: { unread: 'formula' },
      4: { unread: 'error' },
    });
  });

  test('a sheet that is hidden or empty is passed over', async () => {
    const rows = cellsOf([[0, 1]]);
    const hidden = workbook([{ rows: cellsOf([[0, 9]]), hidden: true }, { rows: '' }, { rows }]);
    expect((await readTable(hidden, 'x.xlsx')).rows).toEqual([['1']]);
  });

  test('merged cells have one text in all their places; damaged files and other archives are refused', async () => {
    const merged = await xlsx([
      [{ value: 'a', columnSpan: 2 }, null],
      ['1', '2'],
    ]);
    expect(await readTable(merged, 'x.xlsx')).toMatchObject({ merged: true, headings: ['a', 'a'] });
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
