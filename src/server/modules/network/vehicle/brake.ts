import { customerNetwork } from '#shared/net/networks.ts';
import { deviceNetwork } from '#domain/network/vehicle/device-trust.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';

/** So many failures are free, and one more becomes free after each such time. */
type Limit = { free: number; everyMs: number };

const perAddress: Limit = { free: 60, everyMs: SECOND_MS };
const perNumber: Limit = { free: 10, everyMs: MINUTE_MS };
/** An entry takes about so many bytes; those that failed longest ago are forgotten first. */
const entryBytes = 200;
const maxBytes = 4_000_000;

type Bucket = { left: number; at: number };

function createBuckets(name: string, { free, everyMs }: Limit, now: () => number) {
  const buckets = new BytesCache<string, Bucket>(name, maxBytes);
  const leftOf = (key: string): number => {
    const bucket = buckets.get(key);
    return bucket === undefined ? free : Math.min(free, bucket.left + (now() - bucket.at) / everyMs);
  };
  return {
    isEmpty: (key: string): boolean => leftOf(key) < 1,
    take: (key: string): void => buckets.set(key, { left: Math.max(0, leftOf(key) - 1), at: now() }, entryBytes),
  };
}

/**
 * Brakes registrations and sign-ins that fail, by address and by number of the device. Only failures count, so that the many devices
 * behind one address of a provider do not brake each other. What others try with the number of a device, or from its address, does
 * not lock out the device itself in the network where it signed in last.
 */
export function createBrake(now: () => number) {
  const addresses = createBuckets('device_brake_addresses', perAddress, now);
  const numbers = createBuckets('device_brake_numbers', perNumber, now);
  const homes = new BytesCache<string, string>('device_brake_networks', maxBytes);
  return {
    /** Whether one more attempt is let through. */
    allows(address: string, terminalNo: string): boolean {
      const [byAddress, byNumber] = [addresses.isEmpty(customerNetwork(address)), numbers.isEmpty(terminalNo)];
      const isHome = homes.get(terminalNo) === deviceNetwork(address);
      return isHome ? !(byAddress && byNumber) : !(byAddress || byNumber);
    },
    failed(address: string, terminalNo: string): void {
      addresses.take(customerNetwork(address));
      numbers.take(terminalNo);
    },
    passed: (address: string, terminalNo: string): void => homes.set(terminalNo, deviceNetwork(address), entryBytes),
  };
}

/** Brakes attempts that fail, in one process. */
export type Brake = ReturnType<typeof createBrake>;
