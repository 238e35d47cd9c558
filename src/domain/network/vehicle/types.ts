import type { Instant } from '#shared/time/instant.ts';
import type { AlarmKind } from './alarms.ts';

/** Where a vehicle was and how it did, as its device stated, whatever the protocol. */
export type VehicleFix = {
  at: Instant;
  lon: number;
  lat: number;
  /** False: the device has no satellites and repeats its last place. */
  located: boolean;
  speedKmh: number;
  /** Degrees from north, 0 to 359. */
  course: number;
  altitudeM: number | null;
  /** Ignition on. */
  ignition: boolean | null;
  mileageKm: number | null;
  fuelL: number | null;
  /** Cargo room in degrees Celsius, where the device measures it. */
  temperatureC: number | null;
  satellites: number | null;
  /** Sent later than measured, from the memory of the device. */
  late: boolean;
  /** What the device raises an alarm about. */
  alarms: readonly AlarmKind[];
};

/** Why a message of a device, or a position in it, was not believed. */
export type VehicleFlaw =
  | 'checksum'
  | 'short'
  | 'encrypted'
  | 'unknownMessage'
  | 'badBody'
  | 'badTime'
  | 'badRange'
  | 'tooLong'
  | 'badPacket';

/** What reading a body gives: what it says, or why it says nothing. */
export type Read<T> = { ok: true; value: T } | { ok: false; flaw: VehicleFlaw };

export const good = <T>(value: T): Read<T> => ({ ok: true, value });
export const bad = (flaw: VehicleFlaw): { ok: false; flaw: VehicleFlaw } => ({ ok: false, flaw });
