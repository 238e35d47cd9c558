import { expect, test } from 'vitest';
import { createVersionStore } from './version-store.ts';

test('a value is found by its version only', () => {
  const store = createVersionStore<string>('test', 100);
  store.keep('a', '1', 'old', 10);
  expect([store.find('a', '1'), store.find('a', '2'), store.find('b', '1')]).toEqual(['old', undefined, undefined]);
  store.keep('a', '2', 'new', 10);
  expect([store.find('a', '1'), store.find('a', '2')]).toEqual([undefined, 'new']);
  store.clear();
  expect(store.find('a', '2')).toBeUndefined();
});

test('what was used longest ago goes first when room is needed, and room is freed by what goes', () => {
  const store = createVersionStore<number>('test', 30);
  for (const key of ['a', 'b', 'c']) store.keep(key, '1', 1, 10);
  store.find('a', '1');
  store.keep('d', '1', 1, 10);
  expect(['a', 'b', 'c', 'd'].map((key) => store.find(key, '1'))).toEqual([1, undefined, 1, 1]);
  store.keep('c', '2', 2, 10);
  expect(['a', 'c', 'd'].filter((key) => store.find(key, '1') === undefined)).toEqual(['c']);
  // What has no room at all drives nothing out.
  store.keep('huge', '1', 1, 31);
  expect(['a', 'c', 'd', 'huge'].map((key) => store.find(key, key === 'c' ? '2' : '1'))).toEqual([1, 2, 1, undefined]);
});
