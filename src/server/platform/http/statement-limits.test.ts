import { expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { kindOfCall, statementLimitOf } from './statement-limits.ts';

test.each(Object.keys(paths) as CallName[])('statements of %s are limited', (name) => {
  expect(statementLimitOf(name)).toBeGreaterThan(0);
  expect(statementLimitOf(name)).toBeLessThanOrEqual(30_000);
});

test('questions are stopped sooner than changes and files', () => {
  const calls = ['overview', 'queryExceptions', 'userInsert', 'login'] as const;
  expect(calls.map((name) => `${name} ${kindOfCall(name)}`)).toEqual([
    'overview read',
    'queryExceptions read',
    'userInsert write',
    'login write',
  ]);
  const kinds = Map.groupBy(Object.keys(paths) as CallName[], kindOfCall);
  const longest = (kind: 'read' | 'write' | 'file') => Math.max(...(kinds.get(kind) ?? []).map(statementLimitOf));
  expect(longest('read')).toBeLessThan(longest('write'));
  expect(longest('read')).toBeLessThan(longest('file'));
});
