import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address of a host, as it is connected to. */
export type HostAddress = { address: string; family: 4 | 6 };

/** Finds the addresses of a host name. */
export type HostLookup = (host: string) => Promise<HostAddress[]>;

/** Why an address is not called. */
export type GuardReason = 'bad_address' | 'internal_address' | 'unknown_host';

/** An address that is refused before anything is sent. */
export class RefusedAddress extends Error {
  readonly reason: GuardReason;

  constructor(reason: GuardReason) {
    super(reason);
    this.name = 'RefusedAddress';
    this.reason = reason;
  }
}

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
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  // The URL parser writes IPv6 addresses in their one shortest form.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const tail = right === undefined ? groups(left) : groups(right);
  const [high = '0', low = '0'] = ['0', '0', ...tail].slice(-2);
  const value = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

/** Does this IP address lead anywhere but to the public internet? What is no address counts as internal. */
export function isInternal(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  if (isIP(plain) === 4) return internal4.check(plain, 'ipv4');
  if (isIP(plain) !== 6) return true;
  if (embedding6.check(plain, 'ipv6')) return internal4.check(embedded4(plain), 'ipv4');
  return !global6.check(plain, 'ipv6') || reserved6.check(plain, 'ipv6');
}

/** Is the address below one of these base addresses? Scheme, host and port must be the same. */
export function isBelow(url: URL, bases: readonly string[]): boolean {
  return bases.some((text) => {
    if (!URL.canParse(text)) return false;
    const base = new URL(text);
    const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
    return base.origin === url.origin && `${url.pathname}/`.startsWith(folder);
  });
}

const systemHosts: HostLookup = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

const plainHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * The addresses to connect to for an http(s) address. A name is looked up once, every address it stands for is checked,
 * and only these are connected to, so that a later answer of the name server changes nothing. Throws RefusedAddress.
 */
export async function publicAddresses(
  url: URL,
  { allowed, lookup = systemHosts }: { allowed: readonly string[]; lookup?: HostLookup },
): Promise<HostAddress[]> {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new RefusedAddress('bad_address');
  const host = plainHost(url);
  const family = isIP(host);
  let found: HostAddress[];
  try {
    found = family === 0 ? await lookup(host) : [{ address: host, family: family === 6 ? 6 : 4 }];
  } catch {
    throw new RefusedAddress('unknown_host');
  }
  if (found.length === 0) throw new RefusedAddress('unknown_host');
  if (!isBelow(url, allowed) && found.some(({ address }) => isInternal(address)))
    throw new RefusedAddress('internal_address');
  return found;
}

/** A look-up that knows only the addresses that were checked, for the request that connects to them. */
export const pinnedTo =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (typeof options === 'object' && options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
