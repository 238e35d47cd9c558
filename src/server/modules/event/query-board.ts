import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { eventStages } from '#domain/event/stage.ts';
import type { Ctx } from '#server/platform/context.ts';
import { overdueSql } from './events-source.ts';

type Board = CallData<'eventBoard'>;
type Group = Board['groupList'][number];
type Input = ParsedBody<'eventBoard'>;
type Filters = Pick<Input, 'tenantId' | 'carrierCode' | 'polCode' | 'podCode'>;

/** Open events of the caller's tenants within the filters of the board. */
export function openEvents(ctx: Ctx, input: Filters) {
  let query = ctx.db
    .selectFrom('shipment_event as e')
    .innerJoin('event_item as i', 'i.id', 'e.item_id')
    .where('e.state', '<>', 'closed');
  if (input.tenantId !== undefined) query = query.where(sql<boolean>`e.tenant_id::text = any(${input.tenantId})`);
  if (input.carrierCode !== undefined) query = query.where('e.carrier_code', 'in', input.carrierCode);
  if (input.polCode !== undefined) query = query.where('e.pol_code', 'in', input.polCode);
  if (input.podCode !== undefined) query = query.where('e.pod_code', 'in', input.podCode);
  return query;
}

const counts = (ctx: Ctx) => [
  sql<number>`count(*)::int`.as('total'),
  sql<number>`(count(*) filter (where ${overdueSql(ctx)}))::int`.as('overdue'),
  sql<number>`count(distinct e.subscription_id)::int`.as('shipments'),
];

const noCounts = { total: 0, overdue: 0, shipments: 0, high: 0, medium: 0, low: 0, fresh: 0, confirmed: 0 };

type Key = Pick<Group, 'code' | 'name' | 'nameEn'>;

/** The columns of the board, also those in which there is nothing. */
async function keysOf(ctx: Ctx, by: Input['by']): Promise<Key[]> {
  if (by === 'stage') return eventStages.map((code) => ({ code, name: null, nameEn: null }));
  const types = await ctx.db
    .selectFrom('event_item_type')
    .select(['code', 'name_cn', 'name_en', 'enabled'])
    .orderBy('sort_order')
    .orderBy('code')
    .execute();
  return types.map((type) => ({ code: type.code, name: type.name_cn, nameEn: type.name_en }));
}

/** Open events by stage or type, with those past their time: exact counts of this moment. */
export async function queryBoard(ctx: Ctx, input: Input): Promise<Board> {
  const column = input.by === 'stage' ? sql<string>`e.stage` : sql<string>`t.code`;
  const typed = () => openEvents(ctx, input).innerJoin('event_item_type as t', 't.id', 'i.type_id');
  const [keys, groups, items, all] = await Promise.all([
    keysOf(ctx, input.by),
    typed()
      .select([column.as('code'), ...counts(ctx)])
      .select([
        sql<number>`(count(*) filter (where e.severity = 'high'))::int`.as('high'),
        sql<number>`(count(*) filter (where e.severity = 'medium'))::int`.as('medium'),
        sql<number>`(count(*) filter (where e.severity = 'low'))::int`.as('low'),
        sql<number>`(count(*) filter (where e.state = 'new'))::int`.as('fresh'),
        sql<number>`(count(*) filter (where e.state = 'confirmed'))::int`.as('confirmed'),
      ])
      .groupBy(column)
      .execute(),
    typed()
      .select([column.as('code'), 'i.id', 'i.name_cn', 'i.name_en', ...counts(ctx)])
      .select(sql<number>`(count(*) filter (where e.state = 'new'))::int`.as('fresh'))
      .groupBy([column, 'i.id', 'i.name_cn', 'i.name_en'])
      .orderBy('total', 'desc')
      .orderBy('i.id')
      .execute(),
    openEvents(ctx, input).select(counts(ctx)).executeTakeFirstOrThrow(),
  ]);
  const byCode = new Map(groups.map(({ code, ...group }) => [code, group]));
  const itemsOf = Map.groupBy(items, ({ code }) => code);
  return {
    now: ctx.clock.now(),
    ...all,
    groupList: keys.map((key) => ({
      ...key,
      ...(byCode.get(key.code) ?? noCounts),
      itemList: (itemsOf.get(key.code) ?? []).map((item) => ({
        eventItemId: String(item.id),
        itemName: item.name_cn,
        itemNameEn: item.name_en,
        total: item.total,
        overdue: item.overdue,
        fresh: item.fresh,
      })),
    })),
  };
}
