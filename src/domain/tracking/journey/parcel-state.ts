import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { EventContent, HappenedEvent, ShipmentContent } from '../model.ts';
import { courierMilestones, type MainState, mainStateOf } from './courier.ts';

/** Without a scan for so long, a parcel is not followed any more. */
export const EXPIRY_MS = 30 * DAY_MS;

/** Scans of a parcel that were made by now, newest first. */
export function scansOf({ events }: Pick<ShipmentContent, 'events'>, now: Instant): HappenedEvent[] {
  return events
    .filter((event): event is HappenedEvent => event.actual !== null && event.actual <= now)
    .toSorted((a, b) => b.actual - a.actual);
}

/** Main state and newest scan of a parcel; one without news for 30 days is expired, a delivered one never. */
export function parcelStateOf(
  content: Pick<ShipmentContent, 'events'>,
  now: Instant,
  since: Instant,
): { main: MainState; scan: EventContent | null } {
  const scans = scansOf(content, now);
  const delivered = scans.find(({ statusCode }) => statusCode === courierMilestones.delivered);
  if (delivered !== undefined) return { main: 'delivered', scan: delivered };
  const scan = scans[0] ?? null;
  if (now - (scan?.actual ?? since) >= EXPIRY_MS) return { main: 'expired', scan };
  return { main: scan === null ? 'announced' : mainStateOf(scan.statusCode), scan };
}
