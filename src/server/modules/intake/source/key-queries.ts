// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A source as its keys are about it. */
export type SourceRow = {
  id: number;
  code: string;
  profile: string | null;
  base_url: string;
  access_url: string | null;
  tenant_id: number | null;
  asset_id: number | null;
  most_per_minute: number | null;
  most_per_hour: number | null;
  most_per_day: number | null;
  most_at_once: number | null;
};

/** The source, if the caller may see it: the platform's, or one of the caller's tenants. */
export const findSource = (ctx: Ctx, id: number): Promise<SourceRow | undefined> =>
  ctx.db
    .selectFrom('source')
    .select(['id', 'code', 'profile', 'base_url', 'access_url', 'tenant_id', 'asset_id'])
    .select(['most_per_minute', 'most_per_hour', 'most_per_day', 'most_at_once'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The sealed keys of an owner (a tenant or the platform), or null if it has none; a source may bring its platform keys along. */
export async function findStoredKeys(ctx: Ctx, source: SourceRow, tenantId: number | null): Promise<string | null> {
  if (tenantId === null) {
    const { rows } = await ctx.unscoped.execute<{ sealed: string | null }>(
      `select coalesce(a.default_value, s.credential) as sealed from source s left join asset a on a.id = s.asset_id
       where s.id = $1`,
      [source.id],
    );
    return rows[0]?.sealed ?? null;
  }
  if (source.asset_id === null) return null;
  const own = await ctx.db
    .selectFrom('tenant_asset')
    .select('asset_value')
    .where('asset_id', '=', source.asset_id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return own?.asset_value ?? null;
}

/** The asset that holds the sets of a source; made with the first of them. */
async function assetOf(ctx: Ctx, { id, code, asset_id: known }: SourceRow): Promise<number> {
  if (known !== null) return known;
  // Two first sets at once: the second waits for the row of the source and finds the asset.
  const locked = await ctx.unscoped.system
    .selectFrom('source')
    .select('asset_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (locked.asset_id !== null) return locked.asset_id;
  const made = await ctx.unscoped.system
    .insertInto('asset')
    .values({
      asset_type: `SOURCE:${code}`.slice(0, 50),
      asset_desc: `数据源 ${code} 的凭据 / Keys of the source ${code}`.slice(0, 200),
      value_type: 'CREDENTIAL',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.unscoped.system.updateTable('source').set({ asset_id: made.id }).where('id', '=', id).execute();
  return made.id;
}

/** Keeps the sealed set of an owner. */
export async function storeKeys(ctx: Ctx, source: SourceRow, tenantId: number | null, sealed: string): Promise<void> {
  const assetId = await assetOf(ctx, source);
  if (tenantId === null) {
    await ctx.unscoped.execute(
      'update asset set default_value = $2, record_version = record_version + 1, updated_at = clock_timestamp() where id = $1',
      [assetId, sealed],
    );
    return;
  }
  await ctx.unscoped.execute(
    `insert into tenant_asset (tenant_id, asset_id, asset_value) values ($1, $2, $3)
     on conflict (tenant_id, asset_id) do update set asset_value = excluded.asset_value,
       record_version = tenant_asset.record_version + 1, updated_at = clock_timestamp()`,
    [tenantId, assetId, sealed],
  );
}

/** Takes the platform's set away, and what the source brought along; false where there was none. */
export async function removePlatformKeys(ctx: Ctx, { id, asset_id: assetId }: SourceRow): Promise<boolean> {
  const entered = await ctx.unscoped.execute(
    `update asset set default_value = null, record_version = record_version + 1, updated_at = clock_timestamp()
     where id = $1 and default_value is not null`,
    [assetId],
  );
  const brought = await ctx.unscoped.execute(
    'update source set credential = null where id = $1 and credential is not null',
    [id],
  );
  return entered.rowCount + brought.rowCount > 0;
}

/** Takes the set of a tenant away with what is known of how the source answered it; false where there was none. */
export async function removeTenantKeys(
  ctx: Ctx,
  { id, asset_id: assetId }: SourceRow,
  tenantId: number,
): Promise<boolean> {
  if (assetId === null) return false;
  const { rowCount } = await ctx.unscoped.execute('delete from tenant_asset where asset_id = $1 and tenant_id = $2', [
    assetId,
    tenantId,
  ]);
  await ctx.unscoped.execute('delete from source_key_health where source_id = $1 and tenant_id = $2', [id, tenantId]);
  await ctx.unscoped.execute('delete from source_token where source_id = $1 and tenant_id = $2', [id, tenantId]);
  return rowCount > 0;
}

/** A credential set and how it fares; `tenant_id` null is the platform's. */
export type KeySetRow = {
  tenantId: number | null;
  tenantName: string | null;
  sealed: string | null;
  updateTime: Instant | null;
  lastSuccessTime: Instant | null;
  lastFailureTime: Instant | null;
  lastError: string | null;
  subscriptions: number;
};

/** The platform's set first, then those of the caller's tenants by name. */
export function listKeySets(ctx: Ctx, source: SourceRow): Promise<KeySetRow[]> {
  const tenants = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  return ctx.unscoped.query<KeySetRow>(
    `select null::bigint as "tenantId", null::text as "tenantName", coalesce(a.default_value, s.credential) as sealed,
       a.updated_at as "updateTime", s.last_success_at as "lastSuccessTime", s.last_failure_at as "lastFailureTime",
       case when s.consecutive_failures > 0 then s.last_error end as "lastError",
       (select count(*)::int from subscription_source ss join subscription sub
          on sub.id = ss.subscription_id and sub.tenant_id = ss.tenant_id
        where ss.source_id = s.id and not sub.ended and ss.asked_with = 'platform'
          and ($3::bigint[] is null or ss.tenant_id = any($3))) as subscriptions
     from source s left join asset a on a.id = $2
     where s.id = $1 and coalesce(a.default_value, s.credential) is not null
     union all
     select t.id, case when $4 then coalesce(t.name_en, t.name) else t.name end, own.asset_value, own.updated_at, h.last_success_at, h.last_failure_at,
       case when h.consecutive_failures > 0 then h.last_error end,
       (select count(*)::int from subscription_source ss join subscription sub
          on sub.id = ss.subscription_id and sub.tenant_id = ss.tenant_id
        where ss.source_id = $1 and ss.tenant_id = t.id and not sub.ended)
     from tenant_asset own join tenant t on t.id = own.tenant_id
       left join source_key_health h on h.source_id = $1 and h.tenant_id = own.tenant_id
     where own.asset_id = $2 and ($3::bigint[] is null or own.tenant_id = any($3))
     order by "tenantName" nulls first`,
    [source.id, source.asset_id, tenants, ctx.lang === 'en'],
  );
}
