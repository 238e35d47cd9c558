// unscoped: Keys are addressed by id and tenant, which was checked before.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { endKey, findKey, issueKey, listIssuedKeys } from '#server/platform/auth/issued-keys.ts';
import type { Ctx } from '#server/platform/context.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { keepCap, lockName } from '#server/platform/db/lock-name.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { apiKeyScopes } from '#shared/reference/api-key-scopes.ts';

import { callsLeft } from './key-use.ts';

const maxKeys = 50;

/** A key that opens the events of its tenant. */
export type EventsKey = { id: number; tenantId: number };

/** The key that was presented, undefined when it opens no events (any more). */
export async function findEventsKey(database: Database, key: string, now: number): Promise<EventsKey | undefined> {
  const found = await findKey(database, 'apiKey', key, now);
  return found !== undefined && found.scopes.includes('events') && found.tenantId !== null
    ? { id: found.id, tenantId: found.tenantId }
    : undefined;
}

/** The keys of the caller's tenants with what was counted of them, newest first. `limit`: calls per minute, 0 for none. */
export async function listKeys(ctx: Ctx, limit: number): Promise<CallData<'apiKeyQuery'>> {
  const now = realClock.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const uses = await ctx.db
    .selectFrom('api_key_use')
    .select(['api_key_id', 'minute_at', 'minute_calls', 'day_on', 'day_calls', 'day_refused'])
    .execute();
  const useOf = new Map(uses.map((use) => [String(use.api_key_id), use]));
  return (await listIssuedKeys(ctx, 'apiKey')).map(({ id, tenantName, scopes, expireTime, ...key }) => {
    const use = useOf.get(id);
    const { remaining, resetS } = callsLeft(use, limit, now);
    const isToday = use !== undefined && String(use.day_on).slice(0, 10) === today;
    return {
      apiKeyId: id,
      tenantName: tenantName ?? '',
      scopes: scopes ?? [],
      ...key,
      expireTime: expireTime ?? null,
      isExpired: expireTime != null && expireTime <= now,
      rateLimit: limit,
      rateRemaining: remaining,
      rateResetS: resetS,
      callsToday: isToday ? use.day_calls : 0,
      refusedToday: isToday ? use.day_refused : 0,
    };
  });
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

/** Keys of a tenant that are neither ended nor expired. */
const keysInUse = (ctx: Ctx, tenantId: number) =>
  ctx.db
    .selectFrom('api_key')
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ts(realClock.now()))]));

const withoutKey = `not exists (select from api_key k where k.tenant_id = o.tenant_id and k.revoked_at is null
  and (k.expires_at is null or k.expires_at > $1) and 'events' = any(k.scopes))`;

/** With its last key for events a tenant is written no longer; in the current transaction. */
async function close(database: Database, tenantId: number | null): Promise<void> {
  // A key that is made meanwhile must not be overlooked.
  await lockName(database, keysOf(tenantId));
  await database.execute(`delete from outward_tenant o where o.tenant_id = $2 and ${withoutKey}`, [
    new Date(realClock.now()),
    tenantId,
  ]);
}

/** Tenants whose last key for events has expired are written no longer. */
export async function closeTenants(database: Database): Promise<void> {
  const over = await database.query<{ tenant_id: number }>(
    `select o.tenant_id from outward_tenant o where ${withoutKey} order by o.tenant_id`,
    [new Date(realClock.now())],
  );
  for (const { tenant_id: tenantId } of over) await database.transaction(() => close(database, tenantId));
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
      limit: maxKeys,
      count: () => countRows(keysInUse(ctx, tenantId)),
      refusal: () => new AppError('apiKey.tooMany', { most: maxKeys }),
    });
    const scopes = apiKeyScopes.filter((scope) => input.scopes.includes(scope));
    if (scopes.includes('events')) await open(ctx, tenantId);
    const { id, key } = await issueKey(ctx, 'apiKey', {
      tenantId,
      name,
      scopes,
      // People count the days by their own clock, also beside a simulated world.
      expiresAt: input.expireDays == null ? null : realClock.now() + input.expireDays * DAY_MS,
    });
    return { apiKeyId: id, key };
  });
}

/** Ends a key at once; with the last one for events its tenant's shipments are written no longer. */
export async function revokeKey(ctx: Ctx, id: string): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const ended = await endKey(ctx, 'apiKey', Number(id));
    if (ended === undefined) return null;
    await close(ctx.unscoped, ended.tenantId);
    return null;
  });
}
