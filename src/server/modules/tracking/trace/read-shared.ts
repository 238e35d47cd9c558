// unscoped: The signed link stands for its tenant, and everything is read in the scope of that tenant.
import type { CallData } from '#contract/index.ts';
import { operatorIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { findFusedId, getTrace } from '#server/modules/tracking/shipment/index.ts';
import type { ExceptionPresenter, PositionReader } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { OpenShare } from './share-links.ts';

type Shared = CallData<'sharedTrace'>;
type Trace = CallData<'getTrace'>;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const timeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Customers are notified of our own ETA only where such predictions have proven good. */
const positionShared = (position: Trace['position']): Trace['position'] =>
  position?.eta == null || position.eta.score?.proven === true ? position : { ...position, eta: null };

/** What of a trace a stranger sees, value by value: whatever is added to traces later stays inside. */
function presentShared(trace: Trace, reference: ReferenceSnapshot, expiresAt: Instant): Shared {
  const { booking, sources } = trace;
  const carrierCode = textOf(booking.carrierCode);
  const carrier = operatorIn(reference, carrierCode);
  const reported = sources.flatMap(({ lastSuccessTime }) => lastSuccessTime ?? []);
  return {
    mode: trace.mode,
    blNo: textOf(booking.blNo),
    ctnNo: textOf(booking.ctnNo),
    carrierCode,
    carrierNameCn: carrier?.nameCn ?? null,
    carrierNameEn: carrier?.nameEn ?? null,
    custEtd: timeOf(booking.custEtd),
    ...(booking.custEtdPlanned === 1 && { custEtdPlanned: 1 as const }),
    atd: timeOf(booking.atd),
    custEta: timeOf(booking.custEta),
    ...(booking.custEtaPlanned === 1 && { custEtaPlanned: 1 as const }),
    ...(booking.custEtdOverdue !== undefined && { custEtdOverdue: booking.custEtdOverdue }),
    ...(booking.custEtaOverdue !== undefined && { custEtaOverdue: booking.custEtaOverdue }),
    boxes: trace.boxes,
    ata: timeOf(booking.ata),
    polCode: textOf(booking.polCode),
    podCode: textOf(booking.podCode),
    ended: booking.endFlag === 1,
    places: trace.places,
    containers: trace.containers.map((container) => ({
      containerNo: container.containerNo,
      sizeType: container.sizeType,
      tradeName: container.tradeName,
      quantity: container.quantity,
      grossWeightKg: container.grossWeightKg,
      carriage: container.carriage,
      current: container.current,
      share: container.share,
      stages: container.stages.map((stage) => ({
        ...stage,
        milestones: stage.milestones.map(({ path: _path, ...milestone }) => milestone),
      })),
    })),
    legs: trace.legs,
    track: trace.track,
    vessel: trace.vessel,
    position: positionShared(trace.position),
    freshTime: reported.length === 0 ? null : Math.max(...reported),
    now: trace.now,
    expireTime: expiresAt,
  };
}

/** The trace that a valid link opens, read as its tenant and nobody in it. */
export async function readShared({
  ctx,
  share,
  reference,
  present,
  positionOf,
}: {
  ctx: Ctx;
  share: OpenShare;
  reference: ReferenceSnapshot;
  present: ExceptionPresenter;
  positionOf: PositionReader;
}): Promise<Shared> {
  const scope = { kind: 'tenants', tenantIds: [share.tenantId] } as const;
  const inside: Ctx = { ...ctx, scope, db: ctx.unscoped.scoped(scope) };
  const obmBkId = await findFusedId(inside, share.subscriptionId);
  if (obmBkId === undefined) throw notFound('share.gone');
  const trace = await getTrace({ ctx: inside, obmBkId, reference, present, positionOf });
  return presentShared(trace, reference, share.expiresAt);
}
