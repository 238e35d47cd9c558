export { flightExport } from './flight-export.ts';
export { flightNetwork } from './flight-network.ts';
export { flightModule } from './routes.ts';
export { flightTasks } from './tasks.ts';
export { flightSubscriptionsSource } from './subscriptions.ts';
