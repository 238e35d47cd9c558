// unscoped: Connections of programs, their clients and tokens belong to the signed-in person or to the token shown, not to a tenant; rows are addressed by the hash or the id that was checked before.
import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { programScopes } from '#shared/reference/program-scopes.ts';
import { endConnection } from './end-connection.ts';

const maxShown = 500;

/** Connections of the caller's tenants that have not ended. */
const living = (ctx: Ctx) =>
  ctx.db
    .selectFrom('connected_program as c')
    .innerJoin('tenant as t', 't.id', 'c.tenant_id')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .where('c.revoked_at', 'is', null)
    .where(sql<SqlBool>`c.expires_at > ${new Date()}`)
    .where('u.removed_at', 'is', null);

const listed = async (ctx: Ctx, query: ReturnType<typeof living>) => {
  const rows = await query
    .select(['c.id', 'c.name', 'c.redirect_host as redirectHost', 'c.scopes', 'c.created_at as createTime'])
    .select(['c.last_used_at as lastUsedTime', 'c.expires_at as expireTime', 't.name as tenantName'])
    .select(['t.name_en as tenantNameEn', 'u.user_code as userCode', 'u.name_cn as userName'])
    .orderBy('c.id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(({ id, tenantNameEn, ...row }) => ({
    ...row,
    connectedProgramId: String(id),
    tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
    scopes: programScopes.filter((scope) => row.scopes.includes(scope)),
  }));
};

/** The programs that the caller connected. */
export const listOwnConnections = (ctx: Ctx, { userId }: Principal): Promise<CallData<'connectedPrograms'>> =>
  listed(ctx, living(ctx).where('c.user_id', '=', userId));

/** The programs that anybody connected to the caller's tenants. */
export const listConnections = (ctx: Ctx): Promise<CallData<'connectedProgramQuery'>> => listed(ctx, living(ctx));

/** Ends a connection of the caller: its tokens open nothing from now on. */
export async function endOwnConnection(ctx: Ctx, { userId }: Principal, id: number): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await ctx.unscoped.system
      .selectFrom('connected_program')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    await endConnection(ctx, id);
    return null;
  });
}

/** Ends a connection to one of the caller's tenants, for those who look after the keys there. */
export async function endConnectionOfTenant(ctx: Ctx, id: number): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await ctx.db.selectFrom('connected_program').select('id').where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw notFound();
    await endConnection(ctx, id);
    return null;
  });
}
