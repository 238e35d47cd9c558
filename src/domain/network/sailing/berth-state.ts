import { HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** Where a call stands. */
export type BerthState = 'expected' | 'anchorage' | 'berthed' | 'sailed' | 'omitted';

/** What is known of one call of a vessel. */
export type BerthFacts = {
  omitted: boolean;
  /** Actual times as the carrier tells them. */
  reportedArrival: Instant | null;
  reportedDeparture: Instant | null;
  /** Stay within the port as positions show it. */
  seenArrival: Instant | null;
  seenDeparture: Instant | null;
  /** Her newest position, where it is near the port. */
  near: { at: Instant; navStatus: number | null; speedKn: number | null } | null;
};

/** A position older than this says nothing of now. */
const freshMs = 6 * HOUR_MS;
const atAnchor = 1;
const moored = 5;
const stillKn = 0.7;

/** At anchor by her own word, or lying still without being moored. */
const isAnchored = ({ navStatus, speedKn }: NonNullable<BerthFacts['near']>): boolean =>
  navStatus === atAnchor || (navStatus !== moored && speedKn !== null && speedKn <= stillKn);

/**
 * Expected, at anchorage, berthed or sailed: what positions show counts before what the carrier tells, who tells it hours
 * later. A vessel that is heard within the port is berthed unless she lies at anchor.
 */
export function berthState(facts: BerthFacts, now: Instant): BerthState {
  const { omitted, reportedArrival, reportedDeparture, seenArrival, seenDeparture, near } = facts;
  if (seenDeparture !== null || reportedDeparture !== null) return 'sailed';
  if (omitted) return 'omitted';
  const isFresh = near !== null && now - near.at <= freshMs;
  if (isFresh && isAnchored(near)) return 'anchorage';
  if (seenArrival !== null || reportedArrival !== null) return 'berthed';
  return 'expected';
}
