import type { DeviceClaim, RegistrationRefusal } from '#domain/network/vehicle/device-trust.ts';
import type { VehicleFix, VehicleFlaw } from '#domain/network/vehicle/types.ts';
import type { Instant } from '#shared/time/instant.ts';

export type VehicleProtocol = 'JT808' | 'GT06';

/** A vehicle that a device belongs to. */
export type RegisteredVehicle = { vehicleId: number; tenantId: number; plateNo: string; protocol: VehicleProtocol };

/** What a device reported of its vehicle. */
export type VehicleReport =
  | { kind: 'fix'; fix: VehicleFix; checksumOk: boolean }
  | { kind: 'heard'; ignition: boolean | null }
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
  | RegistrationRefusal
  | 'unknownDevice'
  | 'claimedNumber'
  | 'wrongCode'
  | 'notSignedIn'
  | 'tooManyConnections'
  | 'noSignIn'
  | 'badPicture'
  | 'heldPicture'
  | 'braked';

/** A device that is signed in on one connection. */
export type DeviceLink = { readonly vehicle: RegisteredVehicle };

/** What came of a registration or a sign-in; `braked`: the connection failed too often and is to be closed. */
export type Introduced<T> = { ok: true; value: T } | { ok: false; isBraked: boolean };

/** What sessions of devices are given: who is who, where reports go, and the clock. */
export type VehicleStore = {
  now: () => Instant;
  /** Registers a device where its tenant lets it, and gives the code that it signs in with from then on. */
  register: (terminalNo: string, claim: DeviceClaim, line: DeviceLine) => Promise<Introduced<string>>;
  /** Lets a device in by its code; `code` is null where the protocol has none. */
  signIn: (
    protocol: VehicleProtocol,
    terminalNo: string,
    code: string | null,
    line: DeviceLine,
  ) => Promise<Introduced<DeviceLink>>;
  /** The connection of a device has ended, or another device signs in on it. */
  leave: (link: DeviceLink) => Promise<void>;
  /** The moment that the clock of a device means; `at` is read as its protocol has it. */
  momentOf: (link: DeviceLink, at: Instant) => Instant;
  /** Resolves once it is stored: only then the device is informed. `refused`: it is counted and not kept. */
  take: (link: DeviceLink, report: VehicleReport) => Promise<'taken' | 'refused'>;
  /** Counts what was not taken; `vehicle` as far as it is known whose it is. */
  refuse: (protocol: VehicleProtocol, reason: DeviceRefusal, sample: string, vehicle?: RegisteredVehicle) => void;
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
