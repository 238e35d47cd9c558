// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { testCarrier } from '#shared/ids/test-reference.ts';

/** How far a new installation has come: connected sources, their keys, subscriptions, and shipments that somebody answered. */
export async function getFirstSteps(ctx: Ctx): Promise<CallData<'firstSteps'>> {
  const tenants = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  const [row] = await ctx.unscoped.query<{ sources: number; keys: number; subscriptions: number; tracked: number }>(
    `select
       (select count(*)::int from source where profile is not null and enabled and asked
         and (tenant_id is null or $1::bigint[] is null or tenant_id = any($1))) as sources,
       (select count(*)::int from source s join asset a on a.id = s.asset_id where s.enabled and s.asked and (a.default_value is not null
         or exists (select from tenant_asset own where own.asset_id = a.id
           and ($1::bigint[] is null or own.tenant_id = any($1))))) as keys,
       (select count(*)::int from (select from subscription
         where carrier_code <> '${testCarrier}' and ($1::bigint[] is null or tenant_id = any($1)) limit 1000) as counted) as subscriptions,
       (select count(*)::int from (select from subscription
         where has_data and carrier_code <> '${testCarrier}' and ($1::bigint[] is null or tenant_id = any($1)) limit 1000) as counted) as tracked`,
    [tenants],
  );
  return row ?? { sources: 0, keys: 0, subscriptions: 0, tracked: 0 };
}
