import { expect, test } from 'vitest';
import { createDoor, listDoors } from './door.ts';

const limits = { waiting: 5, waitingPerAddress: 2, open: 7, openPerAddress: 4 };
const countsOf = (listener: string) => listDoors().find((one) => one.listener === listener);

test('connections that have not signed in are limited by address and in all; those that have count only among all', () => {
  const door = createDoor('door test', limits);
  const reasons: string[] = [];
  const enter = (address: string) => door.enter(address, (reason) => reasons.push(reason));
  const [first, second] = [enter('10.0.0.1'), enter('10.0.0.1')];
  expect(enter('10.0.0.1')).toBeUndefined();
  first?.signIn();
  first?.signIn();
  const third = enter('10.0.0.1');
  expect(third).toBeDefined();
  expect(countsOf('door test')).toMatchObject({ waiting: 2, signedIn: 1, refused: { tooManyFromAddress: 1 } });
  // Four connections of one address, of any kind.
  second?.signIn();
  const fourth = enter('10.0.0.1');
  third?.signIn();
  expect([fourth, enter('10.0.0.1')].map((pass) => pass !== undefined)).toEqual([true, false]);
  // Seven in all.
  for (const last of [2, 3, 4]) expect(enter(`10.0.0.${last}`)).toBeDefined();
  expect(enter('10.0.0.9')).toBeUndefined();
  expect(reasons).toEqual(['tooManyFromAddress', 'tooManyFromAddress', 'tooMany']);
  for (const pass of [first, first, second, third, fourth]) pass?.leave();
  expect(countsOf('door test')).toMatchObject({ waiting: 3, signedIn: 0 });
  expect(enter('10.0.0.1')).toBeDefined();
});

test('one IPv6 network is one address; a mapped IPv4 address is that address', () => {
  const door = createDoor('door test of networks', limits);
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((ip) => door.enter(ip) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
  expect(['::ffff:10.0.0.1', '10.0.0.1', '::ffff:10.0.0.1'].map((ip) => door.enter(ip) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});
