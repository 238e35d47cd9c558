import { expect, test } from 'vitest';
import { reportMemoryUse, BytesCache, listMemoryUse } from './bytes-cache.ts';

const sizeOf = (name: string) => listMemoryUse().find((one) => one.name === name);

test('a cache drops what was not requested longest, and never holds more bytes than it may', () => {
  const cache = new BytesCache<string, number>('test_order', 100);
  cache.set('a', 1, 40);
  cache.set('b', 2, 40);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  expect(cache.size).toEqual({ entries: 2, bytes: 80, maxBytes: 100 });
  cache.set('a', 4, 10);
  expect(cache.size.bytes).toBe(50);
  cache.set('large', 5, 101);
  expect([cache.has('large'), cache.size.bytes]).toEqual([false, 50]);
  expect([cache.delete('a'), cache.delete('a'), cache.size.bytes]).toEqual([true, false, 40]);
  cache.clear();
  expect(cache.size).toEqual({ entries: 0, bytes: 0, maxBytes: 100 });
});

test('sizes are reported by name, those of one name together', () => {
  const caches = [1, 2].map(() => new BytesCache<number, string>('test_sum', 1_000));
  for (const cache of caches) cache.set(1, 'x', 10);
  expect(sizeOf('test_sum')).toEqual({ name: 'test_sum', entries: 2, bytes: 20, maxBytes: 2_000 });
  const whole = reportMemoryUse('test_whole', [1, 2, 3], (list) => ({
    entries: list.length,
    bytes: 24,
    maxBytes: null,
  }));
  expect(sizeOf('test_whole')).toMatchObject({ entries: whole.length, maxBytes: null });
});
