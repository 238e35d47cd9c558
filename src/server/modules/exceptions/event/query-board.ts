import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { eventStages } from '#domain/exceptions/event/stage.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { overdueSql } from './events-source.ts';

type Board = CallData<'eventBoard'>;
type Group = Board['groupList'][number];
type Input = ParsedBody<'eventBoard'>;
type Filters = Pick<Input, 'tenantId' | 'carrierCode' | 'polCode' | 'podCode'>;

/** Events of the caller's tenants within the filters of the board. */
function eventsWithin(ctx: Ctx, input: Filters) {
  let query = ctx.db.selectFrom('shipment_event as e').innerJoin('event_item as i', 'i.id', 'e.item_id');
  if (input.tenantId !== undefined) query = query.where(sql<boolean>`e.tenant_id::text = any(${input.tenantId})`);
  if (input.carrierCode !== undefined) query = query.where('e.carrier_code', 'in', input.carrierCode);
  if (input.polCode !== undefined) query = query.where('e.pol_code', 'in', input.polCode);
  if (input.podCode !== undefined) query = query.where('e.pod_code', 'in', input.podCode);
  return query;
}

/** Those of them that are open. */
export const openEvents = (ctx: Ctx, input: Filters) => eventsWithin(ctx, input).where('e.state', '<>', 'closed');

/** What the columns of the board are: stages, or types of events. */
const columnOf = (by: Input['by']) => (by === 'stage' ? sql<string>`e.stage` : sql<string>`t.code`);

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

const severities = ['low', 'medium', 'high'] as const;
const shownDays = 14;
const shownTenants = 8;
const shownWorst = 3;
/** Of which column and event item a row of the parts is. */
type OfItem = { code: string; item: number };
const keyOf = ({ code, item }: OfItem): string => `${code} ${item}`;

/** What a card shows besides its counts: tenants, days and the worst events, by column and event item. */
async function queryParts(ctx: Ctx, input: Input, column: ReturnType<typeof columnOf>) {
  const now = ctx.clock.now();
  const typed = (query: ReturnType<typeof eventsWithin>) =>
    query.innerJoin('event_item_type as t', 't.id', 'i.type_id').select([column.as('code'), 'e.item_id as item']);
  const day = sql<number>`floor(extract(epoch from ${ts(now)}::timestamptz - e.opened_at) / 86400)::int`;
  const place = sql<number>`row_number() over (partition by ${column}, e.item_id
    order by case e.severity when 'high' then 0 when 'medium' then 1 else 2 end, e.due_at, e.id)`;
  const [tenants, days, worst] = await Promise.all([
    typed(openEvents(ctx, input))
      .select(['e.tenant_id as tenant', sql<number>`count(*)::int`.as('total')])
      .groupBy([column, 'e.item_id', 'e.tenant_id'])
      .orderBy('total', 'desc')
      .orderBy('e.tenant_id')
      .execute(),
    typed(eventsWithin(ctx, input))
      .select([day.as('daysAgo'), sql<number>`count(*)::int`.as('total')])
      .where('e.opened_at', '>', ts(now - shownDays * DAY_MS))
      .groupBy([column, 'e.item_id', sql.ref('daysAgo')])
      .execute(),
    ctx.db
      .selectFrom(
        typed(openEvents(ctx, input))
          .select(['e.id', 'e.reference_no as reference', 'e.severity', 'e.due_at as due', place.as('place')])
          .as('ranked'),
      )
      .selectAll()
      .where('place', '<=', shownWorst)
      .orderBy('place')
      .execute(),
  ]);
  return { tenants: Map.groupBy(tenants, keyOf), days: Map.groupBy(days, keyOf), worst: Map.groupBy(worst, keyOf) };
}

type Parts = Awaited<ReturnType<typeof queryParts>>;
type Item = Group['itemList'][number];

/** A row of counts of one event item in one column. */
type ItemRow = {
  code: string;
  id: number;
  itemCode: string;
  name_cn: string;
  name_en: string;
  total: number;
  overdue: number;
  fresh: number;
  day: number;
  week: number;
};

const rankOf = (severity: string): number => severities.findIndex((one) => one === severity);

/** A card of event items that tenants have under one code and name, with the parts of all of them. */
function presentCard(
  rows: readonly [ItemRow, ...ItemRow[]],
  parts: Parts,
  { lang }: Ctx,
  reference: ReferenceSnapshot,
): Item {
  const sumOf = (of: (row: ItemRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const partsOf = <Part>(of: ReadonlyMap<string, readonly Part[]>): Part[] =>
    rows.flatMap(({ code, id }) => of.get(keyOf({ code, item: id })) ?? []);
  const [total, day, week] = [sumOf((row) => row.total), sumOf((row) => row.day), sumOf((row) => row.week)];
  const dayList = Array.from({ length: shownDays }, () => 0);
  for (const { daysAgo, total: found } of partsOf(parts.days)) {
    const place = shownDays - 1 - daysAgo;
    const before = dayList[place];
    if (before !== undefined) dayList[place] = before + found;
  }
  return {
    eventItemIds: rows.map(({ id }) => String(id)),
    itemName: rows[0].name_cn,
    itemNameEn: rows[0].name_en,
    total,
    overdue: sumOf((row) => row.overdue),
    fresh: sumOf((row) => row.fresh),
    ageList: [
      { age: 'day', total: day },
      { age: 'week', total: week - day },
      { age: 'older', total: total - week },
    ],
    tenantList: partsOf(parts.tenants)
      .toSorted((one, other) => other.total - one.total)
      .slice(0, shownTenants)
      .flatMap(({ tenant, total: count }) => {
        const known = reference.tenants.get(tenant);
        const tenantName = (lang === 'en' ? known?.nameEn : null) ?? known?.name;
        return known === undefined || tenantName === undefined
          ? []
          : [{ tenantCode: known.code, tenantName, total: count }];
      }),
    dayList,
    worstList: partsOf(parts.worst)
      .toSorted(
        (one, other) => rankOf(other.severity) - rankOf(one.severity) || one.due - other.due || one.id - other.id,
      )
      .slice(0, shownWorst)
      .map(({ id, reference: referenceNo, severity, due }) => ({
        shipmentEventId: String(id),
        referenceNo,
        severity: isOneOf(severities, severity) ? severity : 'low',
        dueTime: due,
      })),
  };
}

/** The cards of a column, those with most events first. */
const presentCards = (rows: readonly ItemRow[], parts: Parts, ctx: Ctx, reference: ReferenceSnapshot): Item[] =>
  [...Map.groupBy(rows, (row) => [row.itemCode.toLowerCase(), row.name_cn, row.name_en].join('\n')).values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [presentCard([first, ...others], parts, ctx, reference)],
    )
    .toSorted((one, other) => other.total - one.total);

/** Open events by stage or type, with those past their time: exact counts of this moment. */
export async function queryBoard(ctx: Ctx, input: Input, reference: ReferenceSnapshot): Promise<Board> {
  const column = columnOf(input.by);
  const now = ctx.clock.now();
  const typed = () => openEvents(ctx, input).innerJoin('event_item_type as t', 't.id', 'i.type_id');
  const [keys, groups, items, all, parts] = await Promise.all([
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
      .select([column.as('code'), 'i.id', 'i.code as itemCode', 'i.name_cn', 'i.name_en', ...counts(ctx)])
      .select([
        sql<number>`(count(*) filter (where e.state = 'new'))::int`.as('fresh'),
        sql<number>`(count(*) filter (where e.opened_at > ${ts(now - DAY_MS)}))::int`.as('day'),
        sql<number>`(count(*) filter (where e.opened_at > ${ts(now - 7 * DAY_MS)}))::int`.as('week'),
      ])
      .groupBy([column, 'i.id', 'i.code', 'i.name_cn', 'i.name_en'])
      .orderBy('total', 'desc')
      .orderBy('i.id')
      .execute(),
    openEvents(ctx, input).select(counts(ctx)).executeTakeFirstOrThrow(),
    queryParts(ctx, input, column),
  ]);
  const byCode = new Map(groups.map(({ code, ...group }) => [code, group]));
  const itemsOf = Map.groupBy(items, ({ code }) => code);
  return {
    now,
    ...all,
    groupList: keys.map((key) => ({
      ...key,
      ...(byCode.get(key.code) ?? noCounts),
      itemList: presentCards(itemsOf.get(key.code) ?? [], parts, ctx, reference),
    })),
  };
}
