import { HOUR_MS, DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How far a vessel still had to go on a lane at a moment. */
export type LaneMark = { at: Instant; leftNm: number };

/** A voyage of a vessel over a lane from port to port that is over; marks in order of time. */
export type Passage = {
  mmsi: number;
  departedAt: Instant;
  arrivedAt: Instant;
  marks: readonly LaneMark[];
};

/** How wrong a prediction was: how much time it gave and by how much it was missed (later = positive). */
export type EtaError = { remainingMs: number; errorMs: number };

/** A vessel on her way over a lane. */
export type UnderWay = {
  mmsi: number;
  departedAt: Instant;
  at: Instant;
  leftNm: number;
  /** Where she was when she left the last port she stopped in; null when that was not seen. */
  since: LaneMark | null;
};

/** By what a prediction was made: voyages of the same vessel, of any vessel on the lane, or a typical speed alone. */
export type EtaBasis = 'vessel' | 'lane' | 'speed';

/** An arrival as we expect it, with the band in which four of five arrivals lie. */
export type EtaPrediction = {
  eta: Instant;
  low: Instant;
  high: Instant;
  basis: EtaBasis;
  /** Passages it was learned from. */
  passages: number;
  /** Nautical miles an hour over the way left, stops on the way included. */
  typicalKn: number;
  /** How long she has been at sea since her last port, as far as that was seen: what her pace was judged by. */
  seenMs: number;
  /** How much slower (above 1) or faster than usual she has been in this time. */
  pace: number;
  /** Nautical miles she still had to go. */
  leftNm: number;
};

/** Speed of container ships over a whole voyage, calls on the way included: what is taken while nothing is learned. */
export const standardKn = 13;

const fewest = 3;
const fewestErrors = 30;
/** A slow ship is expected to stay slow for so long; what comes after the next ports is as usual. */
const paceReachMs = 8 * DAY_MS;
/** So much is needed before a ship counts as slower or faster than usual. */
const paceInertiaMs = 12 * HOUR_MS;

/** Value at a share of sorted numbers, between neighbours where it falls between them. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const a = sorted[low] as number;
  const b = sorted[Math.min(sorted.length - 1, low + 1)] as number;
  return a + (b - a) * (place - low);
}

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** All moments at which a vessel had so many miles to go: she may pass near the port long before she calls there. */
function crossings(marks: readonly LaneMark[], leftNm: number): Instant[] {
  const found: Instant[] = [];
  let before: LaneMark | undefined;
  for (const mark of marks) {
    if (mark.leftNm === leftNm) found.push(mark.at);
    else if (before !== undefined && before.leftNm !== leftNm && before.leftNm > leftNm !== mark.leftNm > leftNm) {
      const share = (before.leftNm - leftNm) / (before.leftNm - mark.leftNm);
      found.push(before.at + (mark.at - before.at) * share);
    }
    before = mark;
  }
  return found;
}

/**
 * When a vessel on a passage had so many miles to go, about so long after her departure where there were several such
 * moments; undefined beyond what was seen of her.
 */
export function momentAt(passage: Passage, leftNm: number, elapsedMs: number): Instant | undefined {
  let best: Instant | undefined;
  for (const moment of crossings(passage.marks, leftNm)) {
    const off = Math.abs(moment - passage.departedAt - elapsedMs);
    if (best === undefined || off < Math.abs(best - passage.departedAt - elapsedMs)) best = moment;
  }
  return best;
}

/** Milliseconds that each passage took from where it had so many miles to go to its arrival. */
function timesLeft(passages: readonly Passage[], way: UnderWay): number[] {
  return passages.flatMap((passage) => {
    const moment = momentAt(passage, way.leftNm, way.at - way.departedAt);
    return moment === undefined || moment >= passage.arrivedAt ? [] : [passage.arrivedAt - moment];
  });
}

/** How much slower (above 1) or faster than usual she has been since her last port. */
function paceOf({ at, leftNm, since, departedAt }: UnderWay, passages: readonly Passage[]): number {
  if (since === null || since.at >= at) return 1;
  const usual = ascending(
    passages.flatMap((passage) => {
      const from = momentAt(passage, since.leftNm, since.at - departedAt);
      const to = momentAt(passage, leftNm, at - departedAt);
      return from === undefined || to === undefined || to <= from ? [] : [to - from];
    }),
  );
  if (usual.length === 0) return 1;
  const pace = (at - since.at + paceInertiaMs) / (quantile(usual, 0.5) + paceInertiaMs);
  return Math.min(2, Math.max(0.7, pace));
}

const horizons = [DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, Number.POSITIVE_INFINITY];

/** Predictions that give about the same time are about equally wrong. */
export const horizonOf = (remainingMs: number): number => horizons.findIndex((limit) => remainingMs < limit);

/** Errors of one basis by horizon, as shares of the time given, sorted: what bands are made from. */
export type EtaErrors = Readonly<Record<EtaBasis, readonly (readonly number[])[]>>;

/** Sorts errors of predictions, so that bands can be read from them. */
export function learnErrors(errors: readonly (EtaError & { basis: EtaBasis })[]): EtaErrors {
  const of = (basis: EtaBasis): number[][] =>
    horizons.map((_, horizon) =>
      ascending(
        errors
          .filter((error) => error.basis === basis && error.remainingMs > 0 && horizonOf(error.remainingMs) === horizon)
          .map(({ remainingMs, errorMs }) => errorMs / Math.max(remainingMs, HOUR_MS)),
      ),
    );
  return { vessel: of('vessel'), lane: of('lane'), speed: of('speed') };
}

/** Nothing learned yet. */
export const noErrors: EtaErrors = learnErrors([]);

/** Shares of the time given to the early and the late end of the band, while too little is learned. */
const standardBand: Readonly<Record<EtaBasis, readonly [number, number]>> = {
  vessel: [-0.12, 0.15],
  lane: [-0.15, 0.2],
  speed: [-0.35, 0.45],
};
const narrowestMs = 3 * HOUR_MS;

function bandOf(basis: EtaBasis, remainingMs: number, errors: EtaErrors): readonly [number, number] {
  const seen = errors[basis][horizonOf(remainingMs)] ?? [];
  if (seen.length >= fewestErrors) return [quantile(seen, 0.1) * remainingMs, quantile(seen, 0.9) * remainingMs];
  const [early, late] = standardBand[basis];
  return [Math.min(-narrowestMs, early * remainingMs), Math.max(narrowestMs, late * remainingMs)];
}

function typicalOf(way: UnderWay, passages: readonly Passage[], speedKn: number) {
  const own = timesLeft(
    passages.filter(({ mmsi }) => mmsi === way.mmsi),
    way,
  );
  const all = own.length >= fewest ? own : timesLeft(passages, way);
  if (all.length < fewest)
    return { basis: 'speed' as const, count: all.length, ms: (way.leftNm / Math.max(1, speedKn)) * HOUR_MS };
  const basis: EtaBasis = own.length >= fewest ? 'vessel' : 'lane';
  return { basis, count: all.length, ms: quantile(ascending(all), 0.5) };
}

/**
 * Predicts the arrival: distance left by the typical speed from here on this lane, learned from passages that are over
 * (of this vessel if there are some, else of any), moved by how she has kept up since her last port. The band holds 80 %
 * of the arrivals of earlier predictions that gave about as much time.
 */
export function predictEta(
  way: UnderWay,
  passages: readonly Passage[],
  errors: EtaErrors = noErrors,
  speedKn: number = standardKn,
): EtaPrediction {
  const { basis, count, ms } = typicalOf(way, passages, speedKn);
  const pace = basis === 'speed' ? 1 : paceOf(way, passages);
  const remainingMs = Math.max(0, ms + (pace - 1) * Math.min(ms, paceReachMs));
  const [early, late] = bandOf(basis, remainingMs, errors);
  const eta = way.at + remainingMs;
  return {
    eta,
    low: Math.max(way.at, eta + Math.min(0, early)),
    high: eta + Math.max(0, late),
    basis,
    leftNm: way.leftNm,
    pace,
    seenMs: way.since === null ? 0 : Math.max(0, way.at - way.since.at),
    passages: count,
    typicalKn: remainingMs === 0 ? speedKn : way.leftNm / (remainingMs / HOUR_MS),
  };
}

/** Speed over whole voyages that a vessel has shown, stops included; undefined while too few are known. */
export function usualSpeedKn(voyages: readonly { nm: number; ms: number }[]): number | undefined {
  const speeds = ascending(voyages.flatMap(({ nm, ms }) => (ms > 0 && nm > 0 ? [nm / (ms / HOUR_MS)] : [])));
  return speeds.length < fewest ? undefined : quantile(speeds, 0.5);
}

/** Whether a mark is worth keeping after the ones before: some share of the way left further, or a day later. */
export function isNewMark(marks: readonly LaneMark[], mark: LaneMark): boolean {
  const last = marks.at(-1);
  if (last === undefined) return true;
  const stepNm = Math.max(5, Math.min(last.leftNm, mark.leftNm) / 25);
  return mark.at > last.at && (Math.abs(last.leftNm - mark.leftNm) >= stepNm || mark.at - last.at >= DAY_MS);
}
