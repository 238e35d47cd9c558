import type { VehicleFix, VehicleFlaw } from '#domain/vehicle/types.ts';
import type { Instant } from '#shared/time/instant.ts';

export type VehicleProtocol = 'JT808' | 'GT06';

/** A vehicle that a device belongs to. */
export type KnownVehicle = { vehicleId: number; tenantId: number; plateNo: string; protocol: VehicleProtocol };

/** What a device told of its vehicle. */
export type VehicleReport =
  | { kind: 'fix'; fix: VehicleFix; checksumOk: boolean }
  | { kind: 'heard'; ignition: boolean | null }
  | { kind: 'gone' }
  | {
      kind: 'photo';
      mediaId: number;
      takenAt: Instant;
      channel: number;
      event: number;
      place: { lon: number; lat: number } | null;
      data: Uint8Array;
    };

/** Why something of a device was not taken; reasons of reading it, and of who it says it is. */
export type DeviceRefusal =
  | VehicleFlaw
  | 'unknownDevice'
  | 'claimedPlate'
  | 'claimedNumber'
  | 'wrongCode'
  | 'notSignedIn'
  | 'tooManyConnections'
  | 'noSignIn'
  | 'badPicture';

/** What sessions of devices are given: who is who, where reports go, and the clock. */
export type VehicleStore = {
  now: () => Instant;
  /** The vehicle of a device by its number; undefined for an unregistered device. */
  identify: (protocol: VehicleProtocol, terminalNo: string) => Promise<KnownVehicle | undefined>;
  /** Whether a plate belongs to a vehicle with another device. */
  isPlateOfOther: (plateNo: string, terminalNo: string) => Promise<boolean>;
  /** The code that a device signs in with after it registered. */
  codeOf: (terminalNo: string) => string;
  /** Resolves once it is stored: only then the device is told so. */
  take: (vehicle: KnownVehicle, report: VehicleReport) => Promise<void>;
  /** Counts what was not taken; `vehicle` as far as it is known whose it is. */
  refuse: (protocol: VehicleProtocol, reason: DeviceRefusal, sample: string, vehicle?: KnownVehicle) => void;
};

/** One connection of a device. */
export type DeviceSession = {
  feed: (chunk: Uint8Array) => Promise<void>;
  /** Whether the device behind it is known; until then it may hold little and stay briefly. */
  isSignedIn: () => boolean;
  end: () => Promise<void>;
};

/** What a session writes with. */
export type DeviceLine = {
  send: (bytes: Uint8Array) => void;
  close: () => void;
  /** Address of the other side; an IPv4 address that came over an IPv6 socket is that IPv4 address. */
  remoteAddress: string;
};

/** Numbers of devices are compared without the zeros they are filled up with. */
export const plainNumber = (terminalNo: string): string => terminalNo.replace(/^0+/, '');

/** The beginning of a message as it stands in lists of what was refused. */
export const sampleOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 60)).toString('hex');
