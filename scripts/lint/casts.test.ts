import { expect, test } from 'vitest';
import { checkCasts, listCasts } from './casts.ts';
import { parseSource } from './read-source.ts';

const kinds = (text: string, path = 'src/server/x.ts') => listCasts([parseSource(path, text)]).map(({ kind }) => kind);

test('casts are counted by what they switch off', () => {
  expect(kinds('f(a as unknown as T, b as never, c as T, d[0] as string);')).toEqual([
    'through unknown',
    'never',
    'other',
    'other',
  ]);
});

test('constants, what is made unknown, and tests are not counted', () => {
  expect(kinds("f(['a'] as const, b as unknown);")).toEqual([]);
  expect(kinds('f(a as T);', 'src/server/x.test.ts')).toEqual([]);
});

test('one more than allowed is a finding', () => {
  const files = [parseSource('src/server/x.ts', 'f(a as never, b as never);')];
  const none = { 'through unknown': 0, never: 0, other: 0 };
  expect(checkCasts(files, { ...none, never: 2 })).toEqual([]);
  expect(checkCasts(files, { ...none, never: 1 })[0]?.message).toContain('2 casts of the kind "never", 1 at most');
});
