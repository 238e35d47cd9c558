import { expect, test } from 'vitest';
import { functionUrl } from './target-url.ts';

const base = 'https://erp.example/api';
const hrefOf = (path: string, values: Record<string, string> = {}): string | undefined =>
  functionUrl(base, path, values)?.href;

test.each([
  ['/orders', 'https://erp.example/api/orders'],
  ['/', 'https://erp.example/api/'],
  ['/orders/{{id}}/lines?full=1', 'https://erp.example/api/orders/A%201/lines?full=1'],
  ['/v1/a:b;c=1', 'https://erp.example/api/v1/a:b;c=1'],
])('%s stays below the base', (path, href) => {
  expect(hrefOf(path, { id: 'A 1' })).toBe(href);
});

test.each([
  '',
  'orders',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '/../admin',
  '/a/../../admin',
  '/a/..',
  '/./a',
  '/%2e%2e/admin',
  '/%2E%2E%2Fadmin',
  '/..%2fadmin',
  '/%252e%252e/admin',
  '/@evil.example',
  '/a@evil.example:80/',
  '@evil.example',
  '/a//b',
  '/a#b',
  '/a b',
  '/a\nb',
  '/a\tb',
  '/a?b#c',
  'https://evil.example/',
  '/a%00',
  '/a\u3002\u3002/b',
])('%j is refused', (path) => {
  expect(hrefOf(path)).toBeUndefined();
});

test.each([
  '../..',
  '.',
  '',
  '../../..',
  '%2e%2e',
  '/',
  '//evil.example',
  '@evil.example',
  '\\',
  '?x=1',
  '#x',
  '\u0000',
  '。。',
])('the value %j does not leave its place', (value) => {
  const url = functionUrl(base, '/orders/{{id}}/x', { id: value });
  if (url === undefined) return;
  expect(url.origin).toBe('https://erp.example');
  expect(url.pathname).toMatch(/^\/api\/orders\/[^/]+\/x$/);
  expect([url.search, url.hash, url.username]).toEqual(['', '', '']);
});

test.each(['../admin', '..\\admin', 'a/../../admin', './x'])(
  'a value (%s) does not lead upwards where servers decode it',
  (value) => {
    expect(hrefOf('/orders/{{id}}', { id: value })).toBeUndefined();
  },
);

test('a value with a slash of its own stays one segment', () => {
  expect(hrefOf('/orders/{{id}}', { id: 'A/B' })).toBe('https://erp.example/api/orders/A%2FB');
});
