import { expect, test } from 'vitest';
import { buildCourierWaybill, detectCourier, normalizeCourierWaybill, readCourierWaybill } from './courier-waybill.ts';
import { readRailNumber } from './rail-number.ts';

test('a parcel names its courier by the shape of its number, and a wrong check digit is seen', () => {
  expect(detectCourier(normalizeCourierWaybill(' 1z 999 aa1 01 2345 6784'))).toEqual({ courier: 'UPS' });
  expect(detectCourier('1Z999AA10123456785')).toEqual({ courier: 'UPS', problem: 'check_digit' });
  expect(detectCourier('EA473124829CN')).toEqual({ courier: 'EMS' });
  expect(detectCourier('EA473124828CN')).toEqual({ courier: 'EMS', problem: 'check_digit' });
  expect(detectCourier('SF1420012345678')).toEqual({ courier: 'SF' });
  expect(detectCourier('784-12345675')).toBeUndefined();
  for (const courier of ['SF', 'UPS', 'EMS'])
    for (const serial of [0, 7, 12_345, 9_999_999])
      expect(detectCourier(buildCourierWaybill(courier, serial))).toEqual({ courier });
});

/** The number with the digit at its end that makes it a number of the courier. */
const completed = (courier: string, digits: string): string | undefined =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((number) => {
    const found = detectCourier(number);
    return found?.problem === undefined && [found?.courier, ...(found?.also ?? [])].includes(courier);
  });

test('numbers of DHL, FedEx and USPS: shape, check digit, and the label around them', () => {
  // By hand: 123456789 is 1 modulo 7; of 1 and zeros FedEx Express counts 3, an Identcode 10 - 4.
  expect(detectCourier('1234567891')).toEqual({ courier: 'DHL' });
  expect(detectCourier('1234567892')).toEqual({ courier: 'DHL', problem: 'check_digit' });
  expect(detectCourier('JJD000123456789012345')).toEqual({ courier: 'DHL' });
  expect(detectCourier('GM12345678901234567')).toEqual({ courier: 'DHL' });
  expect(detectCourier('100000000003')).toEqual({ courier: 'FEDEX' });
  expect(detectCourier('100000000006')).toEqual({ courier: 'DHL' });
  expect(detectCourier('100000000004')).toEqual({ courier: 'FEDEX', problem: 'check_digit' });
  for (const [courier, digits] of [
    ['DHL', '0034041234567890123'],
    ['FEDEX', '12345678901234'],
    ['FEDEX', '961102098765431234567'],
    ['USPS', '940011189956000001234'],
    ['USPS', '7012345678901234567'],
  ] as const) {
    const number = completed(courier, digits) ?? '';
    expect([digits, detectCourier(number)]).toEqual([digits, { courier }]);
    const wrong = `${digits}${(Number(number.at(-1)) + 5) % 10}`;
    expect(detectCourier(wrong)?.problem).toBe('check_digit');
  }
  const label = completed('USPS', '940011189956000001234') ?? '';
  expect(normalizeCourierWaybill(`420 90210 ${label}`)).toBe(label);
  expect(detectCourier('EA473124829US')).toEqual({ courier: 'USPS' });
  expect(detectCourier('LX473124829DE')).toEqual({ courier: 'DHL' });
});

test('a number that fits two couriers is not certain, and the courier may be named before it', () => {
  const shared = completed('FEDEX', '926129990000000000001') ?? '';
  expect(detectCourier(shared)).toEqual({ courier: 'FEDEX', also: ['USPS'] });
  expect(readCourierWaybill(`usps ${shared}`)).toEqual({ number: shared, found: { courier: 'USPS' } });
  expect(readCourierWaybill('DHL: 1234567892').found).toEqual({ courier: 'DHL', problem: 'check_digit' });
  expect(readCourierWaybill('DHL 3SABCD1234567').found).toEqual({ courier: 'DHL' });
  expect(readCourierWaybill('SF1420012345678').found).toEqual({ courier: 'SF' });
  expect(readCourierWaybill('NONE 1234567891').found).toBeUndefined();
});

test('a number by rail is a container, a wagon or a waybill', () => {
  expect(readRailNumber('csqu 305438-3')).toEqual({ number: 'CSQU3054383', kind: 'container', problem: undefined });
  expect(readRailNumber('CSQU3054384')).toMatchObject({ kind: 'container', problem: 'check_digit' });
  expect(readRailNumber('63886219')).toMatchObject({ kind: 'wagon' });
  expect(readRailNumber('RWB000000123')).toMatchObject({ kind: 'waybill', problem: undefined });
  expect(readRailNumber('12')).toMatchObject({ kind: undefined, problem: 'shape' });
});
