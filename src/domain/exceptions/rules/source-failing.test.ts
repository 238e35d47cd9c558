import { expect, test } from 'vitest';
import { at, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { sourceFailing } from './source-failing.ts';

const source = (sourceCode: string, consecutiveFailures: number) => ({
  sourceCode,
  consecutiveFailures,
  lastSuccessAt: at(-1),
  lastChangeAt: null,
  lastError: 'HTTP 503',
});

test('fires at three failures in a row and not before, each source by itself', () => {
  const view = buildView([], { sources: [source('a', 2), source('b', 3), source('c', 10)] });
  expect(detectIn(sourceFailing, view)).toMatchObject([
    { key: 'b', params: { failures: 3, error: 'HTTP 503', lastSuccessAt: at(-1) }, severity: 'medium' },
    { key: 'c', severity: 'high' },
  ]);
});

test('is silent after the end', () => {
  expect(keysIn(sourceFailing, buildView([], { sources: [source('a', 9)], subscription: { ended: true } }))).toEqual(
    [],
  );
});

test('a source that never succeeded has no last success to show', () => {
  const view = buildView([], { sources: [{ ...source('a', 3), lastSuccessAt: null, lastError: null }] });
  expect(Object.keys(detectIn(sourceFailing, view)[0]?.params ?? {})).toEqual(['source', 'failures']);
});
