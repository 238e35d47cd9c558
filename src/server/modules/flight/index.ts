export { flightModule } from './routes.ts';
export { flightTasks } from './tasks.ts';
export { flightSubscriptionsSource } from './subscriptions.ts';
