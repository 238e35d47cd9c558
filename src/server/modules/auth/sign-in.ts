import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { verifyPassword } from '#server/platform/crypto/password.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { isStrongPassword } from '#shared/text/password-strength.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { findAccount, markWeakPassword } from './queries.ts';
import type { AuthServices, Origin } from './services.ts';
import { countAttempt, forgive } from './sign-in-brake.ts';

type Credentials = { userCode?: string | undefined; password?: string | undefined };

/** Signs in by password; an unknown user and a wrong password are the same to whoever asks. */
export async function signIn(request: {
  ctx: Ctx;
  input: Credentials;
  from: Origin;
  services: AuthServices;
  /** The session that this browser had before; it ends. */
  formerToken: string | undefined;
}): Promise<SignedIn> {
  const { ctx, input, from, services } = request;
  const { database } = ctx;
  const userCode = input.userCode?.trim() ?? '';
  const password = input.password ?? '';
  if (userCode === '') throw refused('auth.userCodeRequired');
  if (password === '') throw refused('auth.passwordRequired');
  const now = services.realClock.now();
  await countAttempt(database, userCode, from.ip, now);

  const account = await findAccount(database, userCode);
  // Without a user or a password this costs the same and is never right.
  const matches = await verifyPassword(password, account?.password_hash ?? null);
  if (account === undefined || !matches) {
    services.metrics.signIns.inc({ outcome: 'refused' });
    await writeAudit(ctx, {
      entity: 'session',
      entityId: userCode.slice(0, 100),
      action: 'sign-in-failed',
      tenantId: account?.tenant_id ?? null,
      after: { ip: from.ip },
    });
    throw refused('auth.wrongCredentials');
  }

  const weak = !isStrongPassword(password);
  const signedIn = await database.transaction(async () => {
    await forgive(database, userCode, from.ip, now);
    if (weak !== account.password_weak) await markWeakPassword(database, account.id, weak);
    if (request.formerToken !== undefined) await services.sessions.end(request.formerToken);
    return openSession(ctx, services, account.id, from, 'password');
  });
  services.metrics.signIns.inc({ outcome: 'password' });
  return signedIn;
}
