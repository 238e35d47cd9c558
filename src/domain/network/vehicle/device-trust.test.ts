import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import {
  deviceNetwork,
  type DeviceRules,
  isHeldJump,
  mayConnectFrom,
  networkStateOf,
  refuseRegistration,
} from './device-trust.ts';
import type { VehicleFix } from './types.ts';

const now = Date.UTC(2026, 10, 22, 8);
const closed: DeviceRules = { plateNo: '沪A12345', deviceMaker: null, deviceId: null, networks: null, openUntil: null };
const entered: DeviceRules = { ...closed, deviceMaker: 'PLN', deviceId: 'AB00001' };
const open: DeviceRules = { ...closed, openUntil: now + 1 };
const own = { plate: '沪A12345', maker: 'PLN', terminalId: 'ab00001' };

describe('a registration', () => {
  const judge = (rules: DeviceRules, claim = own, address = '10.1.2.3', isSignedIn = false) =>
    refuseRegistration(rules, claim, { now, address, isSignedIn });

  test.each([
    ['nothing is open and nothing is entered', closed, own, 'notOpen'],
    ['the window has ended', { ...closed, openUntil: now }, own, 'notOpen'],
    ['the window is open', open, own, undefined],
    ['the window is open and no plate is sent', open, { ...own, plate: '' }, undefined],
    ['the window is open and the plate is another', open, { ...own, plate: '沪B1' }, 'claimedPlate'],
    ['plate, maker and id are as entered', entered, own, undefined],
    ['no plate is sent', entered, { ...own, plate: '' }, 'notOpen'],
    ['the id is another', entered, { ...own, terminalId: 'AB00002' }, 'claimedDevice'],
    ['the maker is another', entered, { ...own, maker: 'XYZ' }, 'claimedDevice'],
    [
      'the window is open and the id is another',
      { ...entered, openUntil: now + 1 },
      { ...own, terminalId: 'X' },
      'claimedDevice',
    ],
  ] as const)('when %s', (_name, rules, claim, refusal) => expect(judge(rules, claim)).toBe(refusal));

  test('of a device that is signed in needs an open window', () => {
    expect(judge(entered, own, '10.1.2.3', true)).toBe('signedIn');
    expect(judge({ ...entered, openUntil: now + 1 }, own, '10.1.2.3', true)).toBeUndefined();
  });

  test('from outside of its networks is refused, also while a window is open', () => {
    expect(judge({ ...open, networks: '10.2.0.0/16' })).toBe('foreignNetwork');
    expect(judge({ ...open, networks: '10.1.0.0/16' })).toBeUndefined();
  });
});

test('a device that is not bound may connect from everywhere', () => {
  expect(mayConnectFrom({ networks: null }, '1.2.3.4')).toBe(true);
  expect(mayConnectFrom({ networks: ' ' }, '1.2.3.4')).toBe(true);
  expect(mayConnectFrom({ networks: '1.2.0.0/16' }, '1.2.3.4')).toBe(true);
  expect(mayConnectFrom({ networks: '1.2.0.0/16' }, '1.3.3.4')).toBe(false);
});

test('addresses are compared by 16 bits of IPv4 and 32 bits of IPv6', () => {
  expect(deviceNetwork('10.1.200.3')).toBe('10.1.0.0/16');
  expect(deviceNetwork('2408:8456:77::1')).toBe('2408:8456::/32');
});

test.each([
  [{}, false, 'seen'],
  [{ a: 'seen' }, false, 'seen'],
  [{ b: 'seen' }, false, 'held'],
  [{ b: 'seen', a: 'held' }, false, 'held'],
  [{ b: 'seen', a: 'confirmed' }, false, 'confirmed'],
  [{ b: 'seen' }, true, 'seen'],
  [{ a: 'held', b: 'seen' }, true, 'seen'],
] as const)('of the known networks %j, with a proof: %s, the network a is %s', (known, isProven, state) =>
  expect(networkStateOf(known, 'a', isProven)).toBe(state),
);

describe('a jump', () => {
  const last: VehicleFix = {
    at: now - HOUR_MS,
    lon: 121,
    lat: 31,
    located: true,
    speedKmh: 60,
    course: 90,
    altitudeM: null,
    ignition: true,
    mileageKm: null,
    fuelL: null,
    temperatureC: null,
    satellites: 9,
    late: false,
    alarms: [],
  };
  test.each([
    ['as far as a truck gets in an hour', { at: now, lon: 122.85 }, false],
    ['further than that', { at: now, lon: 122.95 }, true],
    ['the same distance before', { at: last.at - HOUR_MS, lon: 122.85 }, false],
    ['at once', { at: last.at + MINUTE_MS, lon: 121.2 }, true],
    ['a place that the device repeats without satellites', { at: now, lon: 126, located: false }, false],
  ])('%s', (_name, values, isHeld) => expect(isHeldJump(last, { ...last, ...values })).toBe(isHeld));

  test('nothing is a jump before the first position', () => expect(isHeldJump(null, last)).toBe(false));
});
