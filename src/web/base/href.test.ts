import { describe, expect, test } from 'vitest';
import { isOwnPath, makeHref, parseHref, safeReturnPath } from './href.ts';

test('an address is taken apart and put together again', () => {
  expect(parseHref('/trace-detail/?bkId=1&blNo=A%20B&bkId=2')).toEqual({
    path: '/trace-detail',
    search: { bkId: '2', blNo: 'A B' },
  });
  expect(makeHref('/x', { a: '1', b: undefined, c: '', d: 'ü &' })).toBe('/x?a=1&d=%C3%BC+%26');
  expect(makeHref('/x')).toBe('/x');
});

describe('paths that leave the application', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'x',
    '',
    undefined,
    3,
  ])('%s is no own path', (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(safeReturnPath(path)).toBe('/index');
  });
  test.each(['/login', '/login?redirect=/x', '/api/auth/user/logout'])('%s is no way back', (path) => {
    expect(safeReturnPath(path)).toBe('/index');
  });
  test('an own page is', () => {
    expect(safeReturnPath('/exception-manage?blNo=1')).toBe('/exception-manage?blNo=1');
  });
});
