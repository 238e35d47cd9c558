import { hasArrived, hasDeparted } from '../../tracking/whereabouts.ts';
import { hasHappened } from '../facts.ts';
import { milestones } from '../../tracking/model.ts';
import type { ShipmentContent } from '../../tracking/model.ts';

/** Where a shipment is on its way, as the board of events groups it. */
export const eventStages = ['beforeDeparture', 'underWay', 'atDestination', 'delivered'] as const;
export type EventStage = (typeof eventStages)[number];

/** Whether people know of an event, and whether it is over. */
export type EventState = 'new' | 'confirmed' | 'closed';

const delivered = [milestones.gateOutFull, milestones.stripping, milestones.emptyReturn];

/** The stage that a shipment has reached, by what is known to have happened. */
export function eventStageOf(content: ShipmentContent): EventStage {
  if (hasHappened(content.events, delivered)) return 'delivered';
  if (hasArrived(content)) return 'atDestination';
  return hasDeparted(content) ? 'underWay' : 'beforeDeparture';
}
