// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { removedBooking } from '#domain/intake/fusion/removals.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import type { ShipmentContent, SourceRecord } from '#domain/tracking/model.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { OwnSubscription } from './queries.ts';

/** The channel of self-service subscriptions. */
export const selfService = 'SHIPPING_TRACKING_WALI';

/** Whose word an expert's record is. */
export type ExpertChannel = 'EXPERT' | 'AUTONOMIC_EXPERT';

/** The channel that a processType of the wire means. */
export const channelOf = (processType: unknown): ExpertChannel =>
  processType === 'AUTONOMIC_EXPERT' ? 'AUTONOMIC_EXPERT' : 'EXPERT';

/** Under which name an expert's record stands among the records of a subscription. */
export const sourceCodeOf = (channel: ExpertChannel): string => `expert:${channel}`;

/** An expert's record as it is stored. */
export type ExpertRecord = { id: number; content: ShipmentContent; removed: boolean };

/** The expert's record of a subscription; one that was deleted is `removed`. */
export async function findExpert(
  ctx: Ctx,
  subscriptionId: number,
  channel: ExpertChannel,
): Promise<ExpertRecord | undefined> {
  const row = await ctx.db
    .selectFrom('shipment as s')
    .select(['s.id', 's.content', 's.received_at'])
    .$narrowType<{ content: ShipmentContent }>()
    .select((eb) =>
      eb
        .selectFrom('shipment_removal as r')
        .select('r.removed_at')
        .whereRef('r.subscription_id', '=', 's.subscription_id')
        .whereRef('r.source_code', '=', 's.source_code')
        .where('r.item', '=', removedBooking)
        .as('removed_at'),
    )
    .where('s.subscription_id', '=', subscriptionId)
    .where('s.source_code', '=', sourceCodeOf(channel))
    .where('s.fused', '=', false)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    content: row.content,
    removed: row.removed_at !== null && row.received_at <= row.removed_at,
  };
}

/** A content of the mode of a subscription that says nothing yet. */
const emptyContentOf = ({ mode }: Pick<OwnSubscription, 'mode'>): ShipmentContent => ({
  ...(mode !== 'sea' && { mode }),
  ...emptyContent(),
});

/** The record of an expert as fusion reads it, empty where there is none yet. */
export const toRecord = (
  ctx: Ctx,
  subscription: Pick<OwnSubscription, 'mode'>,
  channel: ExpertChannel,
  known: ExpertRecord | undefined,
): SourceRecord => ({
  id: known === undefined ? '' : String(known.id),
  sourceType: 'EXPERT',
  channel,
  sourceCode: sourceCodeOf(channel),
  observedAt: ctx.clock.now(),
  content: known === undefined || known.removed ? emptyContentOf(subscription) : known.content,
});

/** Writes an expert's record in the current transaction; the caller fuses afterwards. Gives its id. */
export async function writeExpert(
  ctx: Ctx,
  subscription: OwnSubscription,
  channel: ExpertChannel,
  content: ShipmentContent,
): Promise<number> {
  const now = ctx.clock.now();
  const [written] = await upsertShipments(
    ctx.unscoped,
    [
      {
        tenantId: subscription.tenant_id,
        subscriptionId: subscription.id,
        fused: false,
        sourceId: null,
        sourceType: 'EXPERT',
        sourceCode: sourceCodeOf(channel),
        channel,
        observedAt: now,
        receivedAt: now,
        rawAnswerId: null,
        direction: subscription.direction,
        containerNo: subscription.container_no,
        ended: false,
        content,
        stored: toStored(content, null),
        history: null,
      },
    ],
    now,
  );
  // What was deleted before is there again.
  await ctx.db
    .deleteFrom('shipment_removal')
    .where('subscription_id', '=', subscription.id)
    .where('source_code', '=', sourceCodeOf(channel))
    .execute();
  if (written === undefined) throw new Error('the record of the expert was not written');
  return written.id;
}
