import { createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';

/** How a carrier's server behaves for one request. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'status'; status: 429 | 500 | 503; retryAfterS?: number }
  | { kind: 'hang'; delayMs: number }
  | { kind: 'brokenJson' };

const HEALTHY: Fault = { kind: 'none' };

/** The failing carrier is out of order for so long at the start of every phase. */
const OUTAGE_MS = 35 * MINUTE_MS;
const PHASE_MS = 3 * HOUR_MS;
/** How long a server that does not answer keeps the line open. */
const HANG_MS = 20_000;

/** What is wrong with a carrier's server, by its place among the carriers: the last four have a weakness each. */
const weaknesses = { slow: 8, failing: 9, brokenJson: 10, throttled: 11 } as const;
/** The first four carriers push events to subscribers. */
export const PUSHING_CARRIERS = 4;

/** Whether the failing carrier is out of order at the moment, and how. */
export function outageAt(seed: string, at: Instant): 'error' | 'hang' | undefined {
  const phase = Math.floor(at / PHASE_MS);
  if (at - phase * PHASE_MS >= OUTAGE_MS) return undefined;
  return createRandom(`${seed}/outage/${phase}`).chance(0.7) ? 'error' : 'hang';
}

/** Whether a carrier's server answers nobody at the moment. */
export const isOutOfOrder = (seed: string, { index }: WorldCarrier, at: Instant): boolean =>
  index === weaknesses.failing && outageAt(seed, at) !== undefined;

/** Decides what goes wrong with the n-th request to a carrier (counted from 1). */
export function faultOf(seed: string, carrier: WorldCarrier, request: number, now: Instant): Fault {
  const random = createRandom(`${seed}/fault/${carrier.code}/${request}`);
  switch (carrier.index) {
    case weaknesses.slow:
      return { kind: 'slow', delayMs: random.int(2_000, 4_000) };
    case weaknesses.failing: {
      const outage = outageAt(seed, now);
      if (outage === undefined) return HEALTHY;
      return outage === 'hang'
        ? { kind: 'hang', delayMs: HANG_MS }
        : { kind: 'status', status: random.pick([500, 503] as const) };
    }
    case weaknesses.brokenJson:
      return random.chance(0.03) ? { kind: 'brokenJson' } : HEALTHY;
    case weaknesses.throttled:
      return random.chance(0.04) ? { kind: 'status', status: 429, retryAfterS: random.int(1, 5) } : HEALTHY;
    default:
      return HEALTHY;
  }
}
