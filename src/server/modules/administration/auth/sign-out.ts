import { actorOf } from '#server/platform/auth/principal.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { AuthServices } from './services.ts';

/** Ends the session of a token; without one, or with one that has ended, there is nothing to do. */
export async function signOut({
  ctx,
  token,
  services,
}: {
  ctx: Ctx;
  token: string | undefined;
  services: AuthServices;
}): Promise<void> {
  if (token === undefined) return;
  const principal = await services.sessions.find(token);
  if (principal === undefined) return;
  // Nothing can be written down of one that only looked.
  if (principal.readOnly) return services.sessions.end(token);
  await ctx.unscoped.transaction(async () => {
    await services.sessions.end(token);
    await writeAudit(
      { ...ctx, actor: actorOf(principal) },
      { entity: 'session', entityId: principal.userCode, action: 'sign-out', tenantId: principal.tenantId },
    );
  });
}
