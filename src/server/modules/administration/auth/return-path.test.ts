import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/exception-manage?x=1#top', '/exception-manage?x=1#top'],
  ['/a/../b', '/b'],
  [undefined, '/'],
  ['', '/'],
  ['exception-manage', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/a\\b', '/'],
  ['/..//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/api/auth/user/logout', '/'],
  ['/x/../api/auth/user/logout', '/'],
  [`/${'a'.repeat(3000)}`, '/'],
])('%s returns to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});
