import { describe, expect, test } from 'vitest';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import {
  guessColumns,
  guessKind,
  headingsKey,
  keepColumns,
  missingFields,
  readTemplate,
  recallColumns,
  withHeadings,
} from './kinds.ts';

const tableOf = (headings: string[], ...rows: string[][]): FileTable => ({
  headings,
  rows,
  lines: rows.map((_, index) => index + 2),
  notes: new Map(),
  decimalComma: false,
  merged: false,
});
const names = (kind: 'orders' | 'references', table: FileTable) =>
  Object.fromEntries(
    [...guessColumns(kind, table)].map(([name, { place, by }]) => [name, [table.headings[place], by]]),
  );

describe('what a sheet holds', () => {
  test('orders of an ERP, in English and in Chinese, with a column of containers by content', () => {
    const english = tableOf(
      ['PO Number', 'Line No.', 'Vendor', 'SKU', 'Item description', 'Qty', 'UoM', 'Due date', 'Box'],
      ['4500012345', '10', 'Golden', 'A-1', 'Caps', '5', 'PCS', '2026-07-01', 'CSQU3054383'],
    );
    expect(guessKind(english)).toBe('orders');
    expect(names('orders', english)).toMatchObject({
      orderNo: ['PO Number', 'name'],
      supplier: ['Vendor', 'name'],
      quantity: ['Qty', 'name'],
      promisedOn: ['Due date', 'name'],
      referenceNos: ['Box', 'content'],
    });
    const chinese = tableOf(
      ['采购订单', '项次', '供应商名称', '物料描述', '数量', '交货日期'],
      ['1', '1', 'a', 'b', '2', 'c'],
    );
    expect(guessKind(chinese)).toBe('orders');
    expect(missingFields('orders', new Set(guessColumns('orders', chinese).keys()))).toEqual([]);
  });

  test('references, also where no heading says so; a price list is neither', () => {
    expect(guessKind(tableOf(['Box', 'x'], ['CSQU3054383', '1']))).toBe('references');
    expect(guessKind(tableOf(['品名', '价格'], ['a', '1']))).toBeNull();
  });

  test('titles above the headings are passed over', () => {
    const table = tableOf(['Open orders of May', '', ''], ['PO No.', 'Item', 'Qty'], ['1', '1', '5']);
    expect(withHeadings(table)).toMatchObject({
      headings: ['PO No.', 'Item', 'Qty'],
      rows: [['1', '1', '5']],
      lines: [3],
    });
  });
});

describe('headings', () => {
  test('are the same in any order, case and width', () => {
    expect(headingsKey(['PO No.', 'Qty'])).toBe(headingsKey(['ＱＴＹ', 'po no']));
    expect(headingsKey(['PO No.'])).not.toBe(headingsKey(['PO No.', 'Qty']));
  });

  test('that are kept find their columns again; one that is gone has none', () => {
    const kept = keepColumns(
      new Map([
        ['blNo', { place: 1 }],
        ['ctnNo', { place: 0 }],
      ]),
      ['Box', 'Bill'],
    );
    expect(kept).toEqual({ blNo: 'Bill', ctnNo: 'Box' });
    expect([...recallColumns('references', kept, ['x', 'BILL'])]).toEqual([['blNo', { place: 1, by: 'memory' }]]);
    expect([...recallColumns('orders', kept, ['Box', 'Bill'])]).toEqual([]);
  });

  test('of our own templates leave nothing to ask, those of others do', () => {
    expect(readTemplate(tableOf(['是否提单', '提单号', '箱号', '船公司']))?.kind).toBe('references');
    expect(readTemplate(tableOf(['订单号', '行号', '供应商', '品名', '订购数量', '承诺交付日']))?.kind).toBe('orders');
    expect(readTemplate(tableOf(['PO No.', 'Item', 'Vendor', 'Goods', 'Qty', 'Due date']))).toBeUndefined();
    expect(readTemplate(tableOf(['提单号', '船公司']))).toBeUndefined();
  });
});
