export { flightModule } from './routes.ts';
export { flightTasks } from './tasks.ts';
