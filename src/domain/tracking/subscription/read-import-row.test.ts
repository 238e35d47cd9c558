import { describe, expect, test } from 'vitest';
import { readImportRow, subscriptionKey } from './read-import-row.ts';
import type { ImportRow, ReadRow } from './read-import-row.ts';

const carrierOf = (text: string): string | undefined =>
  new Map([
    ['MERI', 'MERI'],
    ['子午线', 'MERI'],
    ['ZZZZ', 'ZZZZ'],
  ]).get(text);
const read = (row: ImportRow) => readImportRow({ carrierCode: 'MERI', ...row }, carrierOf);
const codes = (row: ImportRow): string[] => read(row).errors.map(({ field, code }) => `${field} ${code}`);

describe('a row of an import', () => {
  test.each([1, '1', '是', 'Y', 'y', 'bill', true])('says bill by %s', (isBillNo) => {
    expect(read({ isBillNo, blNo: ' meri 123 ' }).row).toMatchObject({ subject: 'bill', billNo: 'MERI123' });
  });

  test.each([0, '0', '否', 'n', 'Container', false, '箱号'])('says container by %s', (isBillNo) => {
    expect(read({ isBillNo, ctnNo: 'csqu 305438-3' }).row).toMatchObject({
      subject: 'container',
      containerNo: 'CSQU3054383',
      billNo: null,
    });
  });

  test('takes the carrier of test data for test references only', () => {
    expect(codes({ isBillNo: 1, blNo: 'REAL123456', carrierCode: 'ZZZZ' })).toEqual(['carrierCode carrierTest']);
    expect(codes({ isBillNo: 1, blNo: 'ZZZZ010001', carrierCode: 'ZZZZ' })).toEqual([]);
    expect(codes({ isBillNo: 0, ctnNo: 'CSQU3054383', carrierCode: 'ZZZZ' })).toEqual(['carrierCode carrierTest']);
  });

  test('names every cell that is wrong, not only the first', () => {
    expect(codes({ carrierCode: '' })).toEqual(['isBillNo subjectRequired', 'carrierCode carrierRequired']);
    expect(codes({ isBillNo: 1 })).toEqual(['blNo billRequired']);
    expect(codes({ isBillNo: 0, carrierCode: 'XXXX' })).toEqual([
      'ctnNo containerRequired',
      'carrierCode carrierUnknown',
    ]);
    expect(codes({ isBillNo: 'maybe', inOutFlag: 'X', voyage: 'v'.repeat(51) })).toEqual([
      'isBillNo subjectUnknown',
      'voyage textTooLong',
      'inOutFlag directionUnknown',
    ]);
  });

  test('a carrier by a name that nobody knows is that of the bill, with a warning; the owner of a container may be another', () => {
    const byNumber = (number: string) => (number.startsWith('MERI') ? 'MERI' : undefined);
    const named = (row: ImportRow) => readImportRow({ carrierCode: 'MRD', ...row }, carrierOf, byNumber);
    expect(named({ isBillNo: 1, blNo: 'MERI123' })).toMatchObject({
      row: { carrierCode: 'MERI' },
      warnings: [{ field: 'carrierCode', code: 'carrierByNumber', value: 'MRD → MERI' }],
    });
    expect(named({ isBillNo: 0, ctnNo: 'MERU1234565' }).row).toBeNull();
    expect(named({ isBillNo: 1, blNo: 'OTHER123' }).errors).toMatchObject([{ code: 'carrierUnknown' }]);
  });

  test('a cell that is far too long is one problem of that cell, and quoted only in part', () => {
    const long = 'X'.repeat(5_000);
    const { row, errors } = read({ isBillNo: long, blNo: long, ctnNo: long, carrierCode: long, vesselName: long });
    expect(row).toBeNull();
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'isBillNo subjectUnknown',
      'blNo textTooLong',
      'ctnNo textTooLong',
      'carrierCode textTooLong',
      'vesselName textTooLong',
    ]);
    expect(errors.map(({ value }) => value.length).filter((length) => length > 61)).toEqual([]);
  });

  test('a misshapen container number is an error, a wrong check digit only a warning', () => {
    expect(codes({ isBillNo: 0, ctnNo: 'HELLO' })).toEqual(['ctnNo containerInvalid']);
    const { row, warnings } = read({ isBillNo: 0, ctnNo: 'CSQU3054384' });
    expect(row?.containerNo).toBe('CSQU3054384');
    expect(warnings).toEqual([{ field: 'ctnNo', code: 'checkDigit', value: 'CSQU3054384' }]);
  });

  test.each(['=HYPERLINK("http://x")', '=1+1', '+MERI1', '@SUM(A1)', '-MERI1', 'MERI 1;2', 'MERI1，MERI2', '提单'])(
    'a bill number is letters and digits, not %s',
    (blNo) => {
      expect(codes({ isBillNo: 1, blNo })).toEqual(['blNo billInvalid']);
      expect(codes({ isBillNo: 0, ctnNo: 'CSQU3054383', blNo })).toEqual(['blNo billInvalid']);
    },
  );

  test.each(['MERI123', '123-45678901', 'COSU/6301.A_1'])('a bill number may be %s', (blNo) => {
    expect(codes({ isBillNo: 1, blNo })).toEqual([]);
  });

  test('a formula is no vessel and no voyage', () => {
    expect(codes({ isBillNo: 1, blNo: 'A1', vesselName: '=HYPERLINK("x")', voyage: '+1' })).toEqual([
      'vesselName formula',
      'voyage formula',
    ]);
  });

  test('a carrier is found by its name, full-width signs are plain ones', () => {
    expect(read({ isBillNo: '１', blNo: 'ＭＥＲＩ９', carrierCode: '子午线', inOutFlag: '出口' }).row).toMatchObject({
      billNo: 'MERI9',
      carrierCode: 'MERI',
      direction: 'E',
    });
  });

  test('two rows are the same by carrier and number, containers also by vessel and voyage', () => {
    const key = (row: ImportRow): string => subscriptionKey(read(row).row as ReadRow);
    expect(key({ isBillNo: 1, blNo: 'A1', voyage: '1' })).toBe(key({ isBillNo: '是', blNo: 'a1', voyage: '2' }));
    const container = { isBillNo: 0, ctnNo: 'CSQU3054383' };
    expect(key({ ...container, voyage: '1' })).not.toBe(key({ ...container, voyage: '2' }));
  });
});
