import type { Random } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import type { Service } from './types.ts';
import type { SailingCause } from '../disorder/causes.ts';

/** A planted cause of a sailing: at which call, how many hours, and when it becomes known. */
export type SailingTrouble = {
  kind: SailingCause;
  call: number;
  hours: number;
  /** When the trouble is reported, with the share of its hours known by then. */
  reveals: readonly { at: Instant; share: number }[];
};

/** What was reported at a moment about a time to come. */
export type Estimate = { knownAt: Instant; value: Instant };

/** What is needed to tell what a carrier knew of a sailing at a moment. */
export type SailingContext = {
  service: Service;
  start: Instant;
  natural: { arrival: readonly number[]; departure: readonly number[] };
  delays: { arrival: readonly number[]; departure: readonly number[] };
  trouble: SailingTrouble | undefined;
  /** Share of the planted delay left at each call. */
  left: readonly number[];
};

/** Estimates that move less than this are not worth reporting. */
const WORTH_TELLING_MS = 3 * HOUR_MS;
const ROUND_MS = 30 * MINUTE_MS;

function round(instant: Instant): Instant {
  return Math.round(instant / ROUND_MS) * ROUND_MS;
}

/** Hours of the planted trouble known at the moment, as they act at a call. */
function knownTrouble(context: SailingContext, call: number, atDeparture: boolean, at: Instant): number {
  const { trouble, left } = context;
  if (trouble === undefined || trouble.hours === 0) return 0;
  const acts = call > trouble.call || (call === trouble.call && (atDeparture || trouble.kind !== 'lateDeparture'));
  if (!acts) return 0;
  let share = 0;
  for (const reveal of trouble.reveals) if (reveal.at <= at) share = reveal.share;
  return trouble.hours * share * (left[call] ?? 0);
}

/** Keeps the estimates that say something new, in order of time and before the event itself. */
function worthReporting(points: Estimate[], planned: Instant, actual: Instant): Estimate[] {
  let last = planned;
  return points
    .filter((point) => point.knownAt < actual - HOUR_MS && point.value > point.knownAt)
    .toSorted((a, b) => a.knownAt - b.knownAt)
    .filter((point) => {
      const reports = Math.abs(point.value - last) >= WORTH_TELLING_MS;
      if (reports) last = point.value;
      return reports;
    });
}

/** When a call's times are looked at again: ahead of it, as the ship leaves the port before, and as trouble is reported. */
function lookAgain(context: SailingContext, call: number, truth: Instant): Instant[] {
  const { service, start, delays, trouble } = context;
  const at = [truth - 96 * HOUR_MS, truth - 40 * HOUR_MS, truth - 12 * HOUR_MS];
  const before = service.calls[call - 1];
  if (before !== undefined) {
    at.push(start + (before.departureHours + (delays.departure[call - 1] ?? 0) + 2) * HOUR_MS);
  }
  for (const reveal of trouble?.reveals ?? []) at.push(reveal.at + 30 * MINUTE_MS);
  return at;
}

function estimatesOf(context: SailingContext, call: number, atDeparture: boolean, random: Random): Estimate[] {
  const { service, start, natural, delays } = context;
  const schedule = service.calls[call];
  if (schedule === undefined) return [];
  const hours = atDeparture ? schedule.departureHours : schedule.arrivalHours;
  const naturalHours = (atDeparture ? natural.departure[call] : natural.arrival[call]) ?? 0;
  const trueHours = (atDeparture ? delays.departure[call] : delays.arrival[call]) ?? 0;
  const planned = start + hours * HOUR_MS;
  const truth = planned + trueHours * HOUR_MS;
  const points = lookAgain(context, call, truth).map((knownAt): Estimate => {
    const ahead = (truth - knownAt) / HOUR_MS;
    // The nearer, the better known: half of the everyday delay a week ahead, all of it at the end.
    const seen = Math.max(0, Math.min(1, 1 - ahead / 200));
    const noise = random.normal(0, Math.min(3, Math.max(0.3, ahead * 0.02)));
    const reported = naturalHours * seen + noise + knownTrouble(context, call, atDeparture, knownAt);
    return { knownAt, value: round(planned + reported * HOUR_MS) };
  });
  return worthReporting(points, planned, truth);
}

/** The estimates of arrival reported about one call, oldest first. */
export function arrivalEstimates(context: SailingContext, call: number, random: Random): Estimate[] {
  return estimatesOf(context, call, false, random.fork(`arrival:${call}`));
}

/** The estimates of departure reported about one call, oldest first. */
export function departureEstimates(context: SailingContext, call: number, random: Random): Estimate[] {
  return estimatesOf(context, call, true, random.fork(`departure:${call}`));
}
