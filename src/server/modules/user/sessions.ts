import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { user } from '#entities/user.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { getManagedUser } from './load-user.ts';
import type { UserCall } from './save-user.ts';

const mostShown = 100;

/** Stands for a session on screens: a hash of what is stored, which itself is a hash of the token. */
const sessionIdOf = (tokenHash: Uint8Array): string =>
  createHash('sha256').update('portolan session id').update(tokenHash).digest('base64url').slice(0, 22);

const openSessions = ({ ctx }: UserCall<unknown>, userId: number) =>
  ctx.database.system
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`expires_at > ${new Date(realClock.now())}`)
    .orderBy('created_at', 'desc')
    .limit(mostShown)
    .execute();

/** The open sessions of a user, the newest first; nothing that would open one. `own` is the session that asks. */
export async function listSessions(
  call: UserCall<number | null | undefined>,
  own: Uint8Array | undefined,
): Promise<CallData<'userSessions'>> {
  const { row } = await getManagedUser(call.ctx, call.input);
  const sessions = await openSessions(call, Number(row['id']));
  return sessions.map((session) => ({
    sessionId: sessionIdOf(session.token_hash),
    current: own !== undefined && Buffer.from(own).equals(session.token_hash),
    startTime: session.created_at,
    lastSeenTime: session.last_seen_at,
    expireTime: session.expires_at,
    ip: session.ip,
    userAgent: session.user_agent,
  }));
}

const recordEnd = ({ ctx }: UserCall<unknown>, row: Readonly<Record<string, unknown>>, action: string) =>
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
  return call.ctx.database.transaction(async () => {
    const { row } = await getManagedUser(call.ctx, call.input);
    await call.sessions.endAllOf(Number(row['id']));
    await recordEnd(call, row, 'sessions-ended');
    return null;
  });
}

/** Ends one session of a user; the others go on. */
export async function endSession(
  call: UserCall<{ wlUserId?: number | null | undefined; sessionId?: string | null | undefined }>,
): Promise<null> {
  const { ctx, input } = call;
  if (input.sessionId == null || input.sessionId === '') throw refused('error.emptyInput');
  return ctx.database.transaction(async () => {
    const { row } = await getManagedUser(ctx, input.wlUserId);
    const sessions = await openSessions(call, Number(row['id']));
    const found = sessions.find((session) => sessionIdOf(session.token_hash) === input.sessionId);
    if (found === undefined) throw notFound();
    await ctx.database.system.deleteFrom('session').where('token_hash', '=', found.token_hash).execute();
    await recordEnd(call, row, 'session-ended');
    return null;
  });
}
