// unscoped: The compiled statement has the scope of the caller as its parameter.
import { sql } from 'kysely';
import type { CompiledQuery, Expression, ExpressionBuilder, Kysely, OrderByItemBuilder, SqlBool } from 'kysely';
import type { DB } from '#generated/schema.ts';
import type { exceptionsList } from '#lists/exceptions.ts';
import { createShapeCache, fillSlots, slot } from '#server/platform/db/shape-cache.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SortKey as KeyOf } from '#server/platform/sort-keys.ts';
import type { Crossing } from '#domain/exceptions/crossing.ts';
import type { MoneyAtRisk } from '#domain/exceptions/money-at-risk.ts';
import type { Evidence } from '#domain/exceptions/types.ts';
import type { Subject } from '#domain/tracking/model.ts';
import type { SortableColumn } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import { keysOf } from '#shared/values/objects.ts';
import type { ExceptionFilterValues } from './list-filters.ts';

type SortColumn = SortableColumn<typeof exceptionsList>;
type SortKey = KeyOf<SortColumn>;

/** An exception as stored. */
export type ExceptionRow = {
  id: number;
  tenant_id: number;
  subscription_id: number | null;
  shipment_id: number | null;
  type_code: string;
  severity: string;
  open: boolean;
  regressions: number;
  params: Record<string, string | number>;
  evidence: Evidence[];
  handle_status: number;
  handle_remark: string | null;
  handle_time: Instant | null;
  assignee_code: string | null;
  assignee_name: string | null;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string | null;
  vessel_name: string | null;
  voyage: string | null;
  created_at: Instant;
  updated_at: Instant;
  resolution: string | null;
  incident_id: number | null;
  reason: string;
  crossing: Crossing | null;
  money_usd: number;
  money: MoneyAtRisk | null;
  snoozed_at: Instant | null;
  snoozed_until: Instant | null;
  // As its subscription has them.
  subject: 'bill' | 'container';
  subscribed_at: Instant | null;
  ended: boolean;
  channel: string | null;
  source_type: string | null;
  record_version: number;
};

/** A row of a page by its keys, with the versions of everything it shows. */
export type PageKey = {
  id: number;
  subscription_id: number | null;
  shipment_id: number | null;
  subject: 'bill' | 'container';
  /** Changes whenever the exception, its subscription or an expert value does. */
  version: string;
  /** Changes whenever the shipment does; null when there is none. */
  shipment_version: string | null;
};

type Eb = ExpressionBuilder<DB, 'shipment_exception'>;
type Filter = keyof ExceptionFilterValues;
/** A filter as a shape has it: a choice of one value is a query of its own, which can read an index in order. */
type ShapedFilter = { name: Filter; single: boolean };

const firstOf = (name: Filter): string => `${name}:first`;
const anySlot = (name: Filter) => sql<never>`any(${slot(name)})`;

const anyOf =
  (column: Parameters<Eb['ref']>[0]) =>
  (eb: Eb, { name, single }: ShapedFilter): Expression<SqlBool> =>
    single ? eb(eb.ref(column), '=', slot<never>(firstOf(name))) : eb(eb.ref(column), '=', anySlot(name));

/** Also of containers that share an exception. The array is read first, so that indexes serve both sides. */
const orShared = (eb: Eb, own: Expression<SqlBool>, column: 'subscription_id' | 'container_no', name: Filter) => {
  const shared = eb
    .selectFrom('exception_box')
    .select('exception_id')
    .where('present', '=', true)
    .where(column, '=', anySlot(name));
  return eb.or([own, eb('shipment_exception.id', '=', sql<number>`any(array(${shared}))`)]);
};

/** Of shipments that are so. */
const ofShipments = (
  eb: Eb,
  fits: (shipment: ExpressionBuilder<DB, 'shipment_exception' | 'shipment'>) => Expression<SqlBool>,
) => eb('shipment_exception.shipment_id', 'in', eb.selectFrom('shipment').select('shipment.id').where(fits));

const conditions: Record<Filter, (eb: Eb, filter: ShapedFilter) => Expression<SqlBool>> = {
  tenantIds: anyOf('tenant_id'),
  subscribedFrom: (eb) => eb('subscribed_at', '>=', slot<number>('subscribedFrom')),
  subscribedTo: (eb) => eb('subscribed_at', '<', slot<number>('subscribedTo')),
  handleStatuses: anyOf('handle_status'),
  waiting: () => sql<SqlBool>`handle_status in (0, 1, 4)`,
  ended: () => sql<SqlBool>`ended`,
  goingOn: () => sql<SqlBool>`not ended`,
  handledFrom: (eb) => eb('handle_time', '>=', slot<number>('handledFrom')),
  handledTo: (eb) => eb('handle_time', '<', slot<number>('handledTo')),
  subscriptionIds: (eb, filter) => orShared(eb, anyOf('subscription_id')(eb, filter), 'subscription_id', filter.name),
  remarkLike: (eb) => eb('handle_remark', 'ilike', slot<string>('remarkLike')),
  // Put together with `remarkLike` in `filtered`.
  orNotes: (eb) => eb.and([eb('handle_remark', 'is', null), eb('resolution', '=', anySlot('orNotes'))]),
  createdFrom: (eb) => eb('created_at', '>=', slot<number>('createdFrom')),
  createdTo: (eb) => eb('created_at', '<', slot<number>('createdTo')),
  assignees: anyOf('assignee_code'),
  unassigned: (eb) => eb('assignee_code', 'is', null),
  orAssignees: (eb, filter) => eb.or([anyOf('assignee_code')(eb, filter), eb('assignee_code', 'is', null)]),
  typeCodes: anyOf('type_code'),
  subject: (eb) => eb('subject', '=', slot<Subject>('subject')),
  billNos: anyOf('bill_no'),
  containerNos: (eb, filter) => orShared(eb, anyOf('container_no')(eb, filter), 'container_no', filter.name),
  carrierCodes: anyOf('carrier_code'),
  vesselLike: (eb) => eb('vessel_name', 'like', slot<string>('vesselLike')),
  voyage: (eb) => eb('voyage', '=', slot<string>('voyage')),
  sourceTypes: anyOf('source_type'),
  channels: anyOf('channel'),
  exceptionId: (eb) => eb('id', '=', slot<number>('exceptionId')),
  severities: anyOf('severity'),
  // Those of an incident of the platform are in its parts.
  incidentId: (eb) =>
    eb(
      'incident_id',
      'in',
      eb
        .selectFrom('incident as i')
        .select('i.id')
        .where((of) =>
          of.or([of('i.id', '=', slot<number>('incidentId')), of('i.parent_id', '=', slot<number>('incidentId'))]),
        ),
    ),
  reasons: anyOf('reason'),
  loadingPorts: (eb) => ofShipments(eb, (shipment) => shipment('port_of_loading', '=', anySlot('loadingPorts'))),
  dischargePorts: (eb) => ofShipments(eb, (shipment) => shipment('port_of_discharge', '=', anySlot('dischargePorts'))),
  etaFrom: (eb) => ofShipments(eb, (shipment) => shipment('eta', '>=', slot<number>('etaFrom'))),
  etaTo: (eb) => ofShipments(eb, (shipment) => shipment('eta', '<', slot<number>('etaTo'))),
};

const sortColumns: Record<SortColumn, string> = {
  testPurpose: 'type_code',
  tenantCode: 'tenant_id',
  blNo: 'bill_no',
  ctnNo: 'container_no',
  carrierCode: 'carrier_code',
  isBillNo: 'subject',
  subscribeTime: 'subscribed_at',
  vesselName: 'vessel_name',
  voyage: 'voyage',
  endFlag: 'ended',
  processType: 'channel',
  createTime: 'created_at',
  handleStatus: 'handle_status',
  handleRemark: 'handle_remark',
  handleTime: 'handle_time',
  chargeName: 'assignee_name',
  severity: 'severity',
  moneyAtRisk: 'money_usd',
  lastModifyTime: 'updated_at',
};

const cache = createShapeCache();

const given = (values: ExceptionFilterValues): ShapedFilter[] =>
  keysOf(values)
    .sort()
    .map((name) => {
      const value = values[name];
      return { name, single: Array.isArray(value) && value.length === 1 };
    });

const namesOf = (filters: readonly ShapedFilter[]): string =>
  filters.map(({ name, single }) => (single ? firstOf(name) : name)).join();

/** The values of the slots: those of the filters, and the only one of a choice. */
const slotValues = (values: ExceptionFilterValues, filters: readonly ShapedFilter[]): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    filters.flatMap(({ name, single }) => {
      const value = values[name];
      return single && Array.isArray(value) ? [[firstOf(name), value[0]]] : [];
    }),
  ),
});

const filtered = (db: Kysely<DB>, filters: readonly ShapedFilter[]) => {
  let query = db.selectFrom('shipment_exception');
  const hasNotes = filters.some(({ name }) => name === 'orNotes');
  for (const filter of filters) {
    if (filter.name === 'orNotes') continue;
    query = query.where((eb) => {
      const condition = conditions[filter.name](eb, filter);
      const isRemark = hasNotes && filter.name === 'remarkLike';
      return isRemark ? eb.or([condition, conditions.orNotes(eb, { name: 'orNotes', single: false })]) : condition;
    });
  }
  return query;
};

/** Columns that may be empty: empty ones come last. The others keep the plain order, so that indexes serve it. */
const nullable = new Set([
  'bill_no',
  'container_no',
  'carrier_code',
  'subscribed_at',
  'vessel_name',
  'voyage',
  'channel',
  'handle_remark',
  'handle_time',
  'assignee_name',
]);

const orderText = (keys: readonly SortKey[], table: string) => {
  const ordered = keys.map(({ column, direction }) => ({ name: sortColumns[column], direction }));
  if (ordered.length === 0) ordered.push({ name: 'created_at', direction: 'desc' });
  const last = ordered.at(-1)?.direction ?? 'desc';
  return [...ordered, { name: 'id', direction: last }].map(({ name, direction }) => ({
    ref: `${table}.${name}`,
    direction,
    empty: nullable.has(name),
  }));
};

const ordered = (direction: 'asc' | 'desc', empty: boolean) => (order: OrderByItemBuilder) => {
  const keyed = direction === 'asc' ? order.asc() : order.desc();
  return empty ? keyed.nullsLast() : keyed;
};

// How bad is no matter of the alphabet.
const orderOf = (ref: string) =>
  ref.endsWith('.severity')
    ? sql`array_position(array['low', 'medium', 'high'], ${sql.ref(ref)})`
    : sql`${sql.ref(ref)}`;

const idsInOrder = (db: Kysely<DB>, filters: readonly ShapedFilter[], keys: readonly SortKey[]) => {
  let ids = filtered(db, filters).select('shipment_exception.id');
  for (const { ref, direction, empty } of orderText(keys, 'shipment_exception')) {
    ids = ids.orderBy(orderOf(ref), ordered(direction, empty));
  }
  return ids;
};

/** The statement that gives the ids of all exceptions that fit, in the order wanted. */
export function exceptionIds(ctx: Ctx, values: ExceptionFilterValues, keys: readonly SortKey[]): IdStatement {
  const filters = given(values);
  const { sql: text, parameters } = idsInOrder(ctx.db, filters, keys).compile();
  return { sql: text, parameters: fillSlots(parameters, slotValues(values, filters)) };
}

/** Ids first, rows joined after: a deep page costs index steps, not rows. */
const pageOfIds = (db: Kysely<DB>, filters: readonly ShapedFilter[], keys: readonly SortKey[]) => {
  const page = idsInOrder(db, filters, keys).limit(slot<number>('limit')).offset(slot<number>('offset')).as('page');
  let rows = db.selectFrom(page).innerJoin('shipment_exception as e', 'e.id', 'page.id');
  for (const { ref, direction, empty } of orderText(keys, 'e')) {
    rows = rows.orderBy(orderOf(ref), ordered(direction, empty));
  }
  return rows;
};

// The transaction that last wrote a row (xmin) tells whether it changed, whatever column it was.
const compileKeys = (db: Kysely<DB>, filters: readonly ShapedFilter[], keys: readonly SortKey[]): CompiledQuery =>
  pageOfIds(db, filters, keys)
    .leftJoin('subscription as s', 's.id', 'e.subscription_id')
    .leftJoin('shipment as b', 'b.id', 'e.shipment_id')
    .select(['e.id', 'e.subscription_id', 'e.shipment_id', 'e.subject'])
    .select((eb) => [
      sql<string>`e.xmin::text`.as('row_version'),
      sql<string | null>`s.xmin::text`.as('subscription_version'),
      sql<string | null>`b.xmin::text`.as('shipment_version'),
      eb
        .selectFrom('field_override as o')
        .select(sql<string | null>`string_agg(o.xmin::text, ',' order by o.id)`.as('versions'))
        .whereRef('o.subscription_id', '=', 'e.subscription_id')
        .where('o.active', '=', true)
        .where('o.dropped_at', 'is', null)
        .as('override_versions'),
    ])
    .compile();

/** Exceptions that fit, as part of another query: `values` are for the slots of it. */
export function exceptionsThatFit(db: Kysely<DB>, filter: ExceptionFilterValues) {
  const filters = given(filter);
  return { query: filtered(db, filters), values: slotValues(filter, filters), name: namesOf(filters) };
}

type Page = { limit: number; offset: number };
const shapeOf = (filters: readonly ShapedFilter[], keys: readonly SortKey[]): string =>
  `${namesOf(filters)} ${keys.map((key) => `${key.column}:${key.direction}`).join()}`;

type KeyRow = Omit<PageKey, 'version'> & {
  row_version: string;
  subscription_version: string | null;
  override_versions: string | null;
};

/** One page of exceptions by their keys and versions, in the order wanted. */
export async function listPageKeys(
  ctx: Ctx,
  values: ExceptionFilterValues,
  keys: readonly SortKey[],
  page: Page,
): Promise<PageKey[]> {
  const filters = given(values);
  const slots = { ...slotValues(values, filters), ...page };
  const shape = `keys ${shapeOf(filters, keys)}`;
  const rows = await cache.run<KeyRow>(ctx.unscoped, ctx.scope, shape, () => compileKeys(ctx.db, filters, keys), slots);
  return rows.map(({ row_version, subscription_version, override_versions, ...row }) => ({
    ...row,
    version: `${row_version} ${subscription_version ?? ''} ${override_versions ?? ''}`,
  }));
}

/** One page of exceptions in the order wanted. */
export function listExceptions(
  ctx: Ctx,
  values: ExceptionFilterValues,
  keys: readonly SortKey[],
  page: Page,
): Promise<ExceptionRow[]> {
  const filters = given(values);
  const compile = (): CompiledQuery => pageOfIds(ctx.db, filters, keys).selectAll('e').compile();
  return cache.run<ExceptionRow>(ctx.unscoped, ctx.scope, `page ${shapeOf(filters, keys)}`, compile, {
    ...slotValues(values, filters),
    ...page,
  });
}

/** Exceptions by id. */
export async function listExceptionsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ExceptionRow>> {
  const compile = (): CompiledQuery =>
    ctx.db
      .selectFrom('shipment_exception')
      .selectAll()
      .where('id', '=', sql<number>`any(${slot('ids')})`)
      .compile();
  const rows = await cache.run<ExceptionRow>(ctx.unscoped, ctx.scope, 'by id', compile, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const maintained = new Set<Filter>(['tenantIds', 'handleStatuses', 'waiting', 'ended', 'goingOn']);

/** The exact number of exceptions; kept totals answer when only tenant, state and whether it has ended are requested. */
export async function countExceptions(ctx: Ctx, values: ExceptionFilterValues): Promise<number> {
  const filters = given(values);
  const kept = filters.every(({ name }) => maintained.has(name));
  const rows = await cache.run<{ n: number | null }>(
    ctx.unscoped,
    ctx.scope,
    `${kept ? 'total' : 'count'} ${namesOf(filters)}`,
    () =>
      kept
        ? compileTotal(ctx.db, filters)
        : filtered(ctx.db, filters)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .compile(),
    slotValues(values, filters),
  );
  return Number(rows[0]?.n ?? 0);
}

function compileTotal(db: Kysely<DB>, filters: readonly ShapedFilter[]): CompiledQuery {
  let query = db.selectFrom('exception_total').select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'));
  const names = filters.map(({ name }) => name);
  if (names.includes('tenantIds')) query = query.where('tenant_id', '=', sql<number>`any(${slot('tenantIds')})`);
  if (names.includes('handleStatuses'))
    query = query.where('handle_status', '=', sql<number>`any(${slot('handleStatuses')})`);
  if (names.includes('waiting')) query = query.where(sql<SqlBool>`handle_status in (0, 1, 4)`);
  if (names.includes('ended')) query = query.where('ended', '=', true);
  if (names.includes('goingOn')) query = query.where('ended', '=', false);
  return query.compile();
}
