import { describe, expect, test } from 'vitest';
import { buildAirWaybill, findAirWaybillProblem, normalizeAirWaybill } from './air-waybill.ts';
import { buildContainerNumber, containerCheckDigit, parseContainerNumber } from './container-number.ts';
import { isImo, normalizeImo } from './imo.ts';
import { isShipMmsi, mmsiKind } from './mmsi.ts';
import { isUnLocode, normalizeUnLocode } from './un-locode.ts';

describe('container numbers', () => {
  test.each(['CSQU3054383', 'MSKU6011672', 'TEXU3070079', 'HLXU2008419'])('%s is right', (number) =>
    expect(parseContainerNumber(number)).toEqual({ number, problem: undefined }),
  );

  test('what people type is normalised', () => {
    expect(parseContainerNumber(' csqu 305438-3 ').number).toBe('CSQU3054383');
    expect(parseContainerNumber('ＣＳＱＵ３０５４３８３').problem).toBeUndefined();
  });

  test('shape is an error, the check digit a warning', () => {
    expect(parseContainerNumber('CSQU3054384').problem).toBe('check_digit');
    expect(parseContainerNumber('CSQX3054383').problem).toBe('shape');
    expect(parseContainerNumber('CSQU305438').problem).toBe('shape');
    expect(parseContainerNumber('').problem).toBe('shape');
  });

  test('a remainder of 10 counts as 0', () => {
    const prefix = Array.from({ length: 200 }, (_, i) => `MERU${String(i).padStart(6, '0')}`).find((first) => {
      const values = [...first].map((c) =>
        /\d/.test(c) ? Number(c) : '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'.indexOf(c),
      );
      return values.reduce((sum, value, i) => sum + value * 2 ** i, 0) % 11 === 10;
    }) as string;
    expect(containerCheckDigit(prefix)).toBe(0);
  });

  test('built numbers are valid', () => {
    expect(parseContainerNumber(buildContainerNumber('MERU', 42)).problem).toBeUndefined();
    expect(() => buildContainerNumber('ME', 42)).toThrow(RangeError);
  });
});

test('IMO numbers', () => {
  expect(['9074729', '9811000', '9776171', '9321483'].every(isImo)).toBe(true);
  expect(['9074728', '907472', 'IMO9074729', '0000000'].some(isImo)).toBe(false);
  expect(normalizeImo('imo 9074729')).toBe('9074729');
});

test('MMSI by kind of station', () => {
  expect(isShipMmsi('477995300')).toBe(true);
  expect(isShipMmsi('199999999')).toBe(false);
  expect(mmsiKind('004123456')).toBe('coast');
  expect(mmsiKind('992351000')).toBe('aid');
  expect(mmsiKind('111232506')).toBe('aircraft');
  expect(mmsiKind('970010001')).toBe('device');
  expect(mmsiKind('47799530')).toBeUndefined();
});

test('shapes of UN/LOCODE', () => {
  expect(['CNSHA', 'USLAX', 'FRMT7'].every(isUnLocode)).toBe(true);
  expect(['CNSH', 'cnsha', 'CNSH1', '1NSHA', 'CNSHAA'].some(isUnLocode)).toBe(false);
  expect(normalizeUnLocode(' cn sha')).toBe('CNSHA');
});

test('air waybills', () => {
  expect(normalizeAirWaybill('784 1234 5675')).toBe('784-12345675');
  expect(findAirWaybillProblem('784-12345675')).toBeUndefined();
  expect(findAirWaybillProblem('784-12345674')).toBe('check_digit');
  expect(findAirWaybillProblem('78-12345674')).toBe('shape');
  expect(findAirWaybillProblem(buildAirWaybill('016', 45))).toBeUndefined();
});
