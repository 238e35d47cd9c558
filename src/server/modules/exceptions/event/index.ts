import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { shipmentEventsSource } from './events-source.ts';
import { eventRoutes } from './routes.ts';
import { eventTasks } from './value-sources.ts';
export { itemColumns, type ItemRow, readFieldPaths, toEventItem } from './event-items.ts';
export { type EventJudgement, judgeEvents } from './judge-events.ts';
export { zoneOfTime } from './get-event.ts';
export { fillValueSources } from './value-sources.ts';
export { listRecipientRoles } from './recipients.ts';

/** What the rules of users found. */
export const shipmentEvent = defineModule({
  name: 'event',
  routes: eventRoutes,
  background: eventTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [shipmentEventsSource(reference)],
});
