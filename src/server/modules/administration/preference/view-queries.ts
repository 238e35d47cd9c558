// unscoped: Preferences and saved views belong to a user: every statement is limited to the caller, or to views the caller’s tenants share.
import { sql, type SqlBool } from 'kysely';
import type { ViewKind } from '#contract/administration/preference.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { userOf } from './preferences.ts';

/** Views the caller may see: the own ones, and what is shared in the own tenant. */
function visible(ctx: Ctx) {
  const { userId, tenantId } = userOf(ctx);
  return ctx.unscoped.system
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.owner_id')
    .leftJoin('saved_view_choice as c', (join) => join.onRef('c.view_id', '=', 'v.id').on('c.user_id', '=', userId))
    .select(['v.id', 'v.tenant_id as tenantId', 'v.owner_id as ownerId', 'v.list', 'v.kind', 'v.view_name as viewName'])
    .select(['v.shared', 'v.content', 'v.record_version as recordVersion', 'u.name_cn as ownerName'])
    .select([
      sql<boolean>`coalesce(c.pinned, false)`.as('pinned'),
      sql<boolean>`coalesce(c.is_default, false)`.as('isDefault'),
    ])
    .where((eb) =>
      eb.or([
        eb('v.owner_id', '=', userId),
        eb.and([
          eb('v.tenant_id', '=', tenantId),
          eb('u.tenant_id', '=', tenantId),
          eb('u.removed_at', 'is', null),
          sql<SqlBool>`v.shared`,
        ]),
      ]),
    );
}

/** One view as it is kept, with what the caller chose for it. */
export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

/** Views of one list that the caller may see, by name. */
export const listViews = (ctx: Ctx, list: string, kind: ViewKind | undefined) => {
  const query = visible(ctx).where('v.list', '=', list);
  return (kind === undefined ? query : query.where('v.kind', '=', kind))
    .orderBy('v.view_name')
    .orderBy('v.id')
    .execute();
};

/** One view that the caller may see. */
export const findView = (ctx: Ctx, id: number): Promise<ViewRow | undefined> =>
  visible(ctx).where('v.id', '=', id).executeTakeFirst();

/** Locks an own view for a change. */
export const lockView = (ctx: Ctx, id: number) =>
  ctx.unscoped.system
    .selectFrom('saved_view')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', userOf(ctx).userId)
    .forUpdate()
    .execute();

/** How many views of one list the caller owns. */
export async function countOwnViews(ctx: Ctx, list: string): Promise<number> {
  const row = await ctx.unscoped.system
    .selectFrom('saved_view')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('owner_id', '=', userOf(ctx).userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Keeps what the caller does with a view; of a list at most one is the default. */
export async function chooseView(
  ctx: Ctx,
  view: Pick<ViewRow, 'id' | 'list' | 'kind'>,
  choice: { pinned: boolean; is_default: boolean },
): Promise<void> {
  const { userId } = userOf(ctx);
  const { system } = ctx.unscoped;
  if (choice.is_default) {
    await lockName(ctx.unscoped, `default view of user ${userId} for ${view.list}`);
    await system
      .updateTable('saved_view_choice')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('view_id', 'in', (eb) =>
        eb
          .selectFrom('saved_view')
          .select('saved_view.id')
          .where('saved_view.list', '=', view.list)
          .where('saved_view.kind', '=', view.kind),
      )
      .execute();
  }
  await system
    .insertInto('saved_view_choice')
    .values({ user_id: userId, view_id: view.id, ...choice })
    .onConflict((conflict) => conflict.columns(['user_id', 'view_id']).doUpdateSet(choice))
    .execute();
}
