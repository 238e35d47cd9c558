import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { actsOn, bookingStates, type CarrierWord, isClosed, type CurrentBooking, nextState } from './booking-state.ts';

const known = (state: CurrentBooking['state']): CurrentBooking => ({
  state,
  vesselName: 'A',
  voyage: '1',
  departsAt: 0,
});
const word = (values: Partial<CarrierWord> = {}): CarrierWord => ({
  status: 'CONFIRMED',
  amended: null,
  vesselName: 'A',
  voyage: '1',
  departsAt: 0,
  ...values,
});

describe('the state after the carrier spoke', () => {
  test.each([
    ['submitted', word(), 'confirmed'],
    ['submitted', word({ status: 'PENDING_UPDATE' }), 'pending_update'],
    ['pending_update', word({ status: 'UPDATE_RECEIVED' }), 'submitted'],
    ['submitted', word({ status: 'REJECTED' }), 'rejected'],
    ['confirmed', word(), 'confirmed'],
    ['confirmed', word({ amended: 'AMENDMENT_RECEIVED' }), 'confirmed'],
    ['confirmed', word({ amended: 'AMENDMENT_CONFIRMED' }), 'amended'],
    ['confirmed', word({ voyage: '2', departsAt: DAY_MS + 1 }), 'rolled'],
    ['confirmed', word({ voyage: '2', departsAt: DAY_MS }), 'confirmed'],
    ['confirmed', word({ departsAt: 9 * DAY_MS }), 'confirmed'],
    ['rolled', word({ amended: 'AMENDMENT_CONFIRMED' }), 'rolled'],
    ['rolled', word({ status: 'COMPLETED' }), 'completed'],
    ['confirmed', word({ status: 'NEVER HEARD' }), 'confirmed'],
  ] as const)('from %s by %o is %s', (state, statement, next) => {
    expect(nextState(known(state), statement)).toBe(next);
  });

  test('that is closed stays, whatever the carrier says, and nothing can be done with it', () => {
    for (const state of bookingStates.filter(isClosed)) {
      expect(nextState(known(state), word())).toBe(state);
      expect(actsOn(state)).toEqual([]);
    }
  });
});
