import { sql, type SqlBool } from 'kysely';
import { ordersList } from '#lists/orders.ts';
import { type OrderRisk, orderStages } from '#domain/commerce/order/judge-order.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { placeIn, type ReferenceSnapshot, sourceName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { problemText, reasonText } from './reason-text.ts';
import { listOrderValueSources } from './value-sources.ts';

type OrderRow = ListRow<typeof ordersList>;

/** The names of a place in both languages. */
const namesOf = (code: string | null, reference: ReferenceSnapshot): { name: string | null; nameCn: string | null } => {
  const place = code === null ? undefined : placeIn(reference, code);
  return { name: place?.name ?? null, nameCn: place?.nameCn ?? null };
};

async function loadOrders(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot): Promise<OrderRow[]> {
  const rows = await ctx.db
    .selectFrom('cargo_order')
    .select(['id', 'tenant_id as tenantId', 'order_no as orderNo', 'risk', 'reason', 'problem', 'supplier', 'customer'])
    .select(['transport_modes as modes', 'origin_code as originCode', 'destination_code as destinationCode'])
    .select(['expected_at as expectedTime', 'late_days as lateDays', 'stage', 'lines', 'stage_lines as stages'])
    .select(['open_exceptions as openExceptions', 'changed_at as changeTime'])
    .select([sql<string | null>`ship_by::text`.as('shipBy'), sql<string | null>`promised_on::text`.as('promisedOn')])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, tenantId, modes, stages, ...row }): OrderRow => {
    const problem = problemText(row.problem, ctx.lang);
    const reason = reasonText(row.reason, ctx.lang);
    const origin = namesOf(row.originCode, reference);
    const destination = namesOf(row.destinationCode, reference);
    return {
      ...row,
      orderId: String(id),
      reason: problem === null ? reason : `${problem}${ctx.lang === 'zh' ? '；' : '. '}${reason}`,
      problem,
      mode: modes.length > 1 ? 'multi' : (modes[0] ?? 'sea'),
      originName: origin.name,
      originNameCn: origin.nameCn,
      destinationName: destination.name,
      destinationNameCn: destination.nameCn,
      destinationZone: row.destinationCode === null ? null : (placeIn(reference, row.destinationCode)?.zone ?? null),
      waitingLines: stages.waiting ?? 0,
      bookedLines: stages.booked ?? 0,
      transitLines: stages.transit ?? 0,
      arrivedLines: stages.arrived ?? 0,
      deliveredLines: stages.delivered ?? 0,
      tenantCode: reference.tenants.get(tenantId)?.code ?? '',
    };
  });
}

/** Orders of the caller's tenants. */
export function ordersSource(reference: () => ReferenceSnapshot): ListSource {
  return listSource(ordersList, {
    // One whose lines were all removed is kept for its documents only.
    from: (ctx) => ctx.db.selectFrom('cargo_order as o').where('o.lines', '>', 0),
    id: 'o.id',
    columns: {
      orderNo: 'o.order_no',
      supplier: 'o.supplier',
      customer: 'o.customer',
      stage: 'o.stage',
      destinationCode: 'o.destination_code',
      shipBy: 'o.ship_by',
      promisedOn: 'o.promised_on',
      promisedTime: 'o.promised_noon',
      expectedTime: 'o.expected_at',
      lateDays: 'o.late_days',
      lines: 'o.lines',
      openExceptions: 'o.open_exceptions',
      changeTime: 'o.changed_at',
    },
    where: {
      tab: (tab: OrderRisk) => sql<SqlBool>`o.risk = ${tab}`,
      mode: (modes: string[]) =>
        sql<SqlBool>`(o.transport_modes && ${modes}::text[] or ${modes.includes('multi')} and cardinality(o.transport_modes) > 1)`,
      tenantCode: (codes: string[]) => {
        const ids = [...reference().tenants.values()].filter(({ code }) => codes.includes(code)).map(({ id }) => id);
        return sql<SqlBool>`o.tenant_id = any(${ids})`;
      },
    },
    tabColumn: 'o.risk',
    cells: {
      progress: (row, ctx) =>
        orderStages
          .filter((stage) => Number(row[`${stage}Lines`]) > 0)
          .map((stage) => `${ordersList.columns.stage.values[stage][ctx.lang]} ${String(row[`${stage}Lines`])}`)
          .join(', '),
    },
    said: (ctx, rows) => {
      const codes = new Set(rows.map(({ tenantCode }) => tenantCode));
      const tenants = [...reference().tenants.values()].filter(({ code }) => codes.has(code));
      return listOrderValueSources(
        ctx,
        { ids: rows.map(({ orderId }) => Number(orderId)), tenantIds: tenants.map(({ id }) => id) },
        (code) => sourceName({ lang: ctx.lang, reference: reference() }, code),
      );
    },
    load: (ctx, ids) => loadOrders(ctx, ids, reference()),
  });
}
