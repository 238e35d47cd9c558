import { sql, type SqlBool } from 'kysely';
import type { DeviceAccess, HeldReason } from '#domain/network/vehicle/device-trust.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What lets a device in, as an expression on `vehicle as v` and `vehicle_device as d`. */
export const accessSql = (now: Instant) =>
  sql<DeviceAccess>`case
    when d.open_until > ${ts(now)}::timestamptz then 'open'
    when coalesce(v.networks, '') <> '' and (v.protocol = 'GT06' or d.legacy_no = v.terminal_no) then 'bound'
    when v.protocol = 'GT06' then 'unbound'
    when d.legacy_no = v.terminal_no then 'legacy'
    when d.code_hash is not null then 'coded'
    when coalesce(v.device_id, '') <> '' then 'matched'
    else 'closed' end`;

/** How many positions of each vehicle are held for review. */
export async function countHeld(ctx: Ctx, vehicleIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('vehicle_held')
    .select((eb) => ['vehicle_id', eb.fn.countAll<number>().as('n')])
    .where('vehicle_id', 'in', vehicleIds)
    .where('taken_at', 'is', null)
    .groupBy('vehicle_id')
    .execute();
  return new Map(rows.map((row) => [row.vehicle_id, Number(row.n)]));
}

/** The device of a vehicle of the caller's tenants. */
export const findAccess = (ctx: Ctx, vehicleId: number) =>
  ctx.db
    .selectFrom('vehicle as v')
    .leftJoin('vehicle_device as d', 'd.vehicle_id', 'v.id')
    .select(['v.id', 'v.plate_no as plateNo', 'v.protocol', 'v.terminal_no as terminalNo', 'v.networks'])
    .select(['v.device_maker as deviceMaker', 'v.device_id as deviceId', 'd.open_until as openUntil'])
    .select(['d.registered_at as registeredTime', 'd.address', 'd.network', 'd.network_since as networkSince'])
    .select('d.connections')
    .select(accessSql(ctx.clock.now()).as('access'))
    .where('v.id', '=', vehicleId)
    .executeTakeFirst();

/** Networks that the present device of a vehicle has signed in from, newest first. */
export const listNetworks = (ctx: Ctx, vehicleId: number) =>
  ctx.db
    .selectFrom('vehicle_network as n')
    .innerJoin('vehicle as v', (join) =>
      join.onRef('v.id', '=', 'n.vehicle_id').onRef('v.terminal_no', '=', 'n.terminal_no'),
    )
    .select(['n.network', 'n.address', 'n.state', 'n.first_at as firstTime', 'n.last_at as lastTime'])
    .select(['n.sign_ins as signIns', 'n.second_at as secondTime', 'n.doubt_at as doubtTime'])
    .select('n.decided_at as decidedTime')
    .where('n.vehicle_id', '=', vehicleId)
    .orderBy('n.last_at', 'desc')
    .limit(100)
    .execute();

/** Positions of a vehicle that are held for review, by network and reason, with the newest of each. */
export const listHeld = (ctx: Ctx, vehicleId: number) =>
  ctx.db
    .selectFrom('vehicle_held')
    .select((eb) => [
      'network',
      'reason',
      eb.fn.countAll<number>().as('n'),
      sql<Instant>`min(at)`.as('from'),
      sql<Instant>`max(at)`.as('to'),
      sql<number>`(array_agg(lon order by at desc))[1]`.as('lon'),
      sql<number>`(array_agg(lat order by at desc))[1]`.as('lat'),
    ])
    .where('vehicle_id', '=', vehicleId)
    .where('taken_at', 'is', null)
    .groupBy(['network', 'reason'])
    .orderBy('network')
    .orderBy('reason')
    .execute();

/** Whether somebody has to look at the device of `vehicle as v`: positions are held for review, or a network or connection is in doubt. */
export const doubtfulSql = (ctx: Ctx) => {
  const held = ctx.db.selectFrom('vehicle_held as h').select('h.vehicle_id').where('h.taken_at', 'is', null);
  const inDoubt = ctx.db
    .selectFrom('vehicle_network as n')
    .innerJoin('vehicle as w', (join) =>
      join.onRef('w.id', '=', 'n.vehicle_id').onRef('w.terminal_no', '=', 'n.terminal_no'),
    )
    .select('n.vehicle_id')
    .where('n.doubt_at', 'is not', null)
    .where('n.decided_at', 'is', null);
  return sql<SqlBool>`(v.id in (${held}) or v.id in (${inDoubt}))`;
};

/** How many devices of vehicles in use need an act of their tenant. */
export async function countAccess(ctx: Ctx): Promise<{ legacy: number; unbound: number; doubtful: number }> {
  const inUse = () => ctx.db.selectFrom('vehicle as v').where('v.enabled', '=', true);
  const byAccess = await ctx.db
    .selectFrom(
      inUse()
        .leftJoin('vehicle_device as d', 'd.vehicle_id', 'v.id')
        .select(accessSql(ctx.clock.now()).as('access'))
        .as('one'),
    )
    .select((eb) => ['one.access', eb.fn.countAll<number>().as('n')])
    .groupBy('one.access')
    .execute();
  const { doubtful } = await inUse()
    .where(doubtfulSql(ctx))
    .select((eb) => eb.fn.countAll<number>().as('doubtful'))
    .executeTakeFirstOrThrow();
  const of = (access: DeviceAccess): number => Number(byAccess.find((row) => row.access === access)?.n ?? 0);
  return { legacy: of('legacy'), unbound: of('unbound'), doubtful: Number(doubtful) };
}

/** Vehicles of the caller's tenants among these, locked in the order of their ids. */
export const lockVehicles = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('vehicle')
    .select(['id', 'tenant_id', 'plate_no', 'protocol', 'terminal_no', 'record_version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Until when the registration of devices is open; those that were never registered are missing. */
export const listOpen = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db.selectFrom('vehicle_device').select(['vehicle_id', 'open_until']).where('vehicle_id', 'in', ids).execute();

/** Opens the registration of devices. The code of earlier versions ends with it, and sessions that were let in by it. */
export const openDevices = (
  ctx: Ctx,
  vehicles: readonly { id: number; tenant_id: number }[],
  openUntil: Instant,
): Promise<unknown> =>
  ctx.db
    .insertInto('vehicle_device')
    .values(vehicles.map(({ id, tenant_id }) => ({ vehicle_id: id, tenant_id, open_until: ts(openUntil) })))
    .onConflict((conflict) =>
      conflict.column('vehicle_id').doUpdateSet({
        open_until: ts(openUntil),
        epoch: sql<number>`vehicle_device.epoch + (vehicle_device.legacy_no is not null)::int`,
        legacy_no: null,
      }),
    )
    .execute();

/** Closes the registration of devices. */
export const closeDevices = (ctx: Ctx, ids: readonly number[]): Promise<unknown> =>
  ctx.db.updateTable('vehicle_device').set({ open_until: null }).where('vehicle_id', 'in', ids).execute();

/** What an act on positions that are held for review is about. */
type HeldPart = { vehicleId: number; network: string; reason: HeldReason };

/** Has the gateway store positions that are held for review. Gives how many. */
export async function takeHeld(ctx: Ctx, { vehicleId, network, reason }: HeldPart): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('vehicle_held')
    .set({ taken_at: ts(ctx.clock.now()) })
    .where('vehicle_id', '=', vehicleId)
    .where('network', '=', network)
    .where('reason', '=', reason)
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Removes positions that are held for review. Gives how many. */
export async function removeHeld(ctx: Ctx, { vehicleId, network, reason }: HeldPart): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('vehicle_held')
    .where('vehicle_id', '=', vehicleId)
    .where('network', '=', network)
    .where('reason', '=', reason)
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Notes that somebody looked at a network of a device; `state` where it changes. Gives whether there was something to look at. */
export async function decideNetwork(
  ctx: Ctx,
  vehicle: { id: number; terminal_no: string },
  network: string,
  state: 'confirmed' | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('vehicle_network')
    .set({ decided_at: ts(ctx.clock.now()), ...(state === undefined ? {} : { state }) })
    .where('vehicle_id', '=', vehicle.id)
    .where('terminal_no', '=', vehicle.terminal_no)
    .where('network', '=', network)
    .where('doubt_at', 'is not', null)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
