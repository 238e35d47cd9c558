import { type HttpModule, route } from '#server/platform/http/index.ts';
import { getVehicleGateways, getVehiclePhoto, getVehiclePositions, getVehicleTrack } from './read-vehicles.ts';

/** Vehicles with a device: positions, tracks and pictures. */
export const vehicleModule: HttpModule = {
  name: 'vehicle',
  routes: (app) => {
    route(app, 'vehiclePositions', ({ ctx }) => getVehiclePositions({ ctx }));
    route(app, 'vehicleTrack', ({ ctx, input }) => getVehicleTrack({ ctx, input: input.query }));
    route(app, 'vehiclePhoto', ({ ctx, input }) => getVehiclePhoto({ ctx, input: input.query }));
    route(app, 'vehicleGateways', ({ ctx }) => getVehicleGateways({ ctx }));
  },
};
