import { describe, expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import { exceptionSubscribe as en } from '#web/i18n/en/exception-subscribe.ts';
import { exceptionSubscribe as zh } from '#web/i18n/zh/exception-subscribe.ts';
import { importColumns, readHeadings, templateOf, toInput, toRows, withResults } from './import-rows.ts';

describe('a file of subscriptions', () => {
  test.each([
    ['zh', zh],
    ['en', en],
  ])('is read by the headings of its template (%s)', (_, texts) => {
    const titles = importColumns.map((column) => texts.import[column]);
    const [headings = [], ...rows] = parseCsv(templateOf(titles, '1', '0').replace('\uFEFF', ''));
    const { places, missing } = readHeadings(headings);
    expect(missing).toEqual([]);
    expect(toRows(places, rows).map(toInput)).toEqual([
      { row: 2, isBillNo: '1', blNo: 'MERI123456789', ctnNo: '', carrierCode: 'MERI', vesselName: '', voyage: '' },
      {
        row: 3,
        isBillNo: '0',
        blNo: '',
        ctnNo: 'CSQU3054383',
        carrierCode: 'MERI',
        vesselName: 'AMBER TIDE',
        voyage: '101W',
      },
    ]);
  });

  test('may have its columns in any order, more of them, and empty rows', () => {
    const { places } = readHeadings(['备注', 'Container No.', '船公司', '是否提单', 'BL No']);
    const rows = toRows(places, [
      ['x', 'B1', 'MERI', '否', ''],
      ['only a remark', '', '', '', ''],
      ['', '', ' MERI ', '是', 'A1'],
    ]);
    expect(rows.map(({ line, carrierCode, blNo, ctnNo }) => [line, carrierCode, blNo, ctnNo])).toEqual([
      [2, 'MERI', '', 'B1'],
      [4, 'MERI', 'A1', ''],
    ]);
  });

  test('names the headings it lacks', () => {
    expect(readHeadings(['船名']).missing).toEqual(['isBillNo', 'carrierCode', 'blNo']);
  });

  test('what the server says stands beside its row', () => {
    const { places } = readHeadings(['是否提单', '提单号', '船公司']);
    const rows = toRows(places, [
      ['1', 'A', 'X'],
      ['1', 'B', 'MERI'],
    ]);
    const errors = [{ field: 'carrierCode', msg: '未知' }];
    const results = [
      { row: 1, ok: false, obmTkSubscribeId: null, errors, warnings: [] },
      { row: 2, ok: true, obmTkSubscribeId: null, errors: [], warnings: [] },
    ];
    expect(withResults(rows, results).map((row) => row.errors)).toEqual([errors, []]);
  });
});
