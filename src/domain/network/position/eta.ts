import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { hopsAhead } from './hops.ts';
import type { CallsSoFar, HopAhead } from './hops.ts';
import { momentAt } from './passage.ts';
import type { LaneMark, HopTransit } from './passage.ts';

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
  /** Where she is in the order of her calls, as far as that is known. */
  calls?: CallsSoFar;
  /** She calls nowhere before the end: the pace she has kept is that of the whole way. */
  straight?: boolean;
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
  /** How much of the time left comes after her next call; 0 where that is the end or not known. */
  restMs: number;
};

/** Speed of container ships over a whole voyage, calls on the way included. */
const standardKn = 13;

const fewest = 3;
const fewestErrors = 30;
/** A slow ship with calls on the way is expected to stay slow for so long; what comes after the next ports is as usual. */
const paceReachMs = 8 * DAY_MS;
/** So much is needed before a ship counts as slower or faster than usual. */
const paceInertiaMs = 12 * HOUR_MS;

/** Value at a share of sorted numbers, between neighbours where it falls between them. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const a = itemAt(sorted, low);
  const b = itemAt(sorted, Math.min(sorted.length - 1, low + 1));
  return a + (b - a) * (place - low);
}

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** Milliseconds that each passage took from where it had so many miles to go to its arrival. */
function timesLeft(passages: readonly HopTransit[], way: UnderWay): number[] {
  return passages.flatMap((passage) => {
    const moment = momentAt(passage, way.leftNm, way.at - way.departedAt);
    return moment === undefined || moment >= passage.arrivedAt ? [] : [passage.arrivedAt - moment];
  });
}

const clampPace = (pace: number): number => Math.min(5, Math.max(0.7, pace));

/** How much slower (above 1) or faster than usual she has been since her last port. */
function paceOf({ at, leftNm, since, departedAt }: UnderWay, passages: readonly HopTransit[]): number {
  if (since === null || since.at >= at) return 1;
  const usual = ascending(
    passages.flatMap((passage) => {
      const from = momentAt(passage, since.leftNm, since.at - departedAt);
      const to = momentAt(passage, leftNm, at - departedAt);
      return from === undefined || to === undefined || to <= from ? [] : [to - from];
    }),
  );
  if (usual.length === 0) return 1;
  return clampPace((at - since.at + paceInertiaMs) / (quantile(usual, 0.5) + paceInertiaMs));
}

/** What her own passages let expect of the calls ahead, else those of any vessel; undefined while too few are known. */
function hopsKnown(way: UnderWay, passages: readonly HopTransit[]): { basis: EtaBasis; hops: HopAhead[] } | undefined {
  if (way.calls === undefined) return undefined;
  const hops = hopsAhead(passages, way.calls, way.leftNm);
  const own = hops.filter(({ mmsi }) => mmsi === way.mmsi);
  if (own.length >= fewest) return { basis: 'vessel', hops: own };
  return hops.length >= fewest ? { basis: 'lane', hops } : undefined;
}

const median = (values: readonly number[]): number => quantile(ascending(values), 0.5);

/** What is reckoned of the way left, before the band. */
type Outlook = {
  basis: EtaBasis;
  passages: number;
  remainingMs: number;
  pace: number;
  leftNm: number;
  /** From her arrival at the next call on; 0 where that is the end or not known. */
  restMs: number;
  /** How much less or more time she may need because she has been slow on this hop. */
  unsureMs: readonly [earlier: number, later: number];
};

/** Ships that are late make good a part of what they have lost, as far as the way after the next call gives them time. */
const madeGood = { usual: { ofLost: 0.35, ofTime: 0.1 }, max: { ofLost: 0.5, ofTime: 0.2 } } as const;
/** What she loses until the next call is known to so much of it. */
const lossUnsure = 0.03;

const makesGood = (lostMs: number, restMs: number, { ofLost, ofTime }: { ofLost: number; ofTime: number }): number =>
  Math.min(ofLost * lostMs, ofTime * restMs);

/** To the next call at the pace she has kept since the last one; from there on as usual, making good a part of the loss. */
function byCalls({ at, since, calls }: UnderWay, { basis, hops }: { basis: EtaBasis; hops: HopAhead[] }): Outlook {
  const usualMs = median(hops.map(({ doneMs }) => doneMs));
  const doneMs = at - (calls?.leftAt ?? at);
  const pace = since === null ? 1 : clampPace((doneMs + paceInertiaMs) / (usualMs + paceInertiaMs));
  const slower = Math.max(0, pace - 1);
  const lateMs = Math.max(0, doneMs - usualMs);
  const times = hops.map(
    ({ leftMs, restMs }) => leftMs * pace + restMs - makesGood(lateMs + leftMs * slower, restMs, madeGood.usual),
  );
  const restMs = median(hops.map((hop) => hop.restMs));
  const lostMs = lateMs + median(hops.map(({ leftMs }) => leftMs)) * slower;
  const spare = makesGood(lostMs, restMs, madeGood.max) - makesGood(lostMs, restMs, madeGood.usual);
  return {
    basis,
    passages: hops.length,
    remainingMs: Math.max(0, median(times)),
    pace,
    leftNm: median(hops.map((hop) => hop.leftNm)),
    restMs,
    unsureMs: [spare + lossUnsure * lostMs, lossUnsure * lostMs],
  };
}

/** By the distance left along the lane alone. */
function byLane(way: UnderWay, passages: readonly HopTransit[], speedKn: number): Outlook {
  const { basis, count, ms } = typicalOf(way, passages, speedKn);
  const pace = basis === 'speed' ? 1 : paceOf(way, passages);
  const reachMs = way.straight === true ? ms : Math.min(ms, paceReachMs);
  const remainingMs = Math.max(0, ms + (pace - 1) * reachMs);
  return { basis, passages: count, remainingMs, pace, leftNm: way.leftNm, restMs: 0, unsureMs: [0, 0] };
}

const horizons = [DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, Number.POSITIVE_INFINITY];

/** Predictions that give about the same time are about equally wrong. */
const horizonOf = (remainingMs: number): number => horizons.findIndex((limit) => remainingMs < limit);

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
const noErrors: EtaErrors = learnErrors([]);

/** Shares of the time given to the early and the late end of the band, while too little is learned. */
const standardBand: Readonly<Record<EtaBasis, readonly [number, number]>> = {
  vessel: [-0.12, 0.15],
  lane: [-0.15, 0.2],
  speed: [-0.35, 0.45],
};
const narrowestMs = 3 * HOUR_MS;
/** An arrival is not known more exactly than this, however exact earlier predictions were. */
const leastLearnedMs = 10 * MINUTE_MS;

/** Errors of one basis at a horizon; while they are too few, those of the horizons next to it too. */
function errorsAbout(byHorizon: EtaErrors[EtaBasis], horizon: number): readonly number[] {
  let seen = byHorizon[horizon] ?? [];
  for (let reach = 1; seen.length < fewestErrors && reach < horizons.length; reach += 1)
    seen = ascending([...seen, ...(byHorizon[horizon - reach] ?? []), ...(byHorizon[horizon + reach] ?? [])]);
  return seen;
}

function bandOf(basis: EtaBasis, remainingMs: number, errors: EtaErrors): readonly [number, number] {
  const horizon = horizonOf(remainingMs);
  // Voyages of one vessel are few: what is known of any on the lane does for them until there are enough.
  const own = errors[basis][horizon] ?? [];
  const isEnough = basis !== 'vessel' || own.length >= fewestErrors;
  const seen = errorsAbout(errors[isEnough ? basis : 'lane'], horizon);
  const [early, late, least] =
    seen.length >= fewestErrors
      ? [quantile(seen, 0.1), quantile(seen, 0.9), leastLearnedMs]
      : [...standardBand[basis], narrowestMs];
  return [Math.min(-least, early * remainingMs), Math.max(least, late * remainingMs)];
}

function typicalOf(way: UnderWay, passages: readonly HopTransit[], speedKn: number) {
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
 * Predicts the arrival from passages that are over (of this vessel if there are some, else of any): to her next call and
 * from there on where her calls are known, else by the distance left on the lane; moved by how she has kept up since her
 * last port. The band holds 80 % of the arrivals of earlier predictions that gave about as much time.
 */
export function predictEta(
  way: UnderWay,
  passages: readonly HopTransit[],
  errors: EtaErrors = noErrors,
  speedKn: number = standardKn,
): EtaPrediction {
  const known = hopsKnown(way, passages);
  const outlook = known === undefined ? byLane(way, passages, speedKn) : byCalls(way, known);
  const { basis, remainingMs, leftNm, unsureMs } = outlook;
  const [early, late] = bandOf(basis, remainingMs, errors);
  const eta = way.at + remainingMs;
  return {
    eta,
    low: Math.max(way.at, eta + early - unsureMs[0]),
    high: eta + late + unsureMs[1],
    restMs: outlook.restMs,
    basis,
    leftNm,
    pace: outlook.pace,
    seenMs: way.since === null ? 0 : Math.max(0, way.at - way.since.at),
    passages: outlook.passages,
    typicalKn: remainingMs === 0 ? speedKn : leftNm / (remainingMs / HOUR_MS),
  };
}

/** Between ports that are nearer than this she lies rather than sails. */
const shortestHopNm = 400;
/** So much has to be seen of her before her speed is known. */
const leastSailedNm = 1500;

/** Speed over long hops that a vessel has shown, stays included; undefined while too little is known. */
export function usualSpeedKn(hops: readonly { nm: number; ms: number }[]): number | undefined {
  const long = hops.filter(({ nm, ms }) => ms > 0 && nm >= shortestHopNm);
  const nm = long.reduce((sum, hop) => sum + hop.nm, 0);
  const hours = long.reduce((sum, hop) => sum + hop.ms, 0) / HOUR_MS;
  return nm < leastSailedNm ? undefined : nm / hours;
}
