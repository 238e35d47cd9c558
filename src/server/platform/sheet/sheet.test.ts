import { createHash } from 'node:crypto';
import fc from 'fast-check';
import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import { csvFile } from './csv-file.ts';
import { escapeFormula } from '#shared/text/escape-formula.ts';
import { type SheetCell, type SheetFile, type SheetState, sheetState } from './sheet-file.ts';
import { columnLetters, sheetName, xlsxFile, xmlText } from './xlsx-file.ts';
import { ZipFile } from './zip-file.ts';

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
  test('reads back as it was: zeros kept, numbers as numbers, signs of XML, lines, formulas as texts', async () => {
    const [sheet] = await readSheets(
      await written(xlsxFile(['提单号', 'n', '备注', 'x'], '订阅/列表'), [rows.slice(0, 1), rows.slice(1)]),
    );
    expect(sheet?.sheet).toBe('订阅 列表');
    expect(sheet?.data).toEqual([
      ['提单号', 'n', '备注', 'x'],
      ['0012345', 12.5, null, 'a "b" <c> & d\nnext'],
      ['=1+1', -3, '@SUM(A1)', '_x000D_ half \ufffd'],
      ['-5.2', 0, '+86 21', '港口'],
    ]);
  });

  test('has moments and days as such, to be sorted and reckoned with; what sheets cannot count stays a text', async () => {
    const moments = ['2026-03-01 12:00:00', '2026-03-01 00:00:00', '2026-03-01', '0001-01-01', '2026-03-01 EST'];
    const [sheet] = await readSheets(await written(xlsxFile(['t'], 'T'), [moments.map((moment) => [{ moment }])]));
    const day = new Date('2026-03-01T00:00:00Z');
    expect(sheet?.data.slice(1).flat()).toEqual([new Date('2026-03-01T12:00:00Z'), day, day, ...moments.slice(3)]);
  });

  test('that is full goes on in a further sheet with the heading again', async () => {
    const many = Array.from({ length: 5 }, (_, index) => [String(index)]);
    const sheets = await readSheets(await written(xlsxFile(['n'], 'N', { maxRows: 2 }), [many]));
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

describe('a file that is written in steps', () => {
  const titles = ['a', 'b'];
  const fileOf = (kind: SheetState['kind'], from?: SheetState): SheetFile =>
    kind === 'csv'
      ? csvFile(titles, from?.kind === 'csv' ? from : undefined)
      : xlsxFile(titles, '港', { maxRows: 7, ...(from?.kind === 'xlsx' ? { from } : {}) });

  /** Each step is done by a writer of its own that only knows the kept state of the one before; `again` are done twice. */
  async function inSteps(kind: SheetState['kind'], parts: readonly Rows[], again: readonly number[]): Promise<Buffer> {
    const bytes: Buffer[] = [];
    let kept: SheetState | undefined;
    const next = (): SheetFile => fileOf(kind, kept);
    for (const [index, part] of parts.entries()) {
      // A worker that was killed had written this step, but nothing of it was kept.
      if (again.includes(index)) await next().add(part);
      const file = next();
      bytes.push(...(await file.add(part)));
      kept = sheetState.parse(JSON.parse(JSON.stringify(file.state())));
    }
    return Buffer.concat([...bytes, ...(await next().end())]);
  }

  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
  const parts = fc.array(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), { maxLength: 6 });

  test.each(['xlsx', 'csv'] as const)(
    'is byte for byte the one of a single writer, whatever the steps are: %s',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(parts, fc.array(fc.nat(5)), async (steps, again) => {
          const stepwise = await inSteps(kind, steps, again);
          expect(stepwise.equals(await written(fileOf(kind), steps))).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('holds the same rows as one that is written at once', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, fc.integer()), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, size) => {
          const steps = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
            all.slice(n * size, n * size + size),
          );
          const [stepwise, whole] = [await inSteps('xlsx', steps, [1]), await written(fileOf('xlsx'), [all])];
          expect(await readSheets(stepwise)).toEqual(await readSheets(whole));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('beyond 4 GB, says in 64 bits where its parts are', async () => {
    const begun = new ZipFile();
    begun.open('a');
    await begun.write(Buffer.from('first'));
    begun.close();
    const far = 5_000_000_000;
    const zip = new ZipFile({ ...begun.state(), offset: far });
    zip.open('b');
    await zip.write(Buffer.from('second'));
    zip.close();
    const directoryAt = zip.state().offset;
    zip.take();
    zip.end();
    const tail = Buffer.concat(zip.take());
    const end = tail.length - 22;
    expect(tail.readUInt32LE(end)).toBe(0x06054b50);
    expect(tail.readUInt32LE(end + 16)).toBe(0xffff_ffff);
    const locator = end - 20;
    expect(tail.readUInt32LE(locator)).toBe(0x07064b50);
    const longEnd = Number(tail.readBigUInt64LE(locator + 8)) - directoryAt;
    expect(tail.readUInt32LE(longEnd)).toBe(0x06064b50);
    expect(Number(tail.readBigUInt64LE(longEnd + 48))).toBe(directoryAt);
    // The second file of the directory: a name of one byte, then its offset in 64 bits.
    const second = 46 + 1;
    expect(tail.readUInt32LE(second)).toBe(0x02014b50);
    expect(tail.readUInt32LE(second + 42)).toBe(0xffff_ffff);
    expect(Number(tail.readBigUInt64LE(second + 46 + 1 + 4))).toBe(far);
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
