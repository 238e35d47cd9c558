import { initialBearing } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import type { Instant } from '#shared/time/instant.ts';
import { progressOn } from './lane.ts';
import type { Lane } from './lane.ts';
import { momentsAt } from './passage.ts';
import type { HopTransit, PassageCall } from './passage.ts';

/** Where a vessel is in the order of her calls. */
export type CallsSoFar = {
  fromPort: string;
  toPort: string;
  /** Ports she has stopped in since she left `fromPort`, in order. */
  called: readonly string[];
  /** When she left the last of them, or `fromPort`. */
  leftAt: Instant;
  point: LonLat;
  /** Degrees over ground; null = not stated. */
  course: number | null;
  /** The way by sea between two ports; null where there is none or a place is not known. */
  laneBetween: (fromPort: string, toPort: string) => Lane | null;
};

/** What a passage lets expect of a vessel that is between two of its calls. */
export type HopAhead = {
  mmsi: number;
  /** How long that one took to get here from the port before, and from here to its next call. */
  doneMs: number;
  leftMs: number;
  /** From its arrival at the next call to its arrival at the end. */
  restMs: number;
  /** Nautical miles to the end, by way of all calls. */
  leftNm: number;
};

/** Further from the way than this she takes another one. */
const maxOffNm = 250;
/** Ways that lie so close together cannot be distinguished by where she is. */
const alikeNm = 30;
/** A vessel does not head back on her way, but goes around capes and through locks. */
const maxTurn = 120;

type Hop = { passage: HopTransit; calls: readonly PassageCall[]; index: number; next: string };
type Candidate = { next: string; leftNm: number; share: number; offNm: number; turn: number };

/** The part of a passage that begins at the port she left last; of several the one with about as many calls before it. */
function hopOf(passage: HopTransit, { called, fromPort, toPort }: CallsSoFar): Hop | undefined {
  const { calls } = passage;
  if (calls === undefined) return undefined;
  const last = called.at(-1) ?? fromPort;
  const ports = [fromPort, ...calls.map(({ portCode }) => portCode)];
  let found = -1;
  for (const [index, port] of ports.entries())
    if (port === last && (found < 0 || Math.abs(index - called.length) < Math.abs(found - called.length)))
      found = index;
  return found < 0 ? undefined : { passage, calls, index: found, next: ports[found + 1] ?? toPort };
}

const turnBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

function candidateOf(next: string, so: CallsSoFar): Candidate | undefined {
  const lane = so.laneBetween(so.called.at(-1) ?? so.fromPort, next);
  if (lane === null || lane.distanceNm <= 0) return undefined;
  const { leftNm, offNm, index } = progressOn(lane, so.point);
  const [a, b] = [lane.line[index], lane.line[index + 1]];
  const turn =
    so.course === null || a === undefined || b === undefined ? 0 : turnBetween(initialBearing(a, b), so.course);
  return { next, leftNm, offNm, turn, share: 1 - leftNm / lane.distanceNm };
}

/** Next ports that she may be on her way to: those on whose way she is, and does not head back. */
function likelyNext(nexts: readonly string[], so: CallsSoFar): Map<string, Candidate> {
  const near = nexts.flatMap((next) => candidateOf(next, so) ?? []).filter(({ offNm }) => offNm <= maxOffNm);
  const least = Math.min(...near.map(({ offNm }) => offNm));
  const close = near.filter(({ offNm }) => offNm <= least + alikeNm);
  const ahead = close.filter(({ turn }) => turn <= maxTurn);
  return new Map((ahead.length > 0 ? ahead : close).map((one) => [one.next, one]));
}

/** Nautical miles from the arrival at a call on, by way of the calls after it. */
function restNm({ calls, index }: Hop, { toPort, laneBetween }: CallsSoFar): number {
  const ports = [...calls.slice(index).map(({ portCode }) => portCode), toPort];
  let sum = 0;
  for (const [at, port] of ports.entries()) {
    const next = ports[at + 1];
    if (next !== undefined) sum += laneBetween(port, next)?.distanceNm ?? 0;
  }
  return sum;
}

/** When that one was as far between its two calls as she is now: by its own marks within this time, else by its share. */
function hereAt(passage: HopTransit, from: Instant, to: Instant, share: number, laneLeftNm: number): Instant {
  const even = from + share * (to - from);
  let best: Instant | undefined;
  for (const moment of momentsAt(passage.marks, laneLeftNm)) {
    if (moment < from || moment > to) continue;
    if (best === undefined || Math.abs(moment - even) < Math.abs(best - even)) best = moment;
  }
  // A mark far from where an even pace puts it is another pass of the same distance.
  return best !== undefined && Math.abs(best - even) <= 0.25 * (to - from) ? best : even;
}

/**
 * What each passage that called at the port she left last lets expect, for the next ports she may be on her way to. The
 * way to the next call is unambiguous where the way to the end is not: some lanes come by their end before they end.
 */
export function hopsAhead(passages: readonly HopTransit[], so: CallsSoFar, laneLeftNm: number): HopAhead[] {
  const hops = passages.flatMap((passage) => hopOf(passage, so) ?? []);
  const likely = likelyNext([...new Set(hops.map(({ next }) => next))], so);
  return hops.flatMap((hop) => {
    const candidate = likely.get(hop.next);
    if (candidate === undefined) return [];
    const { passage, calls, index } = hop;
    const departedAt = calls[index - 1]?.departedAt ?? passage.departedAt;
    const arrivedAt = calls[index]?.arrivedAt ?? passage.arrivedAt;
    if (arrivedAt <= departedAt) return [];
    const here = hereAt(passage, departedAt, arrivedAt, candidate.share, laneLeftNm);
    return [
      {
        mmsi: passage.mmsi,
        doneMs: here - departedAt,
        leftMs: arrivedAt - here,
        restMs: passage.arrivedAt - arrivedAt,
        leftNm: candidate.leftNm + restNm(hop, so),
      },
    ];
  });
}
