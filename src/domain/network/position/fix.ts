import { distanceNm } from '#shared/geo/geodesy.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Where a vessel was at a moment: degrees, knots; null = not stated. */
export type VesselFix = {
  at: Instant;
  lon: number;
  lat: number;
  speed: number | null;
  course: number | null;
  heading: number | null;
  /** Navigational status of AIS, 0 to 15. */
  status: number | null;
};

/** What is remembered of a vessel to judge her next fix by. */
export type FixMemory = {
  /** Her last fix that was believed. */
  last: VesselFix | null;
  /** A later one that was not: when the next fix agrees with it, she really is there. */
  suspect: VesselFix | null;
};

/** What a fix turned out to be. */
export type FixVerdict = 'believed' | 'duplicate' | 'jump';

/** Thresholds of judging. */
export type FixLimits = {
  /** No ship is faster over ground. */
  maxSpeedKn: number;
  /** Receivers and antennas differ by so much without anything being wrong. */
  toleranceNm: number;
  /** The same report heard by several receivers arrives within so long. */
  duplicateMs: number;
};

/** Usual thresholds. */
const usualFixLimits: FixLimits = { maxSpeedKn: 60, toleranceNm: 0.5, duplicateMs: 10_000 };

/** A vessel nothing is known of. */
export const noMemory: FixMemory = { last: null, suspect: null };

const hourMs = 3_600_000;

/** Whether a vessel can have come from one fix to the other, in either order of time. */
function isReachable(a: VesselFix, b: VesselFix, limits: FixLimits = usualFixLimits): boolean {
  const nm = distanceNm([a.lon, a.lat], [b.lon, b.lat]);
  return nm <= limits.toleranceNm + (limits.maxSpeedKn * Math.abs(b.at - a.at)) / hourMs;
}

const isSameReport = (a: VesselFix, b: VesselFix, limits: FixLimits): boolean =>
  Math.abs(a.at - b.at) <= limits.duplicateMs &&
  a.lon === b.lon &&
  a.lat === b.lat &&
  a.speed === b.speed &&
  a.course === b.course;

/**
 * Judges a fix by what is remembered of the vessel: a duplicate of the last one, an implausible jump (faster than any
 * ship), or believed. Two fixes in a row that agree with each other are believed whatever was before them.
 */
export function judgeFix(
  memory: FixMemory,
  fix: VesselFix,
  limits: FixLimits = usualFixLimits,
): { verdict: FixVerdict; memory: FixMemory } {
  const { last, suspect } = memory;
  if (last === null) return { verdict: 'believed', memory: { last: fix, suspect: null } };
  if (isSameReport(last, fix, limits) || (suspect !== null && isSameReport(suspect, fix, limits)))
    return { verdict: 'duplicate', memory };
  const newest = fix.at >= last.at ? fix : last;
  if (isReachable(last, fix, limits)) return { verdict: 'believed', memory: { last: newest, suspect: null } };
  if (suspect !== null && fix.at >= suspect.at && isReachable(suspect, fix, limits))
    return { verdict: 'believed', memory: { last: newest, suspect: null } };
  return { verdict: 'jump', memory: { last, suspect: fix.at >= last.at ? fix : suspect } };
}
