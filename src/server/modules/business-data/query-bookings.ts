import type { ListedBusiness } from '#contract/business-data.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { ShipmentContent, Subject } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { applyRemovals, findShipment, listRemovals, presentShipment } from '#server/modules/tracking/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';

/** As many bookings as are shown of one voyage. */
const mostShown = 20_000;

const shipmentsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('shipment as b')
    .innerJoin('subscription as s', 's.id', 'b.subscription_id')
    .select(['b.id', 'b.subscription_id', 'b.fused', 'b.source_type', 'b.source_code', 'b.channel', 'b.container_no'])
    .select('b.tenant_id')
    .select(['b.direction', 'b.ended', 'b.ended_at', 'b.received_at', 'b.record_version', 'b.content', 's.subject'])
    // Fused bookings before the records they are made of.
    .orderBy('b.subscription_id')
    .orderBy('b.fused', 'desc')
    .orderBy('b.id')
    .limit(mostShown);

const countsOf = ({ legs, containers, events }: ShipmentContent): ListedBusiness['counts'] => ({
  legs: legs.length,
  containers: containers.length,
  statuses: events.length,
});

/** The subscription whose source a job asks. */
async function subscriptionOfJob(ctx: Ctx, jobId: string): Promise<number | undefined> {
  if (!/^\d{1,15}$/.test(jobId)) return undefined;
  const [task] = await ctx.database.query<{ target: string | null }>(
    `select payload ->> 'subscriptionSourceId' as target from task where id = $1`,
    [Number(jobId)],
  );
  if (task?.target == null) return undefined;
  const row = await ctx.db
    .selectFrom('subscription_source')
    .select('subscription_id')
    .where('id', '=', Number(task.target))
    .executeTakeFirst();
  return row?.subscription_id;
}

/**
 * Bookings with their children: of one subscription, or of all that sail with the same vessel on the same voyage as the
 * one that is named by its id or by the job that asked for it.
 */
export async function queryBookings({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'exceptionBusiness'>;
  reference: ReferenceSnapshot;
}): Promise<ListedBusiness[]> {
  const { bkId, remoteJobId } = input;
  const job = remoteJobId == null ? '' : String(remoteJobId).trim();
  if (bkId === undefined && job === '') throw refused('business.bookingOrJobRequired');
  const named = bkId === undefined ? undefined : await findShipment(ctx, bkId);
  const subscriptionId = bkId === undefined ? await subscriptionOfJob(ctx, job) : named?.subscription_id;
  if (subscriptionId === undefined) throw notFound('trace.notFound');
  const own = await shipmentsOf(ctx).where('b.subscription_id', '=', subscriptionId).execute();
  let rows = own;
  if (input.businessType === 'vesselVoyage') {
    const { vesselName, voyage } =
      named?.content.booking ?? (own.find((row) => row.fused)?.content as ShipmentContent | undefined)?.booking ?? {};
    if (!vesselName || !voyage) throw refused('tracking.vesselVoyageNotFound');
    rows = await shipmentsOf(ctx).where('b.vessel_name', '=', vesselName).where('b.voyage', '=', voyage).execute();
  }
  const ids = [...new Set(rows.map((row) => row.subscription_id))];
  const shown = applyRemovals(
    rows.map((row) => ({ ...row, content: row.content as ShipmentContent })),
    await listRemovals(ctx.database, ids),
  );
  return shown.map((row) => {
    const { obmBk, ...children } = presentShipment(row, row.subject as Subject, reference);
    const tenant = reference.tenants.get(row.tenant_id);
    return {
      obmBk: {
        ...obmBk,
        obmTkSubscribeId: String(row.subscription_id),
        tenantCode: tenant?.code ?? '',
        tenantName: (ctx.lang === 'en' ? tenant?.nameEn : null) ?? tenant?.name ?? '',
      },
      ...(input.children === 0 ? {} : children),
      counts: countsOf(row.content),
    };
  });
}
