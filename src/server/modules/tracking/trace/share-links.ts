// unscoped: A signed link stands for the scope of its tenant: it was checked before, and everything else is read in that scope.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { getFused } from '#server/modules/tracking/shipment/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { TokenSigner } from '#server/platform/auth/signed-token.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { ts } from '#server/platform/db/instants.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';

const audience = 'trace';
const maxLinks = 20;
const maxListed = 100;

/** What links are made and read with; the clock is the real one, links are about people. */
export type ShareDeps = { signer: TokenSigner; clock: Clock };

const tokenOf = ({ signer }: ShareDeps, id: number, expiresAt: Instant): string =>
  signer.sign({ aud: audience, exp: expiresAt, id });

/** Links to the trace of a shipment, newest first. */
export async function listShares(
  ctx: Ctx,
  obmBkId: number | null | undefined,
  deps: ShareDeps,
): Promise<CallData<'traceShareQuery'>> {
  const { subscription_id } = await getFused(ctx, obmBkId);
  const rows = await ctx.db
    .selectFrom('trace_share')
    .select(['id', 'note', 'created_at as createTime', 'created_by as creatorCode', 'expires_at as expireTime'])
    .select(['revoked_at as revokedTime', 'views', 'last_viewed_at as lastViewTime'])
    .where('subscription_id', '=', subscription_id)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  const now = deps.clock.now();
  return rows.map(({ id, ...row }) => ({
    ...row,
    shareId: String(id),
    token: row.revokedTime === null && row.expireTime > now ? tokenOf(deps, id, row.expireTime) : null,
  }));
}

/** Makes a link that shows the trace of one shipment to anyone who has it, for some days. */
export async function createShare(
  ctx: Ctx,
  { obmBkId, days, note }: ParsedBody<'traceShareInsert'>,
  deps: ShareDeps,
): Promise<CallData<'traceShareInsert'>> {
  return ctx.unscoped.transaction(async () => {
    const shipment = await getFused(ctx, obmBkId);
    const now = deps.clock.now();
    const living = ctx.db
      .selectFrom('trace_share')
      .where('subscription_id', '=', shipment.subscription_id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ts(now));
    await keepCap(ctx.unscoped, {
      of: `links to shipment ${shipment.subscription_id}`,
      limit: maxLinks,
      count: () => countRows(living),
      refusal: () => refused('share.tooMany', { most: maxLinks }),
    });
    const expiresAt = now + days * DAY_MS;
    const { id } = await ctx.db
      .insertInto('trace_share')
      .values({
        tenant_id: shipment.tenant_id,
        subscription_id: shipment.subscription_id,
        note,
        created_at: ts(now),
        created_by: ctx.actor.userCode,
        expires_at: ts(expiresAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { subscriptionId: shipment.subscription_id, note, expiresAt: new Date(expiresAt).toISOString() };
    const { tenant_id: tenantId } = shipment;
    await writeAudit(ctx, { entity: 'traceShare', entityId: String(id), action: 'insert', tenantId, after });
    return { shareId: String(id), token: tokenOf(deps, id, expiresAt), expireTime: expiresAt };
  });
}

/** Ends a link at once. */
export async function revokeShare(ctx: Ctx, shareId: number, { clock }: ShareDeps): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await ctx.db
      .selectFrom('trace_share')
      .select(['id', 'tenant_id', 'subscription_id', 'note', 'revoked_at'])
      .where('id', '=', shareId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    if (row.revoked_at !== null) return null;
    await ctx.db
      .updateTable('trace_share')
      .set({ revoked_at: ts(clock.now()), revoked_by: ctx.actor.userCode })
      .where('id', '=', row.id)
      .execute();
    await writeAudit(ctx, {
      entity: 'traceShare',
      entityId: String(row.id),
      action: 'delete',
      tenantId: row.tenant_id,
      before: { subscriptionId: row.subscription_id, note: row.note },
    });
    return null;
  });
}

/** A link that is valid now. */
export type OpenShare = { tenantId: number; subscriptionId: number; expiresAt: Instant };

/** What a link opens, counted as looked at; refused alike whether forged, expired, ended, or of a tenant that is not active. */
export async function openShare(ctx: Ctx, token: string, { signer, clock }: ShareDeps): Promise<OpenShare> {
  const now = clock.now();
  const id = signer.read(token, audience, now)?.['id'];
  if (typeof id !== 'number') throw notFound('share.gone');
  const { rows } = await ctx.unscoped.execute<{ tenant_id: number; subscription_id: number; expires_at: Instant }>(
    `update trace_share set views = views + 1, last_viewed_at = $2
     where id = $1 and revoked_at is null and expires_at > $2
       and exists (select from tenant t where t.id = trace_share.tenant_id and t.active) returning tenant_id, subscription_id, expires_at`,
    [id, new Date(now)],
  );
  const [row] = rows;
  if (row === undefined) throw notFound('share.gone');
  return { tenantId: row.tenant_id, subscriptionId: row.subscription_id, expiresAt: row.expires_at };
}
