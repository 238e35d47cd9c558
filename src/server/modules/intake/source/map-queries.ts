// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { Ctx } from '#server/platform/context.ts';

/** A followed bill or container. */
export type FollowedReference = {
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
};

/** The newest subscription of the caller's tenants by its bill or container; one that is still running before others. */
export const findFollowed = (ctx: Ctx, reference: string): Promise<FollowedReference | undefined> =>
  ctx.db
    .selectFrom('subscription')
    .select(['tenant_id', 'subject', 'bill_no', 'container_no', 'carrier_code'])
    .where((eb) =>
      eb.or([
        eb.and([eb('subject', '=', 'bill'), eb('bill_no', '=', reference)]),
        eb.and([eb('subject', '=', 'container'), eb('container_no', '=', reference)]),
      ]),
    )
    .orderBy('ended')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Sources with these profiles and the sealed keys that a map of a tenant's shipment is opened with; the tenant's own source and keys
 * first. The platform's keys open every shipment of its account: only a caller who sees all tenants is given them.
 */
export const listMapKeys = (
  ctx: Ctx,
  tenantId: number,
  profiles: readonly string[],
): Promise<{ profile: string; sealed: string | null }[]> =>
  ctx.unscoped.query(
    `select s.profile, coalesce(own.asset_value,
       case when $3 or s.tenant_id = $1 then coalesce(a.default_value, s.credential) end) as sealed
     from source s left join asset a on a.id = s.asset_id
       left join tenant_asset own on own.asset_id = s.asset_id and own.tenant_id = $1
     where s.enabled and s.profile = any($2) and (s.tenant_id is null or s.tenant_id = $1)
     order by s.tenant_id nulls last, own.asset_value is null, s.id`,
    [tenantId, profiles, ctx.scope.kind === 'all'],
  );
