import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { departuresAt, firstFrom, leastTimesTo, numberAt, type SailingNetwork, toMinutes } from './network.ts';

/** What is requested from the network. */
export type RouteQuestion = {
  fromPort: string;
  toPort: string;
  /** Departures from and before. */
  earliest: Instant;
  latest: Instant;
  /** Changes of vessel on the way: 0 to 3. */
  maxChanges: number;
  /** Only what this carrier sells; null: whatever sails. */
  seller: string | null;
  /** Whether vessels of other carriers count, where the seller sells them. */
  withPartners: boolean;
  maxTransitMs: number;
  /** Shortest time between coming and leaving with another vessel, by port. */
  connectionMs: (portCode: string) => number;
};

/** A ride on one vessel: places of the calls in the network. */
export type RouteLeg = { board: number; alight: number };

/** A way from port to port; times in whole minutes. */
export type Route = { legs: readonly RouteLeg[]; departure: number; arrival: number; changes: number };

const NEVER = 0x7f_ff_ff_ff;

/** Which calls count for a question. */
function usableCalls(network: SailingNetwork, { seller, withPartners }: RouteQuestion): (call: number) => boolean {
  if (seller === null) return () => true;
  const sold = network.sellerSets.map((set) => set.has(seller));
  return (call) =>
    sold[numberAt(network.sellersOf, call)] === true && (withPartners || network.calls[call]?.carrierCode === seller);
}

/** Ways that no other way beats: none leaves as late or later, arrives as early or earlier and has as few changes. */
function keepBest(routes: readonly Route[]): Route[] {
  const sorted = routes.toSorted((a, b) => b.departure - a.departure || a.arrival - b.arrival || a.changes - b.changes);
  const earliest: number[] = [];
  return sorted.filter(({ arrival, changes }) => {
    for (let fewer = 0; fewer <= changes; fewer += 1) if ((earliest[fewer] ?? NEVER) <= arrival) return false;
    earliest[changes] = arrival;
    return true;
  });
}

/** Every ride without a change that leaves in time, dominated ones too: people choose among all sailings. */
export function findDirect(network: SailingNetwork, question: RouteQuestion): Route[] {
  const from = network.ports.get(question.fromPort);
  const to = network.ports.get(question.toPort);
  if (from === undefined || to === undefined || from === to) return [];
  const isUsable = usableCalls(network, question);
  const { departure, arrival, portOf, chainOf, chainEnd } = network;
  const list = departuresAt(network, from);
  const limit = Math.floor(question.maxTransitMs / MINUTE_MS);
  const latest = toMinutes(question.latest);
  const routes: Route[] = [];
  for (let place = firstFrom(list, departure, toMinutes(question.earliest)); place < list.length; place += 1) {
    const board = numberAt(list, place);
    const leaves = numberAt(departure, board);
    if (leaves >= latest) break;
    if (!isUsable(board)) continue;
    const end = numberAt(chainEnd, numberAt(chainOf, board));
    for (let call = board + 1; call < end; call += 1) {
      // Calling there again, she could be boarded later.
      if (portOf[call] === from || numberAt(arrival, call) - leaves > limit) break;
      if (portOf[call] !== to || !isUsable(call) || numberAt(arrival, call) <= leaves) continue;
      routes.push({ legs: [{ board, alight: call }], departure: leaves, arrival: numberAt(arrival, call), changes: 0 });
      break;
    }
  }
  return routes;
}

/** One search: labels of all ports by number of changes, filled from the latest departure to the earliest. */
class Search {
  private readonly best: Int32Array;
  /** Earliest arrival with at most so many changes: the least of the labels up to there. */
  private readonly bound: Int32Array;
  /** Minutes that it takes at least from each port to the destination: what cannot be in time is not gone into. */
  private readonly least: Int32Array;
  private readonly boardAt: Int32Array;
  private readonly alightAt: Int32Array;
  /** Departures from this place of the list on were looked at, by changes and port. */
  private readonly lookedFrom: Int32Array;
  /** First call of each chain that was boarded, by changes: whatever comes behind it is known. */
  private readonly boarded: Int32Array;
  private readonly ports: number;
  private readonly waits: Int32Array;
  private readonly isUsable: (call: number) => boolean;
  private improved: number[] = [];
  private limit = NEVER;
  readonly found: Route[] = [];

  private readonly network: SailingNetwork;
  private readonly from: number;
  private readonly to: number;
  private readonly rounds: number;

  constructor(network: SailingNetwork, question: RouteQuestion, from: number, to: number) {
    this.network = network;
    this.from = from;
    this.to = to;
    this.ports = network.portNames.length;
    this.rounds = question.maxChanges + 1;
    const size = this.rounds * this.ports;
    this.best = new Int32Array(size).fill(NEVER);
    this.bound = new Int32Array(size).fill(NEVER);
    this.least = leastTimesTo(network, to);
    this.boardAt = new Int32Array(size);
    this.alightAt = new Int32Array(size);
    this.lookedFrom = new Int32Array(size).fill(NEVER);
    this.boarded = new Int32Array(this.rounds * network.chainCount).fill(NEVER);
    this.waits = Int32Array.from(network.portNames, (name) => Math.ceil(question.connectionMs(name) / MINUTE_MS));
    this.isUsable = usableCalls(network, question);
  }

  /** Begins with one departure; later ones were begun with before. */
  begin(call: number, maxMinutes: number): void {
    if (!this.isUsable(call)) return;
    this.limit = numberAt(this.network.departure, call) + maxMinutes;
    this.improved = [];
    this.ride(0, call);
    for (let round = 1; round < this.rounds && this.improved.length > 0; round += 1) {
      const ports = new Set(this.improved);
      this.improved = [];
      for (const port of ports) this.leave(round, port);
    }
  }

  /** Boards whatever leaves a port after coming there, unless it was boarded before. */
  private leave(round: number, port: number): void {
    const { departure } = this.network;
    const list = departuresAt(this.network, port);
    const comes = numberAt(this.best, (round - 1) * this.ports + port);
    const first = firstFrom(list, departure, comes + numberAt(this.waits, port));
    const label = round * this.ports + port;
    const end = Math.min(list.length, numberAt(this.lookedFrom, label));
    const goal = round * this.ports + this.to;
    const rest = numberAt(this.least, port);
    for (let place = first; place < end; place += 1) {
      const call = numberAt(list, place);
      const soonest = numberAt(departure, call) + rest;
      if (soonest > this.limit || soonest >= numberAt(this.bound, goal)) break;
      if (this.isUsable(call)) this.ride(round, call);
    }
    if (first < end) this.lookedFrom[label] = first;
  }

  /** Rides on a vessel as far as it is not known yet, and notes where one is earlier than known. */
  private ride(round: number, board: number): void {
    const { arrival, departure, portOf, chainOf, chainEnd, chainCount } = this.network;
    const chain = numberAt(chainOf, board);
    const place = round * chainCount + chain;
    const before = numberAt(this.boarded, place);
    if (board >= before) return;
    this.boarded[place] = board;
    const end = Math.min(numberAt(chainEnd, chain), before === NEVER ? NEVER : before + 1);
    const leaves = numberAt(departure, board);
    const goal = round * this.ports + this.to;
    for (let call = board + 1; call < end; call += 1) {
      const comes = numberAt(arrival, call);
      const port = numberAt(portOf, call);
      const soonest = comes + numberAt(this.least, port);
      if (comes > this.limit || comes >= numberAt(this.bound, goal)) break;
      // From there it takes too long, though not from where she calls next.
      if (soonest > this.limit || soonest >= numberAt(this.bound, goal)) continue;
      const label = round * this.ports + port;
      if (comes <= leaves || port === this.from || comes >= numberAt(this.bound, label) || !this.isUsable(call))
        continue;
      this.best[label] = comes;
      for (let more = round; more < this.rounds; more += 1) {
        const later = more * this.ports + port;
        if (numberAt(this.bound, later) > comes) this.bound[later] = comes;
      }
      this.boardAt[label] = board;
      this.alightAt[label] = call;
      if (port === this.to) this.found.push(this.routeTo(round));
      else this.improved.push(port);
    }
  }

  /** The way by which the destination was just reached. */
  private routeTo(round: number): Route {
    const legs: RouteLeg[] = [];
    let port = this.to;
    let board = 0;
    for (let at = round; at >= 0; at -= 1) {
      const label = at * this.ports + port;
      board = numberAt(this.boardAt, label);
      legs.unshift({ board, alight: numberAt(this.alightAt, label) });
      port = numberAt(this.network.portOf, board);
    }
    return {
      legs,
      departure: numberAt(this.network.departure, board),
      arrival: numberAt(this.best, round * this.ports + this.to),
      changes: round,
    };
  }
}

/**
 * All ways that no other one beats by departure, arrival and number of changes. Departures are tried from the latest to
 * the earliest and labels are kept: what an earlier departure reaches no earlier is beaten, so that every vessel is ridden
 * at most once for each number of changes. Exact while arrivals of a chain come in order.
 */
export function findRoutes(network: SailingNetwork, question: RouteQuestion): Route[] {
  const from = network.ports.get(question.fromPort);
  const to = network.ports.get(question.toPort);
  if (from === undefined || to === undefined || from === to) return [];
  const search = new Search(network, question, from, to);
  const list = departuresAt(network, from);
  const { departure } = network;
  const limit = Math.floor(question.maxTransitMs / MINUTE_MS);
  const first = firstFrom(list, departure, toMinutes(question.earliest));
  for (let place = firstFrom(list, departure, toMinutes(question.latest)) - 1; place >= first; place -= 1) {
    search.begin(numberAt(list, place), limit);
  }
  return keepBest(search.found);
}
