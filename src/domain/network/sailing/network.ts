import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** A call as routes are found over it. */
export type NetworkCall = {
  id: number;
  /** Carrier, service and vessel: calls of one chain are made one after the other. */
  chain: string;
  /** Who sails the vessel. */
  carrierCode: string;
  portCode: string;
  arrivesAt: Instant;
  departsAt: Instant;
  /** Carriers that sell the call. */
  sellers: readonly string[];
};

/** A vessel that is not heard of for longer than this between two calls was out of the service. */
const longestLegMs = 40 * DAY_MS;

/**
 * All calls of all vessels in arrays: places of calls are numbers, times whole minutes. The calls of a chain lie one
 * behind the other in the order they are made.
 */
export type SailingNetwork = {
  readonly calls: readonly NetworkCall[];
  readonly portOf: Int32Array;
  readonly chainOf: Int32Array;
  readonly arrival: Int32Array;
  readonly departure: Int32Array;
  /** Behind the last call of each chain. */
  readonly chainEnd: Int32Array;
  readonly chainCount: number;
  readonly ports: ReadonlyMap<string, number>;
  readonly portNames: readonly string[];
  /** Calls at each port in the order of their departures. */
  readonly departures: readonly Int32Array[];
  /** From which ports vessels come to each, with the shortest time that took one. */
  readonly comesFrom: readonly ReadonlyMap<number, number>[];
  readonly sellers: ReadonlyMap<string, number>;
  /** Which carriers sell a call: one number for each set of carriers. */
  readonly sellersOf: Int32Array;
  readonly sellerSets: readonly ReadonlySet<string>[];
};

/** A number of a list of the network, within bounds by construction. */
export const numberAt = (list: Int32Array, index: number): number => list[index] as number;

/** The calls at a port of the network in the order of their departures. */
export const departuresAt = ({ departures }: Pick<SailingNetwork, 'departures'>, port: number): Int32Array =>
  departures[port] as Int32Array;

/** Whole minutes of an instant, never earlier. */
export const toMinutes = (at: Instant): number => Math.ceil(at / MINUTE_MS);

function collectIds<Key>(): { idOf: (key: Key) => number; keys: Key[]; map: Map<Key, number> } {
  const map = new Map<Key, number>();
  const keys: Key[] = [];
  return {
    map,
    keys,
    idOf(key) {
      let id = map.get(key);
      if (id === undefined) {
        id = keys.length;
        map.set(key, id);
        keys.push(key);
      }
      return id;
    },
  };
}

const sortByChain = (all: readonly NetworkCall[]): NetworkCall[] =>
  all.toSorted((a, b) =>
    a.chain === b.chain ? a.arrivesAt - b.arrivesAt || a.departsAt - b.departsAt : a.chain < b.chain ? -1 : 1,
  );

/** Puts calls into the form in which routes are found quickly. */
export function buildNetwork(all: readonly NetworkCall[]): SailingNetwork {
  const calls = sortByChain(all);
  const [ports, sets, sellers] = [collectIds<string>(), collectIds<string>(), collectIds<string>()];
  const sellerSets: ReadonlySet<string>[] = [];
  const arrays = () => new Int32Array(calls.length);
  const [portOf, chainOf, arrival, departure, sellersOf] = [arrays(), arrays(), arrays(), arrays(), arrays()];
  const ends: number[] = [];
  const atPort: number[] = [];
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1];
    const isNext =
      before !== undefined && before.chain === call.chain && call.arrivesAt - before.departsAt < longestLegMs;
    if (!isNext && index > 0) ends.push(index);
    chainOf[index] = ends.length;
    const port = ports.idOf(call.portCode);
    portOf[index] = port;
    atPort[port] = (atPort[port] ?? 0) + 1;
    arrival[index] = toMinutes(call.arrivesAt);
    departure[index] = toMinutes(call.departsAt);
    const set = sets.idOf(call.sellers.join(' '));
    sellersOf[index] = set;
    if (sellerSets[set] === undefined) {
      sellerSets[set] = new Set(call.sellers);
      for (const seller of call.sellers) sellers.idOf(seller);
    }
  }
  if (calls.length > 0) ends.push(calls.length);
  const departures = atPort.map((count) => new Int32Array(count));
  const filled = new Int32Array(departures.length);
  for (let call = 0; call < calls.length; call += 1) {
    const port = numberAt(portOf, call);
    const place = numberAt(filled, port);
    departuresAt({ departures }, port)[place] = call;
    filled[port] = place + 1;
  }
  const comesFrom = hopsInto(ports.keys.length, { portOf, chainOf, arrival, departure });
  for (const list of departures) list.sort((a, b) => numberAt(departure, a) - numberAt(departure, b));
  return {
    calls,
    portOf,
    chainOf,
    arrival,
    departure,
    chainEnd: Int32Array.from(ends),
    chainCount: ends.length,
    ports: ports.map,
    portNames: ports.keys,
    departures,
    comesFrom,
    sellers: sellers.map,
    sellersOf,
    sellerSets,
  };
}

/** Shortest times from port to next port of any chain, by the port that is reached. */
function hopsInto(
  portCount: number,
  { portOf, chainOf, arrival, departure }: Pick<SailingNetwork, 'portOf' | 'chainOf' | 'arrival' | 'departure'>,
): Map<number, number>[] {
  const hops = Array.from({ length: portCount }, () => new Map<number, number>());
  for (let call = 1; call < portOf.length; call += 1) {
    if (chainOf[call] !== chainOf[call - 1]) continue;
    const from = numberAt(portOf, call - 1);
    const minutes = Math.max(0, numberAt(arrival, call) - numberAt(departure, call - 1));
    const known = hops[numberAt(portOf, call)];
    if (known !== undefined && minutes < (known.get(from) ?? Number.POSITIVE_INFINITY)) known.set(from, minutes);
  }
  return hops;
}

const maxLeastTimesBytes = 8_000_000;
const leastTimesOf = oncePer(
  (_network: SailingNetwork) => new BytesCache<number, Int32Array>('sailing_least_times', maxLeastTimesBytes),
);

/** Minutes that it takes at least from each port to one, whatever sails when; remembered. */
export function leastTimesTo(network: SailingNetwork, port: number): Int32Array {
  const known = leastTimesOf(network);
  const before = known.get(port);
  if (before !== undefined) return before;
  const count = network.portNames.length;
  const never = 0x3f_ff_ff_ff;
  const least = new Int32Array(count).fill(never);
  const settled = new Uint8Array(count);
  least[port] = 0;
  for (;;) {
    let next = -1;
    for (let other = 0; other < count; other += 1) {
      if (settled[other] === 0 && numberAt(least, other) < (next < 0 ? never : numberAt(least, next))) next = other;
    }
    if (next < 0) break;
    settled[next] = 1;
    for (const [from, minutes] of network.comesFrom[next] ?? []) {
      const through = numberAt(least, next) + minutes;
      if (through < numberAt(least, from)) least[from] = through;
    }
  }
  known.set(port, least, least.byteLength);
  return least;
}

/** Place of the first departure of a list at or after a minute. */
export function firstFrom(list: Int32Array, departure: Int32Array, minute: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(departure, numberAt(list, middle)) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}
