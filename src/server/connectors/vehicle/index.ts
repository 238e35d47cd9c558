export { listenForDevices } from './listen.ts';
export type { DeviceListener, DevicePort } from './listen.ts';
export type {
  DeviceLine,
  DeviceLink,
  DeviceRefusal,
  Introduced,
  RegisteredVehicle,
  VehicleProtocol,
  VehicleReport,
  VehicleStore,
} from './types.ts';
