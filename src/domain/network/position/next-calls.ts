import type { Instant } from '#shared/time/instant.ts';

/** A call as carriers announce it; times of the arrival. */
type AnnouncedCall = {
  portCode: string;
  arrival: { planned: Instant | null; estimated: Instant | null; actual: Instant | null };
  omitted: boolean;
};

/** So many calls ahead are of use: what comes later changes. */
const callsAhead = 3;

const isAhead = ({ arrival, omitted }: AnnouncedCall): boolean => !omitted && arrival.actual === null;

/**
 * The next calls of a vessel among those announced, oldest first, that she still makes: from her next port on, else (`nextPort`
 * null: she lies in a port) those whose arrival is still to come. Empty where her next port is not announced.
 */
export function nextCalls<C extends AnnouncedCall>(
  schedule: readonly C[],
  nextPort: string | null,
  now: Instant,
): readonly C[] {
  const ahead = schedule.filter(isAhead);
  const first =
    nextPort === null
      ? ahead.findIndex(({ arrival }) => (arrival.estimated ?? arrival.planned ?? 0) > now)
      : ahead.findIndex(({ portCode }) => portCode === nextPort);
  return first === -1 ? [] : ahead.slice(first, first + callsAhead);
}
