import { sql, type SqlBool } from 'kysely';
import { domesticTraceIndexList } from '#lists/domestic-trace-index.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import { inWeeks, type ListInput, listSource, type ListSource, placedTimesText } from '#server/list/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { missingSourcesOf, withoutSource } from '#server/modules/intake/source/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { List } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import { loadTraceRows, type TraceIndexRow } from './trace-index-rows.ts';
import { listValueSources } from './value-sources.ts';
import { byBooking, byUnit, type ValueSources, type ReportedRow } from './reported-by.ts';

/**
 * When a ship arrived, or is expected to; nothing where that has passed, or the next time that a source expects. What is followed no
 * more stands as it did when that ended.
 */
const arrivalAt = (ctx: Ctx) => {
  const [now, expected] = [sql`least(${ts(ctx.clock.now())}, s.ended_at)`, sql`coalesce(h.eta, h.planned_arrival)`];
  return sql`coalesce(h.ata, case when h.awaited_until < ${now} then null
    when h.awaited_until is not null and ${expected} < ${now} then h.awaited_until else ${expected} end)`;
};

/** Since when an arrival is overdue of what is still followed. */
const overdueSince = (ctx: Ctx) =>
  sql`case when h.awaited_until < ${ts(ctx.clock.now())} and not s.ended then h.awaited_until end`;

/** What each tab of a tracking list shows of the subscriptions. */
const traceTabs = {
  transit: sql<SqlBool>`not s.ended and not s.arrived`,
  arrived: sql<SqlBool>`not s.ended and s.arrived`,
  ended: sql<SqlBool>`s.ended`,
  troubled: sql<SqlBool>`s.troubled`,
};
type Tab = keyof typeof traceTabs;

/** What kept totals can be narrowed to besides the tab; values as the columns have them. */
type TotalsOf = { tenantIds?: readonly number[]; carrierCodes?: readonly string[] };

/** Rows of each tab of a mode, from kept totals. */
async function traceTabTotals(
  ctx: Ctx,
  mode: Mode,
  { tenantIds, carrierCodes }: TotalsOf = {},
): Promise<Readonly<Record<string, number>>> {
  const rows = await ctx.db
    .selectFrom('trace_total')
    .where('mode', '=', mode)
    .$if(tenantIds !== undefined, (query) => query.where('tenant_id', '=', sql<number>`any(${tenantIds})`))
    .$if(carrierCodes !== undefined, (query) => query.where('carrier_code', '=', sql<string>`any(${carrierCodes})`))
    .select((eb) => ['state', 'troubled', eb.fn.sum<number>('n').as('n')])
    .groupBy(['state', 'troubled'])
    .execute();
  const sumOf = (fits: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(fits).reduce((sum, { n }) => sum + Number(n), 0);
  return {
    all: sumOf(() => true),
    transit: sumOf(({ state }) => state === 'transit'),
    arrived: sumOf(({ state }) => state === 'arrived'),
    ended: sumOf(({ state }) => state === 'ended'),
    troubled: sumOf(({ troubled }) => troubled),
  };
}

const tenantIdsNamed = (codes: readonly string[], reference: ReferenceSnapshot): number[] =>
  [...reference.tenants.values()].filter(({ code }) => codes.includes(code)).map(({ id }) => id);

/** How many rows a tab of a mode has where nothing else is requested but tenants and carriers. */
async function keptTraceTotal(
  ctx: Ctx,
  input: ListInput,
  mode: Mode,
  reference: ReferenceSnapshot,
): Promise<number | undefined> {
  const { currentPage: _page, pageSize: _size, sortRules: _sort, tab, tenantCode, carrierCode, ...filters } = input;
  if (Object.values(filters).some((value) => value !== undefined)) return undefined;
  const totals = await traceTabTotals(ctx, mode, {
    ...(tenantCode === undefined ? {} : { tenantIds: tenantIdsNamed([tenantCode].flat().map(String), reference) }),
    ...(carrierCode === undefined ? {} : { carrierCodes: [carrierCode].flat().map(String) }),
  });
  return totals[String(tab ?? 'all')];
}

/** Subscriptions of these bills, and those whose shipment has one of the numbers as its bill or booking. */
const withBill = (ctx: Ctx, numbers: readonly string[]) =>
  ctx.db
    .selectFrom('subscription')
    .select('id')
    .where('bill_no', 'in', numbers)
    .unionAll(
      ctx.db
        .selectFrom('shipment')
        .select('subscription_id as id')
        .where('fused', '=', true)
        .where((eb) => eb.or([eb('bill_no', 'in', numbers), eb('booking_no', 'in', numbers)])),
    );

/** Subscriptions of these containers, and those whose shipment has one of them. */
const withContainer = (ctx: Ctx, numbers: readonly string[]) =>
  ctx.db
    .selectFrom('subscription')
    .select('id')
    .where('container_no', 'in', numbers)
    .unionAll(
      ctx.db
        .selectFrom('shipment')
        .select('subscription_id as id')
        .where('fused', '=', true)
        .where(sql<SqlBool>`container_nos && ${numbers}::text[]`),
    );

/** Subscriptions of these numbers, whatever they name, and those whose shipment has one of them as its container, wagon or truck. */
export const withNumber = (ctx: Ctx, numbers: readonly string[]) =>
  withContainer(ctx, numbers).unionAll(ctx.db.selectFrom('subscription').select('id').where('bill_no', 'in', numbers));

/** Places of a row, as its file shows them. */
type Reported = { stops: readonly (string | null)[]; departureZone: string | null; arrivalZone: string | null };

/** The ends of the way that every list of tracking has. */
type Ends = Record<
  'plannedDeparture' | 'etd' | 'etdOverdue' | 'atd' | 'plannedArrival' | 'eta' | 'etaOverdue' | 'ata',
  Instant | null
>;

/** Actual, expected and planned time of an end of the way; what is overdue is not expected any more, nor planned. */
const timesOf = (actual: Instant | null, estimate: Instant | null, planned: Instant | null, overdue: Instant | null) =>
  [actual, estimate, overdue === null ? planned : null] as const;

/** What a list of tracking says besides what all of them have. */
type TraceParts<Row> = {
  mode: Mode;
  reference: () => ReferenceSnapshot;
  columns: Readonly<Record<string, string>>;
  where: Parameters<typeof listSource>[1]['where'];
  reported: (row: Row) => Reported;
  /** Which source reported the values of columns that only this list has. */
  valueSources: ValueSources;
  load: (ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot) => Promise<Row[]>;
};

/** Everything the caller's tenants follow by one mode: its tabs, kept totals, common filters and what files show. */
export function traceSource<Row extends Ends & Readonly<Record<string, unknown>>>(
  list: List,
  { mode, reference, columns, where, reported, valueSources, load }: TraceParts<Row>,
): ListSource {
  const rowOf = (row: object): Row => row as Row;
  const text = (ctx: Ctx, times: Parameters<typeof placedTimesText>[0], zone: string | null): string =>
    placedTimesText(times, zone, ctx.lang);
  return listSource(list, {
    from: (ctx) => ctx.db.selectFrom('subscription as s').where('s.mode', '=', mode),
    id: 's.id',
    joins: { h: (query) => query.leftJoin('shipment as h', 'h.id', 's.shipment_id') },
    columns: {
      subscribeTime: 's.subscribed_at',
      openExceptions: 's.open_exceptions',
      eta: 's.eta',
      ...columns,
    },
    where: {
      tab: (tab: Tab) => traceTabs[tab],
      tenantCode: (codes: string[]) => sql<SqlBool>`s.tenant_id = any(${tenantIdsNamed(codes, reference())})`,
      noSource: (wanted: 0 | 1, ctx) => withoutSource(ctx.db, 's', wanted === 1),
      ...where,
    },
    total: (ctx, input) => keptTraceTotal(ctx, input, mode, reference()),
    tabs: (ctx) => traceTabTotals(ctx, mode),
    cells: {
      route: (row) => reported(rowOf(row)).stops.filter(Boolean).join(' → '),
      departure: (row, ctx) => {
        const { atd, etd, plannedDeparture, etdOverdue } = rowOf(row);
        return text(ctx, timesOf(atd, etd, plannedDeparture, etdOverdue), reported(rowOf(row)).departureZone);
      },
      arrival: (row, ctx) => {
        const { ata, eta, plannedArrival, etaOverdue } = rowOf(row);
        return text(ctx, timesOf(ata, eta, plannedArrival, etaOverdue), reported(rowOf(row)).arrivalZone);
      },
    },
    board: {
      at: arrivalAt,
      overdueSince,
      needs: ['arrivalWeek'],
      marked: sql<SqlBool>`s.open_exceptions > 0`,
      zoneOf: (ctx) => zoneOfCaller(ctx, reference()),
    },
    load: async (ctx, ids) => {
      const [rows, missing] = await Promise.all([load(ctx, ids, reference()), missingSourcesOf(ctx, ids, reference())]);
      return rows.map((row) => ({ ...row, noSource: missing.get(Number(row.obmTkSubscribeId)) ?? null }));
    },
    said: (ctx, rows) => listValueSources(ctx, rows as readonly ReportedRow[], reference(), valueSources),
  });
}

/** Containers on vessels, between countries and within one. */
const vesselSource = (list: List, mode: Mode, reference: () => ReferenceSnapshot): ListSource =>
  traceSource<TraceIndexRow>(list, {
    mode,
    reference,
    columns: {
      carrierCode: 's.carrier_code',
      inOutFlag: 's.direction',
      vesselName: 'h.vessel_name',
      polCode: 'h.port_of_loading',
      podCode: 'h.port_of_discharge',
      arrivalWeek: 'h.eta',
    },
    where: {
      arrivalWeek: inWeeks({ at: arrivalAt, overdueSince, zoneOf: (ctx) => zoneOfCaller(ctx, reference()) }),
      billNo: (numbers: string[], ctx) => sql<SqlBool>`s.id in ${withBill(ctx, numbers)}`,
      containerNo: (numbers: string[], ctx) => sql<SqlBool>`s.id in ${withContainer(ctx, numbers)}`,
    },
    reported: (row) => ({
      stops: [row.polName ?? row.polCode, row.transhipments, row.podName ?? row.podCode],
      departureZone: row.polZone,
      arrivalZone: row.podZone,
    }),
    valueSources: {
      referenceNo: byBooking('billNo'),
      carrierCode: byBooking('carrierCode'),
      vesselName: byBooking('vesselName'),
      slipDays: byBooking('ata', 'eta'),
      containerCount: byUnit('containerNo'),
    },
    load: loadTraceRows,
  });

/** Everything the caller's tenants follow at sea between countries. */
export const traceIndexSource = (reference: () => ReferenceSnapshot): ListSource =>
  vesselSource(traceIndexList, 'sea', reference);

/** Everything they follow by sea and river within one country, where nothing is exported or imported. */
export function domesticTraceSource(reference: () => ReferenceSnapshot): ListSource {
  const source = vesselSource(domesticTraceIndexList, 'domestic', reference);
  return {
    ...source,
    load: async (ctx, ids) => (await source.load(ctx, ids)).map(({ inOutFlag: _direction, ...row }) => row),
  };
}
