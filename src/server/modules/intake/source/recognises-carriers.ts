// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { Ctx } from '#server/platform/context.ts';

/** Whether an aggregator is requested shipments of a tenant, with keys, that recognises carriers by their numbers. */
export async function recognisesCarriers(ctx: Pick<Ctx, 'unscoped'>, tenantId: number): Promise<boolean> {
  const rows = await ctx.unscoped.query(
    `select from source s left join asset a on a.id = s.asset_id
     where s.source_type = 'FT' and s.enabled and s.asked and s.mode = 'sea' and coalesce(s.carrier_codes, s.carrier_code) is null
       and (s.tenant_id is null or s.tenant_id = $1)
       and (s.credential is not null or a.default_value is not null and (s.platform_key_for_all or s.tenant_id = $1)
         or exists (select from tenant_asset own where own.asset_id = s.asset_id and own.tenant_id = $1))
     limit 1`,
    [tenantId],
  );
  return rows.length > 0;
}
