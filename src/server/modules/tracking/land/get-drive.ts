import type { CallData } from '#contract/index.ts';
import { getFused } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';

/** Tracks are read for so long at most. */
const LONGEST_MS = 3 * DAY_MS;

/** The vehicle that carries a shipment by road, and from when to when, as far as it reports to us. */
export async function getDrive({
  ctx,
  obmBkId,
}: {
  ctx: Ctx;
  obmBkId: number;
}): Promise<CallData<'vehicleTraceDrive'>> {
  const { content, tenant_id: tenantId } = await getFused(ctx, obmBkId);
  if (content.mode !== 'road') throw refused('error.notFound');
  const plateNo = content.booking.vesselName;
  const vehicle =
    plateNo === null
      ? undefined
      : await ctx.db
          .selectFrom('vehicle')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('plate_no', '=', plateNo)
          .executeTakeFirst();
  const times = [
    ...content.events.flatMap(({ actual }) => actual ?? []),
    ...content.legs.flatMap(({ atd, ata }) => [atd ?? [], ata ?? []].flat()),
  ];
  const now = ctx.clock.now();
  const last = content.booking.ata === null ? now : Math.min(now, Math.max(...times, content.booking.ata) + HOUR_MS);
  const first = times.length === 0 ? now - DAY_MS : Math.min(...times) - HOUR_MS;
  return {
    vehicleId: vehicle === undefined ? null : String(vehicle.id),
    plateNo,
    timeFrom: Math.max(first, last - LONGEST_MS),
    timeTo: last,
  };
}
