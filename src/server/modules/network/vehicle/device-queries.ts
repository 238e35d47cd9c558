import type { DeviceRules, NetworkState } from '#domain/network/vehicle/device-trust.ts';
import type { RegisteredVehicle, VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Cleared, PresentLink } from './presence.ts';

/** The device of a vehicle that is in use, with what lets it in. */
export type RegisteredDevice = {
  vehicle: RegisteredVehicle;
  rules: DeviceRules;
  codeHash: Uint8Array | null;
  isLegacy: boolean;
  clockZone: string | null;
  epoch: number;
  known: Readonly<Record<string, NetworkState>>;
};

type DeviceRow = {
  taken: boolean;
  id: number | null;
  tenantId: number | null;
  plateNo: string | null;
  deviceMaker: string | null;
  deviceId: string | null;
  networks: string | null;
  clockZone: string | null;
  openUntil: Instant | null;
  codeHash: Uint8Array | null;
  legacyNo: string | null;
  epoch: number | null;
  known: Record<string, NetworkState> | null;
};

/**
 * The device of a number, and whether a plate belongs to a vehicle with another device. It is one statement, whether the number is
 * known or not: the time it takes says nothing.
 */
export async function findDevice(
  database: Database,
  protocol: VehicleProtocol,
  terminalNo: string,
  plateNo = '',
): Promise<{ device: RegisteredDevice | undefined; isPlateOfOther: boolean }> {
  const { rows } = await database.execute<DeviceRow>(
    `select exists (select from vehicle o where lower(o.plate_no) = lower($3) and lower(o.terminal_no) <> lower($1)) as taken,
       v.id, v.tenant_id as "tenantId", v.plate_no as "plateNo", v.device_maker as "deviceMaker", v.device_id as "deviceId", v.networks,
       v.clock_zone as "clockZone", d.open_until as "openUntil", d.code_hash as "codeHash", d.legacy_no as "legacyNo", d.epoch,
       (select jsonb_object_agg(n.network, n.state) from vehicle_network n
        where n.vehicle_id = v.id and n.terminal_no = v.terminal_no) as known
     from (select 1) one
     left join vehicle v on lower(v.terminal_no) = lower($1) and v.protocol = $2 and v.enabled
     left join vehicle_device d on d.vehicle_id = v.id`,
    [terminalNo, protocol, plateNo],
  );
  const [row] = rows;
  const isPlateOfOther = row?.taken ?? false;
  const { id = null, tenantId = null, plateNo: plate = null } = row ?? {};
  if (row === undefined || id === null || tenantId === null || plate === null)
    return { device: undefined, isPlateOfOther };
  const { deviceMaker, deviceId, networks, openUntil, codeHash, clockZone } = row;
  return {
    isPlateOfOther,
    device: {
      vehicle: { vehicleId: id, tenantId, plateNo: plate, protocol },
      rules: { plateNo: plate, deviceMaker, deviceId, networks, openUntil },
      codeHash,
      isLegacy: row.legacyNo === terminalNo,
      clockZone,
      epoch: row.epoch ?? 0,
      known: row.known ?? {},
    },
  };
}

/**
 * Gives a device a new code and closes its registration window; false when its state has changed since it was read, so that of two
 * registrations at once only one is accepted.
 */
export async function writeCode(
  database: Database,
  { vehicle, epoch }: RegisteredDevice,
  codeHash: Uint8Array,
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await database.execute(
    `insert into vehicle_device (vehicle_id, tenant_id, code_hash, registered_at, epoch) values ($1, $2, $3, $4, $5::int + 1)
     on conflict (vehicle_id) do update set code_hash = excluded.code_hash, registered_at = excluded.registered_at,
       open_until = null, legacy_no = null, epoch = excluded.epoch
     where vehicle_device.epoch = $5`,
    [vehicle.vehicleId, vehicle.tenantId, Buffer.from(codeHash), ts(now), epoch],
  );
  return rowCount === 1;
}

/** Writes where devices signed in: their networks, and the newest of each. Vehicles that were removed meanwhile are left out. */
export async function writeSignIns(database: Database, links: readonly PresentLink[], now: Instant): Promise<void> {
  if (links.length === 0) return;
  // One row per statement and key: of several sign-ins the newest counts.
  const newest = new Map(links.map((link) => [`${link.vehicle.vehicleId} ${link.terminalNo} ${link.network}`, link]));
  const rows = [...newest.values()].map((link) => ({
    v: link.vehicle.vehicleId,
    t: link.vehicle.tenantId,
    no: link.terminalNo,
    n: link.network,
    a: link.line.remoteAddress,
    s: link.state,
  }));
  await database.execute(
    `insert into vehicle_network (tenant_id, vehicle_id, terminal_no, network, address, state, first_at, last_at, doubt_at)
     select r.t, r.v, r."no", r.n, r.a, r.s, $2, $2, case when r.s = 'held' then $2::timestamptz end
     from jsonb_to_recordset($1::jsonb) as r(v bigint, t bigint, "no" text, n text, a text, s text)
     join vehicle on vehicle.id = r.v
     order by r.v, r.n
     on conflict (vehicle_id, terminal_no, network) do update set address = excluded.address, last_at = excluded.last_at,
       sign_ins = vehicle_network.sign_ins + 1,
       state = case when vehicle_network.state = 'confirmed' then 'confirmed' else excluded.state end,
       doubt_at = case when excluded.state <> 'held' or vehicle_network.state = 'confirmed' then vehicle_network.doubt_at
         when vehicle_network.doubt_at is null or vehicle_network.decided_at is not null then excluded.doubt_at
         else vehicle_network.doubt_at end,
       decided_at = case when excluded.state <> 'held' or vehicle_network.state = 'confirmed' then vehicle_network.decided_at end`,
    [JSON.stringify(rows), ts(now)],
  );
}

/** Writes how many connections vehicles have, and where the one that is believed comes from. */
export async function writeConnections(
  database: Database,
  states: readonly { vehicleId: number; connections: number; link: PresentLink | undefined }[],
  now: Instant,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ vehicleId, connections, link }) => ({
    v: vehicleId,
    c: connections,
    a: link?.line.remoteAddress ?? null,
    n: link?.network ?? null,
  }));
  await database.execute(
    `insert into vehicle_device (vehicle_id, tenant_id, connections, address, network, network_since)
     select r.v, v.tenant_id, r.c, r.a, r.n, case when r.n is not null then $2::timestamptz end
     from jsonb_to_recordset($1::jsonb) as r(v bigint, c int, a text, n text)
     join vehicle v on v.id = r.v
     order by r.v
     on conflict (vehicle_id) do update set connections = excluded.connections,
       address = coalesce(excluded.address, vehicle_device.address),
       network = coalesce(excluded.network, vehicle_device.network),
       network_since = case when excluded.network is null or excluded.network = vehicle_device.network
         then vehicle_device.network_since else excluded.network_since end`,
    [JSON.stringify(rows), ts(now)],
  );
}

/** Notes that two connections of a device report at the same time: somebody has to look at the second one. */
export async function writeDoubles(database: Database, links: readonly PresentLink[], now: Instant): Promise<void> {
  if (links.length === 0) return;
  await database.execute(
    `update vehicle_network n set second_at = $4,
       doubt_at = case when n.doubt_at is null or n.decided_at is not null then $4::timestamptz else n.doubt_at end, decided_at = null
     from unnest($1::bigint[], $2::text[], $3::text[]) as r(v, no, network)
     where n.vehicle_id = r.v and n.terminal_no = r.no and n.network = r.network and n.state <> 'confirmed'`,
    [
      links.map(({ vehicle }) => vehicle.vehicleId),
      links.map(({ terminalNo }) => terminalNo),
      links.map(({ network }) => network),
      ts(now),
    ],
  );
}

/** Has positions stored that were held for review for a second connection that turned out to be the only one. */
export async function writeCleared(database: Database, cleared: readonly Cleared[], now: Instant): Promise<void> {
  for (const { vehicleId, network, since } of cleared)
    await database.execute(
      `update vehicle_held set taken_at = $4
       where vehicle_id = $1 and network = $2 and reason = 'second' and received_at >= $3 and taken_at is null`,
      [vehicleId, network, ts(since), ts(now)],
    );
}

/** Networks among those of these connections that a person has confirmed meanwhile, as `vehicle network`. */
export async function listConfirmed(database: Database, links: readonly PresentLink[]): Promise<ReadonlySet<string>> {
  if (links.length === 0) return new Set();
  const { rows } = await database.execute<{ vehicle_id: number; network: string }>(
    `select n.vehicle_id, n.network from vehicle_network n join vehicle v on v.id = n.vehicle_id and v.terminal_no = n.terminal_no
     where n.state = 'confirmed' and n.vehicle_id = any($1)`,
    [links.map(({ vehicle }) => vehicle.vehicleId)],
  );
  return new Set(rows.map((row) => `${row.vehicle_id} ${row.network}`));
}

/** No device is connected: the process that listened is gone, or begins. */
export async function disconnectAll(database: Database): Promise<void> {
  await database.execute('update vehicle_state set connected = false where connected');
  await database.execute('update vehicle_device set connections = 0 where connections <> 0');
}
