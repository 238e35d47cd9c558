import { describe, expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import { en, zh } from '#testing/texts.ts';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { langs } from '#shared/i18n/text.ts';
import { importColumns, toRows } from '#domain/tracking/subscription/sheet-rows.ts';
import { foldBills, templateOf, toInput, uncheckedRows, withResults } from './import-rows.ts';
import { fromHeadings, isTemplate, matchColumns } from '#domain/tracking/subscription/match-columns.ts';

const words = { yes: '是', no: '否' };
/** A file of these lines, as it was read. */
const fileOf = (...[headings = [], ...rows]: string[][]) =>
  fromHeadings({
    headings,
    rows,
    lines: rows.map((_, index) => index + 2),
    notes: new Map(),
    decimalComma: false,
    merged: false,
  });
/** What the columns of a file are taken for: the heading of each, and how it was found. */
const matched = (table: ReturnType<typeof fileOf>) =>
  Object.fromEntries([...matchColumns(table)].map(([column, { place, by }]) => [column, [table.headings[place], by]]));

describe('a file of subscriptions', () => {
  test.each([
    ['zh', zh.exceptionSubscribe],
    ['en', en.exceptionSubscribe],
  ])('is read by the headings of its template (%s)', (_, texts) => {
    const titles = importColumns.map((column) => texts.import[column]);
    const [headings = [], ...rows] = parseCsv(templateOf(titles, '1', '0').replace('\uFEFF', ''));
    const table = fileOf(headings, ...rows);
    expect(isTemplate(matchColumns(table))).toBe(true);
    expect(uncheckedRows(toRows(matchColumns(table), table, words).rows).map(toInput)).toEqual([
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
    const table = fileOf(
      ['备注', 'Container No.', '船公司', '是否提单', 'BL No'],
      ['x', 'CSQU3054383', 'MERI', '否', ''],
      ['only a remark', '', '', '', ''],
      ['', '', ' MERI ', '是', 'A1'],
    );
    const { rows } = toRows(matchColumns(table), table, words);
    expect(rows.map(({ line, carrierCode, blNo, ctnNo }) => [line, carrierCode, blNo, ctnNo])).toEqual([
      [2, 'MERI', '', 'CSQU3054383'],
      [4, 'MERI', 'A1', ''],
    ]);
  });

  test('what the server says stands beside its row', () => {
    const table = fileOf(['是否提单', '提单号', '船公司'], ['1', 'A', 'X'], ['1', 'B', 'MERI']);
    const { rows } = toRows(matchColumns(table), table, words);
    const errors = [{ field: 'carrierCode', msg: '未知' }];
    const results = [
      { row: 1, ok: false, obmTkSubscribeId: null, errors, warnings: [] },
      { row: 2, ok: true, obmTkSubscribeId: null, errors: [], warnings: [] },
    ];
    expect(withResults(uncheckedRows(rows), results).map((row) => row.errors)).toEqual([errors, []]);
  });
});

describe("a forwarder's own sheet", () => {
  test('is matched by name; its titles, and its numbers that are none of a bill, are passed over', () => {
    const table = fileOf(
      ['Shipment list', '', '', '', '', '', ''],
      ['PO', 'HBL', 'B/L No.', 'Container No.', 'Container', 'Carrier', 'Vessel / Voyage'],
      ['PO20260001', 'FWDX1234567', 'MERI123456789', 'CSQU3054383', '40HQ', 'Meridian Line', 'AMBER TIDE / 101W'],
      ['PO20260002', 'FWDX1234568', 'MERI123456789', 'MSKU0000007', '40HQ', 'Meridian Line', 'AMBER TIDE / 101W'],
      ['PO20260003', '', '', 'CSQU3054383', '20GP', 'Meridian Line', 'AMBER TIDE 102W'],
      ['PO20260004', '', '', '', '20GP', 'Meridian Line', '#N/A'],
      ['PO20260005', '', '', '', '20GP', 'Meridian Line', ''],
    );
    expect(matched(table)).toEqual({
      blNo: ['B/L No.', 'name'],
      ctnNo: ['Container No.', 'name'],
      carrierCode: ['Carrier', 'name'],
      vesselName: ['Vessel / Voyage', 'name'],
      voyage: ['Vessel / Voyage', 'name'],
    });
    const { rows, merged } = toRows(matchColumns(table), table, words);
    expect(merged).toBe(1);
    expect(
      rows.map(({ line, isBillNo, blNo, ctnNo, vesselName, voyage }) => [
        line,
        isBillNo,
        blNo,
        ctnNo,
        vesselName,
        voyage,
      ]),
    ).toEqual([
      // Two containers of one bill: the bill is followed.
      [3, '是', 'MERI123456789', '', 'AMBER TIDE', '101W'],
      [5, '否', '', 'CSQU3054383', 'AMBER TIDE', '102W'],
      // Without any number they stay, to be informed.
      [6, '是', '', '', '#N/A', ''],
      [7, '是', '', '', '', ''],
    ]);
  });

  test('whose carrier is written in two ways asks for one bill once the server knows that they are the same', () => {
    const table = fileOf(
      ['B/L No.', 'Container No.', 'Carrier'],
      ['MERI123456789', 'CSQU3054383', 'Meridian Line'],
      ['MERI123456789', 'MSKU0000007', 'MERI'],
      ['MERI123456790', '', 'MERI'],
      ['MERI123456790', '', 'Meridian Line'],
    );
    const { rows, folds } = toRows(matchColumns(table), table, words);
    expect([rows.length, folds]).toEqual([4, true]);
    const twice = [{ field: 'blNo', msg: '重复' }];
    const unread = [...twice, { field: 'vesselName', msg: '太长' }];
    const results = [
      { row: 1, ok: true, obmTkSubscribeId: null, errors: [], warnings: [] },
      { row: 2, ok: false, obmTkSubscribeId: null, errors: twice, warnings: [], repeats: 1 },
      { row: 3, ok: true, obmTkSubscribeId: null, errors: [], warnings: [] },
      { row: 4, ok: false, obmTkSubscribeId: null, errors: unread, warnings: [], repeats: 3 },
    ];
    expect(foldBills(uncheckedRows(rows), results, words)).toMatchObject([
      { line: 2, blNo: 'MERI123456789', ctnNo: '', errors: [], checked: true },
      { line: 4, errors: [] },
      { line: 5, errors: unread },
    ]);
  });

  test('in Chinese, with a column of master bills and a column of cartons, which is not taken for containers', () => {
    const table = fileOf(
      ['客户订单号', '提单号', 'MBL', 'CTN', '柜号', '船司', '船名', '航次', 'ETD'],
      [
        'DD20260001',
        'FWDX1234567',
        'MERI123456789',
        '560',
        'CSQU3054383',
        '子午线航运',
        'AMBER TIDE',
        '101W',
        '2026-03-01',
      ],
    );
    expect(matched(table)).toMatchObject({
      blNo: ['MBL', 'name'],
      ctnNo: ['柜号', 'name'],
      carrierCode: ['船司', 'name'],
    });
  });

  test('whose headings say nothing is matched by what its cells look like', () => {
    const table = fileOf(
      ['No.', 'Order no', 'Column A', 'Column B', 'Where'],
      ['1', 'PO20260001', 'MERI123456789', 'csqu 305438-3', 'CNSHA'],
      ['2', 'PO20260002', 'MERI123456790', 'CSQU3054383 / MSKU0000007', 'DEHAM'],
    );
    expect(matched(table)).toEqual({ ctnNo: ['Column B', 'content'], blNo: ['Column A', 'content'] });
    const { rows } = toRows(matchColumns(table), table, words);
    expect(rows.map(({ blNo, ctnNo }) => [blNo, ctnNo])).toEqual([
      ['MERI123456789', 'csqu 305438-3'],
      ['MERI123456790', ''],
    ]);
  });

  test.each(langs)('that is our own export of subscriptions is read (%s)', (lang) => {
    const { columns } = subscriptionsList;
    const exported = [
      columns.isBillNo,
      columns.blNo,
      columns.ctnNo,
      columns.carrierCode,
      columns.vesselName,
      columns.voyage,
    ];
    const table = fileOf(
      exported.map(({ label }) => label[lang]),
      [columns.isBillNo.values[1][lang], 'MERI123456789', '', 'Meridian Line (MERI)', '', ''],
    );
    expect(isTemplate(matchColumns(table))).toBe(true);
    expect(Object.keys(matched(table)).sort()).toEqual([...importColumns].sort());
  });
});
