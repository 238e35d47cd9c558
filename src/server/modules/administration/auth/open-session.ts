import { actorOf } from '#server/platform/auth/principal.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { unauthenticated } from '#server/platform/errors/app-error.ts';
import type { AuthServices, Origin } from './services.ts';

/** A session that was just opened. */
export type SignedIn = { token: string; principal: Principal };

/**
 * Opens a session that only reads, for a user whose identity is proven while the disk of the database is full. The audit cannot
 * be written either: the log of the process says who came.
 */
export async function openReadOnlySession(
  ctx: Ctx,
  services: AuthServices,
  userId: number,
  { ip }: Origin,
): Promise<SignedIn> {
  const token = await services.sessions.openReadOnly(userId);
  const principal = await services.sessions.find(token);
  if (principal === undefined) throw unauthenticated();
  ctx.log.warn(
    { userCode: principal.userCode, ip },
    'the disk is full: signed in to look only, without an entry in the audit',
  );
  return { token, principal };
}

/** Opens a session for a user whose identity is proven, and writes down that they came. */
export async function openSession(
  ctx: Ctx,
  services: AuthServices,
  userId: number,
  from: Origin,
  by: 'password' | 'oidc',
): Promise<SignedIn> {
  const token = await services.sessions.open(userId, from);
  const principal = await services.sessions.find(token);
  if (principal === undefined) throw unauthenticated();
  await writeAudit(
    { ...ctx, actor: actorOf(principal) },
    {
      entity: 'session',
      entityId: principal.userCode,
      action: 'sign-in',
      tenantId: principal.tenantId,
      after: { by, ip: from.ip },
    },
  );
  return { token, principal };
}
