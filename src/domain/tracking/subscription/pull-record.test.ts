import { expect, test } from 'vitest';
import { dataTypeOf, statesBefore } from './pull-record.ts';

test('only what is pending is answered or cancelled, and only what is not pending is activated', () => {
  expect(statesBefore('answer')).toEqual(['pending']);
  expect(statesBefore('cancel')).toEqual(['pending']);
  expect(statesBefore('activate')).toEqual(['pulled', 'cancelled']);
});

test('the wire counts the states from 0', () => {
  expect(dataTypeOf).toEqual({ pending: 0, pulled: 1, cancelled: 2 });
});
