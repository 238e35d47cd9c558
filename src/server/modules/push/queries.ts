import type { Ctx } from '#server/platform/context.ts';

/** A source that may push. */
export type PushSource = {
  id: number;
  code: string;
  carrier_code: string | null;
  enabled: boolean;
  push_enabled: boolean;
  push_secret: string | null;
};

/** The source by its code. */
export const findPushSource = (ctx: Ctx, code: string): Promise<PushSource | undefined> =>
  ctx.database.system
    .selectFrom('source')
    .select(['id', 'code', 'carrier_code', 'enabled', 'push_enabled', 'push_secret'])
    .where('code', '=', code)
    .executeTakeFirst();

/** A subscription that a reference of a notification is about. */
export type ReferenceMatch = { reference: string; target_id: number; subscription_id: number; tenant_id: number };

/** Subscriptions, still running, that the carrier's references name, of all tenants. */
export async function listSubscriptionsFor(
  ctx: Ctx,
  source: PushSource,
  references: readonly string[],
): Promise<ReferenceMatch[]> {
  const { rows } = await ctx.database.execute<ReferenceMatch>(
    `select coalesce(s.bill_no, s.container_no) as reference, ss.id as target_id, s.id as subscription_id, s.tenant_id
     from subscription s join subscription_source ss on ss.subscription_id = s.id and ss.source_id = $1
     where s.carrier_code = $2 and not s.ended
       and (s.subject = 'bill' and s.bill_no = any($3) or s.subject = 'container' and s.container_no = any($3))`,
    [source.id, source.carrier_code, references],
  );
  return rows;
}
