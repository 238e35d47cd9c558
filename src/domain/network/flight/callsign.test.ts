import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { flightKey, flightOfCallsign, isOnLeg } from './callsign.ts';

test.each([
  ['BAW12', 'BA12'],
  ['BAW0012 ', 'BA12'],
  ['BA0012', 'BA12'],
  ['CSN461', 'CZ461'],
  ['UPS6', '5X6'],
  ['5X0006', '5X6'],
  // Made up for the radio, private, unknown airlines, nothing.
  ['BAW7TB', undefined],
  ['G-ABCD', undefined],
  ['N172SP', undefined],
  ['ZZZ12', undefined],
  ['', undefined],
])('callsign %s is flight %s', (callsign, flight) => {
  expect(flightOfCallsign(callsign)).toBe(flight);
});

test('flight numbers are compared without zeros and blanks', () => {
  expect(['BA 0012', 'CZ461', '3U8', 'CZ461A', 'BAW12', ''].map(flightKey)).toEqual([
    'BA12',
    'CZ461',
    '3U8',
    'CZ461',
    undefined,
    undefined,
  ]);
});

test('the same number on another day is another flight', () => {
  const [departs, arrives] = [100 * HOUR_MS, 111 * HOUR_MS];
  expect([97, 99, 111, 118, 124].map((at) => isOnLeg({ departs, arrives }, at * HOUR_MS))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(isOnLeg({ departs, arrives: null }, 110 * HOUR_MS)).toBe(true);
  expect(isOnLeg({ departs: null, arrives: null }, 110 * HOUR_MS)).toBe(false);
});
