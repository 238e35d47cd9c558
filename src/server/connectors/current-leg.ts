import type { LegContent } from '#domain/tracking/model.ts';

/**
 * The leg the cargo is on: before departure the first, then the last leg that has begun until it ends, then the next
 * one; at the end the last. Vessel and voyage of a booking are those of this leg.
 */
export function currentLeg<Leg extends Pick<LegContent, 'atd' | 'ata'>>(legs: readonly Leg[]): Leg | undefined {
  const last = legs.findLastIndex((leg) => leg.atd !== null || leg.ata !== null);
  if (last < 0) return legs[0];
  const leg = legs[last];
  return leg?.ata != null ? (legs[last + 1] ?? leg) : leg;
}
