import { expect, test } from 'vitest';
import { placeInMarket } from './market-band.ts';

const band = { low: 1000, mid: 1100, high: 1200, count: 3 };

test.each([
  ['999.99', 'below'],
  ['1000.00', 'within'],
  ['1200.00', 'within'],
  ['1200.01', 'above'],
] as const)('%s is %s the band', (total, place) => {
  expect(placeInMarket(total, band)).toBe(place);
});

test('without a total or with too few offers the place is unknown', () => {
  expect(placeInMarket(null, band)).toBe('unknown');
  expect(placeInMarket('1', undefined)).toBe('unknown');
  expect(placeInMarket('1', { ...band, count: 2 })).toBe('unknown');
});
