import { expect, test } from 'vitest';
import { compareOutputs } from './compare-outputs.ts';

test('equal outputs have no differences, whatever the order of their keys', () => {
  expect(compareOutputs({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual([]);
  expect(compareOutputs(null, undefined)).toEqual([]);
});

test('differences are reported value by value with their paths', () => {
  expect(compareOutputs({ a: 1, list: [1, 2], gone: true }, { a: '1', list: [1, 3, 4] })).toEqual([
    { path: 'a', before: 1, after: '1' },
    { path: 'list.1', before: 2, after: 3 },
    { path: 'list.2', before: undefined, after: 4 },
    { path: 'gone', before: true, after: undefined },
  ]);
  expect(compareOutputs({ a: { b: 1 } }, { a: [1] })).toEqual([{ path: 'a', before: { b: 1 }, after: [1] }]);
  expect(compareOutputs({ a: 1 }, null)).toEqual([{ path: '', before: { a: 1 }, after: undefined }]);
});
