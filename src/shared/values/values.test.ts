import { describe, expect, test } from 'vitest';
import { codeOf, toError } from './errors.ts';
import { itemAt, lastItem, valueFor } from './items.ts';
import { asRecord, entriesOf, isOneOf, isRecord, keysOf, recordOf } from './objects.ts';

describe('items', () => {
  test('an item by its index, also of texts and typed lists', () => {
    expect(itemAt(['a', 'b'], 1)).toBe('b');
    expect(itemAt('xyz', 0)).toBe('x');
    expect(itemAt(new Int32Array([7, 0]), 1)).toBe(0);
    expect(lastItem([1, 2, 3])).toBe(3);
  });

  test('an index outside is an error that names both', () => {
    expect(() => itemAt(['a'], 1)).toThrow('no item 1 in a list of 1');
    expect(() => itemAt(['a'], -1)).toThrow(RangeError);
    expect(() => lastItem([])).toThrow('no item -1 in a list of 0');
  });

  test('null is a value, and a key without one is an error that names it', () => {
    expect(itemAt([null], 0)).toBeNull();
    expect(valueFor(new Map([['a', null]]), 'a')).toBeNull();
    expect(() => valueFor(new Map(), 'b')).toThrow('no value for key b');
  });
});

describe('objects', () => {
  test('lists, null and plain values are no records', () => {
    for (const value of [[], null, undefined, 'a', 1]) {
      expect(isRecord(value)).toBe(false);
      expect(asRecord(value)).toEqual({});
    }
    expect(asRecord({ a: 1 })['a']).toBe(1);
  });

  test('keys and entries in their order', () => {
    expect(keysOf({ b: 1, a: 2 })).toEqual(['b', 'a']);
    expect(entriesOf({ b: 1, a: 2 })).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect(recordOf(['x', 'y'], (key) => key.toUpperCase())).toEqual({ x: 'X', y: 'Y' });
  });

  test('one of a few', () => {
    expect(isOneOf(['a', 'b'], 'b')).toBe(true);
    expect(isOneOf(['a', 'b'], 'toString')).toBe(false);
    expect(isOneOf(['a'], 1)).toBe(false);
  });
});

test('the code of an error, whatever was thrown', () => {
  expect(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('ENOENT');
  expect(codeOf(undefined)).toBeUndefined();
  expect(codeOf('text')).toBeUndefined();
  expect(toError('text').message).toBe('text');
});
