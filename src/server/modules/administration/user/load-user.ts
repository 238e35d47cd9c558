// unscoped: Users and their sessions are addressed by id after the caller’s right over them was checked; rules about the last administrator
// count all users.
import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { user } from '#entities/user.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { loose, presentOne, type EntityServices, type RawRow } from '#server/entity/index.ts';
import { lockName } from '#server/platform/db/lock-name.ts';

/** What a user may do besides the own tenant's rows. */
export type Rights = { menus: string[]; tenantIds: number[]; allTenants: boolean };

/** A user of the caller's tenants, removed or not, or undefined. */
const findUser = async (ctx: Ctx, id: number, lock: boolean): Promise<RawRow | undefined> => {
  const query = loose(ctx.db).selectFrom(user.table).selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** A user as its page and lists show it. */
export const presentUser = async (ctx: Ctx, row: RawRow, services: EntityServices): Promise<CallData<'userInsert'>> =>
  (await presentOne(ctx, user, row, services)) as CallData<'userInsert'>;

/** Menus and tenants of a user. */
export async function readRights(ctx: Ctx, row: RawRow): Promise<Rights> {
  const id = Number(row['id']);
  const { system } = ctx.unscoped;
  const menus = await system
    .selectFrom('user_menu')
    .select('menu_code')
    .where('user_id', '=', id)
    .orderBy('menu_code')
    .execute();
  const tenants = await system
    .selectFrom('user_tenant')
    .select('tenant_id')
    .where('user_id', '=', id)
    .orderBy('tenant_id')
    .execute();
  return {
    menus: menus.map((item) => item.menu_code),
    tenantIds: tenants.map((item) => item.tenant_id),
    allTenants: row['all_tenants'] === true,
  };
}

/** Anyone who holds a user's password sees what the user sees: nobody manages a user who sees more than they do. */
function checkManageable(ctx: Ctx, rights: Rights): void {
  const { scope } = ctx;
  if (scope.kind === 'all') return;
  if (rights.allTenants || rights.tenantIds.some((id) => !scope.tenantIds.includes(id)))
    throw refused('user.beyondScope');
}

/** A user that the caller may manage, with what they may do; locked for a change. */
export async function getManagedUser(
  ctx: Ctx,
  id: number | null | undefined,
  state: 'present' | 'removed' = 'present',
): Promise<{ row: RawRow; rights: Rights }> {
  if (id === null || id === undefined) throw refused('error.emptyInput');
  const row = await findUser(ctx, id, ctx.unscoped.inTransaction());
  if (row === undefined) throw notFound();
  if (state === 'present' && row['removed_at'] !== null) throw notFound();
  const rights = await readRights(ctx, row);
  checkManageable(ctx, rights);
  return { row, rights };
}

/** Refuses to take the last administrator away; one at a time until the end of the transaction, as two could take each other away. */
export async function keepAnAdministrator(ctx: Ctx, row: RawRow): Promise<void> {
  await lockName(ctx.unscoped, 'administrators');
  const admins = await ctx.unscoped.system
    .selectFrom('app_user')
    .select(['id', 'all_tenants'])
    .where('user_type', '=', 'admin')
    .where('removed_at', 'is', null)
    .execute();
  const others = admins.filter(
    (admin) => admin.id !== Number(row['id']) && (admin.all_tenants || row['all_tenants'] !== true),
  );
  if (others.length === 0) throw refused('user.lastAdmin');
}

/** Raises the version of a user, and of what they may do when that changed. */
export const raised = (rightsChanged: boolean) => ({
  record_version: sql`record_version + 1`,
  updated_at: sql`now()`,
  ...(rightsChanged ? { menu_version: sql`menu_version + 1` } : {}),
});
