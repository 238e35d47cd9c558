import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { isProven, leadOf, scoreOf } from './score.ts';
import type { EtaScore } from './score.ts';

const score = (values: Partial<EtaScore> = {}): EtaScore => ({
  leadDays: 7,
  learned: true,
  predictions: 100,
  voyages: 20,
  medianErrorH: 6,
  hits: 90,
  tooLate: 10,
  reported: 100,
  reportedHits: 80,
  claims: 0,
  claimsRight: 0,
  ...values,
});

describe('the score of own predictions', () => {
  test('is one for each lead', () => {
    expect([0.5, 1, 1.1, 7, 14.1, 60].map((days) => leadOf(days * DAY_MS))).toEqual([1, 1, 3, 7, 0, 0]);
    const all = [score(), score({ learned: false }), score({ leadDays: 0 })];
    expect(scoreOf(all, { basis: 'lane', remainingMs: 5 * DAY_MS })).toBe(all[0]);
    expect(scoreOf(all, { basis: 'speed', remainingMs: 5 * DAY_MS })).toBe(all[1]);
    expect(scoreOf(all, { basis: 'vessel', remainingMs: 2 * DAY_MS })).toBeUndefined();
  });

  test('proves them only from enough voyages, and while few ships come earlier', () => {
    expect(isProven(undefined)).toBe(false);
    expect(isProven(score())).toBe(true);
    expect(isProven(score({ voyages: 19 }))).toBe(false);
    expect(isProven(score({ learned: false }))).toBe(false);
    expect(isProven(score({ tooLate: 11 }))).toBe(false);
    expect(isProven(score({ tooLate: 11 }), { leastVoyages: 20, leastScore: 0.85 })).toBe(true);
  });

  test('falls with claims that turn out wrong', () => {
    expect(isProven(score({ claims: 5, claimsRight: 4 }))).toBe(true);
    expect(isProven(score({ claims: 5, claimsRight: 3 }))).toBe(false);
    expect(isProven(score({ claims: 4, claimsRight: 0 }))).toBe(true);
  });
});
