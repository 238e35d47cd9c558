import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address, with those that `::` leaves out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}

/** An address as it is compared and shown: an IPv4 address that came over an IPv6 socket is that IPv4 address. */
export const plainAddress = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/**
 * The network that an address stands for when attempts are counted: an IPv4 address itself, of IPv6 the first 64 bits, since
 * one customer has all addresses behind them. A mapped IPv4 address counts as IPv4.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  const address = plain.split('%')[0] ?? '';
  if (!isIPv6(address)) return plain;
  const groups = groupsOf(address.toLowerCase()).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
