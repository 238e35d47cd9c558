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
  const { id, ...shown } = device;
  const held = Map.groupBy(await listHeld(ctx, id), ({ network }) => network);
  return {
    ...shown,
    vehicleId: String(id),
    openUntil: device.access === 'open' ? device.openUntil : null,
    connections: device.connections ?? 0,
    history: (await listNetworks(ctx, id)).map((row) => ({
      ...row,
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
