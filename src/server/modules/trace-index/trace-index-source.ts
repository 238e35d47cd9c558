import { sql, type SqlBool } from 'kysely';
import { traceIndexList } from '#lists/trace-index.ts';
import { type ListInput, listSource, type ListSource } from '#server/list/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { loadTraceRows, type TraceIndexRow } from './trace-index-rows.ts';

/** What each tab shows of the subscriptions. */
const tabs = {
  transit: sql<SqlBool>`not s.ended and not s.arrived`,
  arrived: sql<SqlBool>`not s.ended and s.arrived`,
  ended: sql<SqlBool>`s.ended`,
  troubled: sql<SqlBool>`s.troubled`,
};
type Tab = keyof typeof tabs;

/** Rows of each tab, from kept totals. */
async function tabTotals(ctx: Ctx): Promise<Readonly<Record<string, number>>> {
  const rows = await ctx.db
    .selectFrom('trace_total')
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

/** How many rows a tab has where nothing else is asked for. */
async function keptTotal(ctx: Ctx, input: ListInput): Promise<number | undefined> {
  const { currentPage: _page, pageSize: _size, sortRules: _sort, tab, ...filters } = input;
  if (Object.values(filters).some((value) => value !== undefined)) return undefined;
  return (await tabTotals(ctx))[String(tab ?? 'all')];
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

/** Subscriptions of these boxes, and those whose shipment has one of them. */
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

const timesText = (row: TraceIndexRow, which: 'departure' | 'arrival', zone: string): string => {
  const [actual, estimated, planned, place] =
    which === 'departure'
      ? [row.atd, row.etd, row.plannedDeparture, row.polZone]
      : [row.ata, row.eta, row.plannedArrival, row.podZone];
  const best = actual ?? estimated ?? planned;
  if (best === null) return '';
  const kind = actual !== null ? 'ACT' : estimated !== null ? 'EST' : 'PLN';
  return `${toLocalText(best, place ?? zone)} ${kind}`;
};

/** Everything the caller's tenants follow at sea. */
export const traceIndexSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(traceIndexList, {
    from: (ctx) => ctx.db.selectFrom('subscription as s'),
    id: 's.id',
    joins: { h: (query) => query.leftJoin('shipment as h', 'h.id', 's.shipment_id') },
    columns: {
      subscribeTime: 's.subscribed_at',
      carrierCode: 's.carrier_code',
      inOutFlag: 's.direction',
      openExceptions: 's.open_exceptions',
      vesselName: 'h.vessel_name',
      eta: 'h.eta',
    },
    where: {
      tab: (tab: Tab) => tabs[tab],
      billNo: (numbers: string[], ctx) => sql<SqlBool>`s.id in ${withBill(ctx, numbers)}`,
      containerNo: (numbers: string[], ctx) => sql<SqlBool>`s.id in ${withContainer(ctx, numbers)}`,
      tenantCode: (codes: string[]) => {
        const ids = [...reference().tenants.values()].filter(({ code }) => codes.includes(code)).map(({ id }) => id);
        return sql<SqlBool>`s.tenant_id = any(${ids})`;
      },
    },
    total: keptTotal,
    tabs: tabTotals,
    cells: {
      route: (row) => routeText(row as unknown as TraceIndexRow),
      departure: (row, ctx) => timesText(row as unknown as TraceIndexRow, 'departure', zoneOfCaller(ctx, reference())),
      arrival: (row, ctx) => timesText(row as unknown as TraceIndexRow, 'arrival', zoneOfCaller(ctx, reference())),
    },
    load: (ctx, ids) => loadTraceRows(ctx, ids, reference()),
  });

const routeText = (row: TraceIndexRow): string =>
  [row.polName ?? row.polCode, row.transhipments, row.podName ?? row.podCode].filter(Boolean).join(' → ');
