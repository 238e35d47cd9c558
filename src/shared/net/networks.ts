/** An IP address as a number; `bits` is 32 for IPv4 and 128 for IPv6. */
type Address = { bits: 32 | 128; value: bigint };

/** A network: its first address, and how many bits of an address must be the same. */
export type Network = Address & { prefix: number };

function read4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

/** Groups of one side of `::`; an IPv4 address at the end is two groups. */
function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const dotted = index === parts.length - 1 && part.includes('.') ? read4(part) : undefined;
    if (dotted !== undefined) groups.push(dotted >> 16n, dotted & 0xffffn);
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}

function read6(text: string): bigint | undefined {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return undefined;
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  if (before === undefined || after === undefined) return undefined;
  const left = 8 - before.length - after.length;
  if (tail === undefined ? left !== 0 : left < 1) return undefined;
  return [...before, ...Array.from({ length: left }, () => 0n), ...after].reduce(
    (sum, group) => (sum << 16n) + group,
    0n,
  );
}

const mapped4 = 0xffffn << 32n;

/** Reads an IP address. An IPv4 address that is written as IPv6 counts as IPv4; a zone is left out. */
function readAddress(text: string): Address | undefined {
  const plain = text.split('%')[0] ?? '';
  if (!plain.includes(':')) {
    const value = read4(plain);
    return value === undefined ? undefined : { bits: 32, value };
  }
  const value = read6(plain);
  if (value === undefined) return undefined;
  return value >> 32n === mapped4 >> 32n ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

const text4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

/** An IPv6 address in its shortest form: the longest run of zeros is left out. */
function text6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_none, at) => ((value >> BigInt(112 - at * 16)) & 0xffffn).toString(16));
  let [from, size] = [0, 0];
  for (let at = 0; at < groups.length; at += 1) {
    let end = at;
    while (groups[end] === '0') end += 1;
    if (end - at > size) [from, size] = [at, end - at];
  }
  if (size < 2) return groups.join(':');
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + size).join(':')}`;
}

const textOf = ({ bits, value }: Address): string => (bits === 32 ? text4(value) : text6(value));

/** The part of an address that a prefix of so many bits keeps. */
const masked = ({ bits, value }: Address, prefix: number): bigint =>
  (value >> BigInt(bits - prefix)) << BigInt(bits - prefix);

/** An IP address in one form: IPv4 that is mapped into IPv6 as IPv4, IPv6 in its shortest form. Other texts stay as they are. */
export function plainAddress(text: string): string {
  const address = readAddress(text);
  return address === undefined ? text : textOf(address);
}

/** The network that an address is in, of so many bits: `10.1.2.3` with 16 is `10.1.0.0/16`. A whole address is written without bits. */
export function networkOf(text: string, prefixes: { ipv4: number; ipv6: number }): string {
  const address = readAddress(text);
  if (address === undefined) return text;
  const prefix = address.bits === 32 ? prefixes.ipv4 : prefixes.ipv6;
  const network = textOf({ bits: address.bits, value: masked(address, prefix) });
  return prefix === address.bits ? network : `${network}/${prefix}`;
}

/** The network that an address stands for when attempts are counted: of IPv6 the first 64 bits, since one customer has all addresses behind them. */
export const customerNetwork = (text: string): string => networkOf(text, { ipv4: 32, ipv6: 64 });

/** Reads one network such as `10.1.0.0/16`; an address alone is a network of one. Undefined where bits beyond the prefix are set. */
function readNetwork(text: string): Network | undefined {
  const [written = '', prefixText, more] = text.split('/');
  const address = readAddress(written);
  if (address === undefined || more !== undefined) return undefined;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? address.bits : Number(prefixText);
  if (prefix > address.bits || masked(address, prefix) !== address.value) return undefined;
  return { ...address, prefix };
}

/** Reads networks separated by commas, spaces or lines; `wrong` are those that are none. */
export function readNetworks(text: string): { networks: Network[]; wrong: string[] } {
  const parts = text.split(/[\s,;，；、]/).filter((part) => part !== '');
  const read = parts.map((part) => ({ part, network: readNetwork(part) }));
  return {
    networks: read.flatMap(({ network }) => (network === undefined ? [] : [network])),
    wrong: read.flatMap(({ part, network }) => (network === undefined ? [part] : [])),
  };
}

/** Whether an address is in one of the networks. */
export function isWithin(text: string, networks: readonly Network[]): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  return networks.some((network) => network.bits === address.bits && masked(address, network.prefix) === network.value);
}
