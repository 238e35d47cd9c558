import { defineModule } from '#server/module/index.ts';
import { vesselRoutes } from './routes.ts';
import { vesselTasks } from './tasks.ts';
export { fleetAt, type VesselAt } from './fleet-at.ts';

/** Vessels as people watch them. */
export const vessel = defineModule({
  name: 'vessel',
  routes: vesselRoutes,
  background: vesselTasks,
});
