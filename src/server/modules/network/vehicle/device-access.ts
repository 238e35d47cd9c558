// unscoped: Vehicles were found by `ctx.db` before and are addressed by id.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type DeviceClaim,
  deviceNetwork,
  isBound,
  mayConnectFrom,
  networkStateOf,
  refuseRegistration,
} from '#domain/network/vehicle/device-trust.ts';
import type {
  DeviceLine,
  DeviceRefusal,
  Introduced,
  RegisteredVehicle,
  VehicleProtocol,
} from '#server/connectors/vehicle/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { equalTexts, randomToken, type SecretKeys, signText } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Brake } from './brake.ts';
import { findDevice, type RegisteredDevice, writeCode } from './device-queries.ts';
import type { Presence, PresentLink } from './presence.ts';

/** What letting devices in works with. */
export type AccessDeps = {
  database: Database;
  now: () => Instant;
  keys: SecretKeys;
  presence: Presence;
  brake: Brake;
  refuse: (protocol: VehicleProtocol, reason: DeviceRefusal, sample: string, vehicle?: RegisteredVehicle) => void;
};

const codeBytes = 16;
const legacyCodeLength = 16;
/** What a wrong code is compared with where there is none. */
const nobodysHash = randomBytes(32);
const refused: { ok: false; isBraked: boolean } = { ok: false, isBraked: false };
const braked: { ok: false; isBraked: boolean } = { ok: false, isBraked: true };

/** What is stored of a code. It belongs to the number of the device: with another number in the vehicle it opens nothing. */
const hashOf = (terminalNo: string, code: string): Buffer =>
  createHash('sha256').update(`${terminalNo} ${code}`).digest();

/**
 * Whether a code is that of the device. An unknown device, one without a code and one with another code take the same steps: the
 * time of the answer does not tell them apart.
 */
function isCodeOf(device: RegisteredDevice | undefined, terminalNo: string, code: string, keys: SecretKeys): boolean {
  const isGiven = timingSafeEqual(hashOf(terminalNo, code), device?.codeHash ?? nobodysHash);
  const legacy = keys.map((key) => equalTexts(code, signText(`vehicle ${terminalNo}`, key).slice(0, legacyCodeLength)));
  return isGiven || (device?.isLegacy === true && legacy.includes(true));
}

/** Keeps in the audit that a device was registered, with where from. */
const audit = (database: Database, { vehicle }: RegisteredDevice, claim: DeviceClaim, ip: string): Promise<void> =>
  writeAudit(
    {
      actor: { kind: 'system', userCode: 'system' },
      origin: 'Remote',
      requestId: 'vehicle-gateway',
      unscoped: database,
      ip,
    },
    {
      entity: 'vehicle',
      entityId: String(vehicle.vehicleId),
      action: 'registerDevice',
      tenantId: vehicle.tenantId,
      after: claim,
    },
  );

/** Registers devices and lets them in. Every refusal looks the same from outside; the reason is counted. */
export function createDeviceAccess({ database, now, keys, presence, brake, refuse }: AccessDeps) {
  /** Counts what failed, and brakes who tried. */
  function fail(
    { protocol, terminalNo, address }: { protocol: VehicleProtocol; terminalNo: string; address: string },
    reason: DeviceRefusal,
    sample: string,
    vehicle: RegisteredVehicle | undefined,
  ): { ok: false; isBraked: boolean } {
    brake.failed(address, terminalNo);
    refuse(protocol, reason, sample, vehicle);
    return refused;
  }

  return {
    async register(terminalNo: string, claim: DeviceClaim, line: DeviceLine): Promise<Introduced<string>> {
      const address = line.remoteAddress;
      const attempt = { protocol: 'JT808', terminalNo, address } as const;
      const sample = `${terminalNo} ${claim.plate}`;
      if (!brake.allows(address, terminalNo)) {
        refuse('JT808', 'braked', sample);
        return braked;
      }
      const { device, isPlateOfOther } = await findDevice(database, 'JT808', terminalNo, claim.plate);
      if (device === undefined)
        return fail(attempt, isPlateOfOther ? 'claimedPlate' : 'unknownDevice', sample, undefined);
      const { vehicle, rules } = device;
      const isSignedIn = presence.isSignedIn(vehicle.vehicleId);
      const reason = refuseRegistration(rules, claim, { now: now(), address, isSignedIn });
      if (reason !== undefined) return fail(attempt, reason, sample, vehicle);
      const code = randomToken(codeBytes);
      const isWritten = await database.transaction(async () => {
        if (!(await writeCode(database, device, hashOf(terminalNo, code), now()))) return false;
        await audit(database, device, claim, address);
        return true;
      });
      if (!isWritten) return fail(attempt, 'notOpen', sample, vehicle);
      // What signed in with the code before has to sign in again.
      presence.endAll(vehicle.vehicleId, line);
      return { ok: true, value: code };
    },

    /** Lets a device in by its code; GT06 has none. */
    async signIn(
      protocol: VehicleProtocol,
      terminalNo: string,
      code: string | null,
      line: DeviceLine,
    ): Promise<Introduced<PresentLink>> {
      const address = line.remoteAddress;
      const attempt = { protocol, terminalNo, address };
      if (!brake.allows(address, terminalNo)) {
        refuse(protocol, 'braked', terminalNo);
        return braked;
      }
      const { device } = await findDevice(database, protocol, terminalNo);
      const isRight = code === null || isCodeOf(device, terminalNo, code, keys);
      if (device === undefined) return fail(attempt, 'unknownDevice', terminalNo, undefined);
      const { vehicle, rules, clockZone, epoch, known } = device;
      if (!isRight) return fail(attempt, 'wrongCode', terminalNo, vehicle);
      if (!mayConnectFrom(rules, address)) return fail(attempt, 'foreignNetwork', `${terminalNo} ${address}`, vehicle);
      brake.passed(address, terminalNo);
      const hasCode = code !== null && !device.isLegacy;
      const isProven = hasCode || isBound(rules);
      const state = networkStateOf(known, deviceNetwork(address), isProven);
      return {
        ok: true,
        value: presence.join({
          vehicle,
          terminalNo,
          line,
          hasCode,
          isProven,
          clockZone,
          epoch,
          state,
          signedInAt: now(),
        }),
      };
    },
  };
}
