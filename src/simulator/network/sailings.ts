import { createBoundedCache } from '../bounded-cache.ts';
import { type Sailing, type SailingCall, buildSailing } from './sailing.ts';
import type { Network, Service } from './types.ts';

/** About a year of sailings around the moment that is looked at. */
const SAILINGS_KEPT = 3_000;

/** All sailings of the world, built when requested. */
export type Sailings = {
  network: Network;
  serviceAt(index: number): Service;
  sailing(service: number, week: number): Sailing;
  /** A call counted from the start of the sailing; beyond the last one it is a call of the ship's next sailing. */
  call(service: number, week: number, index: number): SailingCall;
  /** Sailings held in memory. */
  held(): number;
};

/** Makes the sailings of a seed. */
export function createSailings(network: Network, seed: string): Sailings {
  const cache = createBoundedCache<Sailing>('world_sailings', SAILINGS_KEPT, 5_000);
  const serviceAt = (index: number): Service => {
    const service = network.services[index];
    if (service === undefined) throw new RangeError(`No service ${index}`);
    return service;
  };
  const sailing = (index: number, week: number): Sailing =>
    cache.get(`${index}:${week}`, () => buildSailing(network, seed, serviceAt(index), week));
  return {
    network,
    serviceAt,
    sailing,
    call(index, week, position) {
      const service = serviceAt(index);
      const ahead = position >= service.calls.length;
      const found = ahead
        ? sailing(index, week + service.weeks).calls[position - service.calls.length]
        : sailing(index, week).calls[position];
      if (found === undefined) throw new RangeError(`No call ${position} of ${service.code}`);
      return found;
    },
    held: () => cache.count,
  };
}
