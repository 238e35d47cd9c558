import type { FixFlaw } from '#domain/network/vehicle/advance.ts';
import type { VehicleFix } from '#domain/network/vehicle/types.ts';
import type { RegisteredVehicle, VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import { type TalliedRefusal, tallyRefusals } from '#server/modules/intake/refusal/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS } from '#shared/time/instant.ts';

/** Something of a device that was not taken or not believed. */
export type DeviceRefused = {
  protocol: VehicleProtocol;
  reason: string;
  /** The vehicle it is of, as far as that is known. */
  vehicle: RegisteredVehicle | undefined;
  sample: string | null;
};

/** So many vehicles are named per tenant, reason and hour; those beyond are counted together. */
const maxNamed = 50;

/** A position in one line, as it stands among what was not believed: when, where (latitude first), and how fast. */
const positionSample = ({ at, lat, lon, speedKmh }: VehicleFix): string =>
  `${new Date(at).toISOString()} ${lat.toFixed(5)}, ${lon.toFixed(5)} ${speedKmh} km/h`;

/** Which vehicles are named in the counts of an hour. */
function createNames(clock: Pick<Clock, 'now'>) {
  let hour = -1;
  let named = new Map<string, Set<string>>();
  return (key: string, plateNo: string): string => {
    const now = Math.floor(clock.now() / HOUR_MS);
    if (now !== hour) {
      hour = now;
      named = new Map();
    }
    const plates = named.get(key) ?? new Set();
    named.set(key, plates);
    if (plates.size >= maxNamed && !plates.has(plateNo)) return '';
    plates.add(plateNo);
    return plateNo;
  };
}

/** Counts what was refused between two looks, by tenant, vehicle and reason, with the newest of each as a sample. */
export function createDeviceTally(database: Database, clock: Clock) {
  let since = new Map<string, TalliedRefusal>();
  const nameOf = createNames(clock);
  const add = (row: TalliedRefusal): void => {
    const key = JSON.stringify([row.tenantId, row.sender, row.reason, row.subject]);
    const known = since.get(key);
    since.set(key, { ...row, n: row.n + (known?.n ?? 0), sample: row.sample ?? known?.sample ?? null });
  };
  let writing: Promise<void> = Promise.resolve();
  const writeSince = async (): Promise<void> => {
    const rows = [...since.values()];
    since = new Map();
    try {
      await tallyRefusals(database, rows, clock.now());
    } catch (error) {
      // What came meanwhile is newer.
      const newer = [...since.values()];
      since = new Map();
      for (const row of [...rows, ...newer]) add(row);
      throw error;
    }
  };
  return {
    count({ protocol, reason, vehicle, sample }: DeviceRefused): void {
      const tenantId = vehicle?.tenantId ?? null;
      add({
        tenantId,
        sourceId: null,
        sender: protocol,
        via: 'vehicle',
        // Reasons have words of their own in the catalogue, under this name.
        reason: `vehicle_${reason}`,
        field: '',
        subject: vehicle === undefined ? '' : nameOf(`${tenantId} ${reason}`, vehicle.plateNo),
        n: 1,
        sample,
      });
    },
    /** Counts a position that was taken and not believed. */
    unbelieved(vehicle: RegisteredVehicle, flaw: FixFlaw, fix: VehicleFix): void {
      // A wrong checksum is counted where the frame is read.
      if (flaw !== 'checksum')
        this.count({ protocol: vehicle.protocol, reason: flaw, vehicle, sample: positionSample(fix) });
    },
    /** Writes all that was counted until now. What is being written already is waited for, so that nothing is missing afterwards. */
    write(): Promise<void> {
      writing = writing.catch(() => undefined).then(writeSince);
      return writing;
    },
  };
}
