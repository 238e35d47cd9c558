import type { CallData, ParsedBody } from '#contract/index.ts';
import { vehicle as vehicleEntity } from '#entities/vehicle.ts';
import { checkMayWrite, type EntityServices, updateRow } from '#server/entity/index.ts';
import { writeAudit, writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import {
  closeDevices,
  decideNetwork,
  listOpen,
  lockVehicles,
  openDevices,
  removeHeld,
  takeHeld,
} from './access-queries.ts';

/** Vehicles that an act is about, locked; all of them are the caller's. */
async function getLocked(ctx: Ctx, ids: readonly number[]) {
  checkMayWrite(ctx, vehicleEntity);
  const wanted = [...new Set(ids)];
  const found = await lockVehicles(ctx, wanted);
  if (found.length < wanted.length) throw notFound();
  return found;
}

/** Lets devices register for some hours; each window closes with the first registration. */
export function openRegistration({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'vehicleOpenRegistration'>;
}): Promise<CallData<'vehicleOpenRegistration'>> {
  const openUntil = ctx.clock.now() + input.hours * HOUR_MS;
  return ctx.unscoped.transaction(async () => {
    const vehicles = await getLocked(ctx, input.vehicleIds);
    const without = vehicles.filter(({ protocol }) => protocol !== 'JT808');
    if (without.length > 0)
      throw refused('vehicle.noRegistration', { plates: without.map((one) => one.plate_no).join(', ') });
    const ids = vehicles.map(({ id }) => id);
    const before = new Map((await listOpen(ctx, ids)).map((row) => [row.vehicle_id, row.open_until]));
    await openDevices(ctx, vehicles, openUntil);
    await writeAudits(
      ctx,
      vehicles.map(({ id, tenant_id: tenantId }) => ({
        entity: 'vehicle',
        entityId: String(id),
        action: 'openRegistration',
        tenantId,
        before: { openUntil: before.get(id) ?? null },
        after: { openUntil },
      })),
    );
    return { count: vehicles.length, openUntil };
  });
}

/** Ends open registrations; vehicles without one stay as they are. */
export function closeRegistration({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'vehicleCloseRegistration'>;
}): Promise<CallData<'vehicleCloseRegistration'>> {
  return ctx.unscoped.transaction(async () => {
    const vehicles = await getLocked(ctx, input.vehicleIds);
    const open = (
      await listOpen(
        ctx,
        vehicles.map(({ id }) => id),
      )
    ).filter((row) => row.open_until !== null);
    const tenantOf = new Map(vehicles.map((one) => [one.id, one.tenant_id]));
    if (open.length === 0) return { count: 0 };
    await closeDevices(
      ctx,
      open.map((row) => row.vehicle_id),
    );
    await writeAudits(
      ctx,
      open.map((row) => ({
        entity: 'vehicle',
        entityId: String(row.vehicle_id),
        action: 'closeRegistration',
        tenantId: tenantOf.get(row.vehicle_id) ?? null,
        before: { openUntil: row.open_until },
        after: { openUntil: null },
      })),
    );
    return { count: open.length };
  });
}

/** Binds devices to networks; without any they may connect from everywhere. It is a change of the vehicles, and undone like one. */
export function bindNetworks({
  ctx,
  services,
  input,
}: {
  ctx: Ctx;
  services: EntityServices;
  input: ParsedBody<'vehicleBindNetworks'>;
}): Promise<CallData<'vehicleBindNetworks'>> {
  return ctx.unscoped.transaction(async () => {
    const vehicles = await getLocked(ctx, input.vehicleIds);
    for (const { id, record_version: recordVersion } of vehicles)
      await updateRow({
        ctx,
        entity: vehicleEntity,
        services,
        input: { vehicleId: id, networks: input.networks.trim(), recordVersion },
      });
    return { count: vehicles.length };
  });
}

/**
 * Decides about positions that are held for review. Taking them over has the gateway store them and confirms their network; a jump says
 * nothing about its network.
 */
export function decideHeld(
  { ctx, input }: { ctx: Ctx; input: ParsedBody<'vehicleTakeOver'> },
  act: 'takeOver' | 'discard',
): Promise<CallData<'vehicleTakeOver'>> {
  return ctx.unscoped.transaction(async () => {
    const [vehicle] = await getLocked(ctx, [input.vehicleId]);
    if (vehicle === undefined) throw notFound();
    const count = await (act === 'takeOver' ? takeHeld(ctx, input) : removeHeld(ctx, input));
    const isConfirmed = act === 'takeOver' && input.reason !== 'jump';
    const isDecided = await decideNetwork(ctx, vehicle, input.network, isConfirmed ? 'confirmed' : undefined);
    if (count === 0 && !isDecided) throw refused('vehicle.nothingHeld');
    await writeAudit(ctx, {
      entity: 'vehicle',
      entityId: String(vehicle.id),
      action: act === 'takeOver' ? 'takeOver' : 'discard',
      tenantId: vehicle.tenant_id,
      after: { network: input.network, reason: input.reason, count },
    });
    return { count };
  });
}
