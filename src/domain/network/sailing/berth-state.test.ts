import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { type BerthFacts, berthState } from './berth-state.ts';

const now = Date.UTC(2026, 5, 10);
const nothing: BerthFacts = {
  omitted: false,
  reportedArrival: null,
  reportedDeparture: null,
  seenArrival: null,
  seenDeparture: null,
  near: null,
};
const stateOf = (facts: Partial<BerthFacts>) => berthState({ ...nothing, ...facts }, now);

describe('the state of a call', () => {
  test('is expected until she comes, berthed while she lies there, sailed when she left', () => {
    expect(stateOf({})).toBe('expected');
    expect(stateOf({ seenArrival: now - HOUR_MS })).toBe('berthed');
    expect(stateOf({ reportedArrival: now - HOUR_MS })).toBe('berthed');
    expect(stateOf({ seenArrival: now - 9 * HOUR_MS, seenDeparture: now - HOUR_MS })).toBe('sailed');
    expect(stateOf({ reportedArrival: now - 9 * HOUR_MS, reportedDeparture: now - HOUR_MS })).toBe('sailed');
  });

  test('is at anchorage by her own word, or where she lies still and is not moored, if that is fresh', () => {
    expect(stateOf({ near: { at: now - HOUR_MS, navStatus: 1, speedKn: 0.2 } })).toBe('anchorage');
    expect(stateOf({ near: { at: now - HOUR_MS, navStatus: 0, speedKn: 0.2 } })).toBe('anchorage');
    expect(stateOf({ near: { at: now - HOUR_MS, navStatus: 5, speedKn: 0 }, seenArrival: now })).toBe('berthed');
    expect(stateOf({ near: { at: now - HOUR_MS, navStatus: 0, speedKn: 12 } })).toBe('expected');
    expect(stateOf({ near: { at: now - 7 * HOUR_MS, navStatus: 1, speedKn: 0 } })).toBe('expected');
  });

  test('a call left out is omitted, unless she was there', () => {
    expect(stateOf({ omitted: true })).toBe('omitted');
    expect(stateOf({ omitted: true, seenArrival: now - 2 * HOUR_MS, seenDeparture: now })).toBe('sailed');
  });
});
