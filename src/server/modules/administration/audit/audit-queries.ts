// unscoped: The audit has rows without a tenant; what the caller may read is limited to the scope in each statement.
import { sql, type SqlBool } from 'kysely';
import { AUDIT_ROWS_PAGED } from '#contract/administration/audit-pages.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import { containingPattern } from '#server/platform/search/index.ts';

/** What entries are narrowed by; only what was given is present. */
export type AuditFilter = {
  actors?: string[] | undefined;
  entities?: string[] | undefined;
  actions?: string[] | undefined;
  origins?: string[] | undefined;
  entityId?: string | undefined;
  requestId?: string | undefined;
  keyword?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Entries that fit, of the caller's tenants; `before` continues after an entry already read. */
function narrowed(ctx: Ctx, filter: AuditFilter) {
  let query = ctx.db.selectFrom('audit_log as a');
  if (filter.actors !== undefined) query = query.where('a.actor_code', 'in', filter.actors);
  if (filter.entities !== undefined) query = query.where('a.entity', 'in', filter.entities);
  if (filter.actions !== undefined) query = query.where('a.action', 'in', filter.actions);
  if (filter.origins !== undefined) query = query.where('a.origin', 'in', filter.origins);
  if (filter.entityId !== undefined) query = query.where('a.entity_id', '=', filter.entityId);
  if (filter.requestId !== undefined) query = query.where('a.request_id', '=', filter.requestId);
  if (filter.from !== undefined) query = query.where(sql<SqlBool>`a.at >= ${filter.from}`);
  if (filter.to !== undefined) query = query.where(sql<SqlBool>`a.at < ${filter.to}`);
  if (filter.keyword !== undefined) {
    const like = containingPattern(filter.keyword);
    query = query.where(sql<SqlBool>`(a.before::text ilike ${like} or a.after::text ilike ${like})`);
  }
  return query;
}

/** One entry as it is kept. */
export type AuditEntryRow = Awaited<ReturnType<typeof listEntries>>[number];

const entryColumns = [
  'a.id',
  'a.at',
  'a.tenant_id',
  'a.actor_id',
  'a.actor_code',
  'a.origin',
  'a.client',
  'a.ip',
  'a.request_id',
  'a.entity',
  'a.entity_id',
  'a.action',
  'a.before',
  'a.after',
] as const;

/** The statement that gives the ids of all entries that fit, the newest first. */
export const entryIds = (ctx: Ctx, filter: AuditFilter): IdStatement =>
  narrowed(ctx, filter).select('a.id').orderBy('a.at', 'desc').orderBy('a.id', 'desc').compile();

/** Entries by id, in the order of the ids. */
export async function entriesById(ctx: Ctx, ids: readonly number[]): Promise<AuditEntryRow[]> {
  const rows = await ctx.db
    .selectFrom('audit_log as a')
    .select(entryColumns)
    .where('a.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Entries that fit, the newest first; `after` is the last one already read. */
export function listEntries(
  ctx: Ctx,
  filter: AuditFilter,
  page: { limit: number; offset: number; after?: { at: number; id: number } | undefined },
) {
  let query = narrowed(ctx, filter).select(entryColumns);
  if (page.after !== undefined) {
    const { at, id } = page.after;
    query = query.where(sql<SqlBool>`(a.at, a.id) < (${new Date(at)}, ${id})`);
  }
  return query.orderBy('a.at', 'desc').orderBy('a.id', 'desc').limit(page.limit).offset(page.offset).execute();
}

/** How many entries fit, counted no further than can be paged. */
export async function countEntries(ctx: Ctx, filter: AuditFilter): Promise<{ count: number; more: boolean }> {
  const limited = narrowed(ctx, filter)
    .select(sql<number>`1`.as('one'))
    .limit(AUDIT_ROWS_PAGED + 1)
    .as('counted');
  const row = await ctx.db
    .selectFrom(limited)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  const count = Number(row.n);
  return { count: Math.min(count, AUDIT_ROWS_PAGED), more: count > AUDIT_ROWS_PAGED };
}

/** Distinct values of a column within the caller's tenants, by jumping from one to the next in its index, however many rows there are. */
async function distinct(ctx: Ctx, column: 'entity' | 'action'): Promise<string[]> {
  const name = sql.ref(column);
  const own =
    ctx.scope.kind === 'all'
      ? sql``
      : sql`and exists (select from audit_log a where a.${name} = value and a.tenant_id = any(${[...ctx.scope.tenantIds]}))`;
  const { rows } = await sql<{ value: string }>`
    with recursive step as (
      (select ${name} as value from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > step.value order by ${name} limit 1)
        from step where step.value is not null
    )
    select value from step where value is not null ${own}`.execute(ctx.unscoped.system);
  return rows.map((row) => row.value);
}

/** Names of entities and acts that occur in what the caller may see. */
export const listKinds = async (ctx: Ctx): Promise<{ entities: string[]; actions: string[] }> => ({
  entities: await distinct(ctx, 'entity'),
  actions: await distinct(ctx, 'action'),
});

const inScope = ({ scope }: Ctx, tenantId: number): boolean =>
  scope.kind === 'all' || scope.tenantIds.includes(tenantId);

/** Names of people by id. */
export async function peopleOf(
  ctx: Ctx,
  rows: readonly Pick<AuditEntryRow, 'actor_id'>[],
): Promise<Map<number, string>> {
  const actorIds = [...new Set(rows.map((row) => row.actor_id).filter((id) => id !== null))];
  const people =
    actorIds.length === 0
      ? []
      : await ctx.unscoped.system
          .selectFrom('app_user')
          .select(['id', 'name_cn'])
          .where('id', 'in', actorIds)
          .execute();
  return new Map(people.map((row) => [row.id, row.name_cn]));
}

/** Names of the caller's tenants by id; those that are not at hand are looked up. */
export async function tenantNames(
  ctx: Ctx,
  known: ReadonlyMap<number, { name: string; nameEn: string | null }>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const nameIn = (name: string, nameEn: string | null): string => (ctx.lang === 'en' ? (nameEn ?? name) : name);
  const names = new Map(
    [...known].flatMap(([id, { name, nameEn }]) => (inScope(ctx, id) ? [[id, nameIn(name, nameEn)]] : [])),
  ) as Map<number, string>;
  const missing = [...new Set(ids)].filter((id) => !known.has(id) && inScope(ctx, id));
  if (missing.length === 0) return names;
  const rows = await ctx.db.selectFrom('tenant').select(['id', 'name', 'name_en']).where('id', 'in', missing).execute();
  for (const { id, name, name_en } of rows) names.set(id, nameIn(name, name_en));
  return names;
}

/** What exceptions are called: their number, by id. */
export async function exceptionNames(ctx: Ctx, ids: readonly number[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('shipment_exception')
    .select(['id', 'bill_no', 'container_no'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [String(row.id), row.bill_no ?? row.container_no ?? '']));
}

/** What can be done about an exception, by code. */
export async function measureNames(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await ctx.unscoped.system
    .selectFrom('md_exception_handle_status')
    .select(['code', 'name_cn', 'name_en'])
    .execute();
  return new Map(rows.map((row) => [row.code, ctx.lang === 'zh' ? row.name_cn : row.name_en]));
}
