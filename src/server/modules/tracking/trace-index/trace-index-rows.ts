import type { traceIndexList } from '#lists/trace-index.ts';
import { transhipmentPorts } from '#domain/tracking/derive.ts';
import { shownAt, shownBooking, type ShownBooking } from '#domain/tracking/estimates.ts';
import { whereContainersAre } from '#domain/tracking/whereabouts.ts';
import { shipmentProgress } from '#domain/tracking/progress.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { freeTimeOf } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { trackedState } from './tracked-state.ts';

/** A row of the tracking list. */
export type TraceIndexRow = ListRow<typeof traceIndexList>;

/** What rows are made of: subscriptions with the shipment each shows. */
async function listRows(ctx: Ctx, ids: readonly number[]) {
  return await ctx.db
    .selectFrom('subscription as s')
    .leftJoin('shipment as h', 'h.id', 's.shipment_id')
    .innerJoin('tenant as t', 't.id', 's.tenant_id')
    .select([
      's.id',
      's.subject',
      's.bill_no',
      's.container_no',
      's.carrier_code',
      's.vessel_name as asked_vessel',
      's.voyage as asked_voyage',
      's.direction',
      's.ended',
      's.ended_at',
      's.arrived',
      's.open_exceptions',
      's.subscribed_at',
      's.shipment_id',
      's.tenant_id',
      'h.content',
      't.code as tenant_code',
      't.free_demurrage_days',
      't.free_detention_days',
    ])
    .where('s.id', 'in', ids)
    .execute();
}

/** When a source last answered for each subscription. */
export async function lastHeard(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('subscription_source')
    .select((eb) => ['subscription_id', eb.fn.max('last_success_at').as('at')])
    .where('subscription_id', 'in', ids)
    .groupBy('subscription_id')
    .execute();
  return new Map(rows.flatMap(({ subscription_id, at }) => (at === null ? [] : [[subscription_id, Number(at)]])));
}

type Stored = Awaited<ReturnType<typeof listRows>>[number];

/** Whole days that the arrival is later than planned, at least, by now; fewer than none when it is earlier. */
const slipOf = ({ ata, eta, plannedArrival, overdue }: ShownBooking, now: Instant): number | null => {
  const reported = ata ?? eta ?? (overdue.arrival === null ? null : now);
  return reported === null || plannedArrival === null ? null : Math.round((reported - plannedArrival) / DAY_MS);
};

function shipmentParts(row: Stored, ctx: Ctx, reference: ReferenceSnapshot): Partial<TraceIndexRow> {
  const { content } = row;
  if (content === null) return {};
  const now = shownAt(row, ctx.clock.now());
  const booking = shownBooking(content, now);
  const apart = whereContainersAre(content);
  const nameOf = (code: string | null): string | null => {
    const port = code === null ? undefined : reference.ports.get(code);
    return (ctx.lang === 'zh' ? port?.nameCn : null) ?? port?.name ?? null;
  };
  const zoneOf = (code: string | null): string | null =>
    code === null ? null : (reference.ports.get(code)?.zone ?? null);
  const { current, share } = shipmentProgress(content);
  const [free] = content.containers
    .map(({ containerNo }) => freeTimeOf(content, containerNo, row.carrier_code, row, reference))
    .filter(({ lastFreeDay }) => lastFreeDay !== null)
    .toSorted((a, b) => (a.lastFreeDay ?? '').localeCompare(b.lastFreeDay ?? ''));
  const between = transhipmentPorts(content).map((code) => nameOf(code) ?? code);
  return {
    polCode: booking.portOfLoading,
    polName: nameOf(booking.portOfLoading),
    polZone: zoneOf(booking.portOfLoading),
    podCode: booking.portOfDischarge,
    podName: nameOf(booking.portOfDischarge),
    podZone: zoneOf(booking.portOfDischarge),
    transhipments: between.length === 0 ? null : between.join(' → '),
    plannedDeparture: booking.plannedDeparture,
    etd: booking.etd,
    atd: booking.atd,
    plannedArrival: booking.plannedArrival,
    eta: booking.eta,
    ata: booking.ata,
    etdOverdue: booking.overdue.departure,
    etaOverdue: booking.overdue.arrival,
    slipDays: slipOf(booking, now),
    statusCode: current?.statusCode ?? null,
    statusTime: current?.at ?? null,
    statusZone: zoneOf(current?.portCode ?? null),
    share: Math.round(share * 100),
    containerCount: content.containers.length,
    boxesArrived: apart?.arrival.done ?? null,
    firstArrival: apart?.arrival.first ?? null,
    lastFreeDay: free?.lastFreeDay ?? null,
    dailyCharge: free?.tariff?.rate ?? null,
    chargeCurrency: free?.tariff?.currency ?? null,
    ...(booking.vesselName === null ? {} : { vesselName: booking.vesselName, voyage: booking.voyage }),
  };
}

const nothingKnown = {
  polCode: null,
  polName: null,
  polZone: null,
  podCode: null,
  podName: null,
  podZone: null,
  transhipments: null,
  plannedDeparture: null,
  etd: null,
  atd: null,
  plannedArrival: null,
  etdOverdue: null,
  etaOverdue: null,
  eta: null,
  ata: null,
  slipDays: null,
  statusCode: null,
  statusTime: null,
  statusZone: null,
  share: 0,
  containerCount: 0,
  boxesArrived: null,
  firstArrival: null,
  lastFreeDay: null,
  dailyCharge: null,
  chargeCurrency: null,
  noSource: null,
} satisfies Partial<TraceIndexRow>;

/** Rows of the tracking list by id of the subscription. */
export async function loadTraceRows(
  ctx: Ctx,
  ids: readonly number[],
  reference: ReferenceSnapshot,
): Promise<TraceIndexRow[]> {
  const [rows, heard] = await Promise.all([listRows(ctx, ids), lastHeard(ctx, ids)]);
  return rows.map((row) => ({
    ...nothingKnown,
    obmTkSubscribeId: String(row.id),
    subject: row.subject,
    referenceNo: (row.subject === 'bill' ? row.bill_no : row.container_no) ?? '',
    carrierCode: row.carrier_code,
    vesselName: row.asked_vessel,
    voyage: row.asked_voyage,
    inOutFlag: row.direction,
    state: trackedState(row, row.content),
    openExceptions: row.open_exceptions,
    freshTime: heard.get(row.id) ?? null,
    subscribeTime: row.subscribed_at,
    tenantCode: row.tenant_code,
    obmBkId: row.shipment_id === null ? null : String(row.shipment_id),
    ...shipmentParts(row, ctx, reference),
  }));
}
