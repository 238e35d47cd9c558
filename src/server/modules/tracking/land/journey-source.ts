import { sql, type SqlBool } from 'kysely';
import type { expressIndexList } from '#lists/express-index.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { shipmentProgress } from '#domain/tracking/progress.ts';
import { shownAt, shownBooking } from '#domain/tracking/estimates.ts';
import type { ListSource } from '#server/list/index.ts';
import { operatorIn, type PortInfo, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  byBooking,
  lastHeard,
  type ValueSources,
  traceSource,
  trackedState,
  withNumber,
} from '#server/modules/tracking/trace-index/index.ts';
import { placesFor } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { List, ListRow } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What the rows of all these lists have in common. */
type JourneyRow = Omit<ListRow<typeof expressIndexList>, 'mainState' | 'scanTime' | 'scanPlace' | 'rawCode'>;

/** What a mode adds to a row: of a shipment that is known, at a moment. */
type Own = (about: {
  content: ShipmentContent;
  now: Instant;
  since: Instant;
  nameOf: (place: string | null) => string | null;
  placeOf: (code: string) => PortInfo | undefined;
}) => Record<string, unknown>;

const unknown = {
  noSource: null,
  statusCode: null,
  share: 0,
  eta: null,
  origin: null,
  originName: null,
  originZone: null,
  destination: null,
  destinationName: null,
  destinationZone: null,
  plannedDeparture: null,
  etd: null,
  atd: null,
  plannedArrival: null,
  etdOverdue: null,
  etaOverdue: null,
  ata: null,
} satisfies Partial<JourneyRow>;

type PlaceOf = (code: string | null) => PortInfo | undefined;

function contentParts(
  content: ShipmentContent,
  placeOf: PlaceOf,
  nameOf: (code: string | null) => string | null,
  now: Instant,
): Partial<JourneyRow> {
  const booking = shownBooking(content, now);
  const { current, share } = shipmentProgress(content);
  return {
    statusCode: current?.statusCode ?? null,
    share: Math.round(share * 100),
    origin: booking.portOfLoading,
    originName: nameOf(booking.portOfLoading),
    originZone: placeOf(booking.portOfLoading)?.zone ?? null,
    destination: booking.portOfDischarge,
    destinationName: nameOf(booking.portOfDischarge),
    destinationZone: placeOf(booking.portOfDischarge)?.zone ?? null,
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

async function loadRows(
  ctx: Ctx,
  ids: readonly number[],
  reference: ReferenceSnapshot,
  { own, none }: { own: Own; none: Record<string, unknown> },
) {
  const [rows, heard] = await Promise.all([
    ctx.db
      .selectFrom('subscription as s')
      .leftJoin('shipment as h', 'h.id', 's.shipment_id')
      .innerJoin('tenant as t', 't.id', 's.tenant_id')
      .select([
        's.id',
        's.bill_no',
        's.container_no',
        's.carrier_code',
        's.ended',
        's.ended_at',
        's.arrived',
        's.open_exceptions',
      ])
      .select(['s.subscribed_at', 's.shipment_id', 's.tenant_id', 'h.content', 't.code as tenant_code'])
      .where('s.id', 'in', ids)
      .execute(),
    lastHeard(ctx, ids),
  ]);
  const contents = rows.flatMap(({ content, tenant_id: tenantId }) =>
    content === null ? [] : [{ tenantId, content }],
  );
  const places = await placesFor(ctx, contents, reference);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const operator = operatorIn(reference, row.carrier_code);
    const placeOf: PlaceOf = (code) => (code === null ? undefined : places(row.tenant_id, code));
    const nameOf = (code: string | null): string | null => {
      const place = placeOf(code);
      return (ctx.lang === 'zh' ? place?.nameCn : null) ?? place?.name ?? code;
    };
    const { content } = row;
    const base: JourneyRow = {
      ...unknown,
      obmTkSubscribeId: String(row.id),
      waybill: row.bill_no ?? row.container_no ?? '',
      operatorCode: row.carrier_code,
      operatorName: (ctx.lang === 'zh' ? operator?.nameCn : operator?.nameEn) ?? row.carrier_code,
      state: trackedState(row, content),
      openExceptions: row.open_exceptions,
      freshTime: heard.get(row.id) ?? null,
      subscribeTime: row.subscribed_at,
      tenantCode: row.tenant_code,
      obmBkId: row.shipment_id === null ? null : String(row.shipment_id),
      ...(content === null ? {} : contentParts(content, placeOf, nameOf, shownAt(row, now))),
    };
    return { ...base, ...(content === null ? none : own({ content, now, since: row.subscribed_at, nameOf, placeOf })) };
  });
}

/** Everything the caller's tenants follow by one mode: what all modes show, and what the mode adds. */
export const journeySource = (
  list: List,
  {
    mode,
    normalize,
    valueSources,
    ...parts
  }: {
    mode: OtherMode;
    normalize: (number: string) => string;
    own: Own;
    none: Record<string, unknown>;
    /** Which source reported the values that the mode adds. */
    valueSources: ValueSources;
  },
  reference: () => ReferenceSnapshot,
): ListSource =>
  traceSource<JourneyRow>(list, {
    mode,
    reference,
    columns: { operatorCode: 's.carrier_code' },
    where: {
      waybill: (numbers: string[], ctx: Ctx) => sql<SqlBool>`s.id in ${withNumber(ctx, numbers.map(normalize))}`,
    },
    reported: (row) => ({
      stops: [row.originName, row.destinationName],
      departureZone: row.originZone,
      arrivalZone: row.destinationZone,
    }),
    valueSources: { waybill: byBooking('billNo'), operatorName: byBooking('carrierCode'), ...valueSources },
    load: (ctx, ids, snapshot) => loadRows(ctx, ids, snapshot, parts),
  });
