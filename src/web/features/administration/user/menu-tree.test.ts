import { expect, test } from 'vitest';
import { menuGroups, withCodes, mergedCodes } from './menu-tree.ts';

const all = menuGroups(() => true).flatMap((group) => group.pages.map((page) => page.code));

test('offers each page that needs a menu code once, and none of the administrators', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('/exception-manage');
  expect(all).toContain('/assets');
  expect(all).not.toContain('/user');
  expect(all).not.toContain('/trace-detail');
});

test('a page that does not exist here is not offered, nor a group without any', () => {
  const groups = menuGroups((route) => route === '/assets');
  expect(groups.map((group) => group.pages.map((page) => page.code))).toEqual([['/assets']]);
});

test('codes go in and out, and unknown ones stay', () => {
  expect(withCodes(['/old', '/a'], ['/a', '/b'], true)).toEqual(['/old', '/a', '/b']);
  expect(withCodes(['/old', '/a'], ['/a', '/b'], false)).toEqual(['/old']);
});

test.each([
  ['what both put in', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
  ['what both took out', ['a', 'b', 'c'], ['b', 'c'], ['a', 'b'], ['b']],
  ['what only they changed', ['a'], ['a'], ['b'], ['b']],
  ['the same change', ['a'], ['a', 'b'], ['a', 'b'], ['a', 'b']],
])('of two people, %s stays', (_what, base, mine, theirs, merged) => {
  expect(mergedCodes(base, mine, theirs)).toEqual(merged);
});
