import { expect, test } from 'vitest';
import { letterOf, letters } from './letters.ts';

test('an act has one letter in all lists, and none that the table itself takes', () => {
  const keys = Object.values(letters).flatMap((acts) => acts.split(' '));
  expect(keys).toEqual([...new Set(keys)]);
  for (const letter of Object.keys(letters)) expect(letter).toMatch(/^[a-z]$/);
  for (const own of ['j', 'k']) expect(Object.keys(letters)).not.toContain(own);
});

test('assigning to oneself, the trace, undoing and snoozing have the same letters in every list', () => {
  expect(['mine', 'trace', 'undo', 'snooze'].map((key) => letterOf({ key }))).toEqual(['m', 't', 'z', 's']);
  expect(letterOf({ key: 'status-2', digit: '3' })).toBe('3');
  expect(letterOf({ key: 'somethingRare' })).toBeUndefined();
});
