export { fleetAt, type VesselAt } from './fleet-at.ts';
export { vesselModule } from './routes.ts';
export { vesselTasks } from './tasks.ts';
