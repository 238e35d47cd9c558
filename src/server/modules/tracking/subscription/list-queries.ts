// unscoped: The compiled statement has the scope of the caller as its parameter.
import { sql } from 'kysely';
import type { CompiledQuery, Expression, ExpressionBuilder, Kysely, OrderByItemBuilder, SqlBool } from 'kysely';
import type { DB } from '#generated/schema.ts';
import type { subscriptionsList } from '#lists/subscriptions.ts';
import type { ExceptionRow } from '#server/modules/exceptions/exception/index.ts';
import { withoutSource } from '#server/modules/intake/source/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, fillSlots, slot } from '#server/platform/db/shape-cache.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import type { SortKey as KeyOf } from '#server/platform/sort-keys.ts';
import type { SortableColumn } from '#shared/list/declare.ts';
import { keysOf } from '#shared/values/objects.ts';
import type { SubscriptionFilterValues } from './list-filters.ts';

/** Columns of the list, and the time of a subscription by the name of its filter. */
type SortColumn = SortableColumn<typeof subscriptionsList> | 'subscribeTime';
type SortKey = KeyOf<SortColumn>;

type Eb = ExpressionBuilder<DB, 'subscription'>;
type Filter = keyof SubscriptionFilterValues;
/** A filter as a shape has it: a choice of one value is a query of its own, which can read an index in order. */
type ShapedFilter = { name: Filter; single: boolean };

const firstOf = (name: Filter): string => `${name}:first`;

const anyOf =
  (column: Parameters<Eb['ref']>[0]) =>
  (eb: Eb, { name, single }: ShapedFilter): Expression<SqlBool> =>
    single
      ? eb(eb.ref(column), '=', slot<never>(firstOf(name)))
      : eb(eb.ref(column), '=', sql<never>`any(${slot(name)})`);

const conditions: Record<Filter, (eb: Eb, filter: ShapedFilter, db: Kysely<DB>) => Expression<SqlBool>> = {
  tenantIds: anyOf('tenant_id'),
  subscribedFrom: (eb) => eb('subscribed_at', '>=', slot<number>('subscribedFrom')),
  subscribedTo: (eb) => eb('subscribed_at', '<', slot<number>('subscribedTo')),
  subscriptionId: (eb) => eb('id', '=', slot<number>('subscriptionId')),
  subject: (eb) => eb('subject', '=', slot<'bill' | 'container'>('subject')),
  billNos: anyOf('bill_no'),
  containerNos: anyOf('container_no'),
  carrierCodes: anyOf('carrier_code'),
  vesselLike: (eb) => eb('vessel_name', 'like', slot<string>('vesselLike')),
  voyage: (eb) => eb('voyage', '=', slot<string>('voyage')),
  sourceTypes: anyOf('source_type'),
  channels: anyOf('channel'),
  noSource: (_, __, db) => withoutSource(db, 'subscription'),
  notNoSource: (_, __, db) => withoutSource(db, 'subscription', false),
};

const sortColumns = {
  obmTkSubscribeId: 'id',
  tenantCode: 'tenant_id',
  blNo: 'bill_no',
  ctnNo: 'container_no',
  carrierCode: 'carrier_code',
  isBillNo: 'subject',
  recordTime: 'subscribed_at',
  subscribeTime: 'subscribed_at',
  vesselName: 'vessel_name',
  voyage: 'voyage',
  endFlag: 'ended',
  bizSourceType: 'source_type',
  processType: 'channel',
  inOutFlag: 'direction',
  subscribeStatus: 'has_data',
  remark: 'remark',
} as const satisfies Record<SortColumn, string>;

/** What the list may be sorted by. */
export const sortableColumns: ReadonlySet<SortColumn> = new Set(keysOf(sortColumns));

/** Columns that may be empty: empty ones come last. The others keep the plain order, so that indexes serve it. */
const nullable = new Set(['bill_no', 'container_no', 'vessel_name', 'voyage', 'direction', 'remark']);

const cache = createShapeCache();

const given = (values: SubscriptionFilterValues): ShapedFilter[] =>
  keysOf(values)
    .sort()
    .map((name) => {
      const value = values[name];
      return { name, single: Array.isArray(value) && value.length === 1 };
    });

const namesOf = (filters: readonly ShapedFilter[]): string =>
  filters.map(({ name, single }) => (single ? firstOf(name) : name)).join();

const slotValues = (values: SubscriptionFilterValues, filters: readonly ShapedFilter[]): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    filters.flatMap(({ name, single }) => {
      const value = values[name];
      return single && Array.isArray(value) ? [[firstOf(name), value[0]]] : [];
    }),
  ),
});

const filtered = (db: Kysely<DB>, filters: readonly ShapedFilter[]) => {
  let query = db.selectFrom('subscription');
  for (const filter of filters) query = query.where((eb) => conditions[filter.name](eb, filter, db));
  return query;
};

const ordered = (direction: 'asc' | 'desc', empty: boolean) => (order: OrderByItemBuilder) => {
  const keyed = direction === 'asc' ? order.asc() : order.desc();
  return empty ? keyed.nullsLast() : keyed;
};

function idsInOrder(db: Kysely<DB>, filters: readonly ShapedFilter[], keys: readonly SortKey[]) {
  const columns = new Map<(typeof sortColumns)[SortColumn], 'asc' | 'desc'>(
    keys.map(({ column, direction }) => [sortColumns[column], direction]),
  );
  if (columns.size === 0) columns.set('subscribed_at', 'desc');
  if (!columns.has('id')) columns.set('id', [...columns.values()].at(-1) ?? 'desc');
  let ids = filtered(db, filters).select('subscription.id');
  for (const [name, direction] of columns) {
    ids = ids.orderBy(`subscription.${name}` as const, ordered(direction, nullable.has(name)));
  }
  return ids;
}

/** The statement that gives the ids of all subscriptions that fit, in the order wanted. */
export function idsOfSubscriptions(ctx: Ctx, values: SubscriptionFilterValues, keys: readonly SortKey[]): IdStatement {
  const filters = given(values);
  const { sql: text, parameters } = idsInOrder(ctx.db, filters, keys).compile();
  return { sql: text, parameters: fillSlots(parameters, slotValues(values, filters)) };
}

/** Ids of one page of subscriptions in the order wanted; what they show is read by id. */
export async function listSubscriptionIds(
  ctx: Ctx,
  values: SubscriptionFilterValues,
  keys: readonly SortKey[],
  page: { limit: number; offset: number },
): Promise<number[]> {
  const filters = given(values);
  const shape = `ids ${namesOf(filters)} ${keys.map((key) => `${key.column}:${key.direction}`).join()}`;
  const slots = { ...slotValues(values, filters), ...page };
  const build = (): CompiledQuery =>
    idsInOrder(ctx.db, filters, keys).limit(slot<number>('limit')).offset(slot<number>('offset')).compile();
  return (await cache.run<{ id: number }>(ctx.unscoped, ctx.scope, shape, build, slots)).map((row) => row.id);
}

/** Columns whose totals are kept. */
const maintained: Partial<Record<Filter, 'tenant_id' | 'subject' | 'source_type' | 'channel'>> = {
  tenantIds: 'tenant_id',
  subject: 'subject',
  sourceTypes: 'source_type',
  channels: 'channel',
};

function compileTotal(db: Kysely<DB>, filters: readonly ShapedFilter[]): CompiledQuery {
  let query = db.selectFrom('subscription_total').select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'));
  for (const { name } of filters) {
    const column = maintained[name];
    if (column === undefined) continue;
    query =
      name === 'subject'
        ? query.where(column, '=', slot<never>(name))
        : query.where(column, '=', sql<never>`any(${slot(name)})`);
  }
  return query.compile();
}

/** The exact number of subscriptions; kept totals answer when only tenant, subject, source type and channel are requested. */
export async function countSubscriptions(ctx: Ctx, values: SubscriptionFilterValues): Promise<number> {
  const filters = given(values);
  const kept = filters.every(({ name }) => name in maintained);
  const build = (): CompiledQuery =>
    kept
      ? compileTotal(ctx.db, filters)
      : filtered(ctx.db, filters)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .compile();
  const shape = `${kept ? 'total' : 'count'} ${namesOf(filters)}`;
  const rows = await cache.run<{ n: number | null }>(
    ctx.unscoped,
    ctx.scope,
    shape,
    build,
    slotValues(values, filters),
  );
  return Number(rows[0]?.n ?? 0);
}

/** The newest open exception of each subscription, its own or shared with other containers, by the id of the subscription. */
export async function listOpenExceptions(
  ctx: Ctx,
  subscriptionIds: readonly number[],
): Promise<Map<number, ExceptionRow>> {
  if (subscriptionIds.length === 0) return new Map();
  const build = (): CompiledQuery => {
    const newest = ctx.db
      .selectFrom('shipment_exception')
      .select((eb) => ['subscription_id as of', eb.fn.max('id').as('newest')])
      .where('subscription_id', '=', sql<number>`any(${slot('ids')})`)
      .where('open', '=', true)
      .groupBy('subscription_id')
      .unionAll(
        ctx.db
          .selectFrom('exception_box as b')
          .innerJoin('shipment_exception as e', 'e.id', 'b.exception_id')
          .select((eb) => ['b.subscription_id as of', eb.fn.max('e.id').as('newest')])
          .where('b.subscription_id', '=', sql<number>`any(${slot('ids')})`)
          .where('b.present', '=', true)
          .where('e.open', '=', true)
          .groupBy('b.subscription_id'),
      );
    return ctx.db
      .selectFrom(newest.as('n'))
      .innerJoin('shipment_exception as x', 'x.id', 'n.newest')
      .select('n.of')
      .selectAll('x')
      .compile();
  };
  const rows = await cache.run<ExceptionRow & { of: number }>(ctx.unscoped, ctx.scope, 'open exceptions', build, {
    ids: subscriptionIds,
  });
  const newest = new Map<number, ExceptionRow>();
  for (const { of, ...row } of rows) if (row.id > (newest.get(of)?.id ?? -1)) newest.set(of, row);
  return newest;
}
