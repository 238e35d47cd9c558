// unscoped: Keys are addressed by id and tenant, which was checked before.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { endKey, findKey, issueKey, listIssuedKeys, livingKeys } from '#server/platform/auth/issued-keys.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import type { Database } from '#server/platform/db/database.ts';
import { keepCap, lockName } from '#server/platform/db/lock-name.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { apiKeyScopes } from '#shared/reference/api-key-scopes.ts';

const mostKeys = 50;

/** The tenant whose events a key opens, undefined when it opens none (any more). */
export async function findTenantOfKey(database: Database, key: string, now: number): Promise<number | undefined> {
  const found = await findKey(database, 'apiKey', key, now);
  return found?.scopes.includes('events') === true ? (found.tenantId ?? undefined) : undefined;
}

/** The keys of the caller's tenants, newest first. */
export async function listKeys(ctx: Ctx): Promise<CallData<'apiKeyQuery'>> {
  return (await listIssuedKeys(ctx, 'apiKey')).map(({ id, tenantName, scopes, ...key }) => ({
    apiKeyId: id,
    tenantName: tenantName ?? '',
    scopes: scopes ?? [],
    ...key,
  }));
}

/** The name under which the keys of a tenant are counted. */
const keysOf = (tenantId: number | null): string => `keys of tenant ${tenantId}`;

/** From the first key for events on, the shipments of a tenant are written as events, those that are there already too. */
async function open(ctx: Ctx, tenantId: number): Promise<void> {
  const { rowCount } = await ctx.unscoped.execute(
    'insert into outward_tenant (tenant_id) values ($1) on conflict do nothing',
    [tenantId],
  );
  if (rowCount === 0) return;
  await ctx.unscoped.execute(
    `insert into outward_pending (subscription_id, tenant_id)
     select subscription_id, tenant_id from shipment where tenant_id = $1 and fused on conflict do nothing`,
    [tenantId],
  );
}

/** Makes a key for a tenant; its text is answered this once and not kept. */
export async function createKey(ctx: Ctx, input: ParsedBody<'apiKeyInsert'>): Promise<CallData<'apiKeyInsert'>> {
  const tenantId = Number(input.tenantId);
  const name = input.name.trim();
  if (name === '') throw new AppError('apiKey.nameRequired');
  return ctx.unscoped.transaction(async () => {
    const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
    if (tenant === undefined) throw new AppError('error.notFound', {}, 'not_found');
    await keepCap(ctx.unscoped, {
      of: keysOf(tenantId),
      most: mostKeys,
      count: () => countRows(livingKeys(ctx, 'apiKey').where('tenant_id', '=', tenantId)),
      refusal: () => new AppError('apiKey.tooMany', { most: mostKeys }),
    });
    const scopes = apiKeyScopes.filter((scope) => input.scopes.includes(scope));
    if (scopes.includes('events')) await open(ctx, tenantId);
    const { id, key } = await issueKey(ctx, 'apiKey', { tenantId, name, scopes });
    return { apiKeyId: id, key };
  });
}

/** Ends a key at once; with the last one for events its tenant's shipments are written no longer. */
export async function revokeKey(ctx: Ctx, id: string): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const ended = await endKey(ctx, 'apiKey', Number(id));
    if (ended === undefined) return null;
    // A key that is made meanwhile must not be overlooked.
    await lockName(ctx.unscoped, keysOf(ended.tenantId));
    await ctx.unscoped.execute(
      `delete from outward_tenant where tenant_id = $1
         and not exists (select from api_key where tenant_id = $1 and revoked_at is null and 'events' = any(scopes))`,
      [ended.tenantId],
    );
    return null;
  });
}
