import type { EntityServices } from '#server/entity/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { bindNetworks, closeRegistration, decideHeld, openRegistration } from './act-on-devices.ts';
import { getVehicleAccess, getVehicleAccessCounts } from './read-access.ts';
import { getVehicleGateways, getVehiclePhoto, getVehiclePositions, getVehicleTrack } from './read-vehicles.ts';

/** Vehicles with a device: positions, tracks and pictures, and what lets their devices in. */
export const vehicleRoutes =
  ({ services }: { services: EntityServices }): Routes =>
  (app) => {
    route(app, 'vehiclePositions', ({ ctx }) => getVehiclePositions({ ctx }));
    route(app, 'vehicleTrack', ({ ctx, input }) => getVehicleTrack({ ctx, input: input.query }));
    route(app, 'vehiclePhoto', ({ ctx, input }) => getVehiclePhoto({ ctx, input: input.query }));
    route(app, 'vehicleGateways', ({ ctx }) => getVehicleGateways({ ctx }));
    route(app, 'vehicleAccess', ({ ctx, input }) => getVehicleAccess({ ctx, input: input.query }));
    route(app, 'vehicleAccessCounts', ({ ctx }) => getVehicleAccessCounts({ ctx }));
    route(app, 'vehicleOpenRegistration', ({ ctx, input }) => openRegistration({ ctx, input: input.body }));
    route(app, 'vehicleCloseRegistration', ({ ctx, input }) => closeRegistration({ ctx, input: input.body }));
    route(app, 'vehicleBindNetworks', ({ ctx, input }) => bindNetworks({ ctx, services, input: input.body }));
    route(app, 'vehicleTakeOver', ({ ctx, input }) => decideHeld({ ctx, input: input.body }, 'takeOver'));
    route(app, 'vehicleDiscard', ({ ctx, input }) => decideHeld({ ctx, input: input.body }, 'discard'));
  };
