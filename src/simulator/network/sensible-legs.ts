import type { Network, Service, WorldPort } from './types.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** Calls of a service, counted on beyond the last one into the next round: `to` lies behind `from`. */
export type CallPair = { from: number; to: number };

/** A ship calls elsewhere on her way, but nobody ships a container that way when it is much longer than going there. */
const maxDetour = { ofDirect: 1.3, nm: 300 } as const;
/** The same for a whole way over ports where ships are changed. */
const maxRouteDetour = { ofDirect: 1.45, nm: 500 } as const;
/** Between ports on one side of the turn containers are carried when they are so far from each other. */
const longHaulNm = 1_500;

/** The port of a call, counted on into the next round. */
export const portAt = (service: Service, call: number): WorldPort =>
  (service.calls[call % service.calls.length] as Service['calls'][number]).port;

/** Nautical miles a ship sails from one call to a later one, by way of the calls between. */
export function sailedNm({ nextNm }: Service, { from, to }: CallPair): number {
  let sum = 0;
  for (let call = from; call < to; call += 1) sum += nextNm[call % nextNm.length] ?? 0;
  return sum;
}

/** Whether a planner would book a container from one call to the other: no way round, and not past its own port. */
export function isSensibleLeg(network: Network, service: Service, pair: CallPair): boolean {
  const [start, end] = [portAt(service, pair.from), portAt(service, pair.to)];
  if (start === end || (start.country === end.country && !service.domestic)) return false;
  for (let call = pair.from + 1; call < pair.to; call += 1) {
    const port = portAt(service, call);
    if (port === start || port === end) return false;
  }
  return sailedNm(service, pair) <= network.seaNm(start, end) * maxDetour.ofDirect + maxDetour.nm;
}

/** Whether so many miles by sea are no way round between two ports. */
export const isSensibleRoute = (network: Network, start: WorldPort, end: WorldPort, nm: number): boolean =>
  nm <= network.seaNm(start, end) * maxRouteDetour.ofDirect + maxRouteDetour.nm;

/** Legs a service is sold on, away from where it begins and back. */
type Sold = { out: readonly CallPair[]; home: readonly CallPair[] };

function findSold(network: Network, service: Service): Sold {
  const count = service.calls.length;
  const { turn } = service;
  const out: CallPair[] = [];
  const home: CallPair[] = [];
  for (let from = 0; from < count; from += 1) {
    for (let to = from + 1; to < from + count; to += 1) {
      const pair = { from, to };
      if (!isSensibleLeg(network, service, pair)) continue;
      const isOut = from < turn && to >= turn && to < count;
      const isHome = from >= turn && to >= count;
      const isLong =
        from >= turn && to < count && network.seaNm(portAt(service, from), portAt(service, to)) > longHaulNm;
      if (isOut) out.push(pair);
      else if (isHome || isLong) home.push(pair);
    }
  }
  return { out, home };
}

const soldIn = oncePer((network: Network) => oncePer((service: Service) => findSold(network, service)));

/** The legs a service is sold on, each once. */
export const soldLegs = (network: Network, service: Service): Sold => soldIn(network)(service);
