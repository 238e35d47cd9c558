// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import { sql } from 'kysely';
import type { CompiledQuery, Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { DB } from '#generated/schema.ts';
import type { IncidentRow } from '#contract/exceptions/incident.ts';
import type { IncidentKind } from '#domain/exceptions/incident-cause.ts';
import type { incidentsList } from '#lists/incidents.ts';
import type { matchingPart } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, slot } from '#server/platform/db/shape-cache.ts';
import type { SortableColumn } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import { keysOf } from '#shared/values/objects.ts';
import type { StoredSums } from './incident-sums.ts';

export type IncidentSort = { column: SortableColumn<typeof incidentsList>; direction: 'asc' | 'desc' };

/** What the incident list may be requested. */
export type IncidentFilterValues = {
  incidentIds?: number[];
  tenantIds?: number[];
  kinds?: string[];
  states?: string[];
  incidentSeverities?: string[];
  keywordLike?: string;
};

/** An incident with its live counts. */
export type IncidentListRow = {
  id: number;
  /** null: an incident of the platform, whose numbers are those of its parts. */
  tenant_id: number | null;
  kind: IncidentKind;
  facts: Record<string, string | number>;
  first_at: Instant;
  last_at: Instant;
  state: IncidentRow['state'];
  severity: 'low' | 'medium' | 'high';
  n: number;
  open_n: number;
  new_n: number;
  /** What its members added up to a minute ago at most, where they are many. */
  sums: StoredSums | null;
};

const cache = createShapeCache();

const counts = [
  'n',
  'open_n',
  'new_n',
  'work_n',
  'hold_n',
  'high_n',
  'medium_n',
  'open_high_n',
  'open_medium_n',
] as const;
type Count = (typeof counts)[number];

/** A count as it is now: what was folded and what came since. */
const live = (count: Count): RawBuilder<number> =>
  sql<number>`(i.${sql.raw(count)} + coalesce(d.${sql.raw(count)}, 0))`;

const state = sql<
  IncidentListRow['state']
>`case when ${live('open_n')} = 0 then 'resolved' when ${live('new_n')} > 0 then 'untreated'
  when ${live('work_n')} > 0 then 'inProgress' when ${live('hold_n')} > 0 then 'onHold' else 'handled' end`;
const severity = sql<IncidentListRow['severity']>`case when ${live('open_n')} > 0
  then case when ${live('open_high_n')} > 0 then 'high' when ${live('open_medium_n')} > 0 then 'medium' else 'low' end
  else case when ${live('high_n')} > 0 then 'high' when ${live('medium_n')} > 0 then 'medium' else 'low' end end`;
const lastAt = sql<Instant>`greatest(i.last_at, d.at)`;

const orders: Record<IncidentSort['column'], RawBuilder<unknown>> = {
  open: live('open_n'),
  total: live('n'),
  severity: sql`array_position(array['low', 'medium', 'high'], ${severity})`,
  // Joined where it is requested.
  moneyAtRisk: sql`coalesce(m.money, 0)`,
  firstTime: sql`i.first_at`,
  lastTime: lastAt,
  kind: sql`i.kind`,
  state: sql`array_position(array['untreated', 'inProgress', 'onHold', 'handled', 'resolved'], ${state})`,
  tenantCode: sql`i.tenant_id`,
};

const among = (value: RawBuilder<unknown>, name: keyof IncidentFilterValues): RawBuilder<SqlBool> =>
  sql<SqlBool>`${value} = any(${slot<string[]>(name)})`;

const conditions: Record<keyof IncidentFilterValues, Expression<SqlBool>> = {
  incidentIds: among(sql`i.id`, 'incidentIds'),
  tenantIds: among(sql`i.tenant_id`, 'tenantIds'),
  kinds: among(sql`i.kind`, 'kinds'),
  states: among(state, 'states'),
  incidentSeverities: among(severity, 'incidentSeverities'),
  keywordLike: sql<SqlBool>`i.facts_text like ${slot<string>('keywordLike')}`,
};

/** Whether a question of the caller is about all tenants: then an outage is one row, else each part is one. */
const seesPlatform = ({ scope }: Ctx, { tenantIds }: IncidentFilterValues): boolean =>
  scope.kind === 'all' && tenantIds === undefined;

/** What came since incidents were folded; of those of the platform everything, as it is kept with their parts only. */
function deltasOf(db: Kysely<DB>, ofPlatform: boolean) {
  const own = db.selectFrom('incident_delta').select(['incident_id', 'at', ...counts]);
  const ofParts = db.selectFrom('incident as p').where('p.parent_id', 'is not', null);
  const parent = sql<number>`p.parent_id`.as('incident_id');
  const rows = ofPlatform
    ? own
        .unionAll(ofParts.select([parent, 'p.last_at as at', ...counts.map((count) => `p.${count}` as const)]))
        .unionAll(
          ofParts
            .innerJoin('incident_delta as c', 'c.incident_id', 'p.id')
            .select([parent, 'c.at', ...counts.map((count) => `c.${count}` as const)]),
        )
    : own;
  return (
    db
      .selectFrom(rows.as('came'))
      .select(['incident_id', (eb) => eb.fn.max('at').as('at')])
      // As they are stored: sums of bigint are numeric, with which everything that follows would take twice as long.
      .select(counts.map((count) => sql<number>`sum(${sql.ref(count)})::bigint`.as(count)))
      .groupBy('incident_id')
      .as('d')
  );
}

/** Incidents that have exceptions at all: where every member has moved to another cause nothing is left to see. */
const counted = (db: Kysely<DB>, ofPlatform: boolean) =>
  db
    .selectFrom('incident as i')
    .leftJoin(deltasOf(db, ofPlatform), 'd.incident_id', 'i.id')
    .where(sql<SqlBool>`${live('n')} > 0`);

/** Incidents that fit, with members that fit where members are requested. */
function chosen(ctx: Ctx, { values, members }: Question) {
  const { db } = ctx;
  const ofPlatform = seesPlatform(ctx, values);
  const single = values.incidentIds !== undefined;
  let query = counted(db, ofPlatform);
  // A part is opened by itself, but is no row beside the incident it is part of.
  if (ofPlatform && !single) query = query.where('i.parent_id', 'is', null);
  for (const name of keysOf(values)) query = query.where(conditions[name]);
  if (members.name !== '') {
    const matching = members.rows().select('e.incident_id');
    const parents = () =>
      db
        .selectFrom(matching.as('f'))
        .leftJoin('incident as p', (join) => join.onRef('p.id', '=', 'f.incident_id').on('p.parent_id', 'is not', null))
        .select(sql<number | null>`coalesce(p.parent_id, f.incident_id)`.as('incident_id'));
    const ids = !ofPlatform ? matching : single ? parents().unionAll(matching) : parents();
    query = query.where('i.id', 'in', ids as never);
  }
  return query;
}

/** Open ones that concern most come first. */
export const usualOrder: readonly IncidentSort[] = [
  { column: 'open', direction: 'desc' },
  { column: 'lastTime', direction: 'desc' },
];

/** Which incidents, and which exceptions they must have. */
type Question = { values: IncidentFilterValues; members: ReturnType<typeof matchingPart> };

const slotsOf = ({ values, members }: Question): { slots: Record<string, unknown>; shape: string } => ({
  slots: { ...members.values, ...values },
  shape: `${Object.keys(values).join()} | ${members.name}`,
});

/** What the open members of incidents may cost as long as their shipments run; two problems of one shipment are about the same money. */
function moneySums(db: Kysely<DB>, ofPlatform: boolean) {
  const bySubscription = db
    .selectFrom('shipment_exception')
    .select(['incident_id', 'subscription_id', (eb) => eb.fn.max('money_usd').as('money')])
    .where('incident_id', 'is not', null)
    // As the index has it.
    .where(sql<SqlBool>`open and not ended and money_usd > 0`)
    .groupBy(['incident_id', 'subscription_id'])
    .as('own');
  if (!ofPlatform)
    return db
      .selectFrom(bySubscription)
      .select(['incident_id', sql<number>`sum(money)::float8`.as('money')])
      .groupBy('incident_id')
      .as('m');
  const incident = sql<number | null>`coalesce(p.parent_id, own.incident_id)`;
  return db
    .selectFrom(bySubscription)
    .leftJoin('incident as p', (join) => join.onRef('p.id', '=', 'own.incident_id').on('p.parent_id', 'is not', null))
    .select([incident.as('incident_id'), sql<number>`sum(own.money)::float8`.as('money')])
    .groupBy(incident)
    .as('m');
}

const shown = [
  state.as('state'),
  severity.as('severity'),
  sql<number>`${live('n')}::int`.as('n'),
  sql<number>`${live('open_n')}::int`.as('open_n'),
  sql<number>`${live('new_n')}::int`.as('new_n'),
  sql<StoredSums | null>`i.sums`.as('sums'),
] as const;

/** Whether a question is about all incidents, or those of tenants, in their usual order. */
const isPlain = ({ values, members }: Question): boolean =>
  members.name === '' && keysOf(values).every((name) => name === 'tenantIds');

/**
 * Among these the first rows of the usual order are: of those as they were folded as many as are wanted, in the order of an index,
 * and all that something came of since.
 */
function firstOnes(ctx: Ctx, { values }: Question): RawBuilder<SqlBool> {
  const ofPlatform = seesPlatform(ctx, values);
  const changed = () => ctx.db.selectFrom(deltasOf(ctx.db, ofPlatform)).select('d.incident_id');
  let folded = ctx.db.selectFrom('incident as i').select('i.id').where('i.n', '>', 0);
  if (ofPlatform) folded = folded.where('i.parent_id', 'is', null);
  if (values.tenantIds !== undefined) folded = folded.where(conditions.tenantIds);
  const first = folded
    .where(sql<SqlBool>`i.id <> all(array(${changed()}))`)
    .orderBy('i.open_n', 'desc')
    .orderBy('i.last_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(sql<number>`${slot<number>('limit')}::bigint + ${slot<number>('offset')}::bigint`);
  // Arrays are read first, and once.
  return sql<SqlBool>`i.id = any(array(${first}) || array(${changed()}))`;
}

/** One page of incidents in the order wanted. */
export function listIncidents(
  ctx: Ctx,
  question: Question,
  sorts: readonly IncidentSort[],
  page: { limit: number; offset: number },
): Promise<IncidentListRow[]> {
  const { slots, shape } = slotsOf(question);
  const compile = (): CompiledQuery => {
    const incidents = chosen(ctx, question);
    const joined = sorts.some(({ column }) => column === 'moneyAtRisk')
      ? (incidents.leftJoin(
          moneySums(ctx.db, seesPlatform(ctx, question.values)),
          'm.incident_id',
          'i.id',
        ) as typeof incidents)
      : incidents;
    const few = isPlain(question) && sorts === usualOrder ? joined.where(firstOnes(ctx, question)) : joined;
    let query = few
      .select(['i.id', 'i.tenant_id', 'i.kind', 'i.facts', 'i.first_at'])
      .select([lastAt.as('last_at'), ...shown]);
    for (const { column, direction } of sorts) query = query.orderBy(orders[column], direction);
    return query
      .orderBy('i.id', sorts.at(-1)?.direction ?? 'desc')
      .limit(slot<number>('limit'))
      .offset(slot<number>('offset'))
      .compile();
  };
  const order = sorts.map(({ column, direction }) => `${column}:${direction}`).join();
  return cache.run(ctx.unscoped, ctx.scope, `page ${shape} ${order}`, compile, { ...slots, ...page });
}

/** All incidents as they were folded, which an index counts, and what came since. */
function countPlain(ctx: Ctx, { values }: Question): CompiledQuery {
  const ofPlatform = seesPlatform(ctx, values);
  const all = () => {
    let query = ctx.db.selectFrom('incident as i');
    if (ofPlatform) query = query.where('i.parent_id', 'is', null);
    return values.tenantIds === undefined ? query : query.where(conditions.tenantIds);
  };
  const folded = all()
    .where('i.n', '>', 0)
    .select(sql<number>`count(*)`.as('n'));
  const since = all()
    .innerJoin(deltasOf(ctx.db, ofPlatform), 'd.incident_id', 'i.id')
    .select(sql<number>`coalesce(sum((${live('n')} > 0)::int - (i.n > 0)::int), 0)`.as('n'));
  return ctx.db.selectNoFrom(sql<number>`((${folded}) + (${since}))::int`.as('n')).compile();
}

/** How many incidents fit. */
export async function countIncidents(ctx: Ctx, question: Question): Promise<number> {
  const { slots, shape } = slotsOf(question);
  const compile = (): CompiledQuery =>
    isPlain(question)
      ? countPlain(ctx, question)
      : chosen(ctx, question)
          .select(sql<number>`count(*)::int`.as('n'))
          .compile();
  const [row] = await cache.run<{ n: number }>(ctx.unscoped, ctx.scope, `count ${shape}`, compile, slots);
  return row?.n ?? 0;
}

/** What one tenant has of an incident of the platform. */
export type IncidentPart = Pick<IncidentListRow, 'id' | 'state' | 'severity' | 'n' | 'open_n' | 'new_n' | 'sums'> & {
  parent_id: number;
  tenant_id: number;
};

/** The parts of incidents of the platform that have exceptions, those with most open ones first. */
export const listParts = (ctx: Ctx, parentIds: readonly number[]): Promise<IncidentPart[]> =>
  counted(ctx.db, false)
    .select(['i.id', sql<number>`i.tenant_id`.as('tenant_id'), sql<number>`i.parent_id`.as('parent_id'), ...shown])
    .where('i.parent_id', '=', sql<number>`any(${[...parentIds]})`)
    .orderBy(orders.open, 'desc')
    .orderBy('i.id')
    .execute();

/** Where the members of an incident that the caller may see are: in itself, or in its parts. Undefined where they may not see it. */
export async function findIncident(ctx: Ctx, id: number): Promise<readonly number[] | undefined> {
  const rows = await ctx.db
    .selectFrom('incident')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .execute();
  return rows.some((row) => row.id === id) ? rows.map((row) => row.id) : undefined;
}
