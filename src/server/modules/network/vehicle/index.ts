import { defineModule } from '#server/module/index.ts';
import { gpsVehiclesSource } from './gps-vehicles-source.ts';
import { vehicleRoutes } from './routes.ts';
import { vehicleTasks } from './tasks.ts';
export { startVehicleGateway } from './start-gateway.ts';
export { dialWorldVehicles, seedVehicles } from './seed-vehicles.ts';

/** Vehicles and their devices. */
export const vehicle = defineModule({
  name: 'vehicle',
  routes: vehicleRoutes,
  background: vehicleTasks,
  lists: () => [gpsVehiclesSource],
});
