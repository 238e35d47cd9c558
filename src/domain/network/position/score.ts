import { DAY_MS } from '#shared/time/instant.ts';
import type { EtaBasis } from './eta.ts';

/** Predictions are scored by how far ahead they were made: at most so many days, 0 = further. */
const scoredLeads = [1, 3, 7, 14, 0] as const;

/** The lead that a prediction is scored under. */
export const leadOf = (remainingMs: number): number =>
  scoredLeads.find((days) => days > 0 && remainingMs <= days * DAY_MS) ?? 0;

/** How good the predictions of one lead were against the arrivals that followed. */
export type EtaScore = {
  leadDays: number;
  /** From voyages that are over, instead of from a speed alone. */
  learned: boolean;
  predictions: number;
  voyages: number;
  medianErrorH: number;
  /** At most 12 hours or a tenth of the lead off. */
  hits: number;
  /** Ships that came earlier than predicted by more than that. */
  tooLate: number;
  reported: number;
  reportedHits: number;
  claims: number;
  claimsRight: number;
};

/** What is needed of a score before anything is stated on the strength of a prediction. */
export type EtaBar = { leastVoyages: number; leastScore: number };

/** A share of fewer arrivals says nothing, and is not shown. */
export const fewestForShare = 20;

/** What is requested from the score unless somebody tunes it. */
export const etaBar: EtaBar = { leastVoyages: fewestForShare, leastScore: 0.9 };

/** Claims below this number say nothing about how many are right. */
const fewestClaims = 5;
/** So many of the claims that a ship comes later than reported have to be right. */
const claimsBar = 0.8;

/** Whether predictions of a lead have proven good enough; never from a speed alone, and not while too few arrivals have followed. */
export function isProven(score: EtaScore | null | undefined, bar: EtaBar = etaBar): boolean {
  if (score == null || !score.learned || score.voyages < bar.leastVoyages) return false;
  if (1 - score.tooLate / score.predictions < bar.leastScore) return false;
  return score.claims < fewestClaims || score.claimsRight / score.claims >= claimsBar;
}

/** The score that a prediction stands under; undefined where none was scored yet. */
export const scoreOf = (
  scores: readonly EtaScore[],
  { basis, remainingMs }: { basis: EtaBasis; remainingMs: number },
): EtaScore | undefined => {
  const lead = leadOf(remainingMs);
  return scores.find(({ leadDays, learned }) => leadDays === lead && learned === (basis !== 'speed'));
};
