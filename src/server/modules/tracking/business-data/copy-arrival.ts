// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { bookingPath } from '#domain/intake/fusion/paths.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import type { BookingContent } from '#domain/tracking/model.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { enterEverywhere } from '#server/modules/tracking/override/index.ts';
import {
  applyRemovals,
  archivedContents,
  findShipment,
  listRemovals,
} from '#server/modules/tracking/shipment/index.ts';
import type { TraceShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { noteChanges } from './note-change.ts';
import { lockOwnSubscriptions } from './queries.ts';
import type { OwnSubscription } from './queries.ts';

type Copied = CallData<'copyArrival'>;
type Booking = Pick<BookingContent, 'vesselName' | 'voyage' | 'portOfDischarge' | 'ata' | 'billNo'>;

const autonomic = new Set(['AUTONOMIC_CARRIER_DISTRIBUTE', 'SHIPPING_TRACKING_WALI', 'AUTONOMIC_EXPERT']);

/** Whether the arrival of a booking may be given to others: what a robot read, not of self-service. */
const isTemplate = (shipment: TraceShipment): boolean =>
  !shipment.fused && shipment.source_type === 'RPA' && !autonomic.has(shipment.channel);

const sameCall = (a: Booking, b: Booking): boolean =>
  (['vesselName', 'voyage', 'portOfDischarge'] as const).every((name) => a[name] !== null && a[name] === b[name]);

/** A booking that shall have the arrival, and what is shown of its subscription. */
type Target = { id: number; subscriptionId: number; booking: Booking; shown: Booking };

/** The bookings of the caller's tenants by id, with the fused ones of their subscriptions; all of them, or nothing is found. */
async function loadTargets(ctx: Ctx, ids: readonly number[]): Promise<Target[]> {
  const rows = await ctx.db
    .selectFrom('shipment as b')
    .leftJoin('shipment as f', (join) =>
      join.onRef('f.subscription_id', '=', 'b.subscription_id').on('f.fused', '=', true),
    )
    .select(['b.id', 'b.tenant_id', 'b.subscription_id', 'b.fused', 'b.source_type', 'b.source_code', 'b.received_at'])
    .select([
      sql<Booking | null>`b.content -> 'booking'`.as('booking'),
      sql<Booking | null>`f.content -> 'booking'`.as('shown'),
    ])
    .where('b.id', 'in', [...ids])
    .orderBy('b.subscription_id')
    .orderBy('b.fused', 'desc')
    .orderBy('b.id')
    .execute();
  // What was removed as a whole is not there any more.
  const nothing = emptyContent();
  const there = applyRemovals(
    rows.map((row) => ({ ...row, content: nothing })),
    await listRemovals(ctx.unscoped, {
      ids: rows.map((row) => row.subscription_id),
      tenantIds: rows.map((row) => row.tenant_id),
    }),
  );
  if (there.length < ids.length) throw notFound('trace.notFound');
  const archived = await archivedContents(
    ctx.unscoped,
    there.filter((row) => row.booking === null),
  );
  return there.flatMap((row) => {
    const booking = row.booking ?? archived.get(row.id)?.booking;
    return booking === undefined
      ? []
      : [{ id: row.id, subscriptionId: row.subscription_id, booking, shown: row.shown ?? booking }];
  });
}

type Change = { target: Target; subscription: OwnSubscription };

/** Writes the arrival for every subscription at once, with one change of each. */
async function write(ctx: Ctx, pipeline: PipelineDeps, changes: readonly Change[], ata: Instant): Promise<string[]> {
  if (changes.length === 0) return [];
  const wanted = { path: bookingPath('ata'), value: ata };
  const entered = await enterEverywhere(
    ctx,
    changes.map(({ subscription }) => subscription),
    wanted,
    'EXPERT',
  );
  const ids = await noteChanges(
    ctx,
    changes.map(({ target, subscription }) => {
      const value = entered.get(subscription.id);
      return {
        subscription,
        kind: 'arrivalCopied',
        detail: { experts: [], removals: [], values: value === undefined ? [] : [value] },
        about: { obmBkId: String(target.id), before: target.shown.ata, after: ata },
      };
    }),
  );
  await recomputeSubscriptions(
    pipeline,
    changes.map(({ subscription }) => subscription.id),
    ctx.clock.now(),
  );
  return ids.map(String);
}

/**
 * Gives other bookings of the same voyage and port of discharge the actual arrival of one that a robot read. Each gets
 * it as an expert value; one that does not fit refuses all. With `preview` nothing is written.
 */
export async function copyArrival({
  ctx,
  input,
  pipeline,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'copyArrival'>;
  pipeline: PipelineDeps;
  reference: ReferenceSnapshot;
}): Promise<Copied> {
  const template = input.templateBkId === undefined ? undefined : await findShipment(ctx, input.templateBkId);
  if (input.templateBkId !== undefined && template === undefined) throw notFound('trace.notFound');
  const ata = template?.content.booking.ata ?? null;
  if (template === undefined || !isTemplate(template) || ata === null) throw refused('business.selectRpaBooking');
  const { booking } = template.content;
  const ids = [...new Set(input.otherBkIdList ?? [])].filter((id) => id !== template.id);
  if (ids.length === 0) throw refused('error.emptyInput');
  const zone = (booking.portOfDischarge === null ? null : placeIn(reference, booking.portOfDischarge)?.zone) ?? null;
  return ctx.unscoped.transaction(async () => {
    const found = await loadTargets(ctx, ids);
    const subscriptions = await lockOwnSubscriptions(ctx, [...new Set(found.map((target) => target.subscriptionId))]);
    // What they are is read under the locks.
    const targets = await loadTargets(ctx, ids);
    const strange = targets.filter((target) => !sameCall(booking, target.booking)).length;
    if (strange > 0) throw refused('business.notSameVoyage', { count: strange });
    const changes: Change[] = [];
    const rows = targets.map((target, index): Copied['rows'][number] => {
      const subscription = subscriptions.get(target.subscriptionId);
      if (subscription === undefined) throw notFound('trace.notFound');
      // Bookings of one subscription stand together: the first of them changes it.
      const isFirst = targets[index - 1]?.subscriptionId !== target.subscriptionId;
      const state = target.shown.ata === ata ? 'same' : isFirst ? 'changing' : 'withSubscription';
      if (state === 'changing') changes.push({ target, subscription });
      return {
        obmBkId: String(target.id),
        blNo: target.shown.billNo,
        ctnNo: subscription.container_no,
        before: target.shown.ata,
        after: ata,
        zone,
        changed: state === 'changing' ? 1 : 0,
        state,
      };
    });
    return { changeIds: input.preview === 1 ? [] : await write(ctx, pipeline, changes, ata), rows };
  });
}
