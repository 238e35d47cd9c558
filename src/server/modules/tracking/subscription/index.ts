export { takeBookings } from './booking-feed.ts';
export { subscriptionTasks } from './tasks.ts';
export type { SchedulePulls } from './schedules.ts';
export { feedCode, feedMoment, feedText } from './order-system-fields.ts';
export { type FeedDeps, followOrderSystems, type OrderSystemList, readItems, type ReadItem } from './order-systems.ts';
export { insertSubscriptions } from './create-subscriptions.ts';
export { type ReadNumber, trackNumbers } from './track-numbers.ts';
export { subscriptionModule } from './routes.ts';
export { subscriptionsSource } from './subscriptions-source.ts';
