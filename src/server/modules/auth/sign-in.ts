import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashPassword, verifyPassword } from '#server/platform/crypto/password.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { isStrongPassword } from '#shared/text/password-strength.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { findAccount, markWeakPassword } from './queries.ts';
import type { AuthServices, Origin } from './services.ts';
import { countAttempt, forgive } from './sign-in-brake.ts';

type Credentials = { userCode?: string | undefined; password?: string | undefined };

/** Something to verify against when there is no such user, so that both take the same time. */
const decoy = hashPassword('no one has this password');

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
  const matches = await verifyPassword(password, account?.password_hash ?? (await decoy));
  if (account === undefined || account.password_hash === null || !matches) {
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
    await forgive(database, userCode, from.ip);
    if (weak !== account.password_weak) await markWeakPassword(database, account.id, weak);
    if (request.formerToken !== undefined) await services.sessions.end(request.formerToken);
    return openSession(ctx, services, account.id, from, 'password');
  });
  services.metrics.signIns.inc({ outcome: 'password' });
  return signedIn;
}
