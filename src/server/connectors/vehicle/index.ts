export { listenForDevices } from './listen.ts';
export type { DeviceListener, DevicePort } from './listen.ts';
export type {
  DeviceLine,
  DeviceLink,
  DeviceRefusal,
  Introduced,
  KnownVehicle,
  VehicleProtocol,
  VehicleReport,
  VehicleStore,
} from './types.ts';
