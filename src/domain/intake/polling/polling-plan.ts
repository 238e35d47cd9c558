import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { isBySea } from '../../tracking/journey/mode.ts';
import type { ShipmentContent } from '../../tracking/model.ts';

/** How a source is polled: by the shipment, by the shipment with few calls, or at a fixed interval (dictionary SOURCE_POLLING). */
export const pollingPlans = ['shipment', 'sparing', 'fixed'] as const;
export type PollingPlan = (typeof pollingPlans)[number];

/** What is expected of a shipment around a moment. */
export type MomentKind = 'departure' | 'transhipment' | 'arrival' | 'free_time';
/** Something that has not happened yet, and when it is expected. */
export type Moment = readonly [kind: MomentKind, at: Instant];

/** Why a question is queried sooner or later than usual; null: at the usual time. */
export type PlanReason = MomentKind | 'quiet' | null;

/** Around each moment questions are dense, from so long before until so long after it. */
const denseBeforeMs = DAY_MS;
const denseAfterMs = 2 * DAY_MS;
/** Until so long before a moment there is nothing to ask about. */
const quietUntilMs = 3 * DAY_MS;
const shortestMs = 5 * MINUTE_MS;
const longestMs = DAY_MS;

/** How many usual intervals one of the dense and of the quiet time is. */
const shares: Readonly<Record<Exclude<PollingPlan, 'fixed'>, { dense: number; quiet: number }>> = {
  shipment: { dense: 1 / 4, quiet: 6 },
  sparing: { dense: 1, quiet: 12 },
};

const known = (at: Instant | null | undefined): at is Instant => at != null;

/** What is expected of a shipment: departures and arrivals of its legs that have not happened, and ends of free time. */
export function momentsOf(
  { booking, legs, mode }: Pick<ShipmentContent, 'booking' | 'legs' | 'mode'>,
  freeTimeEnds: readonly Instant[] = [],
): Moment[] {
  const moments: Moment[] = [];
  const add = (kind: MomentKind, expected: Instant | null, actual: Instant | null): void => {
    if (!known(actual) && known(expected)) moments.push([kind, expected]);
  };
  const [last] = legs.slice(-1);
  const sails = isBySea(mode) && legs.length > 0;
  add(
    'departure',
    booking.etd ?? booking.plannedDeparture ?? legs[0]?.etd ?? null,
    booking.atd ?? legs[0]?.atd ?? null,
  );
  add('arrival', booking.eta ?? booking.plannedArrival ?? last?.eta ?? null, booking.ata ?? last?.ata ?? null);
  for (const [index, leg] of sails ? legs.entries() : []) {
    if (leg !== last) add('transhipment', leg.eta, leg.ata);
    if (index > 0) add('transhipment', leg.etd, leg.atd);
  }
  for (const at of freeTimeEnds) moments.push(['free_time', at]);
  return moments.sort(([, a], [, b]) => a - b);
}

/**
 * How long to wait until a source is queried again about a shipment, and why that is not the usual interval. Dense around each
 * moment, rare while the next one is far away, as usual otherwise.
 */
export function planPull(
  plan: PollingPlan,
  { intervalMs, moments, now }: { intervalMs: number; moments: readonly Moment[]; now: Instant },
): { waitMs: number; why: PlanReason } {
  if (plan === 'fixed') return { waitMs: intervalMs, why: null };
  const { dense, quiet } = shares[plan];
  const denseMs = Math.min(intervalMs, Math.max(shortestMs, intervalMs * dense));
  const near = moments.find(([, at]) => at - denseBeforeMs <= now && now < at + denseAfterMs);
  if (near !== undefined) return { waitMs: denseMs, why: near[0] };
  const next = moments.find(([, at]) => at > now);
  if (next === undefined) return { waitMs: intervalMs, why: null };
  // Neither the rare nor the usual interval reaches into the dense time.
  const untilDense = Math.max(denseMs, next[1] - denseBeforeMs - now);
  if (next[1] - quietUntilMs <= now) return { waitMs: Math.min(intervalMs, untilDense), why: null };
  const rareMs = Math.max(intervalMs, Math.min(intervalMs * quiet, longestMs, next[1] - quietUntilMs - now));
  return { waitMs: Math.min(rareMs, untilDense), why: rareMs > intervalMs + HOUR_MS / 60 ? 'quiet' : null };
}
