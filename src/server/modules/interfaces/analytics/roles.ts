// unscoped: Roles of the database have no tenant; their rows were found or written by `ctx.db` before.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { ts } from '#server/platform/db/instants.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { connectionsOfRole, newPassword, newRoleName, removeRole, writeRole } from './role-sql.ts';
import { readReadiness } from './readiness.ts';

const maxRoles = 10;

/** Where analysts connect: host and port as the setting or the URL of the database has them; null: the database is embedded. */
export type AnalyticsAddress = string | null;

/** Refuses where roles cannot be made, and says what is missing. */
async function demandReady(ctx: Ctx): Promise<void> {
  const { state, statements } = await readReadiness(ctx.unscoped);
  if (state === 'embedded') throw refused('analytics.embedded');
  if (state === 'noRight') throw refused('analytics.noRight', { statement: statements[0]?.sql ?? '' });
}

/** A role of the caller's tenants, locked; throws "not found". */
async function ownRole(ctx: Ctx, id: number) {
  const row = await ctx.db.selectFrom('analytics_role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

type RoleRow = Awaited<ReturnType<typeof ownRole>>;

const audited = (ctx: Ctx, row: Pick<RoleRow, 'id' | 'tenant_id' | 'name' | 'role_name'>, action: string) => {
  const shown = { name: row.name, role: row.role_name };
  return writeAudit(ctx, {
    entity: 'analyticsRole',
    entityId: String(row.id),
    action,
    tenantId: row.tenant_id,
    ...(action === 'delete' ? { before: shown } : { after: shown }),
  });
};

/** The roles of the caller's tenants, and whether and how they can be used here. */
export async function listRoles(ctx: Ctx, address: AnalyticsAddress): Promise<CallData<'analyticsRoleQuery'>> {
  const rows = await ctx.db
    .selectFrom('analytics_role as r')
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .select(['r.id', 'r.name', 'r.role_name as roleName', 'r.created_at as createTime', 'r.created_by as creatorCode'])
    .select(['r.rotated_at as rotatedTime', 'r.suspended_at as suspendedTime', 'r.suspended_why as suspendedWhy'])
    .select(['t.name as tenantName', 't.name_en as tenantNameEn'])
    .orderBy('r.id', 'desc')
    .limit(500)
    .execute();
  const { state, statements, database } = await readReadiness(ctx.unscoped);
  return {
    state,
    // Names of roles and databases of the server are for those who run it.
    statements: ctx.actor.kind === 'user' && ctx.actor.writesShared ? [...statements] : [],
    address,
    database,
    connections: connectionsOfRole,
    roles: rows.map(({ id, tenantNameEn, ...row }) => ({
      ...row,
      roleId: String(id),
      tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
    })),
  };
}

/** Makes a role for a tenant; its password is answered this once and kept nowhere. */
export async function createRole(
  ctx: Ctx,
  input: ParsedBody<'analyticsRoleInsert'>,
): Promise<CallData<'analyticsRoleInsert'>> {
  await demandReady(ctx);
  const tenantId = Number(input.tenantId);
  const name = input.name.trim();
  if (name === '') throw refused('analytics.nameRequired');
  return ctx.unscoped.transaction(async () => {
    const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
    if (tenant === undefined) throw notFound();
    await keepCap(ctx.unscoped, {
      of: `analytics roles of tenant ${tenantId}`,
      limit: maxRoles,
      count: () => countRows(ctx.db.selectFrom('analytics_role').where('tenant_id', '=', tenantId)),
      refusal: () => refused('analytics.tooMany', { most: maxRoles }),
    });
    const roleName = newRoleName();
    const password = newPassword();
    const row = await ctx.db
      .insertInto('analytics_role')
      .values({
        tenant_id: tenantId,
        role_name: roleName,
        name,
        created_at: ts(realClock.now()),
        created_by: ctx.actor.userCode,
      })
      .returning(['id', 'tenant_id', 'name', 'role_name'])
      .executeTakeFirstOrThrow();
    await writeRole(ctx.unscoped, roleName, password);
    await audited(ctx, row, 'insert');
    return { roleId: String(row.id), roleName, password };
  });
}

/** Gives a role a new password, and sets its limits and rights again; one that was suspended may connect again. */
export async function rotateRole(
  ctx: Ctx,
  input: ParsedBody<'analyticsRoleRotate'>,
): Promise<CallData<'analyticsRoleRotate'>> {
  await demandReady(ctx);
  return ctx.unscoped.transaction(async () => {
    const row = await ownRole(ctx, Number(input.roleId));
    const password = newPassword();
    await writeRole(ctx.unscoped, row.role_name, password);
    await ctx.db
      .updateTable('analytics_role')
      .set({ rotated_at: ts(realClock.now()), suspended_at: null, suspended_why: null })
      .where('id', '=', row.id)
      .execute();
    await audited(ctx, row, 'rotate');
    return { roleId: String(row.id), roleName: row.role_name, password };
  });
}

/** Ends the sessions of a role and removes it. */
export async function dropRole(ctx: Ctx, input: ParsedBody<'analyticsRoleDelete'>): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await ownRole(ctx, Number(input.roleId));
    if (ctx.unscoped.kind === 'postgres') await removeRole(ctx.unscoped, row.role_name);
    await ctx.db.deleteFrom('analytics_role').where('id', '=', row.id).execute();
    await audited(ctx, row, 'delete');
    return null;
  });
}
