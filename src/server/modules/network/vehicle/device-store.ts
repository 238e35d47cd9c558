import { momentOfClock } from '#domain/network/vehicle/device-clock.ts';
import { isBound, mayConnectFrom } from '#domain/network/vehicle/device-trust.ts';
import type { DeviceLink, VehicleReport, VehicleStore } from '#server/connectors/vehicle/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { createBrake } from './brake.ts';
import { createDeviceAccess } from './device-access.ts';
import { listConfirmed, writeCleared, writeConnections, writeDoubles, writeSignIns } from './device-queries.ts';
import { listTaken, removeTaken } from './held-queries.ts';
import type { VehicleIngest } from './ingest.ts';
import type { PlanKeeper } from './known-vehicles.ts';
import { createPresence, type Presence, type PresentLink } from './presence.ts';

/** What the store of the gateway works with; `machineNow` counts silence and brakes guesses. */
export type DeviceStoreDeps = {
  database: Database;
  now: () => Instant;
  machineNow: () => number;
  keys: SecretKeys;
  plans: PlanKeeper;
  ingest: VehicleIngest;
  refuse: VehicleStore['refuse'];
};

/** Writes where devices signed in and how many connections they have, one write after the other, so that the newest stays. */
function createNoteWriter(database: Database, now: () => Instant, presence: Presence): () => Promise<void> {
  async function writeSince(): Promise<void> {
    const noted = presence.takeNoted();
    if (noted.vehicles.size === 0 && noted.doubles.length === 0 && noted.cleared.length === 0) return;
    const at = now();
    const states = [...noted.vehicles].map((vehicleId) => ({
      vehicleId,
      connections: presence.of(vehicleId).length,
      link: presence.believed(vehicleId),
    }));
    try {
      await database.transaction(async () => {
        await writeSignIns(database, noted.signIns, at);
        await writeConnections(database, states, at);
        await writeDoubles(database, noted.doubles, at);
        await writeCleared(database, noted.cleared, at);
      });
    } catch (error) {
      presence.note(noted);
      throw error;
    }
  }

  let writing: Promise<void> = Promise.resolve();
  return () => (writing = writing.catch(() => undefined).then(writeSince));
}

/** Stores positions that somebody took over. */
async function storeTaken(database: Database, ingest: VehicleIngest): Promise<void> {
  const taken = await listTaken(database);
  if (taken.length === 0) return;
  const stored = taken.map(({ vehicle, fix }) =>
    ingest.take(vehicle, { kind: 'fix', fix, checksumOk: true, isConfirmed: true }),
  );
  await Promise.all([ingest.flush(), ...stored]);
  await removeTaken(
    database,
    taken.map(({ id }) => id),
  );
}

/** What sessions of devices work with, and how what is known of their connections is kept up to date. */
export function createDeviceStore({ database, now, machineNow, keys, plans, ingest, refuse }: DeviceStoreDeps) {
  const presence = createPresence(machineNow);
  const brake = createBrake(machineNow);
  const counts = { braked: 0 };
  const counted: VehicleStore['refuse'] = (protocol, reason, sample, vehicle) => {
    if (reason === 'braked') counts.braked += 1;
    refuse(protocol, reason, sample, vehicle);
  };
  const access = createDeviceAccess({ database, now, keys, presence, brake, refuse: counted });

  /** The connection as it is kept here; undefined once it has ended. */
  const presentOf = (link: DeviceLink): PresentLink | undefined =>
    presence.of(link.vehicle.vehicleId).find((one) => one === link);

  async function take(given: DeviceLink, report: VehicleReport): Promise<'taken' | 'refused'> {
    const link = presentOf(given);
    // The connection was replaced: what still comes over it is not answered.
    if (link === undefined) throw new Error('the connection of the device has ended');
    presence.heard(link);
    const { vehicle, network } = link;
    const reason = presence.heldReason(link);
    if (report.kind === 'fix')
      await ingest.take(vehicle, { ...report, suspicion: { network, reason, isUnproven: !link.isProven } });
    else if (reason === null) await ingest.take(vehicle, report);
    else if (report.kind === 'photo') {
      counted(vehicle.protocol, 'heldPicture', network, vehicle);
      return 'refused';
    }
    return 'taken';
  }

  const store: VehicleStore = {
    now,
    register: access.register,
    signIn: access.signIn,
    refuse: counted,
    momentOf: (link, at) => momentOfClock(at, link.vehicle.protocol, presentOf(link)?.clockZone ?? null),
    take,
    async leave(given) {
      const link = presentOf(given);
      if (link !== undefined && presence.leave(link)) await ingest.take(link.vehicle, { kind: 'gone' });
    },
  };

  const writeNoted = createNoteWriter(database, now, presence);

  return {
    store,
    counts: () => ({ ...counts }),
    writeNoted,
    /** Ends connections that are not let in any more, believes those that a person confirmed, and stores what was taken over. */
    async review(): Promise<void> {
      const newest = presence.newest();
      await plans.refresh();
      presence.review((link) => {
        if (link.order > newest) return true;
        const device = plans.deviceOf(link.vehicle);
        if (device === undefined || device.terminalNo !== link.terminalNo || device.epoch > link.epoch) return false;
        link.clockZone = device.clockZone;
        link.isProven = link.hasCode || isBound(device);
        if (link.isProven && link.state === 'held') link.state = 'seen';
        return mayConnectFrom(device, link.line.remoteAddress);
      });
      const held = presence.held();
      const confirmed = await listConfirmed(database, held);
      for (const link of held) if (confirmed.has(`${link.vehicle.vehicleId} ${link.network}`)) presence.confirm(link);
      await writeNoted();
      await storeTaken(database, ingest);
    },
  };
}
