import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { profileOf } from './journey/profiles.ts';
import { containersApart, eventsOfContainer } from './containers.ts';
import { milestones } from './model.ts';
import type { EventContent, ShipmentContent } from './model.ts';
import { arrivalOf, hasArrived } from './whereabouts.ts';

/** When a shipment that has arrived and gone quiet counts as over. */
export type EndSettings = { quietDaysAfterArrival: number };

/**
 * Whether every container is back empty, by other modes: whether every unit is handed over. What is reported for the whole bill counts
 * for all of them that could have been there.
 */
function isAllReturned(content: ShipmentContent): boolean {
  const { mode, containers, events } = content;
  const completed = profileOf(mode)?.completed ?? milestones.emptyReturn;
  const returns = events.filter(({ statusCode, actual }) => statusCode === completed && actual !== null);
  if (returns.length === 0) return false;
  if (returns.some(({ containerNo }) => !containerNo)) {
    const apart = containersApart(content);
    const isBack = ({ statusCode, actual }: EventContent): boolean => statusCode === completed && actual !== null;
    return apart.every((containerNo) => eventsOfContainer(content, containerNo).some(isBack));
  }
  const returned = new Set(returns.map(({ containerNo }) => containerNo));
  // Containers that only events know count too: one of three returned is not the end.
  const known = new Set([
    ...containers.map(({ containerNo }) => containerNo),
    ...events.map(({ containerNo }) => containerNo).filter((containerNo) => containerNo !== null),
  ]);
  return [...known].every((containerNo) => returned.has(containerNo));
}

/** The latest actual time up to now: what has happened last. */
function lastHappening({ booking, legs, events }: ShipmentContent, now: Instant): Instant {
  const actuals = [
    booking.atd,
    booking.ata,
    ...legs.flatMap(({ atd, ata }) => [atd, ata]),
    ...events.map((e) => e.actual),
  ];
  return actuals.reduce<Instant>((last, time) => (time !== null && time <= now && time > last ? time : last), 0);
}

/** When the ship arrived where the cargo leaves her, or by when she had, as far as that is known by now. */
function arrivedBy(content: ShipmentContent, now: Instant): Instant | null {
  const ata = arrivalOf(content)?.value;
  if (ata !== undefined) return ata > now ? null : ata;
  // All containers that travel apart have come though nobody tells when: they had by the last thing that happened.
  const areAllThere = containersApart(content).length > 0 && hasArrived(content);
  return areAllThere ? lastHappening(content, now) : null;
}

/**
 * Whether tracking is over: all containers are returned empty, or the ship arrived and nothing has happened for the
 * given days since. `lastNewsAt` is when a source last stated something new, if that is known.
 */
export function hasEnded(
  content: ShipmentContent,
  now: Instant,
  settings: EndSettings,
  lastNewsAt: Instant | null = null,
): boolean {
  if (isAllReturned(content)) return true;
  const ata = arrivedBy(content, now);
  if (ata === null) return false;
  const quietSince = Math.max(ata, lastHappening(content, now), lastNewsAt ?? 0);
  return now - quietSince >= settings.quietDaysAfterArrival * DAY_MS;
}

/**
 * Whether an end no longer stands: the return of a container or the arrival was known `before`, and is not any more. What else
 * becomes known of a shipment that is over does not begin it again.
 */
export const isEndTakenBack = (before: ShipmentContent, after: ShipmentContent, now: Instant): boolean =>
  (isAllReturned(before) && !isAllReturned(after)) ||
  (arrivedBy(before, now) !== null && arrivedBy(after, now) === null && !isAllReturned(after));
