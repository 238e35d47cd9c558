export { takeBookings } from './booking-feed.ts';
export { subscriptionTasks } from './tasks.ts';
export { insertSubscriptions } from './create-subscriptions.ts';
export { subscriptionModule } from './routes.ts';
export { subscriptionExport } from './export-subscriptions.ts';
