import type { LegContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { bestTime, compareRivals, hasHappened, isSameShip, type VesselCall } from './vessel-calls.ts';

/** One leg of the route: the call it leaves from and the call it ends at, either of which may be unknown. */
export type RouteLeg = { pol: string | null; pod: string | null; out: VesselCall | null; in: VesselCall | null };

/** What a place is for the cargo on its route. */
export type PortRole = 'pol' | 'transhipment' | 'pod';

/** The route that counts, with the calls that make it. */
export type Route = {
  legs: RouteLeg[];
  live: ReadonlySet<VesselCall>;
  roleOf: (port: string) => PortRole | undefined;
  /** Ports that only superseded plans mention. */
  isDead: (port: string) => boolean;
};

const fits = [
  (out: VesselCall, end: VesselCall): boolean =>
    isSameShip(out, end) && (out.voyage === null || end.voyage === null || out.voyage === end.voyage),
  (out: VesselCall, end: VesselCall): boolean => isSameShip(out, end),
  // The ship was replaced and the port of arrival has not been notified of it yet.
  (out: VesselCall, end: VesselCall): boolean => out.voyage !== null && out.voyage === end.voyage,
];

/** Where the cargo of a departure is set ashore, among the arrivals nobody else has taken. */
function findArrival(out: VesselCall, arrivals: readonly VesselCall[], goesOn: boolean): VesselCall | undefined {
  for (const fit of fits) {
    const found = arrivals.filter((end) => end.port !== out.port && fit(out, end)).sort(compareRivals);
    const left = bestTime(out);
    if (goesOn && left !== null && found.length > 1) {
      // The same ship is boarded again further on: this leg ends at its next call.
      const after = found.filter((end) => (bestTime(end) ?? left) > left);
      after.sort((a, b) => (bestTime(a) ?? 0) - (bestTime(b) ?? 0) || compareRivals(a, b));
      if (after[0] !== undefined) return after[0];
    }
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

function compareTimes(a: RouteLeg, b: RouteLeg): number {
  const time = ({ out, in: end }: RouteLeg): Instant =>
    (out && bestTime(out)) ?? (end && bestTime(end)) ?? out?.movedAt ?? end?.movedAt ?? Number.MAX_SAFE_INTEGER;
  const [first, second] = [`${a.pol}|${a.pod}`, `${b.pol}|${b.pod}`];
  return time(a) - time(b) || (first < second ? -1 : first > second ? 1 : 0);
}

/** Of rival departures from one port the best counts; the others are superseded plans or other parts of the cargo. */
function chooseDepartures(outs: readonly VesselCall[]): VesselCall[] {
  const byPort = Map.groupBy(outs, (call) => call.port);
  return [...byPort.values()].map((rivals) => itemAt(rivals.toSorted(compareRivals), 0));
}

function pairLegs(
  chosen: readonly VesselCall[],
  arrivals: readonly VesselCall[],
): { legs: RouteLeg[]; rest: VesselCall[] } {
  const rest = new Set(arrivals);
  const ordered = chosen.toSorted((a, b) => (bestTime(a) ?? 0) - (bestTime(b) ?? 0) || compareRivals(a, b));
  const legs = ordered.map((out): RouteLeg => {
    const goesOn = chosen.some((other) => other !== out && isSameShip(other, out));
    const end = findArrival(out, [...rest], goesOn);
    if (end !== undefined) rest.delete(end);
    return { pol: out.port, pod: end?.port ?? null, out, in: end ?? null };
  });
  return { legs, rest: [...rest].sort(compareRivals) };
}

/** Arrivals without a departure: facts and unrivalled plans become legs with an unknown start. */
function addLooseArrivals(legs: RouteLeg[], rest: readonly VesselCall[], superseded: readonly VesselCall[]): void {
  for (const end of rest) {
    if (legs.some((leg) => leg.pod === end.port)) continue;
    const isOfOldShip = superseded.some((out) => isSameShip(out, end));
    const isOfShip = legs.some((leg) => leg.out !== null && isSameShip(leg.out, end));
    const open = legs.filter((leg) => leg.pod === null && leg.pol !== end.port);
    const only = open.length === 1 ? open[0] : undefined;
    if (only !== undefined && !isOfShip) {
      only.pod = end.port;
      // Of a sailing that was given up only the port is still worth something.
      if (!isOfOldShip || hasHappened(end)) only.in = end;
    } else if (hasHappened(end) || (!isOfOldShip && !isOfShip)) {
      legs.push({ pol: null, pod: end.port, out: null, in: end });
    }
  }
}

const legHappened = (leg: RouteLeg): boolean =>
  (leg.out !== null && hasHappened(leg.out)) || (leg.in !== null && hasHappened(leg.in));

const newest = (chain: readonly RouteLeg[]): Instant =>
  Math.max(...chain.map((leg) => Math.max(leg.out?.knownAt ?? 0, leg.in?.knownAt ?? 0)));

/** Legs that hang together by their ports, each chain in its order. */
function linkChains(legs: readonly RouteLeg[]): RouteLeg[][] {
  const left = new Set(legs.toSorted(compareTimes));
  const chains: RouteLeg[][] = [];
  while (left.size > 0) {
    const all = [...left];
    // In a circle nobody is first: the earliest begins.
    const start = all.find((leg) => leg.pol === null || !all.some((other) => other.pod === leg.pol)) ?? itemAt(all, 0);
    const chain: RouteLeg[] = [];
    for (let leg: RouteLeg | undefined = start; leg !== undefined;) {
      chain.push(leg);
      left.delete(leg);
      const { pod }: RouteLeg = leg;
      leg = pod === null ? undefined : [...left].find((other) => other.pol === pod);
    }
    chains.push(chain);
  }
  return chains;
}

/** A chain has one leg at least. */
const compareStarts = (a: readonly RouteLeg[], b: readonly RouteLeg[]): number =>
  compareTimes(itemAt(a, 0), itemAt(b, 0));

/** The chains that count: a plan that nothing came of and that ends where a better chain ends is superseded. */
function liveLegs(chains: readonly RouteLeg[][]): RouteLeg[] {
  const ranked = chains.toSorted(
    (a, b) =>
      b.filter(legHappened).length - a.filter(legHappened).length || newest(b) - newest(a) || compareStarts(a, b),
  );
  const kept: RouteLeg[][] = [];
  for (const chain of ranked) {
    const ends = new Set(kept.flat().map((leg) => leg.pod));
    const isRival = chain.some((leg) => leg.pod !== null && ends.has(leg.pod));
    if (chain.some(legHappened) || !isRival) kept.push(chain);
  }
  return kept.toSorted(compareStarts).flat();
}

/** A call at which the cargo stays on board is no end of a leg. */
function joinThroughCalls(legs: readonly RouteLeg[]): RouteLeg[] {
  const joined: RouteLeg[] = [];
  for (const leg of legs) {
    const before = joined[joined.length - 1];
    const staysOnBoard =
      before?.in != null &&
      leg.out !== null &&
      before.pod === leg.pol &&
      isSameShip(before.in, leg.out) &&
      before.in.voyage === leg.out.voyage &&
      before.in.moved.size === 0 &&
      leg.out.moved.size === 0;
    if (staysOnBoard) joined[joined.length - 1] = { pol: before.pol, pod: leg.pod, out: before.out, in: leg.in };
    else joined.push(leg);
  }
  return joined;
}

function rolesOf(legs: readonly RouteLeg[], calls: readonly VesselCall[]): (port: string) => PortRole | undefined {
  const roles = new Map<string, PortRole>();
  // Ports beside the route (split cargo, old plans with facts): by what ships do there.
  for (const { port, side } of calls) {
    const known = roles.get(port);
    const role = side === 'out' ? 'pol' : 'pod';
    roles.set(port, known === undefined || known === role ? role : 'transhipment');
  }
  for (const leg of legs) {
    if (leg.pol !== null) roles.set(leg.pol, 'transhipment');
    if (leg.pod !== null) roles.set(leg.pod, 'transhipment');
  }
  const [first, last] = [legs[0], legs[legs.length - 1]];
  if (first?.pol != null) roles.set(first.pol, 'pol');
  if (last?.pod != null) roles.set(last.pod, 'pod');
  return (port) => roles.get(port);
}

/**
 * Makes the route of a shipment from all calls of ships that were ever reported. Departures from one port are rivals;
 * each chosen one is followed to the arrival of its ship, and legs are put in order by their ports, then by time.
 */
export function buildRoute(calls: readonly VesselCall[]): Route {
  const outs = calls.filter((call) => call.side === 'out');
  const chosen = chooseDepartures(outs);
  const { legs: paired, rest } = pairLegs(
    chosen,
    calls.filter((call) => call.side === 'in'),
  );
  addLooseArrivals(
    paired,
    rest,
    outs.filter((call) => !chosen.includes(call)),
  );
  const kept = liveLegs(linkChains(paired));
  const legs = joinThroughCalls(kept);
  const live = new Set(kept.flatMap((leg) => [leg.out, leg.in]).filter((call) => call !== null));
  const ports = new Set(kept.flatMap((leg) => [leg.pol, leg.pod]));
  const mentioned = new Set(calls.map((call) => call.port));
  return { legs, live, roleOf: rolesOf(legs, calls), isDead: (port) => mentioned.has(port) && !ports.has(port) };
}

/** The newest plan for a side of a port, whichever ship it was made for. */
export function plannedAt(calls: readonly VesselCall[], side: VesselCall['side'], port: string): Instant | null {
  const planned = calls.filter((call) => call.side === side && call.port === port && call.planned !== null);
  return planned.sort((a, b) => b.knownAt - a.knownAt || (a.planned ?? 0) - (b.planned ?? 0))[0]?.planned ?? null;
}

/** The ship of a leg: from the side that is certain, else from the side reported last. */
export function shipOfLeg(leg: RouteLeg): VesselCall | null {
  const { out, in: end } = leg;
  if (out === null || end === null) return out ?? end;
  if (out.isShipCertain !== end.isShipCertain) return out.isShipCertain ? out : end;
  const named = (call: VesselCall): boolean => call.vesselName !== null || call.vesselImo !== null;
  if (named(out) !== named(end)) return named(out) ? out : end;
  return end.knownAt > out.knownAt ? end : out;
}

/** The legs as content; without an estimate the plan of the same call is the expected time. */
export function legContents(route: Route): LegContent[] {
  return route.legs.map((leg, index) => {
    const ship = shipOfLeg(leg);
    return {
      sequence: index + 1,
      vesselName: ship?.vesselName ?? null,
      vesselImo: ship?.vesselImo ?? null,
      voyage: ship?.voyage ?? leg.out?.voyage ?? leg.in?.voyage ?? null,
      portOfLoading: leg.pol,
      portOfDischarge: leg.pod,
      etd: leg.out?.estimated ?? leg.out?.planned ?? null,
      atd: leg.out?.actual ?? null,
      eta: leg.in?.estimated ?? leg.in?.planned ?? null,
      ata: leg.in?.actual ?? null,
    };
  });
}
