import { expect, test } from 'vitest';
import { isWithin, networkOf, plainAddress, readNetworks } from './networks.ts';

test.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['10.1.2.3', '10.1.2.3'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['not an address', 'not an address'],
])('%s is written as %s', (text, plain) => expect(plainAddress(text)).toBe(plain));

test.each([
  ['10.1.2.3', 16, 32, '10.1.0.0/16'],
  ['::ffff:10.1.2.3', 16, 32, '10.1.0.0/16'],
  ['2408:8456:1:2::9', 16, 32, '2408:8456::/32'],
  ['10.1.2.3', 32, 64, '10.1.2.3'],
  ['2001:db8:0:7:1::1', 32, 64, '2001:db8:0:7::/64'],
  ['2001:0DB8:0001:0002::1', 32, 64, '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 32, 64, 'fe80::/64'],
  ['::1', 32, 64, '::/64'],
  ['x', 16, 32, 'x'],
])('the network of %s with %i or %i bits is %s', (text, ipv4, ipv6, network) =>
  expect(networkOf(text, { ipv4, ipv6 })).toBe(network),
);

test.each([
  ['10.0.0.0/8, 2408::/16\n1.2.3.4', []],
  ['10.0.0.1/8', ['10.0.0.1/8']],
  ['10.0.0.0/33', ['10.0.0.0/33']],
  ['10.0.0/8；300.1.1.1', ['10.0.0/8', '300.1.1.1']],
  ['01.2.3.4', ['01.2.3.4']],
  ['2408::/129 1::2::3 12345::', ['2408::/129', '1::2::3', '12345::']],
  ['10.0.0.0/8/9 10.0.0.0/ 0.0.0.0/0 ::/0', ['10.0.0.0/8/9', '10.0.0.0/']],
  ['', []],
])('of the networks %j these are wrong: %j', (text, wrong) => expect(readNetworks(text).wrong).toEqual(wrong));

test('an address is in a network of its own kind only', () => {
  const { networks } = readNetworks('10.1.0.0/16 2408:8000::/20 1.2.3.4');
  const inside = ['10.1.255.255', '::ffff:10.1.0.1', '2408:8fff::1', '1.2.3.4'];
  const outside = ['10.2.0.0', '2408:9000::1', '1.2.3.5', '::a01:1', 'x', ''];
  expect(inside.filter((address) => !isWithin(address, networks))).toEqual([]);
  expect(outside.filter((address) => isWithin(address, networks))).toEqual([]);
});
