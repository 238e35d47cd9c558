export { listenForDevices } from './listen.ts';
export type { DeviceListener, DevicePort } from './listen.ts';
export type { KnownVehicle, VehicleProtocol, VehicleReport, VehicleStore } from './types.ts';
