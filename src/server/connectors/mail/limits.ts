import { MINUTE_MS } from '#shared/time/instant.ts';

/** How much a mail server takes at once and from one address. */
export type MailLimits = {
  /** Connections of all clients, and of one address. */
  connections: number;
  connectionsPerAddress: number;
  /** Mails, and refused recipients, of one address within ten minutes. */
  mailsPerAddress: number;
  refusedPerAddress: number;
  /** Bytes of all mails that are being received. */
  bytesAtOnce: number;
};

/** A mail server of a company forwards from one address: the limits are wide for it and narrow for a program that guesses. */
export const standardLimits: MailLimits = {
  connections: 50,
  connectionsPerAddress: 10,
  mailsPerAddress: 300,
  refusedPerAddress: 20,
  bytesAtOnce: 100_000_000,
};

const windowMs = 10 * MINUTE_MS;
/** Addresses that are counted at most; the oldest give way. */
const maxAddresses = 10_000;

/** An address as it is counted: of IPv6 the network of a site (64 bits), since one machine may have all of it. */
export const networkOf = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `${plain.split(':').slice(0, 4).join(':')}::/64` : plain;
};

/** Counts events of each key within ten minutes. */
export class WindowCount {
  readonly #counts = new Map<string, { from: number; n: number }>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more; false when that is more than allowed. */
  add(key: string, now: number): boolean {
    const known = this.#counts.get(key);
    const count = known === undefined || now - known.from > windowMs ? { from: now, n: 0 } : known;
    count.n += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxAddresses && oldest !== undefined) this.#counts.delete(oldest);
    return count.n <= this.#limit;
  }

  /** Has it reached what is allowed? */
  isFull(key: string, now: number): boolean {
    const known = this.#counts.get(key);
    return known !== undefined && now - known.from <= windowMs && known.n >= this.#limit;
  }
}
