import { expect, test } from 'vitest';
import { masterEtaAt } from './master-eta.ts';

test.each([
  ['05-15 14:00', Date.UTC(2026, 4, 10), Date.UTC(2026, 4, 15, 14)],
  ['01-03 06:30', Date.UTC(2026, 11, 28), Date.UTC(2027, 0, 3, 6, 30)],
  ['12-30 00:00', Date.UTC(2027, 0, 2), Date.UTC(2026, 11, 30)],
  ['02-30 10:00', Date.UTC(2026, 1, 20), undefined],
  ['00-00 24:60', Date.UTC(2026, 1, 20), undefined],
  ['05-15 24:00', Date.UTC(2026, 4, 10), undefined],
  ['soon', Date.UTC(2026, 4, 10), undefined],
])('%s', (text, statedAt, moment) => {
  expect(masterEtaAt(text, statedAt)).toBe(moment);
});
