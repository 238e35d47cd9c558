import { expect, test } from 'vitest';
import { dataTypeOf, moveTo, statesBefore } from './pull-record.ts';

test('a record goes pending, then pulled or cancelled, and may be activated again', () => {
  expect(moveTo('pending', 'answer')).toBe('pulled');
  expect(moveTo('pending', 'cancel')).toBe('cancelled');
  expect(moveTo('pulled', 'activate')).toBe('pending');
  expect(moveTo('cancelled', 'activate')).toBe('pending');
});

test('what is not pending is neither answered nor cancelled, and what is pending is not activated', () => {
  expect(moveTo('pending', 'activate')).toBeUndefined();
  for (const state of ['pulled', 'cancelled'] as const) {
    expect(moveTo(state, 'answer')).toBeUndefined();
    expect(moveTo(state, 'cancel')).toBeUndefined();
  }
  expect(statesBefore('cancel')).toEqual(['pending']);
});

test('the wire counts the states from 0', () => {
  expect(dataTypeOf).toEqual({ pending: 0, pulled: 1, cancelled: 2 });
});
