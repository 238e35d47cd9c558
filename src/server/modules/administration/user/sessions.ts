// unscoped: Users and their sessions are addressed by id after the caller’s right over them was checked; rules about the last administrator
// count all users.
import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { removeSecondFactor } from '#server/modules/administration/auth/index.ts';
import { user } from '#entities/user.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { getManagedUser } from './load-user.ts';
import type { UserCall } from './save-user.ts';

const maxShown = 100;

/** Stands for a session on screens: a hash of what is stored, which itself is a hash of the token. */
const sessionIdOf = (tokenHash: Uint8Array): string =>
  createHash('sha256').update('portolan session id').update(tokenHash).digest('base64url').slice(0, 22);

const openSessions = (ctx: Ctx, userId: number) =>
  ctx.unscoped.system
    .selectFrom('session')
    .select(['token_hash as tokenHash', 'created_at as startTime', 'last_seen_at as lastSeenTime'])
    .select(['expires_at as expireTime', 'ip', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`expires_at > ${new Date(realClock.now())}`)
    .orderBy('created_at', 'desc')
    .limit(maxShown)
    .execute();

const present = (sessions: Awaited<ReturnType<typeof openSessions>>, own: Uint8Array | undefined) =>
  sessions.map(({ tokenHash, ...session }) => ({
    ...session,
    sessionId: sessionIdOf(tokenHash),
    current: own !== undefined && Buffer.from(own).equals(tokenHash),
  }));

/** The open sessions of a user, the newest first; nothing that would open one. `own` is the session that asks. */
export async function listSessions(
  call: UserCall<number | null | undefined>,
  own: Uint8Array | undefined,
): Promise<CallData<'userSessions'>> {
  const { row } = await getManagedUser(call.ctx, call.input);
  return present(await openSessions(call.ctx, Number(row['id'])), own);
}

/** The open sessions of the caller. */
export const listOwnSessions = async (ctx: Ctx, principal: Principal): Promise<CallData<'ownSessions'>> =>
  present(await openSessions(ctx, principal.userId), principal.tokenHash);

const recordEnd = (ctx: Ctx, row: Readonly<Record<string, unknown>>, action: string) =>
  writeAudit(ctx, {
    entity: user.name,
    entityId: String(row['id']),
    action,
    tenantId: Number(row['tenant_id']),
  });

/** Ends every session of a user. */
export async function endSessions(
  call: UserCall<number | null | undefined> & { sessions: SessionStore },
): Promise<null> {
  return call.ctx.unscoped.transaction(async () => {
    const { row } = await getManagedUser(call.ctx, call.input);
    await call.sessions.endAllOf(Number(row['id']));
    await recordEnd(call.ctx, row, 'sessions-ended');
    return null;
  });
}

/** Ends one session of a user; the others go on. */
export async function endSession(
  call: UserCall<{ wlUserId?: number | null | undefined; sessionId?: string | null | undefined }>,
): Promise<null> {
  const { ctx, input } = call;
  return ctx.unscoped.transaction(async () => {
    const { row } = await getManagedUser(ctx, input.wlUserId);
    await endOne(ctx, Number(row['id']), input.sessionId);
    await recordEnd(ctx, row, 'session-ended');
    return null;
  });
}

async function endOne(ctx: Ctx, userId: number, sessionId: string | null | undefined): Promise<void> {
  if (sessionId == null || sessionId === '') throw refused('error.emptyInput');
  const found = (await openSessions(ctx, userId)).find((session) => sessionIdOf(session.tokenHash) === sessionId);
  if (found === undefined) throw notFound();
  await ctx.unscoped.system.deleteFrom('session').where('token_hash', '=', found.tokenHash).execute();
}

/** Ends one of the caller's own sessions. */
export async function endOwnSession(
  ctx: Ctx,
  principal: Principal,
  sessionId: string | null | undefined,
): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    await endOne(ctx, principal.userId, sessionId);
    await recordEnd(ctx, { id: principal.userId, tenant_id: principal.tenantId }, 'session-ended');
    return null;
  });
}

/** Takes away two-step verification of a user, who then signs in by the password alone. */
export async function resetSecondFactor(ctx: Ctx, wlUserId: number | null | undefined): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const { row } = await getManagedUser(ctx, wlUserId);
    await removeSecondFactor(ctx.unscoped, Number(row['id']));
    await recordEnd(ctx, row, 'second-factor-reset');
    return null;
  });
}
