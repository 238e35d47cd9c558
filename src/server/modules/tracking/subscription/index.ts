import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { subscriptionRoutes } from './routes.ts';
import { subscriptionsSource } from './subscriptions-source.ts';
import { subscriptionTasks } from './tasks.ts';
export { subscriptionsSource };
export { takeBookings } from './booking-feed.ts';
export { importSubscriptions } from './import-subscriptions.ts';
export type { SchedulePulls } from './schedules.ts';
export { feedCode, feedMoment, feedText } from './order-system-fields.ts';
export { type FeedDeps, followOrderSystems, type OrderSystemList, readItems, type ReadItem } from './order-systems.ts';
export { insertSubscriptions } from './create-subscriptions.ts';
export { type ReadNumber, trackNumbers } from './track-numbers.ts';

/** The subscription list and acts on subscriptions. */
export const subscription = defineModule({
  name: 'subscription',
  routes: subscriptionRoutes,
  background: subscriptionTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [subscriptionsSource(reference)],
});
