import { expect, test } from 'vitest';
import { buildCourierWaybill, detectCourier, normalizeCourierWaybill } from './courier-waybill.ts';
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

test('a number by rail is a container, a wagon or a waybill', () => {
  expect(readRailNumber('csqu 305438-3')).toEqual({ number: 'CSQU3054383', kind: 'container', problem: undefined });
  expect(readRailNumber('CSQU3054384')).toMatchObject({ kind: 'container', problem: 'check_digit' });
  expect(readRailNumber('63886219')).toMatchObject({ kind: 'wagon' });
  expect(readRailNumber('RWB000000123')).toMatchObject({ kind: 'waybill', problem: undefined });
  expect(readRailNumber('12')).toMatchObject({ kind: undefined, problem: 'shape' });
});
