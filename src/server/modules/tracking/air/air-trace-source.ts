import { airTraceIndexList } from '#lists/air-trace-index.ts';
import { shipmentProgress } from '#domain/tracking/progress.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { ListSource } from '#server/list/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  byBooking,
  byUnit,
  byWhole,
  lastHeard,
  traceSource,
  trackedState,
} from '#server/modules/tracking/trace-index/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { shownAt, shownBooking } from '#domain/tracking/estimates.ts';
import { normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { sql, type SqlBool } from 'kysely';

/** A row of the list of air tracking. */
type AirRow = ListRow<typeof airTraceIndexList>;

const unknown = {
  noSource: null,
  flight: null,
  pieces: null,
  weightKg: null,
  flights: null,
  isSplit: null,
  statusCode: null,
  share: 0,
  eta: null,
  origin: null,
  originZone: null,
  destination: null,
  destinationZone: null,
  via: null,
  plannedDeparture: null,
  etd: null,
  atd: null,
  plannedArrival: null,
  etdOverdue: null,
  etaOverdue: null,
  ata: null,
} satisfies Partial<AirRow>;

/** Whether pieces left one airport on more than one flight. */
function isSplit({ containers }: ShipmentContent): boolean {
  const flown = containers.filter(({ vesselName, quantity }) => vesselName != null && (quantity ?? 0) > 0);
  const places = flown.map(({ portOfLoading }) => portOfLoading);
  return new Set(places).size < places.length;
}

function contentParts(content: ShipmentContent, reference: ReferenceSnapshot, now: Instant): Partial<AirRow> {
  const { legs, containers } = content;
  const booking = shownBooking(content, now);
  const whole = containers.find(({ containerNo }) => containerNo === booking.billNo);
  const zoneOf = (code: string | null): string | null =>
    code === null ? null : (placeIn(reference, code)?.zone ?? null);
  const { current, share } = shipmentProgress(content);
  const via = legs.slice(0, -1).flatMap(({ portOfDischarge }) => portOfDischarge ?? []);
  return {
    flight: booking.vesselName,
    pieces: whole?.quantity ?? null,
    weightKg: whole?.grossWeightKg ?? null,
    flights: containers.filter(({ vesselName, quantity }) => vesselName != null && quantity !== 0).length,
    isSplit: isSplit(content) ? 1 : 0,
    statusCode: current?.statusCode ?? null,
    share: Math.round(share * 100),
    origin: booking.portOfLoading,
    originZone: zoneOf(booking.portOfLoading),
    destination: booking.portOfDischarge,
    destinationZone: zoneOf(booking.portOfDischarge),
    via: via.length === 0 ? null : via.join(' → '),
    plannedDeparture: booking.plannedDeparture,
    etd: booking.etd,
    atd: booking.atd,
    plannedArrival: booking.plannedArrival,
    eta: booking.eta,
    ata: booking.ata,
    etdOverdue: booking.overdue.departure,
    etaOverdue: booking.overdue.arrival,
  };
}

async function loadRows(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot): Promise<AirRow[]> {
  const [rows, heard] = await Promise.all([
    ctx.db
      .selectFrom('subscription as s')
      .leftJoin('shipment as h', 'h.id', 's.shipment_id')
      .innerJoin('tenant as t', 't.id', 's.tenant_id')
      .select([
        's.id',
        's.bill_no',
        's.carrier_code',
        's.ended',
        's.ended_at',
        's.arrived',
        's.open_exceptions',
        's.subscribed_at',
      ])
      .select(['s.shipment_id', 'h.content', 't.code as tenant_code'])
      .where('s.id', 'in', ids)
      .execute(),
    lastHeard(ctx, ids),
  ]);
  return rows.map((row): AirRow => {
    const airline = reference.airlines.get(row.carrier_code);
    return {
      ...unknown,
      obmTkSubscribeId: String(row.id),
      waybill: row.bill_no ?? '',
      airlineCode: row.carrier_code,
      airlineName: (ctx.lang === 'zh' ? airline?.nameCn : null) ?? airline?.nameEn ?? row.carrier_code,
      state: trackedState(row, row.content),
      openExceptions: row.open_exceptions,
      freshTime: heard.get(row.id) ?? null,
      subscribeTime: row.subscribed_at,
      tenantCode: row.tenant_code,
      obmBkId: row.shipment_id === null ? null : String(row.shipment_id),
      ...(row.content === null ? {} : contentParts(row.content, reference, shownAt(row, ctx.clock.now()))),
    };
  });
}

/** Everything the caller's tenants follow by air. */
export const airTraceSource = (reference: () => ReferenceSnapshot): ListSource =>
  traceSource<AirRow>(airTraceIndexList, {
    mode: 'air',
    reference,
    columns: { airlineCode: 's.carrier_code' },
    where: { waybill: (numbers: string[]) => sql<SqlBool>`s.bill_no = any(${numbers.map(normalizeAirWaybill)})` },
    reported: ({ origin, via, destination, ...row }) => ({
      stops: [origin, via, destination],
      departureZone: row.originZone,
      arrivalZone: row.destinationZone,
    }),
    valueSources: {
      waybill: byBooking('billNo'),
      airlineName: byBooking('carrierCode'),
      flight: byBooking('vesselName'),
      pieces: byWhole('quantity'),
      weightKg: byWhole('grossWeightKg'),
      flights: byUnit('vesselName'),
      isSplit: byUnit('vesselName'),
    },
    load: loadRows,
  });
