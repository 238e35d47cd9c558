import { expect, test } from 'vitest';
import { hostsOf, isDatabaseUrl, wantsWritable } from './database-hosts.ts';

test('a URL of several hosts is one URL for each', () => {
  expect(hostsOf('postgres://u:p%2C@a:1,b,c:3/d?target_session_attrs=read-write&sslmode=require')).toEqual([
    'postgres://u:p%2C@a:1/d?sslmode=require',
    'postgres://u:p%2C@b/d?sslmode=require',
    'postgres://u:p%2C@c:3/d?sslmode=require',
  ]);
  expect(hostsOf('postgresql://a/d?x=1&target_session_attrs=any')).toEqual(['postgresql://a/d?x=1']);
});

test('the product goes to a server that takes writes', () => {
  expect(wantsWritable('postgres://a,b/d')).toBe(true);
  expect(wantsWritable('postgres://a/d?target_session_attrs=primary')).toBe(true);
  expect(wantsWritable('postgres://a/d')).toBe(false);
  expect(isDatabaseUrl('postgres://a/d?target_session_attrs=standby')).toBe(false);
  expect(isDatabaseUrl('postgres://a:x,b/d')).toBe(false);
  expect(isDatabaseUrl('mysql://a/d')).toBe(false);
  expect(isDatabaseUrl('postgres://u:p@a:5432,b:5433/d')).toBe(true);
});
