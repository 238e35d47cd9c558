import type { CallData, ParsedBody } from '#contract/index.ts';
import { riskKinds } from '#contract/network/risk.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';

type Data = CallData<'riskWatchGet'>;

const watcherOf = ({ actor }: Ctx): { tenantId: number; userCode: string } => {
  if (actor.kind !== 'user') throw refused('error.forbidden');
  return actor;
};

async function findWatch(ctx: Ctx): Promise<{ id: number; kinds: Data['kinds'] } | undefined> {
  const { tenantId, userCode } = watcherOf(ctx);
  const row = await ctx.db
    .selectFrom('risk_watch')
    .select(['id', 'kinds'])
    .where('tenant_id', '=', tenantId)
    .where('user_code', '=', userCode)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const kept: unknown[] = Array.isArray(row.kinds) ? row.kinds : [];
  return { id: row.id, kinds: riskKinds.filter((kind) => kept.includes(kind)) };
}

/** Of which areas the caller is notified when a vessel with bookings of the own tenant enters one. */
export const getWatch = async ({ ctx }: { ctx: Ctx }): Promise<Data> => ({
  kinds: (await findWatch(ctx))?.kinds ?? [],
});

/** Sets of which areas the caller is notified; none at all ends it. */
export async function saveWatch({ ctx, input }: { ctx: Ctx; input: ParsedBody<'riskWatchSave'> }): Promise<Data> {
  const { tenantId, userCode } = watcherOf(ctx);
  const kinds = riskKinds.filter((kind) => input.kinds.includes(kind));
  return ctx.unscoped.transaction(async () => {
    const before = await findWatch(ctx);
    const { id } = await ctx.db
      .insertInto('risk_watch')
      .values({
        tenant_id: tenantId,
        user_code: userCode,
        kinds: JSON.stringify(kinds),
        created_at: ts(ctx.clock.now()),
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_code']).doUpdateSet((eb) => ({ kinds: eb.ref('excluded.kinds') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(ctx, {
      entity: 'riskWatch',
      entityId: String(id),
      action: before === undefined ? 'insert' : 'update',
      tenantId,
      ...(before && { before: { kinds: before.kinds } }),
      after: { kinds },
    });
    return { kinds };
  });
}
