import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { ParsedQuery } from '#contract/index.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import type { ContainerContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { findFusedId, findShipment, presentShipment, withSites } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { channelOf, findExpert, selfService, sourceCodeOf } from './expert-record.ts';
import { presentById } from './load-shown.ts';
import { findOwnSubscription } from './queries.ts';
import type { OwnSubscription } from './queries.ts';

const onlyNumber = ({ containerNo }: ContainerContent): ContainerContent => ({
  containerNo,
  sealNo: null,
  sizeType: null,
  quantity: null,
  grossWeightKg: null,
  volumeM3: null,
});

/** What a new expert booking begins with: what it is about, so that only what the expert knows has to be typed. */
export function beginningOf(subscription: OwnSubscription, fused: ShipmentContent | undefined): ShipmentContent {
  const mode = subscription.mode === 'sea' ? undefined : subscription.mode;
  const content = emptyContent(
    subscription.bill_no ?? fused?.booking.billNo ?? null,
    null,
    fused?.booking.carrierCode ?? subscription.carrier_code,
  );
  const { portOfLoading = null, portOfDischarge = null, vesselName = null, voyage = null } = fused?.booking ?? {};
  return {
    ...(mode !== undefined && { mode }),
    ...content,
    booking: {
      ...content.booking,
      portOfLoading,
      portOfDischarge,
      ...(subscription.subject === 'container' && {
        vesselName: subscription.vessel_name ?? vesselName,
        voyage: subscription.voyage ?? voyage,
      }),
    },
    // Units of other modes are what sources tell.
    containers: editingOf(mode).bySea ? (fused?.containers ?? []).map(onlyNumber) : [],
  };
}

/** The expert's booking of a subscription; a new one with its defaults and no id where there is none. */
export async function queryExpert({
  ctx,
  input,
  reference: known,
}: {
  ctx: Ctx;
  input: ParsedQuery<'expertBusinessData'>;
  reference: ReferenceSnapshot;
}): Promise<BusinessData> {
  if (input.obmTkSubscribeId == null) throw refused('error.emptyInput');
  const subscription = await findOwnSubscription(ctx, input.obmTkSubscribeId);
  if (subscription === undefined) throw notFound('subscription.notFound');
  if (!subscription.has_data) throw refused('subscription.noData');
  const channel = channelOf(input.processType);
  if (channel === 'AUTONOMIC_EXPERT' && subscription.channel !== selfService) throw refused('override.notSelfService');
  const own = { tenantId: subscription.tenant_id, mode: subscription.mode };
  const reference = await withSites(ctx, own, known);
  const expert = await findExpert(ctx, subscription.id, channel);
  if (expert !== undefined && !expert.removed) return presentById(ctx, expert.id, subscription, reference);
  const fusedId = await findFusedId(ctx, subscription.id);
  const fused = fusedId === undefined ? undefined : await findShipment(ctx, fusedId);
  const data = presentShipment(
    {
      id: 0,
      subscription_id: subscription.id,
      fused: false,
      source_type: 'EXPERT',
      source_code: sourceCodeOf(channel),
      channel,
      container_no: subscription.container_no,
      direction: subscription.direction,
      ended: false,
      ended_at: null,
      content: beginningOf(subscription, fused?.content),
    },
    subscription.subject,
    reference,
    ctx.clock.now(),
  );
  // Nothing of it is stored yet.
  return {
    ...data,
    obmBk: { ...data.obmBk, obmBkId: '' },
    obmDoc: { ...data.obmDoc, obmDocId: '', obmBkId: '' },
    obmDocActualContainerList: data.obmDocActualContainerList.map((row) => ({
      ...row,
      obmDocActualContainerId: '',
      obmDocId: '',
      bcId: '',
      rowStatus: 4,
    })),
  };
}
