import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashToken, randomToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError } from '#server/platform/errors/app-error.ts';

const prefixLength = 10;
const mostKeys = 50;
/** How often at most the time of use is written. */
const usedEveryMs = 60_000;

/** The tenant that a key opens, undefined when it opens none (any more). */
export async function findTenantOfKey(database: Database, key: string, now: number): Promise<number | undefined> {
  const [row] = await database.query<{ id: number; tenant_id: number; last_used_at: number | null }>(
    'select id, tenant_id, last_used_at from api_key where key_hash = $1 and revoked_at is null',
    [hashToken(key)],
  );
  if (row === undefined) return undefined;
  if (row.last_used_at === null || now - row.last_used_at > usedEveryMs)
    await database.execute('update api_key set last_used_at = $2 where id = $1', [row.id, new Date(now)]);
  return row.tenant_id;
}

const listed = [
  'k.id',
  'k.name',
  'k.prefix',
  'k.created_at',
  'k.created_by',
  'k.last_used_at',
  'k.revoked_at',
] as const;

/** The keys of the caller's tenants, newest first. */
export async function listKeys(ctx: Ctx): Promise<CallData<'apiKeyQuery'>> {
  const rows = await ctx.db
    .selectFrom('api_key as k')
    .innerJoin('tenant as t', 't.id', 'k.tenant_id')
    .select([...listed, 't.name as tenant_name'])
    .orderBy('k.id', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    apiKeyId: String(row.id),
    name: row.name,
    tenantName: row.tenant_name,
    prefix: row.prefix,
    createTime: row.created_at,
    creatorCode: row.created_by,
    lastUsedTime: row.last_used_at,
    revokedTime: row.revoked_at,
  }));
}

/** From the first key on, the shipments of a tenant are written as events, those that are there already too. */
async function open(ctx: Ctx, tenantId: number): Promise<void> {
  const { rowCount } = await ctx.database.execute(
    'insert into outward_tenant (tenant_id) values ($1) on conflict do nothing',
    [tenantId],
  );
  if (rowCount === 0) return;
  await ctx.database.execute(
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
  const key = `ptk_${randomToken()}`;
  return ctx.database.transaction(async () => {
    const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
    if (tenant === undefined) throw new AppError('error.notFound', {}, 'not_found');
    const { n } = await ctx.db
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('tenant_id', '=', tenantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (n >= mostKeys) throw new AppError('apiKey.tooMany', { most: mostKeys });
    await open(ctx, tenantId);
    const { id } = await ctx.db
      .insertInto('api_key')
      .values({
        tenant_id: tenantId,
        name,
        prefix: key.slice(0, prefixLength),
        key_hash: hashToken(key),
        created_at: ts(ctx.clock.now()),
        created_by: ctx.actor.userCode,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { name, prefix: key.slice(0, prefixLength) };
    await writeAudit(ctx, { entity: 'apiKey', entityId: String(id), action: 'insert', tenantId, after });
    return { apiKeyId: String(id), key };
  });
}

/** Ends a key at once; with the last one its tenant's shipments are written no longer. */
export async function revokeKey(ctx: Ctx, id: string): Promise<null> {
  return ctx.database.transaction(async () => {
    const key = await ctx.db
      .selectFrom('api_key')
      .select(['id', 'tenant_id', 'name', 'prefix', 'revoked_at'])
      .where('id', '=', Number(id))
      .forUpdate()
      .executeTakeFirst();
    if (key === undefined) throw new AppError('error.notFound', {}, 'not_found');
    if (key.revoked_at !== null) return null;
    await ctx.db
      .updateTable('api_key')
      .set({ revoked_at: ts(ctx.clock.now()) })
      .where('id', '=', key.id)
      .execute();
    await ctx.database.execute(
      `delete from outward_tenant where tenant_id = $1
         and not exists (select from api_key where tenant_id = $1 and revoked_at is null)`,
      [key.tenant_id],
    );
    const before = { name: key.name, prefix: key.prefix };
    await writeAudit(ctx, {
      entity: 'apiKey',
      entityId: String(key.id),
      action: 'delete',
      tenantId: key.tenant_id,
      before,
    });
    return null;
  });
}
