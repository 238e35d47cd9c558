import { expect, test } from 'vitest';
import { createDoor, listDoors } from './door.ts';

const limits = { waiting: 5, waitingPerAddress: 2, open: 7, openPerAddress: 4 };
const countsOf = (listener: string) => listDoors().find((one) => one.listener === listener);

test('connections that have not signed in are limited by address and in all; those that have count only among all', () => {
  const door = createDoor('door test', limits);
  const reasons: string[] = [];
  const enter = (address: string) => door.enter(address, { refused: (reason) => reasons.push(reason) });
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

test('when all places are taken, an address with few connections takes the oldest place of the one that has most', () => {
  const door = createDoor('door test of places', { waiting: 6, waitingPerAddress: 3, open: 100, openPerAddress: 100 });
  const closed: string[] = [];
  const enter = (address: string, name: string) => door.enter(address, { displaced: () => closed.push(name) });
  const passes = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'].map((name) => enter(`10.0.0.${name[0] === 'a' ? 1 : 2}`, name));
  expect(enter('10.0.0.3', 'c1')).toBeDefined();
  expect(closed).toEqual(['a1']);
  expect(enter('10.0.0.3', 'c2')).toBeDefined();
  expect(closed).toEqual(['a1', 'b1']);
  // Now all have two: nobody has more than the newcomer would have.
  expect(enter('10.0.0.3', 'c3')).toBeUndefined();
  expect(closed).toHaveLength(2);
  expect(enter('10.0.0.4', 'd1')).toBeDefined();
  expect(countsOf('door test of places')).toEqual({
    listener: 'door test of places',
    waiting: 6,
    signedIn: 0,
    refused: { tooMany: 4 },
  });
  // Who was displaced has left already.
  passes[0]?.signIn();
  passes[0]?.leave();
  expect(countsOf('door test of places')).toMatchObject({ waiting: 6, signedIn: 0 });
});
