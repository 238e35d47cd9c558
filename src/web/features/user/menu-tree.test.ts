import { expect, test } from 'vitest';
import { menuGroups, withCodes } from './menu-tree.ts';

const all = menuGroups().flatMap((group) => group.pages.map((page) => page.code));

test('offers each page that needs a menu code once, and none of the administrators', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('/exception-manage');
  expect(all).toContain('/assets');
  expect(all).not.toContain('/user');
  expect(all).not.toContain('/trace-detail');
});

test('codes go in and out, and unknown ones stay', () => {
  expect(withCodes(['/old', '/a'], ['/a', '/b'], true)).toEqual(['/old', '/a', '/b']);
  expect(withCodes(['/old', '/a'], ['/a', '/b'], false)).toEqual(['/old']);
});
