import type { ShipmentContent } from '#domain/tracking/model.ts';

/** Where a tracked shipment stands, as lists of tracking show it. */
export type TrackedState = 'waiting' | 'planned' | 'transit' | 'arrived' | 'ended';

/**
 * Where a tracked shipment stands: no source has reported it, it has not departed, it is on its way, it has arrived, or its
 * tracking has ended. A departed or arrived leg counts as departure, too: some sources give only these times.
 */
export function trackedState(
  { ended, arrived }: { ended: boolean; arrived: boolean },
  content: Pick<ShipmentContent, 'booking' | 'legs'> | null,
): TrackedState {
  if (ended) return 'ended';
  if (arrived) return 'arrived';
  if (content === null) return 'waiting';
  const departed = content.booking.atd !== null || content.legs.some(({ atd, ata }) => atd !== null || ata !== null);
  return departed ? 'transit' : 'planned';
}
