import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isInternal } from '#network/internal-address.ts';

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
