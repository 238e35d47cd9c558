import { expect, test } from 'vitest';
import { endsWork, handleStatuses, isSettled, isWorkedOn, parseHandleStatus, stepOf } from './handle-status.ts';

const { untreated, inProgress, handled, noActionNeeded, onHold } = handleStatuses;

test('reads dictionary values and nothing else', () => {
  expect(['0', 1, ' 2 ', '3', 4].map(parseHandleStatus)).toEqual([0, 1, 2, 3, 4]);
  expect(['5', '', null, undefined, 1.5, true, {}].map(parseHandleStatus)).toEqual(Array(7).fill(undefined));
});

test('tells work from settlement', () => {
  expect([untreated, inProgress, handled, noActionNeeded, onHold].map(isWorkedOn)).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
  expect([untreated, inProgress, handled, noActionNeeded, onHold].map(isSettled)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('every move means something', () => {
  expect(stepOf(untreated, inProgress)).toBe('start');
  expect(stepOf(inProgress, onHold)).toBe('pause');
  expect(stepOf(onHold, inProgress)).toBe('resume');
  expect(stepOf(inProgress, untreated)).toBe('putBack');
  expect(stepOf(inProgress, handled)).toBe('finish');
  expect(stepOf(untreated, noActionNeeded)).toBe('dismiss');
  for (const to of [untreated, inProgress, onHold]) expect(stepOf(handled, to)).toBe('reopen');
  expect(stepOf(onHold, onHold)).toBe('note');
});

test('only settling ends the work, and a remark on what is settled does not end it again', () => {
  expect(endsWork(inProgress, handled)).toBe(true);
  expect(endsWork(handled, noActionNeeded)).toBe(true);
  expect(endsWork(handled, handled)).toBe(false);
  expect(endsWork(untreated, inProgress)).toBe(false);
});
