import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { countAccess, findAccess, listHeld, listNetworks } from './access-queries.ts';

/** What lets the device of a vehicle in, where it connects from, and what is held for review. */
export async function getVehicleAccess({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vehicleAccess'>;
}): Promise<CallData<'vehicleAccess'>> {
  const device = await findAccess(ctx, input.vehicleId);
  if (device === undefined) throw notFound();
  const held = Map.groupBy(await listHeld(ctx, device.id), ({ network }) => network);
  return {
    vehicleId: String(device.id),
    plateNo: device.plate_no,
    protocol: device.protocol,
    terminalNo: device.terminal_no,
    access: device.access,
    deviceMaker: device.device_maker,
    deviceId: device.device_id,
    networks: device.networks,
    openUntil: device.access === 'open' ? device.open_until : null,
    registeredTime: device.registered_at,
    address: device.address,
    network: device.network,
    networkSince: device.network_since,
    connections: device.connections ?? 0,
    history: (await listNetworks(ctx, device.id)).map((row) => ({
      network: row.network,
      address: row.address,
      state: row.state,
      firstTime: row.first_at,
      lastTime: row.last_at,
      signIns: row.sign_ins,
      secondTime: row.second_at,
      doubtTime: row.doubt_at,
      decidedTime: row.decided_at,
      held: (held.get(row.network) ?? []).map(({ reason, n, from, to, lon, lat }) => ({
        reason,
        count: Number(n),
        timeFrom: from,
        timeTo: to,
        lon,
        lat,
      })),
    })),
  };
}

/** How many devices need an act of their tenant. */
export const getVehicleAccessCounts = ({ ctx }: { ctx: Ctx }): Promise<CallData<'vehicleAccessCounts'>> =>
  countAccess(ctx);
