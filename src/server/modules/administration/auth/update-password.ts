// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashPassword, verifyPassword } from '#server/platform/crypto/password.ts';
import { forbidden, refused } from '#server/platform/errors/app-error.ts';
import { demandPolicy } from './demand-policy.ts';
import { type Account, findAccount, seesBeyond, setPassword } from './queries.ts';
import type { AuthServices } from './services.ts';
import { countAttempt, forgive } from './sign-in-brake.ts';

type Input = { userCode?: string | undefined; password?: string | undefined; currentPassword?: string | undefined };

/** Whose password changes: the own one, or for an administrator a user of a tenant they see. */
async function targetOf(ctx: Ctx, principal: Principal, userCode: string): Promise<Account> {
  const own = userCode === '' || userCode.toLowerCase() === principal.userCode.toLowerCase();
  if (!own && principal.userType !== 'admin') throw forbidden('auth.otherUser');
  const account = await findAccount(ctx.unscoped, own ? principal.userCode : userCode);
  const visible =
    account !== undefined && (own || ctx.scope.kind === 'all' || ctx.scope.tenantIds.includes(account.tenant_id));
  if (account === undefined || !visible) throw refused('auth.userNotFound');
  // Anyone who sets a password could sign in with it and see what that user sees.
  if (!own && (await seesBeyond(ctx.unscoped, account.id, ctx.scope))) throw refused('user.beyondScope');
  return account;
}

/**
 * Changes a password after the caller has proven to be at the keyboard by the own current one, and ends
 * every session of that user. A password set by an administrator must be changed at the next sign-in.
 */
export async function updatePassword(request: {
  ctx: Ctx;
  input: Input;
  principal: Principal;
  ip: string;
  services: AuthServices;
}): Promise<{ own: boolean }> {
  const { ctx, input, principal, services } = request;
  const { unscoped: database } = ctx;
  const password = input.password ?? '';
  const currentPassword = input.currentPassword ?? '';
  const target = await targetOf(ctx, principal, input.userCode?.trim() ?? '');
  const own = target.id === principal.userId;
  if (currentPassword === '') throw refused('auth.currentPasswordRequired');
  demandPolicy(password, services.settings.passwordPolicy, target.user_code);
  if (own && password === currentPassword) throw refused('auth.samePassword');

  const caller = own ? target : await findAccount(database, principal.userCode);
  if (caller === undefined || caller.password_hash === null) throw refused('auth.noPassword');
  await countAttempt(database, principal.userCode, request.ip, services.realClock.now());
  if (!(await verifyPassword(currentPassword, caller.password_hash))) throw refused('auth.currentPasswordWrong');
  if (!own && target.password_hash !== null && (await verifyPassword(password, target.password_hash))) {
    throw refused('auth.samePassword');
  }

  const passwordHash = await hashPassword(password);
  await database.transaction(async () => {
    await forgive(database, principal.userCode, request.ip, services.realClock.now());
    await setPassword(database, target.id, passwordHash, !own);
    await services.sessions.endAllOf(target.id);
    await writeAudit(ctx, {
      entity: 'user',
      entityId: String(target.id),
      action: 'password-changed',
      tenantId: target.tenant_id,
    });
  });
  return { own };
}
