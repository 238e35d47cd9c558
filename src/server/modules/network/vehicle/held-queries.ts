import type { HeldReason } from '#domain/network/vehicle/device-trust.ts';
import type { VehicleFix } from '#domain/network/vehicle/types.ts';
import type { RegisteredVehicle, VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A position that is held for review. */
export type HeldFix = { vehicle: RegisteredVehicle; at: Instant; fix: VehicleFix; network: string; reason: HeldReason };

/** So many positions are held for review for one vehicle; later ones are left out until somebody has looked. */
const maxHeld = 5_000;
/** Positions that were taken over are stored in batches of so many. */
const maxTaken = 2_000;
/** Times beyond this are no times of a device. */
const latest = Date.UTC(2100, 0, 1);

/**
 * Keeps positions aside; one of the same network and moment once. Where a person has confirmed the network meanwhile, they are taken
 * over at once. Gives how many were kept.
 */
export async function holdBack(database: Database, held: readonly HeldFix[]): Promise<number> {
  const rows = held
    .filter(({ fix }) => fix.at > 0 && fix.at < latest)
    .map(({ vehicle, at, fix, network, reason }) => ({
      v: vehicle.vehicleId,
      t: vehicle.tenantId,
      n: network,
      r: reason,
      w: at,
      at: fix.at,
      lon: fix.lon,
      lat: fix.lat,
      f: fix,
    }));
  if (rows.length === 0) return 0;
  const { rowCount } = await database.execute(
    `insert into vehicle_held (tenant_id, vehicle_id, network, reason, received_at, at, lon, lat, fix, taken_at)
     select r.t, r.v, r.n, r.r, to_timestamp(r.w / 1000.0), to_timestamp(r.at / 1000.0), r.lon, r.lat, r.f,
       case when r.r <> 'jump' and exists (select from vehicle_network n join vehicle v on v.id = n.vehicle_id and v.terminal_no = n.terminal_no
         where n.vehicle_id = r.v and n.network = r.n and n.state = 'confirmed') then to_timestamp(r.w / 1000.0) end
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, n text, r text, w float8, at float8, lon float8, lat float8, f jsonb)
     where (select count(*) from vehicle_held h where h.vehicle_id = r.v) < $2
     on conflict do nothing`,
    [JSON.stringify(rows), maxHeld],
  );
  await database.execute(
    `update vehicle_network n set decided_at = null,
       doubt_at = case when n.doubt_at is null or n.decided_at is not null then to_timestamp(r.w / 1000.0) else n.doubt_at end
     from jsonb_to_recordset($1::jsonb) as r(v bigint, n text, w float8), vehicle v
     where v.id = r.v and n.vehicle_id = r.v and n.terminal_no = v.terminal_no and n.network = r.n
       and (n.doubt_at is null or n.decided_at is not null)`,
    [JSON.stringify(rows.filter(({ r }) => r === 'jump'))],
  );
  return rowCount;
}

/** Positions that somebody took over and that are not stored yet, of vehicles in use, oldest first. */
export async function listTaken(
  database: Database,
): Promise<{ id: number; vehicle: RegisteredVehicle; fix: VehicleFix }[]> {
  const { rows } = await database.execute<{
    id: number;
    vehicle_id: number;
    tenant_id: number;
    plate_no: string;
    protocol: VehicleProtocol;
    fix: VehicleFix;
  }>(
    `select h.id, h.vehicle_id, h.tenant_id, v.plate_no, v.protocol, h.fix
     from vehicle_held h join vehicle v on v.id = h.vehicle_id
     where h.taken_at is not null order by h.vehicle_id, h.at limit $1`,
    [maxTaken],
  );
  return rows.map(({ id, vehicle_id: vehicleId, tenant_id: tenantId, plate_no: plateNo, protocol, fix }) => ({
    id,
    vehicle: { vehicleId, tenantId, plateNo, protocol },
    // Earlier versions kept them without alarms.
    fix: { ...fix, alarms: fix.alarms ?? [] },
  }));
}

/** Removes positions that are stored now. */
export const removeTaken = async (database: Database, ids: readonly number[]): Promise<void> =>
  void (await database.execute('delete from vehicle_held where id = any($1)', [ids]));
