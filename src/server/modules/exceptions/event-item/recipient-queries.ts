// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';

/** People that one answer offers. */
const maxPeople = 50;

/** People of these tenants, or of all, by a part of code or name; those that are chosen in any case. */
export const listPeople = (
  ctx: Ctx,
  tenantIds: readonly number[] | undefined,
  keyword: string,
  chosen: readonly string[],
) =>
  ctx.unscoped.query<{ user_code: string; name_cn: string }>(
    `select u.user_code, u.name_cn from app_user u
     where u.removed_at is null
       and ($1::bigint[] is null or u.tenant_id = any($1)
         or exists (select from user_tenant t where t.user_id = u.id and t.tenant_id = any($1)))
       and (lower(u.user_code) = any($3) or position($2 in lower(u.user_code || ' ' || u.name_cn)) > 0)
     order by lower(u.user_code) = any($3) desc, u.user_code limit $4`,
    [tenantIds ?? null, keyword, chosen.map((code) => code.toLowerCase()), maxPeople + chosen.length],
  );

/** Feedback definitions of the caller's tenants, or of these among them, that are in use. */
export const listDefinitions = (ctx: Ctx, tenantIds: readonly number[] | undefined) =>
  ctx.db
    .selectFrom('feedback')
    .select(['id', 'feedback_name', 'feedback_type'])
    .where('active', '=', true)
    .$if(tenantIds !== undefined, (query) => query.where('tenant_id', '=', sql<number>`any(${[...(tenantIds ?? [])]})`))
    .orderBy('feedback_name')
    .limit(500)
    .execute();

/** Names of people by their code in lower case, also of those who are gone; codes occur once in the product. */
export async function namesOfPeople(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await ctx.unscoped.query<{ code: string; name: string }>(
    'select lower(user_code) as code, name_cn as name from app_user where lower(user_code) = any($1)',
    [codes.map((code) => code.toLowerCase())],
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Names of feedback definitions of the caller's tenants by id. */
export async function namesOfDefinitions(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('feedback').select(['id', 'feedback_name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.feedback_name]));
}

/** User codes that nobody of a tenant has. */
export async function strangersOf(ctx: Ctx, codes: readonly string[], tenantId: number): Promise<string[]> {
  if (codes.length === 0) return [];
  const known = await ctx.unscoped.query<{ code: string }>(
    `select lower(u.user_code) as code from app_user u where lower(u.user_code) = any($1) and u.removed_at is null
       and (u.tenant_id = $2 or exists (select from user_tenant t where t.user_id = u.id and t.tenant_id = $2))`,
    [codes.map((code) => code.toLowerCase()), tenantId],
  );
  return codes.filter((code) => !known.some((user) => user.code === code.toLowerCase()));
}

/** Ids that are no feedback definition of a tenant. */
export async function unknownDefinitions(ctx: Ctx, ids: readonly number[], tenantId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const known = await ctx.unscoped.query<{ id: number }>(
    'select id from feedback where id = any($1) and tenant_id = $2',
    [[...ids], tenantId],
  );
  return ids.filter((id) => !known.some((row) => Number(row.id) === id));
}
