import { BlockList, isIP } from 'node:net';

// Which addresses the server and robots must not call for somebody else (IANA special-purpose address registries).

const internal4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internal4.addSubnet(network, bits, 'ipv4');

// Of IPv6 only global unicast is public, less what is reserved, local, or leads to an IPv4 address by a tunnel.
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const reserved6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved6.addSubnet(network, bits, 'ipv6');

const embedding6 = new BlockList();
embedding6.addSubnet('::ffff:0:0', 96, 'ipv6');
embedding6.addSubnet('64:ff9b::', 96, 'ipv6');

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function embedded4(address: string): string {
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (last.includes('.')) return last;
  // The URL parser writes IPv6 addresses in their one shortest form.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const tail = right === undefined ? groups(left) : groups(right);
  const [high = '0', low = '0'] = ['0', '0', ...tail].slice(-2);
  const value = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

/** Whether an IP address is outside the public internet. A text that is not an IP address counts as internal. */
export function isInternal(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  if (isIP(plain) === 4) return internal4.check(plain, 'ipv4');
  if (isIP(plain) !== 6) return true;
  if (embedding6.check(plain, 'ipv6')) return internal4.check(embedded4(plain), 'ipv4');
  return !global6.check(plain, 'ipv6') || reserved6.check(plain, 'ipv6');
}
