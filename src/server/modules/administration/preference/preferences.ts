// unscoped: Preferences and saved views belong to a user: every statement is limited to the caller, or to views the caller’s tenants share.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { forbidden, refused } from '#server/platform/errors/app-error.ts';

const maxBytes = 64_000;
const maxPreferences = 500;

/** The signed-in user; preferences of nobody are kept nowhere. */
export function userOf(ctx: Ctx): { userId: number; tenantId: number } {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor;
}

/** What the user chose under this name, or null; only the own ones can be named. */
export async function getPreference(ctx: Ctx, name: string): Promise<CallData<'preferenceGet'>> {
  const row = await ctx.unscoped.system
    .selectFrom('preference')
    .select(['value', 'changed_at'])
    .where('user_id', '=', userOf(ctx).userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : { value: row.value, changedAt: row.changed_at };
}

/** How many choices a user has kept; one that is kept already needs no room. */
async function countInTheWay(ctx: Ctx, userId: number, name: string): Promise<number> {
  const rows = await ctx.unscoped.system
    .selectFrom('preference')
    .select('name')
    .where('user_id', '=', userId)
    .limit(maxPreferences)
    .execute();
  return rows.some((row) => row.name === name) ? 0 : rows.length;
}

/**
 * Keeps a choice with the time it was made in the browser and gives what is kept then: a choice made later on another
 * device wins over one that arrives late. A value of null is kept too, since going back to the standard is a choice.
 */
export async function savePreference(
  ctx: Ctx,
  { preferenceName, value, changedAt }: ParsedBody<'preferenceSave'>,
): Promise<CallData<'preferenceSave'>> {
  const { userId } = userOf(ctx);
  const text = json(value ?? null);
  if (Buffer.byteLength(text) > maxBytes) throw refused('view.tooLarge');
  return ctx.unscoped.transaction(async () => {
    await keepCap(ctx.unscoped, {
      of: `preferences of user ${userId}`,
      limit: maxPreferences,
      count: () => countInTheWay(ctx, userId, preferenceName),
      refusal: () => refused('view.tooMany', { max: maxPreferences }),
    });
    await ctx.unscoped.system
      .insertInto('preference')
      .values({ user_id: userId, name: preferenceName, value: text, changed_at: ts(changedAt) })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'name'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), changed_at: eb.ref('excluded.changed_at') }))
          .whereRef('preference.changed_at', '<=', 'excluded.changed_at'),
      )
      .execute();
    return getPreference(ctx, preferenceName);
  });
}
