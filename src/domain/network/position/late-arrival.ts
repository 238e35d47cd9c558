import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { EtaPrediction } from './eta.ts';

/** When a predicted arrival contradicts the one that the carrier tells. */
export type LateArrivalSettings = {
  thresholdHours: number;
  bandFactor: number;
  seenHours: number;
  leastPace: number;
  leastNm: number;
  hurryShare: number;
};

/** What is taken unless somebody tunes it. */
export const lateArrivalDefaults: LateArrivalSettings = {
  thresholdHours: 24,
  bandFactor: 2,
  seenHours: 12,
  leastPace: 0.98,
  leastNm: 50,
  hurryShare: 0.02,
};

/** Whether a prediction says that a ship arrives later than reported, surely enough to say so. */
export function statesLate(prediction: EtaPrediction, reported: Instant, settings: LateArrivalSettings): boolean {
  // A typical speed knows nothing of the calls on the way.
  if (prediction.basis === 'speed') return false;
  // Just out of a port nothing shows yet whether she makes good what she has lost; one faster than usual does.
  if (prediction.seenMs < settings.seenHours * HOUR_MS || prediction.pace < settings.leastPace) return false;
  // Beside the port it is not the way that takes time, but the calls that come first.
  if (prediction.leftNm < settings.leastNm) return false;
  const hours = (prediction.eta - reported) / HOUR_MS;
  // Ships behind their plan hurry, and carriers count on it: the more sea lies behind the next call, the more.
  const hurryHours = (settings.hurryShare * prediction.restMs) / HOUR_MS;
  // The band says how sure we are: one arrival in ten is earlier than it, hardly any lies twice as far off and more.
  const sureMs = settings.bandFactor * (prediction.eta - prediction.low);
  return hours - hurryHours > settings.thresholdHours && prediction.eta - sureMs > reported;
}
