export { startVehicleGateway } from './start-gateway.ts';
export { dialWorldVehicles, seedVehicles } from './seed-vehicles.ts';
export { gpsVehiclesSource } from './gps-vehicles-source.ts';
export { vehicleModule } from './routes.ts';
export { vehicleTasks } from './tasks.ts';
